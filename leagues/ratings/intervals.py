"""Intervals of ratings: the differences in strength that agree with the deals of a season. Pure.

A difference is in the interval unless the deals are too unlikely under it. The model is Bradley-Terry, with all other
strengths at their best for that difference (profile likelihood). A deal, played twice, is one observation. The scatter
of deals is not the model's but estimated from them (quasi-likelihood: Wedderburn, Biometrika 61, 1974). It is estimated
pair by pair, weighted by the pair's effect on the difference (as in robust variances). A small assumed scatter is
added, because a few similar deals do not show it. If an entrant was never beaten, no difference is too large, so that
side has no bound.

The constants were chosen so that intervals cover the truth (`python -m tests.benchmarks.interval_coverage`).
"""

import math
from collections.abc import Collection, Sequence
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy

from leagues.ratings.strengths import DEAL_POINTS, DealScores

MATCHES = 2
"""Matches of a deal."""
DEVIATE = 1.959963984540054
"""Of the normal distribution: 95 % lie within it."""
ASSUMED_SCATTER, ASSUMED_DEALS = 1.6, 4.0
"""The assumed scatter (independent matches: 1), and the number of deals it counts for."""
FADING = 5.0
"""After this many deals that show the scatter, the assumed one counts half."""
UNCERTAINTY = 2.5
"""Added to a scatter, as a fraction of it, for each deal missing from its estimate."""
ELO = 400 / math.log(10)
_MOST_ELO = 100_000
_CLOSE = 1e-10
_STEPS = 200


class Interval(NamedTuple):
    """The 95 % interval in whole Elo; an end is None if it has no bound."""

    low: int | None
    high: int | None


class Meeting(NamedTuple):
    """Two entrants that have met: one's share of the points, and the squared deviation of the deals from it."""

    one: int
    other: int
    deals: int
    share: float
    squares: float


class Deals:
    """The deals of a season, and which entrants they connect."""

    def __init__(self, entrants: int, scores: DealScores) -> None:
        self.meetings = [_meeting(*pair, found) for pair, found in sorted(scores.items()) if len(found)]
        self._beat: list[set[int]] = [set() for _ in range(entrants)]
        self._lost_to: list[set[int]] = [set() for _ in range(entrants)]
        for meeting in self.meetings:
            for one, other, share in (
                (meeting.one, meeting.other, meeting.share),
                (meeting.other, meeting.one, 1 - meeting.share),
            ):
                if share > 0:
                    self._beat[one].add(other)
                    self._lost_to[other].add(one)
        self._above = [_reached({one}, self._beat) for one in range(entrants)]
        self._likeliest: dict[frozenset[int], tuple[float, dict[int, float]]] = {}

    def bounds(self, one: int, other: int) -> bool:
        """Whether the deals limit how much better one can be than the other: some chain of points leads from other to
        one.
        """
        return one in self._above[other]

    def tied_with(self, both: Collection[int]) -> set[int]:
        """All entrants with finite strengths when the difference of these two is given."""
        return _reached(both, self._beat) & _reached(both, self._lost_to)

    def likeliest(self, group: Collection[int]) -> float:
        """The log-likelihood of the group's deals, with all strengths at their best."""
        return sum(self._fit(part)[0] for part in {self._part(entrant) for entrant in group})

    def likeliest_strengths(self, order: Sequence[int]) -> Any:
        """The likeliest strengths of a group in which all are finite; the last is 0."""
        strengths = self._fit(self._part(order[-1]))[1]
        return numpy.array([strengths[entrant] - strengths[order[-1]] for entrant in order])

    def _part(self, entrant: int) -> frozenset[int]:
        """All entrants whose likeliest difference from this one is finite."""
        return frozenset(other for other in self._above[entrant] if entrant in self._above[other])

    def _fit(self, part: frozenset[int]) -> tuple[float, dict[int, float]]:
        if part not in self._likeliest:
            order = sorted(part)
            network = Network(self, order)
            strengths = network.fitted(numpy.zeros(len(order)), free=len(order) - 1)
            self._likeliest[part] = network.likelihood(strengths), dict(zip(order, strengths.tolist(), strict=True))
        return self._likeliest[part]


