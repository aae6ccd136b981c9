"""How certain ratings are: with which differences in strength the deals of a season agree. Pure.

A difference is in the interval unless the deals contradict it: unless they are too unlikely under it, by the model of
Bradley and Terry with all other strengths at their best for it (profile likelihood). A deal, which is played twice, is
one observation. How much deals scatter is not the model's, but estimated from them (quasi-likelihood: Wedderburn,
Biometrika 61, 1974), pair by pair with the weight that a pair has for the difference (as robust variances are), and
with a little that is assumed, for a few deals that went alike do not tell it. Where one was never beaten, no
difference is too large: that side has no bound.

The constants are those with which intervals hold the truth (`python -m tests.benchmarks.interval_coverage`).
"""

import math
from collections.abc import Collection, Sequence
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy

from leagues.ratings import MOST_POINTS, DealScores

MATCHES = 2
"""Of a deal."""
DEVIATE = 1.959963984540054
"""Of the normal distribution: 95 % are within it."""
ASSUMED_SCATTER, ASSUMED_DEALS = 1.6, 4.0
"""The scatter that is assumed, of matches that were independent being 1; and as many deals as that counts for."""
FADING = 5.0
"""After so many deals that tell the scatter, the assumed one counts for half."""
UNCERTAINTY = 2.5
"""What is added to a scatter, as a part of it, for each deal less from which it is estimated."""
ELO = 400 / math.log(10)
MOST_ELO = 100_000
_CLOSE = 1e-10
_STEPS = 200


class Interval(NamedTuple):
    """Whole Elo of the 95 % interval; None where it has no bound."""

    low: int | None
    high: int | None


class Meeting(NamedTuple):
    """Two who have met: the share of the points that one got, and by how much the deals differ from it (squared)."""

    one: int
    other: int
    deals: int
    share: float
    squares: float


class Deals:
    """The deals of a season, for whom they connect."""

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
        """Whether the deals say how much better one can be than the other: some points lead from other to one."""
        return one in self._above[other]

    def tied_with(self, both: Collection[int]) -> set[int]:
        """All whose strengths are finite where the difference of these two is given."""
        return _reached(both, self._beat) & _reached(both, self._lost_to)

    def likeliest(self, group: Collection[int]) -> float:
        """The logarithm of the likelihood of the group's deals, all strengths being at their best."""
        return sum(self._fit(part)[0] for part in {self._part(entrant) for entrant in group})

    def likeliest_strengths(self, order: Sequence[int]) -> Any:
        """Of those in a group whose likeliest strengths are all finite; the last is 0."""
        strengths = self._fit(self._part(order[-1]))[1]
        return numpy.array([strengths[entrant] - strengths[order[-1]] for entrant in order])

    def _part(self, entrant: int) -> frozenset[int]:
        """With whom his likeliest difference is finite."""
        return frozenset(other for other in self._above[entrant] if entrant in self._above[other])

    def _fit(self, part: frozenset[int]) -> tuple[float, dict[int, float]]:
        if part not in self._likeliest:
            order = sorted(part)
            network = Network(self, order)
            strengths = network.fitted(numpy.zeros(len(order)), free=len(order) - 1)
            self._likeliest[part] = network.likelihood(strengths), dict(zip(order, strengths.tolist(), strict=True))
        return self._likeliest[part]


