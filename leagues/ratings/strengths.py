"""Ratings of a season by the Bradley-Terry model, and live ratings of a ladder by Plackett-Luce. Pure.

A draw is half a win. Each two that have met get one extra draw; without it, winning every match would have no maximum.
Sums have a fixed order, and strengths use only + - * /, so everyone gets the same result. The live rating depends on
the order of play. Bots do not change, so its deviation does not grow with time.
"""

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy

from leagues.standings import WIN, Result
from players.ratings import UNKNOWN, Skill, after_match

Scores = Mapping[tuple[int, int], int]
"""(one, other) -> points of one against the other: 2 a win, 1 a draw."""
DealScores = Mapping[tuple[int, int], Sequence[int]]
"""(one, other), one < other -> points of one in each of their deals, in any order, of DEAL_POINTS each."""

DEAL_POINTS = 4
"""Points of a deal, which is played twice."""
VIRTUAL_DRAW = 1
_MOST_SWEEPS = 20_000
CLOSE = 1e-9


def elos(entrants: int, deals: DealScores, anchor: int = 0, anchor_elo: int = 0) -> list[int | None]:
    """The rating in whole Elo of each entrant connected with the anchor by deals; None for all others."""
    met = {pair: scores for pair, scores in sorted(deals.items()) if len(scores)}
    group = connected_with(anchor, met)
    points: dict[tuple[int, int], int] = {}
    for (one, other), scores in met.items():
        if one in group:
            points[one, other] = sum(scores)
            points[other, one] = DEAL_POINTS * len(scores) - points[one, other]
    strength = strengths(entrants, points)
    return [anchor_elo + elo_of(strength[e] / strength[anchor]) if e in group else None for e in range(entrants)]


def elo_of(ratio: float) -> int:
    """The Elo difference of two strengths with this ratio, rounded."""
    return math.floor(400 * math.log10(ratio) + 0.5)


def connected_with(anchor: int, met: Collection[tuple[int, int]]) -> set[int]:
    """All entrants connected with the anchor by deals."""
    group, grown = {anchor}, True
    while grown:
        more = {entrant for pair in met if group & set(pair) for entrant in pair}
        grown = not more <= group
        group |= more
    return group


def strengths(entrants: int, scores: Mapping[tuple[int, int], Any], columns: int = 1) -> list[Any]:
    """The strengths that make the scores likeliest; 1 for an entrant without results. Computes `columns` at once.

    Newman's iteration (JMLR 24, 2023) converges as surely as Zermelo's, and far faster.
    """
    values: list[Any] = [numpy.ones(columns) for _ in range(entrants)]
    opponents: list[list[tuple[int, Any, Any]]] = [[] for _ in range(entrants)]
    for (one, other), won in sorted(scores.items(), key=lambda item: item[0]):
        opponents[one].append((other, won + VIRTUAL_DRAW, scores[other, one] + VIRTUAL_DRAW))
    for _ in range(_MOST_SWEEPS):
        change = max((_improve(values, one, met) for one, met in enumerate(opponents) if met), default=0.0)
        if change < CLOSE:
            break
    return values if columns > 1 else [float(value[0]) for value in values]


def _improve(values: list[Any], one: int, met: Sequence[tuple[int, Any, Any]]) -> float:
    """Improve one entrant's strength by one step; return the largest relative change."""
    won: Any = 0.0
    lost: Any = 0.0
    for other, wins, losses in met:
        both = values[one] + values[other]
        won = won + wins * (values[other] / both)
        lost = lost + losses / both
    new = won / lost
    change = float(numpy.max(numpy.abs(new / values[one] - 1.0)))
    values[one] = new
    return change


def information(strength: Sequence[float], scores: Scores) -> list[float]:
    """The information in the scores about each entrant's rating; less means less certain."""
    known = [0.0] * len(strength)
    for one, other, points in _games(scores):
        share = strength[one] / (strength[one] + strength[other])
        known[one] += points * share * (1.0 - share)
    return known


def _games(scores: Scores) -> Iterator[tuple[int, int, int]]:
    for one, other in sorted(scores):
        yield one, other, scores[one, other] + scores[other, one]


def live_ratings(entrants: int, results: Iterable[Result]) -> list[Skill]:
    """A skill for each entrant. Results must be in the order of their deals and seatings."""
    skills = [UNKNOWN] * entrants
    for result in results:
        before = [[skills[result.first]], [skills[result.second]]]
        (first,), (second,) = after_match(before, [WIN - result.points, result.points])
        skills[result.first], skills[result.second] = first, second
    return skills