class Network:
    """The meetings of a group as arrays; entrants are numbered by their places in `order`."""

    def __init__(self, deals: Deals, order: Sequence[int]) -> None:
        place = {entrant: number for number, entrant in enumerate(order)}
        self.meetings = [row for row in deals.meetings if row.one in place and row.other in place]
        self.size = len(order)
        self.one = numpy.array([place[row.one] for row in self.meetings], dtype=int)
        self.other = numpy.array([place[row.other] for row in self.meetings], dtype=int)
        self.deals = numpy.array([row.deals for row in self.meetings], dtype=float)
        self.share = numpy.array([row.share for row in self.meetings])
        self.squares = numpy.array([row.squares for row in self.meetings])
        self._flat = 1e-12 * numpy.eye(self.size)  # There is no curvature far from the likeliest strengths.

    def likelihood(self, strengths: Any) -> float:
        """The log-likelihood; a draw is half a win and half a loss."""
        apart = self.apart(strengths)
        return -float((MATCHES * self.deals * (numpy.logaddexp(0.0, -apart) + (1 - self.share) * apart)).sum())

    def apart(self, strengths: Any) -> Any:
        return strengths[self.one] - strengths[self.other]

    def information(self, share: Any) -> Any:
        """The information about the difference of each two that have met."""
        return MATCHES * self.deals * share * (1 - share)

    def laplacian(self, information: Any) -> Any:
        matrix = numpy.zeros((self.size, self.size))
        matrix[self.one, self.other] = matrix[self.other, self.one] = -information
        matrix[numpy.diag_indices(self.size)] = -matrix.sum(axis=1)
        return matrix

    def slope(self, strengths: Any) -> Any:
        """The derivative of the log-likelihood for each strength."""
        missing = MATCHES * self.deals * (self.share - _share(self.apart(strengths)))
        return numpy.bincount(self.one, missing, self.size) - numpy.bincount(self.other, missing, self.size)

    def fitted(self, strengths: Any, free: int) -> Any:
        """The first `free` strengths at their best, by Newton's method; the others stay fixed."""
        strengths, best = strengths.copy(), self.likelihood(strengths)
        for _ in range(_STEPS if free else 0):
            laplacian = self.laplacian(self.information(_share(self.apart(strengths)))) + self._flat
            step = numpy.linalg.solve(laplacian[:free, :free], self.slope(strengths)[:free])
            step /= max(1.0, float(numpy.abs(step).max()) / 2)
            strengths[:free] += step
            while self.likelihood(strengths) < best - 1e-9 and numpy.abs(step).max() > _CLOSE:
                step /= 2
                strengths[:free] -= step
            best = self.likelihood(strengths)
            if numpy.abs(step).max() < _CLOSE:
                break
        return strengths

    def scatter(self, strengths: Any) -> float:
        """The scatter of deals, weighted by their effect on the difference of the last two, plus its uncertainty.

        Call it at the likeliest strengths, which must be finite.
        """
        share = _share(self.apart(strengths))
        variance = share * (1 - share)
        information = self.information(share)
        inverse = numpy.zeros((self.size, self.size))
        inverse[:-1, :-1] = numpy.linalg.inv(self.laplacian(information)[:-1, :-1])
        weight = information * self.apart(inverse[-2]) ** 2 / inverse[-2, -2]
        one, other = self.one, self.other
        fitted = information * (inverse[one, one] + inverse[other, other] - 2 * inverse[one, other])
        squares = self.squares + self.deals * (self.share - share) ** 2
        seen = float((weight * MATCHES * squares / (self.deals * variance)).sum())
        left = float((weight * (1 - fitted / self.deals)).sum())
        effective = self.deals * numpy.minimum(1.0, 4 * variance / (1 - 2 * variance))
        return _assumed_scatter(left / float((weight**2 / effective).sum()), seen / left if left > 0 else 0.0)


