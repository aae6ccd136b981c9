"""The current state of a match, as anyone who may see it may know. A seat's own choices are added only for that
seat.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

import msgspec

from common.computed_once import ComputedOnce
from common.timestamps import Milliseconds, milliseconds
from matches.clocks import Times
from matches.log.database_clock import ClockReading, reading_of
from matches.log.stored_match import StoredMatch
from matches.models import Match
from matches.selectors.access import is_disclosed
from matches.selectors.progress import MatchProgress, match_progress
from rules.engine import Outcome, Seat, seats_to_act

_read_to_act = msgspec.json.Decoder(list[Seat])
_read_times = msgspec.json.Decoder(Times)
_read_outcome = msgspec.json.Decoder(Outcome)


@dataclass(frozen=True, slots=True)
class MatchNow:
    """The state of a match at a version; -1 before the start. `deadlines` are those of the running clocks."""

    match_id: UUID
    version: int
    status: str
    to_act: Sequence[Seat]
    deadlines: Mapping[Seat, Milliseconds]
    outcome: Outcome | None
    disclosed: bool
    clock_reading: ClockReading
    draw_offers: int = 0
    """One bit for each seat with an open draw offer. It is the only field that changes without an event."""

    def remaining(self, seat: Seat) -> Milliseconds | None:
        """The time left on a seat's clock; None if it has no running clock."""
        deadline = self.deadlines.get(seat)
        return None if deadline is None else max(0, deadline - milliseconds(self.clock_reading.now()))


def now_of(match: Match) -> MatchNow:
    """The state of a row that was read with the database's clock (`read_at`)."""
    return MatchNow(
        match.pk,
        match.version,
        match.status,
        match.to_act,
        msgspec.convert(match.times or {}, Times, str_keys=True).deadlines,
        None if match.outcome is None else msgspec.convert(match.outcome, Outcome),
        is_disclosed(match),
        reading_of(match.read_at),
        match.draw_offers,
    )


def read_now(match_id: UUID) -> MatchNow:
    """Read the state of a match. Raises ServiceError `not_found`."""
    return _now_of_progress(match_id, match_progress(match_id))


def _now_of_progress(match_id: UUID, progress: MatchProgress) -> MatchNow:
    unread = progress.unread
    return MatchNow(
        match_id,
        progress.version,
        progress.status,
        _read_to_act.decode(unread.to_act),
        _read_times.decode(unread.times).deadlines,
        None if unread.outcome is None else _read_outcome.decode(unread.outcome),
        is_disclosed(
            Match(
                status=progress.status,
                version=progress.version,
                end_reason=unread.end_reason,
                withheld=unread.withheld,
            )
        ),
        unread.clock_reading,
        progress.draw_offers,
    )


_of_playing: ComputedOnce[tuple[UUID, int], MatchNow] = ComputedOnce(1024)


def now_at(match_id: UUID, progress: MatchProgress) -> MatchNow:
    """The state of a match at this progress, built only once per version while it is played."""
    if progress.status != Match.Status.PLAYING:
        return _now_of_progress(match_id, progress)
    known = _of_playing.get((match_id, progress.version), lambda: _now_of_progress(match_id, progress))
    return with_offers(known, progress.draw_offers)


def with_offers(now: MatchNow, draw_offers: int) -> MatchNow:
    """The same state with the current draw offers."""
    return now if now.draw_offers == draw_offers else replace(now, draw_offers=draw_offers)


def now_after(stored: StoredMatch) -> MatchNow:
    """The state of a match that was just read or written. Without a query while it is played."""
    table = stored.position.table
    if table.outcome is not None:
        return read_now(stored.id)
    now = MatchNow(
        stored.id,
        stored.version,
        stored.status,
        tuple(seats_to_act(table)),
        stored.times.deadlines,
        None,
        False,
        stored.clock_reading,
    )
    return with_offers(_of_playing.get((stored.id, stored.version), lambda: now), stored.draw_offers)
