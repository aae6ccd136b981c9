"""A sequential probability ratio test over deals: is the first entrant better? It stops when it knows. Pure.

A deal is played twice, so the first gets 0 to 4 points. These five outcomes are counted together (pentanomial), because
the two matches of a deal are not independent. The bounds are differences in logistic Elo. The likelihood of a bound is
that of the likeliest distribution with exactly this expectation (Van den Bergh, as fishtest computes it).
"""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy

OUTCOMES = 5
EMPTY = 0.001
"""The count of an outcome that was never seen; with 0 it would be impossible."""
SHARES = numpy.arange(OUTCOMES) / (OUTCOMES - 1)
_HALVINGS = 50


class Bounds(NamedTuple):
    """H0: the first is better by `elo0`; H1: by `elo1`. The rates of wrongly accepting each are per mille."""

    elo0: int
    elo1: int
    alpha_per_mille: int
    beta_per_mille: int
    most_deals: int


class Course(NamedTuple):
    """The result of a test: `h0`, `h1`, `undecided` after all its deals, or None while it runs."""

    verdict: str | None
    deals: int
    """Number of deals that decided, or that count so far."""
    llr_per_mille: tuple[int, ...]
    """The log-likelihood ratio after each of these deals."""


def course_of(bounds: Bounds, outcomes: Sequence[int]) -> Course:
    """Run the test on outcomes in deal order without gaps; each is the points of the first."""
    counted = outcomes[: bounds.most_deals]
    if not counted:
        return Course(None, 0, ())
    counts = numpy.zeros((len(counted), OUTCOMES))
    counts[numpy.arange(len(counted)), list(counted)] = 1
    ratios = log_likelihood_ratios(numpy.cumsum(counts, axis=0), bounds)
    low, high = stops(bounds)
    crossed = numpy.flatnonzero((ratios <= low) | (ratios >= high))
    upto = int(crossed[0]) + 1 if len(crossed) else len(counted)
    verdict: str | None
    if len(crossed):
        verdict = "h1" if ratios[upto - 1] >= high else "h0"
    else:
        verdict = "undecided" if upto == bounds.most_deals else None
    curve = tuple(math.floor(1000 * float(ratio) + 0.5) for ratio in ratios[:upto])
    return Course(verdict, upto, curve)


def stops(bounds: Bounds) -> tuple[float, float]:
    """The log-likelihood ratios at which the test stops for H0 and for H1 (Wald)."""
    alpha, beta = bounds.alpha_per_mille / 1000, bounds.beta_per_mille / 1000
    return math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)


def expected_share(elo: float) -> float:
    """The expected share of the points with this lead in Elo."""
    return 1 / (1 + 10 ** (-elo / 400))


def log_likelihood_ratios(counts: Any, bounds: Bounds) -> Any:
    """One ratio for each row of counts, H1 to H0."""
    filled = numpy.where(counts == 0, EMPTY, counts)
    deals = filled.sum(axis=1, keepdims=True)
    seen = filled / deals
    under = [_likeliest(seen, expected_share(elo)) for elo in (bounds.elo0, bounds.elo1)]
    return (deals * seen * numpy.log(under[1] / under[0])).sum(axis=1)


def _likeliest(seen: Any, share: float) -> Any:
    """For each row, the likeliest distribution with the expectation `share`.

    It is seen / (1 + x (a - share)) with the x that makes the sum of (a - share) times it zero. That sum falls as x
    rises, between the poles.
    """
    away = SHARES - share
    low = numpy.full((len(seen), 1), -1 / away[-1])
    high = numpy.full((len(seen), 1), -1 / away[0])
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        is_above = (seen * away / (1 + middle * away)).sum(axis=1, keepdims=True) > 0
        low, high = numpy.where(is_above, middle, low), numpy.where(is_above, high, middle)
    return seen / (1 + (low + high) / 2 * away)
