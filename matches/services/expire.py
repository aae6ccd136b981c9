"""Ending a match whose clock has run out: every request finds it, and so does the sweep."""

from uuid import UUID

from common.timestamps import milliseconds
from matches.clocks import run_out
from matches.log.sql import load_match
from matches.log.stored_match import StoredMatch, end
from matches.models import Match
from matches.services.attempts import write_events


def expire_clock(*, match_id: UUID) -> bool:
    """End the match if a clock has run out. The first caller ends the match; later callers find it over."""
    return expire(load_match(match_id))


def expire(match: StoredMatch) -> bool:
    """`expire_clock` for a match that has just been read; nothing is written if it has moved on since."""
    losers = has_run_out(match)
    if not losers:
        return False
    note = "" if len(losers) == 1 else ",".join(str(seat) for seat in losers)
    return write_events(match, [end(match, "clock_expired", losers, note)])


def has_run_out(match: StoredMatch) -> list[int]:
    """The seats whose clock has run out by now, if the match is running."""
    if match.status == Match.Status.OVER or not match.times.deadlines:
        return []
    return run_out(match.times, milliseconds(match.now()))
