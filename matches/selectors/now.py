"""How a match stands: what whoever may see it may know. What a seat may do there is added for that seat alone."""

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
    """How a match stands at a version; -1 before the start. `deadlines` are those of the clocks that run."""

    match_id: UUID
    version: int
    status: str
    to_act: Sequence[Seat]
    deadlines: Mapping[Seat, Milliseconds]
    outcome: Outcome | None
    disclosed: bool
    clock_reading: ClockReading
    draw_offers: int = 0
    """A bit for each seat whose offer of a draw is open; alone of all this it changes without an event."""

    def remaining(self, seat: Seat) -> Milliseconds | None:
        """What a seat's clock leaves it at this moment; None without a clock."""
        deadline = self.deadlines.get(seat)
        return None if deadline is None else max(0, deadline - milliseconds(self.clock_reading.now()))


def now_of(match: Match) -> MatchNow:
    """Of a row that was read with the database's clock (`read_at`)."""
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
    """Raises ServiceError `not_found`."""
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
    """How a match stands that has come so far: made once a version while it is played."""
    if progress.status != Match.Status.PLAYING:
        return _now_of_progress(match_id, progress)
    known = _of_playing.get((match_id, progress.version), lambda: _now_of_progress(match_id, progress))
    return with_offers(known, progress.draw_offers)


def with_offers(now: MatchNow, draw_offers: int) -> MatchNow:
    """The same with the offers as they are now."""
    return now if now.draw_offers == draw_offers else replace(now, draw_offers=draw_offers)


def now_after(stored: StoredMatch) -> MatchNow:
    """Of a match that has just been read or written. While it is played nothing is read for it."""
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
