"""A match as read from the database, and its changes in memory before `append_events` writes them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, NamedTuple
from uuid import UUID

import msgspec

from common.timestamps import Milliseconds, milliseconds, rfc3339_at
from matches.clocks import Clock, Times, ticked
from matches.log.database_clock import ClockReading, read_database_clock
from matches.log.events import Event
from matches.log.folding import Position, follow, follow_ending
from matches.log.seed_encryption import snapshot_keys
from matches.log.snapshots import DamagedSnapshot, decode_position, encode_position
from rules.engine import Action, Ruleset

CHECKPOINT_EVERY = 50


class AutoPass(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Pass at prompts of this kind until an effect of type `until` happens; without `until`, until the match ends."""

    kind: Annotated[str, msgspec.Meta(max_length=40)]
    until: Annotated[str, msgspec.Meta(max_length=40)] | None = None


AutoPasses = dict[int, list[AutoPass]]
read_auto_passes = msgspec.json.Decoder(AutoPasses).decode


class WrittenRow(NamedTuple):
    """A match's row as this process wrote it. PostgreSQL gives it the number of its transaction (`xmin`), which changes
    with every change to the row.
    """

    xmin: str
    updated_at: datetime
    snapshot_bytes: int


@dataclass(slots=True)
class StoredMatch:
    """A running or finished match as it was read: the data that the next event needs, and the caller's seat."""

    id: UUID
    status: str
    version: int
    rules: Ruleset
    position: Position
    clock: Clock | None
    times: Times
    seat: int | None
    """The seat of the player the match was read for, if they have one."""
    bots: frozenset[int]
    answered: tuple[int, bytes] | None
    """seq and request digest of the event already made with this idempotency key."""
    auto_passes: AutoPasses = field(default_factory=dict)
    """The auto-passes of each seat; `append_events` writes those that remain."""
    auto_passes_read: str = "{}"
    draw_offers: int = 0
    """One bit for each seat with an open draw offer."""
    checkpoints: list[tuple[int, bytes]] = field(default_factory=list)
    """(seq, snapshot) of the positions passed since the match was read. `append_events` stores them."""
    last_at: Milliseconds = 0
    """When the last event happened; the row's `updated_at`."""
    clock_reading: ClockReading = field(default_factory=read_database_clock)
    """The database's clock, as read with the match."""
    row: WrittenRow | None = None
    """The row, if it was just written and committed."""

    def now(self) -> datetime:
        """The database's time, for comparison with the clocks."""
        return self.clock_reading.now()

    def next_time(self) -> Milliseconds:
        """The time for an event written now: by the database's clock, and never before the last event."""
        self.last_at = max(self.last_at, milliseconds(self.now()))
        return self.last_at


def advance(match: StoredMatch, seat: int, action: Action, *, is_legal: bool = False) -> Event:
    """Apply an action in memory and advance the position and the clocks. `append_events` writes the events.

    Raises NotAsked or IllegalAction and changes nothing, unless the caller guarantees that the action `is_legal`.
    """
    now = match.next_time()
    position = match.position
    event = follow(position, seat, action, rfc3339_at(now), is_legal=is_legal)
    match.times = ticked(match.clock, match.times, position.opened, position.seq, now, seat)
    keep_checkpoint(match)
    return event


def end(match: StoredMatch, type_: str, losers: Sequence[int], note: str) -> Event:
    """End a match in memory on behalf of the service; `type_` is the event's type."""
    return follow_ending(match.position, type_, losers, note, rfc3339_at(match.next_time()))


def is_checkpoint(seq: int) -> bool:
    """Whether the position after that event is a checkpoint. Event 0 is not: folding it gives the position."""
    return seq > 0 and seq % CHECKPOINT_EVERY == 0


def keep_checkpoint(match: StoredMatch) -> None:
    """Note the position if it is a checkpoint. Call it after each event when there are several."""
    position = match.position
    if is_checkpoint(position.seq) and position.seq not in dict(match.checkpoints):
        match.checkpoints.append((position.seq, encode_snapshot(match.id, position)))


def encode_snapshot(match_id: UUID, position: Position) -> bytes:
    """The snapshot of a match's position, under the service's current key."""
    return encode_position(position, snapshot_keys(match_id.bytes)[0])


def decode_snapshot(match_id: UUID, seq: int, raw: bytes, rules: Ruleset, key: bytes) -> Position:
    """The position after event `seq` of a match. Raises a SnapshotMismatch if `raw` is not that position."""
    position = decode_position(bytes(raw), rules, key, snapshot_keys(match_id.bytes))
    if position.seq != seq:
        raise DamagedSnapshot(f"the snapshot is that of event {position.seq}")
    return position