class Network:
    """Those of a group who have met, as arrays; entrants go by their places in `order`."""

    def __init__(self, deals: Deals, order: Sequence[int]) -> None:
        place = {entrant: number for number, entrant in enumerate(order)}
        self.meetings = [row for row in deals.meetings if row.one in place and row.other in place]
        self.size = len(order)
        self.one = numpy.array([place[row.one] for row in self.meetings], dtype=int)
        self.other = numpy.array([place[row.other] for row in self.meetings], dtype=int)
        self.deals = numpy.array([row.deals for row in self.meetings], dtype=float)
        self.share = numpy.array([row.share for row in self.meetings])
        self.squares = numpy.array([row.squares for row in self.meetings])
        self._flat = 1e-12 * numpy.eye(self.size)  # Far from the likeliest strengths there is no curvature.

    def likelihood(self, strengths: Any) -> float:
        """Its logarithm; a draw is half a win and half a loss."""
        apart = self.apart(strengths)
        return -float((MATCHES * self.deals * (numpy.logaddexp(0.0, -apart) + (1 - self.share) * apart)).sum())

    def apart(self, strengths: Any) -> Any:
        return strengths[self.one] - strengths[self.other]

    def information(self, share: Any) -> Any:
        """Of the difference of each two who have met."""
        return MATCHES * self.deals * share * (1 - share)

    def laplacian(self, information: Any) -> Any:
        matrix = numpy.zeros((self.size, self.size))
        matrix[self.one, self.other] = matrix[self.other, self.one] = -information
        matrix[numpy.diag_indices(self.size)] = -matrix.sum(axis=1)
        return matrix

    def slope(self, strengths: Any) -> Any:
        """By how much the likelihood's logarithm grows with each strength."""
        missing = MATCHES * self.deals * (self.share - _share(self.apart(strengths)))
        return numpy.bincount(self.one, missing, self.size) - numpy.bincount(self.other, missing, self.size)

    def fitted(self, strengths: Any, free: int) -> Any:
        """The first `free` strengths at their best, by Newton's method; the others stay."""
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
        """How much deals scatter, with the weights that they have for the difference of the last two; and more, as it
        is uncertain. At the likeliest strengths, which are finite."""
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
        told = self.deals * numpy.minimum(1.0, 4 * variance / (1 - 2 * variance))
        return _assumed_scatter(left / float((weight**2 / told).sum()), seen / left if left > 0 else 0.0)


def _assumed_scatter(known: float, seen: float) -> float:
    assumed = ASSUMED_DEALS * FADING / (FADING + known)
    scatter = (ASSUMED_SCATTER * assumed + known * seen) / (assumed + known)
    return scatter * (1 + UNCERTAINTY / (assumed + known))


class Comparison:
    """One entrant against another, by all the deals that bear on it."""

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
        """How far the deals are from saying that one is better by this (in natural logarithms of the odds), in
        standard deviations: below 0 if they say that he is better by more."""
        if not (self.has_low or self.has_high):
            return 0.0
        strengths = self._strengths
        strengths[-2] = strengths[-1] + difference
        strengths = self._strengths = self._network.fitted(strengths, self._free)
        ratio = 2 * (self._likeliest - self._network.likelihood(strengths))
        size = math.sqrt(max(0.0, ratio) / self._scatter)
        return -size if self._network.slope(strengths)[-2] > 0 else size


def interval(comparison: Comparison, elo: int = 0) -> Interval:
    """Of the rating of one, if that of the other is `elo`."""
    low = _where(comparison, -DEVIATE) if comparison.has_low else None
    high = _where(comparison, DEVIATE) if comparison.has_high else None
    return Interval(*(None if end is None else elo + math.floor(ELO * end + 0.5) for end in (low, high)))


def better_per_mille(comparison: Comparison) -> int | None:
    """How likely it is that one is better, if nothing was known of the two before; None if no deals tell."""
    if not (comparison.has_low or comparison.has_high):
        return None
    return math.floor(1000 * NormalDist().cdf(-comparison.deviate(0.0)) + 0.5)


def _where(comparison: Comparison, deviate: float) -> float:
    """The difference that is so far from what the deals say: between two that are nearer and farther, which close in
    (Illinois)."""
    inner, outer, step = 0.0, 0.0, 1.0 if deviate > 0 else -1.0
    at_inner = at_outer = comparison.deviate(0.0) - deviate
    if at_inner * step > 0:
        step = -step
    while at_outer * at_inner > 0 and abs(outer) < MOST_ELO:
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
    share = sum(scores) / (MOST_POINTS * len(scores))
    return Meeting(one, other, len(scores), share, sum((points / MOST_POINTS - share) ** 2 for points in scores))


def _reached(start: Collection[int], steps: Sequence[set[int]]) -> set[int]:
    found, edge = set(start), set(start)
    while edge:
        edge = {more for one in edge for more in steps[one]} - found
        found |= edge
    return found