def _assumed_scatter(known: float, seen: float) -> float:
    assumed = ASSUMED_DEALS * FADING / (FADING + known)
    scatter = (ASSUMED_SCATTER * assumed + known * seen) / (assumed + known)
    return scatter * (1 + UNCERTAINTY / (assumed + known))


class Comparison:
    """One entrant compared with another, by all the deals that matter for it."""

    def __init__(self, deals: Deals, one: int, other: int) -> None:
        self.has_low, self.has_high = deals.bounds(other, one), deals.bounds(one, other)
        group = deals.tied_with({one, other})
        self._free = len(group) - 2
        order = [*sorted(group - {one, other}), one, other]
        self._network = Network(deals, order)
        self._likeliest = deals.likeliest(group)
        self._strengths = numpy.zeros(len(group))
        self._scatter = _assumed_scatter(0.0, 0.0)
        if self.has_low and self.has_high:
            self._strengths = deals.likeliest_strengths(order)
            self._scatter = self._network.scatter(self._strengths)

    def deviate(self, difference: float) -> float:
        """How far the deals are from a given difference, in standard deviations; below 0 if they show a larger one.

        `difference` is how much better one is than the other, in natural logarithms of the odds.
        """
        if not (self.has_low or self.has_high):
            return 0.0
        strengths = self._strengths
        strengths[-2] = strengths[-1] + difference
        strengths = self._strengths = self._network.fitted(strengths, self._free)
        ratio = 2 * (self._likeliest - self._network.likelihood(strengths))
        size = math.sqrt(max(0.0, ratio) / self._scatter)
        return -size if self._network.slope(strengths)[-2] > 0 else size


def interval(comparison: Comparison, elo: int = 0) -> Interval:
    """The interval of one's rating if the other's is `elo`."""
    low = _where(comparison, -DEVIATE) if comparison.has_low else None
    high = _where(comparison, DEVIATE) if comparison.has_high else None
    return Interval(*(None if end is None else elo + math.floor(ELO * end + 0.5) for end in (low, high)))


def better_per_mille(comparison: Comparison) -> int | None:
    """The probability that one is better, without prior knowledge, per mille; None if no deals tell."""
    if not (comparison.has_low or comparison.has_high):
        return None
    return math.floor(1000 * NormalDist().cdf(-comparison.deviate(0.0)) + 0.5)


def _where(comparison: Comparison, deviate: float) -> float:
    """The difference with this deviate, found by the Illinois method between two bounds."""
    inner, outer, step = 0.0, 0.0, 1.0 if deviate > 0 else -1.0
    at_inner = at_outer = comparison.deviate(0.0) - deviate
    if at_inner * step > 0:
        step = -step
    while at_outer * at_inner > 0 and abs(outer) < _MOST_ELO:
        inner, at_inner = outer, at_outer
        outer += step
        step *= 2
        at_outer = comparison.deviate(outer) - deviate
    for _ in range(_STEPS):
        if abs(outer - inner) < 1e-7 or at_outer == at_inner:
            break
        middle = outer - at_outer * (outer - inner) / (at_outer - at_inner)
        at_middle = comparison.deviate(middle) - deviate
        if at_middle * at_outer < 0:
            inner, at_inner = outer, at_outer
        else:
            at_inner /= 2
        outer, at_outer = middle, at_middle
    return outer


def _share(apart: Any) -> Any:
    return 1 / (1 + numpy.exp(-apart))


def _meeting(one: int, other: int, scores: Sequence[int]) -> Meeting:
    share = sum(scores) / (DEAL_POINTS * len(scores))
    return Meeting(one, other, len(scores), share, sum((points / DEAL_POINTS - share) ** 2 for points in scores))


def _reached(start: Collection[int], steps: Sequence[set[int]]) -> set[int]:
    found, edge = set(start), set(start)
    while edge:
        edge = {more for one in edge for more in steps[one]} - found
        found |= edge
    return found
