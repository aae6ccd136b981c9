"""How far a match has come: what a waiting reader asks for again and again, and whether a clock is due."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import connection

from common.text.errors import ServiceError
from matches.log.database_clock import ClockReading, as_moment, reading_of
from matches.log.events import Event
from matches.log.sql import EVENT_COLUMNS, EVENTS_AFTER, event_of
from matches.log.transactions import adapted_uuid
from matches.models import Match

_COLUMNS = """
m.version, m.status, m.is_hidden, m.draw_offers, m.deadline_at, m.to_act, m.times, m.outcome, m.end_reason, m.withheld,
clock_timestamp()
"""
_PROGRESS = f"SELECT {_COLUMNS} FROM matches_match m WHERE m.id = %s"
_WITH_EVENTS = f"""
SELECT {_COLUMNS}, {EVENT_COLUMNS} FROM matches_match m {EVENTS_AFTER}
WHERE m.id = %s ORDER BY e.seq LIMIT %s
"""
_EVENT = len(EVENT_COLUMNS.split(","))
"""So many of the last columns are an event's."""


@dataclass(frozen=True, slots=True)
class Unread:
    """More of the same row, as the database gave it: JSON where it is JSON."""

    to_act: str
    times: str
    outcome: str | None
    end_reason: str
    withheld: bool
    clock_reading: ClockReading


@dataclass(frozen=True, slots=True)
class MatchProgress:
    """The little of a match by which a reader knows that there is something new."""

    version: int
    status: str
    is_hidden: bool
    draw_offers: int
    """A bit for each seat whose offer of a draw is open; it changes without an event."""
    seconds_left: float | None
    """Until the next clock runs out; 0 or less when one has. None without clocks that run."""
    unread: Unread

    @property
    def is_late(self) -> bool:
        return self.seconds_left is not None and self.seconds_left <= 0


def match_progress(match_id: UUID) -> MatchProgress:
    """Some columns of one row, and the database's clock, by hand: it is asked for at every piece of news.

    Raises ServiceError `not_found`.
    """
    with connection.cursor() as cursor:
        cursor.execute(_PROGRESS, [adapted_uuid(match_id)])
        row = cursor.fetchone()
    if row is None:
        raise ServiceError("not_found")
    return _progress_of(row)


def progress_with_events(match_id: UUID, after: int, limit: int) -> tuple[MatchProgress, list[Event]]:
    """The same, and the events after a seq as far as the version, the first so many; in one statement.

    Raises ServiceError `not_found`.
    """
    with connection.cursor() as cursor:
        cursor.execute(_WITH_EVENTS, [after, adapted_uuid(match_id), limit])
        rows = cursor.fetchall()
    if not rows:
        raise ServiceError("not_found")
    events = [event_of(row[-_EVENT:]) for row in rows if row[-_EVENT] is not None]
    return _progress_of(rows[0][:-_EVENT]), events


def _progress_of(row: tuple[Any, ...]) -> MatchProgress:
    version, status, is_hidden, draw_offers, deadline, *more, read_at = row
    reading = reading_of(read_at)
    runs = deadline is not None and status == Match.Status.PLAYING
    left = (as_moment(deadline) - reading.moment).total_seconds() if runs else None
    return MatchProgress(version, status, bool(is_hidden), draw_offers, left, Unread(*more, reading))


def is_late(match: Match) -> bool:
    """Whether a clock had run out, unenforced, when `find_match` read the match."""
    if match.status != Match.Status.PLAYING or match.deadline_at is None:
        return False
    return match.deadline_at <= reading_of(match.read_at).moment
