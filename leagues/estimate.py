"""When a season will be over, if it goes on as it went of late. Pure."""

import math
from collections.abc import Sequence
from datetime import datetime, timedelta

RECENT = 50
"""Deals that the pace is taken from: the newest."""
LEAST = 3
"""Of fewer nothing is said."""
LEAST_OF_DUEL = 10
"""Deals of a duel of which something is said about how many there will be."""
STALE = 10
"""If nothing was closed for so many times what a deal took, nothing is said either: it stands still."""


def duel_deals_left(llr_per_mille: Sequence[int], stops: tuple[float, float], most_deals: int) -> int | None:
    """Until the ratio reaches a stop, if it goes on to rise or fall as it has so far. None: too early to tell."""
    played = len(llr_per_mille)
    if played < LEAST_OF_DUEL:
        return None
    slope = llr_per_mille[-1] / 1000 / played
    stop = stops[1] if slope > 0 else stops[0]
    whole = most_deals if slope == 0 else min(most_deals, math.ceil(stop / slope))
    return max(1, whole - played)


def estimated_end(left: int | None, closed_at: Sequence[datetime], now: datetime) -> datetime | None:
    """By the pace of the newest closings, in order, and of the time since the last of them."""
    recent = closed_at[-RECENT:]
    if not left or len(recent) < LEAST:
        return None
    each = (recent[-1] - recent[0]) / (len(recent) - 1)
    if now - recent[-1] > STALE * max(each, timedelta(seconds=1)):
        return None
    pace = max(each, (now - recent[0]) / len(recent))
    return now + left * pace
