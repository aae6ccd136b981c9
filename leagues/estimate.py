"""Estimate when a season will be over, from its recent pace. Pure."""

import math
from collections.abc import Sequence
from datetime import datetime, timedelta

RECENT = 50
"""The number of newest deals that the pace is computed from."""
LEAST = 3
"""With fewer deals there is no estimate."""
LEAST_OF_DUEL = 10
"""With fewer deals of a duel, their total is not estimated."""
STALE = 10
"""No estimate if no deal was closed for this many times the duration of a deal."""


def duel_deals_left(llr_per_mille: Sequence[int], stops: tuple[float, float], most_deals: int) -> int | None:
    """Deals left until the ratio reaches a stop, if its trend continues; None if it is too early to tell."""
    played = len(llr_per_mille)
    if played < LEAST_OF_DUEL:
        return None
    slope = llr_per_mille[-1] / 1000 / played
    stop = stops[1] if slope > 0 else stops[0]
    whole = most_deals if slope == 0 else min(most_deals, math.ceil(stop / slope))
    return max(1, whole - played)


def estimated_end(left: int | None, closed_at: Sequence[datetime], now: datetime) -> datetime | None:
    """The estimated end, from the pace of the newest closings (in order) and the time since the last of them."""
    recent = closed_at[-RECENT:]
    if not left or len(recent) < LEAST:
        return None
    each = (recent[-1] - recent[0]) / (len(recent) - 1)
    if now - recent[-1] > STALE * max(each, timedelta(seconds=1)):
        return None
    pace = max(each, (now - recent[0]) / len(recent))
    return now + left * pace
