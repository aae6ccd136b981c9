"""A match as it was read from the database, and how it moves on in memory before `append_events` writes it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated
from uuid import UUID

import msgspec

from common.timestamps import Milliseconds, milliseconds, moment_of, rfc3339
from matches.clocks import Clock, Times, ticked
from matches.log.database_clock import ClockReading, read_database_clock
from matches.log.events import Event
from matches.log.folding import Position, follow, follow_ending
from matches.log.seed_encryption import snapshot_keys
from matches.log.snapshots import DamagedSnapshot, decode_position, encode_position
from rules.engine import Action, Ruleset

CHECKPOINT_EVERY = 50


class AutoPass(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Pass at prompts of this kind until an effect of that type happens; without one, until the match is over."""

    kind: Annotated[str, msgspec.Meta(max_length=40)]
    until: Annotated[str, msgspec.Meta(max_length=40)] | None = None


AutoPasses = dict[int, list[AutoPass]]
read_auto_passes = msgspec.json.Decoder(AutoPasses).decode


@dataclass(slots=True)
class StoredMatch:
    """A running or finished match as it was read: what the next event needs, and who asks."""

    id: UUID
    status: str
    version: int
    rules: Ruleset
    position: Position
    clock: Clock | None
    times: Times
    seat: int | None
    """The seat of the player who was asked for, if he has one."""
    bots: frozenset[int]
    answered: tuple[int, bytes] | None
    """seq and request digest of the event that the idempotency key has already made."""
    auto_passes: AutoPasses = field(default_factory=dict)
    """The auto-passes of each seat; `append_events` writes what is left of them."""
    auto_passes_read: str = "{}"
    draw_offers: int = 0
    """A bit for each seat whose offer of a draw is open."""
    checkpoints: list[tuple[int, bytes]] = field(default_factory=list)
    """(seq, snapshot) of the positions passed since it was read that `append_events` shall keep."""
    last_at: Milliseconds = 0
    """When the last event happened; the row's `updated_at`."""
    clock_reading: ClockReading = field(default_factory=read_database_clock)
    """The database's clock, as it was read with the match."""

    def now(self) -> datetime:
        """The database's time: what clocks are compared with."""
        return self.clock_reading.now()

    def next_moment(self) -> datetime:
        """When the event happens that is written now: by the database's clock, and never before the last one."""
        self.last_at = max(self.last_at, milliseconds(self.now()))
        return moment_of(self.last_at)


def advance(match: StoredMatch, seat: int, action: Action, *, is_legal: bool = False) -> Event:
    """Take an action in memory: the position moves on, the clocks with it. `append_events` writes the events.

    Raises NotAsked or IllegalAction, changing nothing; unless the caller vouches that the action `is_legal`.
    """
    now = match.next_moment()
    position = match.position
    event = follow(position, seat, action, rfc3339(now), is_legal=is_legal)
    match.times = ticked(match.clock, match.times, position.opened, position.seq, milliseconds(now), seat)
    keep_checkpoint(match)
    return event


def end(match: StoredMatch, type_: str, losers: Sequence[int], note: str) -> Event:
    """End a match in memory, as the service does: `type_` is the type of the event."""
    return follow_ending(match.position, type_, losers, note, rfc3339(match.next_moment()))


def is_checkpoint(seq: int) -> bool:
    """Whether the position after that event is kept. The first is not: folding event 0 gives it."""
    return seq > 0 and seq % CHECKPOINT_EVERY == 0


def keep_checkpoint(match: StoredMatch) -> None:
    """Note the position for keeping, if it is one in fifty; after each event of several."""
    position = match.position
    if is_checkpoint(position.seq) and position.seq not in dict(match.checkpoints):
        match.checkpoints.append((position.seq, encode_snapshot(match.id, position)))


def encode_snapshot(match_id: UUID, position: Position) -> bytes:
    """The snapshot of a match's position, under the service's current key."""
    return encode_position(position, snapshot_keys(match_id.bytes)[0])


def decode_snapshot(match_id: UUID, seq: int, raw: bytes, rules: Ruleset, key: bytes) -> Position:
    """The position after event `seq` of a match. Raises SnapshotMismatch, as its subclasses, when `raw` is not it."""
    position = decode_position(bytes(raw), rules, key, snapshot_keys(match_id.bytes))
    if position.seq != seq:
        raise DamagedSnapshot(f"the snapshot is of event {position.seq}")
    return position
