"""Ratings that do not depend on the order of play: Bradley-Terry, with intervals from resampled deals. Pure.

A draw is half a win. Each two who have met are given one draw more: where one has won every time there would be no
maximum. Sums are taken in a fixed order and nothing but + - * / leads to a strength, so that anybody gets the same.
"""

import hashlib
import math
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy

Scores = Mapping[tuple[int, int], int]
"""(one, other) -> points of one against the other: 2 a win, 1 a draw."""
DealScores = Mapping[tuple[int, int], Sequence[int]]
"""(one, other), one < other -> points of one in each of their deals, in any order, of MOST_POINTS each."""

RESAMPLES = 1_000
MOST_POINTS = 4
"""Of a deal, which is played twice."""
VIRTUAL_DRAW = 1
MOST_SWEEPS = 20_000
CLOSE = 1e-9
_WORDS_AT_ONCE = 1 << 20


class Rating(NamedTuple):
    """Whole Elo, with the 95 % interval."""

    elo: int
    low: int
    high: int


def rate(
    entrants: int, deals: DealScores, *, anchor: int = 0, anchor_elo: int = 0, seed: bytes = b""
) -> list[Rating | None]:
    """A rating for each entrant that is connected with the anchor by deals; None for all others.

    The interval is that of RESAMPLES resamples of the deals within each pairing, drawn from `seed`.
    """
    met = {pair: numpy.asarray(sorted(scores), dtype=numpy.int64) for pair, scores in deals.items() if len(scores)}
    group = _group_of(anchor, met)
    mine = {pair: scores for pair, scores in sorted(met.items()) if pair[0] in group}
    total: dict[tuple[int, int], Any] = {}
    resampled: dict[tuple[int, int], Any] = {}
    for (one, other), scores in mine.items():
        points = int(scores.sum())
        total[one, other], total[other, one] = points, MOST_POINTS * len(scores) - points
        drawn = _resampled(scores.tobytes(), hashlib.sha256(seed + b"%d/%d" % (one, other)).digest())
        resampled[one, other], resampled[other, one] = drawn, MOST_POINTS * len(scores) - drawn
    strength = strengths(entrants, total)
    spread = strengths(entrants, resampled, RESAMPLES)
    return [
        _rating(strength[e] / strength[anchor], spread[e] / spread[anchor], anchor_elo) if e in group else None
        for e in range(entrants)
    ]


def _rating(ratio: Any, spread: Any, anchor_elo: int) -> Rating:
    ordered = sorted(float(value) for value in numpy.broadcast_to(spread, (RESAMPLES,)))
    cut = RESAMPLES // 40
    values = (float(ratio), ordered[cut - 1], ordered[-cut])
    return Rating(*(anchor_elo + math.floor(400 * math.log10(value) + 0.5) for value in values))


def _group_of(anchor: int, met: Mapping[tuple[int, int], Any]) -> set[int]:
    """Everybody whom deals connect with the anchor."""
    group, grown = {anchor}, True
    while grown:
        more = {entrant for pair in met if group & set(pair) for entrant in pair}
        grown = not more <= group
        group |= more
    return group


@lru_cache(maxsize=2_048)
def _resampled(raw: bytes, seed: bytes) -> Any:
    """RESAMPLES sums of as many scores as there are, drawn with replacement. The words are those of SHAKE-256.

    They are kept: while a season runs, few pairings at a time have a result more.
    """
    scores = numpy.frombuffer(raw, dtype=numpy.int64)
    drawn, at_once = [], max(1, _WORDS_AT_ONCE // len(scores))
    for start in range(0, RESAMPLES, at_once):
        rows = min(at_once, RESAMPLES - start)
        words = hashlib.shake_256(seed + start.to_bytes(4, "big")).digest(8 * rows * len(scores))
        places = numpy.frombuffer(words, dtype=">u8").astype(numpy.uint64) % numpy.uint64(len(scores))
        drawn.append(scores[places.astype(numpy.int64)].reshape(rows, len(scores)).sum(axis=1))
    return numpy.concatenate(drawn)


def strengths(entrants: int, scores: Mapping[tuple[int, int], Any], columns: int = 1) -> list[Any]:
    """The strength of each entrant that makes the scores likeliest; 1 for who has met nobody. Of `columns` at once.

    Newman's iteration (JMLR 24, 2023), which climbs as surely as Zermelo's and far faster.
    """
    values: list[Any] = [numpy.ones(columns) for _ in range(entrants)]
    opponents: list[list[tuple[int, Any, Any]]] = [[] for _ in range(entrants)]
    for (one, other), won in sorted(scores.items(), key=lambda item: item[0]):
        opponents[one].append((other, won + VIRTUAL_DRAW, scores[other, one] + VIRTUAL_DRAW))
    for _ in range(MOST_SWEEPS):
        change = max((_improve(values, one, met) for one, met in enumerate(opponents) if met), default=0.0)
        if change < CLOSE:
            break
    return values if columns > 1 else [float(value[0]) for value in values]


def _improve(values: list[Any], one: int, met: Sequence[tuple[int, Any, Any]]) -> float:
    """One step of one entrant; the largest relative change."""
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
    """How much the scores tell of each entrant's rating: the less, the less certain it is."""
    known = [0.0] * len(strength)
    for one, other, points in _games(scores):
        share = strength[one] / (strength[one] + strength[other])
        known[one] += points * share * (1.0 - share)
    return known


def _games(scores: Scores) -> Iterator[tuple[int, int, int]]:
    for one, other in sorted(scores):
        yield one, other, scores[one, other] + scores[other, one]
