"""Rating intervals of season files in the first format, from resampled deals. Pure.

If all results are alike, these intervals claim too much. `intervals.py` replaced them. This module computes older files
again.
"""

import hashlib
from functools import lru_cache
from typing import Any, NamedTuple

import numpy

from leagues.ratings.strengths import DEAL_POINTS, DealScores, connected_with, elo_of, strengths

RESAMPLES = 1_000
_WORDS_AT_ONCE = 1 << 20


class Rating(NamedTuple):
    """Rating in whole Elo, with the 95 % interval."""

    elo: int
    low: int
    high: int


def resampled_ratings(
    entrants: int, deals: DealScores, *, anchor: int = 0, anchor_elo: int = 0, seed: bytes = b""
) -> list[Rating | None]:
    """A rating for each entrant that is connected with the anchor by deals; None for all others.

    The interval is that of RESAMPLES resamples of the deals within each pairing, drawn from `seed`.
    """
    met = {pair: numpy.asarray(sorted(scores), dtype=numpy.int64) for pair, scores in deals.items() if len(scores)}
    group = connected_with(anchor, met)
    mine = {pair: scores for pair, scores in sorted(met.items()) if pair[0] in group}
    total: dict[tuple[int, int], Any] = {}
    resampled: dict[tuple[int, int], Any] = {}
    for (one, other), scores in mine.items():
        points = int(scores.sum())
        total[one, other], total[other, one] = points, DEAL_POINTS * len(scores) - points
        drawn = _resampled(scores.tobytes(), hashlib.sha256(seed + b"%d/%d" % (one, other)).digest())
        resampled[one, other], resampled[other, one] = drawn, DEAL_POINTS * len(scores) - drawn
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
    return Rating(*(anchor_elo + elo_of(value) for value in values))


@lru_cache(maxsize=2_048)
def _resampled(raw: bytes, seed: bytes) -> Any:
    """RESAMPLES sums of as many scores as there are, drawn with replacement using words of SHAKE-256.

    Results are cached: while a season runs, few pairings at a time get a new result.
    """
    scores = numpy.frombuffer(raw, dtype=numpy.int64)
    drawn, at_once = [], max(1, _WORDS_AT_ONCE // len(scores))
    for start in range(0, RESAMPLES, at_once):
        rows = min(at_once, RESAMPLES - start)
        words = hashlib.shake_256(seed + start.to_bytes(4, "big")).digest(8 * rows * len(scores))
        places = numpy.frombuffer(words, dtype=">u8").astype(numpy.uint64) % numpy.uint64(len(scores))
        drawn.append(scores[places.astype(numpy.int64)].reshape(rows, len(scores)).sum(axis=1))
    return numpy.concatenate(drawn)
