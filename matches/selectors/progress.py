"""The progress of a match, which waiting readers ask for repeatedly, and whether a clock is due."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import connection

from common.text.errors import ServiceError
from common.timestamps import Milliseconds, milliseconds
from matches.log import sql
from matches.log.database_clock import ClockReading, as_moment, reading_of
from matches.log.events import Event
from matches.log.partitions import in_partition
from matches.log.sql import EVENT_COLUMNS, EVENTS_AFTER, event_of
from matches.log.transactions import adapted_uuid
from matches.models import Match

_COLUMNS = """
m.version, m.status, m.is_hidden, m.draw_offers, m.deadline_at, m.updated_at, m.to_act, m.times, m.outcome,
m.end_reason, m.withheld, clock_timestamp()
"""
_PROGRESS = f"SELECT {_COLUMNS} FROM matches_match m WHERE m.id = %s"
_WITH_EVENTS = f"""
SELECT {_COLUMNS}, {EVENT_COLUMNS} FROM matches_match m {EVENTS_AFTER}
WHERE m.id = %s ORDER BY e.seq LIMIT %s
"""
_EVENT = len(EVENT_COLUMNS.split(","))
"""How many of the last columns belong to an event."""


@dataclass(frozen=True, slots=True)
class Unread:
    """More columns of the same row, as the database gave them; JSON is not decoded."""

    to_act: str
    times: str
    outcome: str | None
    end_reason: str
    withheld: bool
    clock_reading: ClockReading


@dataclass(frozen=True, slots=True)
class MatchProgress:
    """The part of a match that shows a reader whether there is something new."""

    version: int
    status: str
    is_hidden: bool
    draw_offers: int
    """One bit for each seat with an open draw offer; it changes without an event."""
    seconds_left: float | None
    """Until the next clock runs out; 0 or less if one has. None if no clock is running."""
    lobby_changed_at: Milliseconds
    """When the seats of a lobby last changed; 0 if it is no lobby any more. They change without an event."""
    unread: Unread

    @property
    def is_late(self) -> bool:
        return self.seconds_left is not None and self.seconds_left <= 0


def match_progress(match_id: UUID) -> MatchProgress:
    """Read some columns of the row and the database's clock. Hand-written SQL, because every piece of news asks for it.

    Raises ServiceError `not_found`.
    """
    with connection.cursor() as cursor:
        cursor.execute(_PROGRESS, [adapted_uuid(match_id)])
        row = cursor.fetchone()
    if row is None:
        raise ServiceError("not_found")
    return _progress_of(row)


def progress_with_events(match_id: UUID, after: int, limit: int) -> tuple[MatchProgress, list[Event]]:
    """As `match_progress`, with up to `limit` events after a seq, in one statement unless the match is archived.

    Raises ServiceError `not_found`.
    """
    with connection.cursor() as cursor:
        cursor.execute(in_partition(_WITH_EVENTS, match_id), [after, adapted_uuid(match_id), limit])
        rows = cursor.fetchall()
    if not rows:
        raise ServiceError("not_found")
    events = [event_of(row[-_EVENT:]) for row in rows if row[-_EVENT] is not None]
    progress = _progress_of(rows[0][:-_EVENT])
    if not events and progress.version > after:
        events = sql.events(match_id, after, limit)
    return progress, events


def _progress_of(row: tuple[Any, ...]) -> MatchProgress:
    version, status, is_hidden, draw_offers, deadline, updated_at, *more, read_at = row
    reading = reading_of(read_at)
    runs = deadline is not None and status == Match.Status.PLAYING
    left = (as_moment(deadline) - reading.moment).total_seconds() if runs else None
    changed_at = milliseconds(as_moment(updated_at)) if status == Match.Status.LOBBY else 0
    return MatchProgress(version, status, bool(is_hidden), draw_offers, left, changed_at, Unread(*more, reading))


def is_late(match: Match) -> bool:
    """Whether a clock had run out, but not been enforced, when `find_match` read the match."""
    if match.status != Match.Status.PLAYING or match.deadline_at is None:
        return False
    return match.deadline_at <= reading_of(match.read_at).moment
