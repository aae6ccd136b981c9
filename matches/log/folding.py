"""Folding: run the events of a match through the rules, one after another. Pure.

The same functions write an event and read it back, so a fold can be compared with the log byte for byte.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from matches.log.events import ENDINGS, NO_HASH, Event, ending_losers, link
from rules.engine import (
    Action,
    LoggedEvent,
    Ruleset,
    Seat,
    SeededChance,
    Table,
    act,
    apply,
    salt,
    seats_to_act,
    state_hash,
)


@dataclass(slots=True)
class Position:
    """A game and its place in the log: all that is needed to write the next event."""

    table: Table[Any, Any]
    key: bytes
    seq: int
    last_hash: bytes
    opened: dict[Seat, int] = field(default_factory=dict)
    """For each seat to act, the seq at which its prompt was opened. A client must have seen that version to answer."""
    told: list[LoggedEvent] | None = None
    """The effects of every event since the first; None for a position that was read from a snapshot."""

    @property
    def words_drawn(self) -> int:
        chance = self.table.chance
        assert isinstance(chance, SeededChance)
        return chance.words_drawn


def start(
    rules: Ruleset, key: bytes, at: str, start_data: Mapping[str, Any], origin: Table[Any, Any] | None = None
) -> tuple[Position, Event]:
    """Start a game: the position after event 0, and event 0.

    `start_data` is the rest of event 0: match, ruleset, ruleset_version, options, seats (with `deck`), clock, card_set,
    seed_commitment. A match that `continues` another starts from its table, `origin`, and draws its own chance from
    there.
    """
    if "continues" in start_data:
        if origin is None:
            raise ValueError("the table that the match continues from is missing")
        table = origin.clone(SeededChance(key))
    else:
        decks = [seat["deck"] for seat in start_data["seats"]]
        table = rules.start(start_data["options"], decks, SeededChance(key))
    position = Position(table, key, -1, NO_HASH, told=[LoggedEvent(None, table.effects)])
    event = _link(position, "match_started", None, at, {**start_data, "effects": table.effects})
    _open_prompts(position, before=None, actor=None)
    return position, event


def follow(position: Position, seat: Seat, action: Action, at: str, *, is_legal: bool = False) -> Event:
    """Apply an action, advance the position and return the new event.

    Raises NotAsked or IllegalAction and changes nothing, unless the caller guarantees that the action `is_legal`.
    """
    table = position.table
    before = table.frames[-1] if table.frames else None
    effects = apply(table, seat, action) if is_legal else act(table, seat, action)
    event = _link(position, "action_taken", seat, at, {"seat": seat, "action": action, "effects": effects})
    if position.told is not None:
        position.told.append(LoggedEvent(seat, effects))
    _open_prompts(position, before, seat)
    return event


def follow_ending(position: Position, type_: str, losers: Sequence[Seat], note: str, at: str) -> Event:
    """End the match on behalf of the service and return the event: resignation, expired clock, agreed draw or abort. A
    single loser becomes the event's seat.
    """
    table = position.table
    table.rules.concede(table, losers, ENDINGS[type_])
    seat = losers[0] if len(losers) == 1 else None
    event = _link(position, type_, seat, at, {"seat": seat, "note": note, "effects": []})
    position.opened = {}
    if position.told is not None:
        position.told.append(LoggedEvent(seat, ()))
    return event


def _link(position: Position, type_: str, seat: Seat | None, at: str, rest: Mapping[str, Any]) -> Event:
    """Build the next event of the chain and advance the position to it."""
    seq = position.seq + 1
    proof = {"state_hash": state_hash(position.table), "salt": salt(position.key, seq), "at": at}
    event = link(position.last_hash, seq, type_, seat, {**rest, **proof})
    position.seq, position.last_hash = seq, event.hash
    return event


def _open_prompts(position: Position, before: Any, actor: Seat | None) -> None:
    """Record when each prompt was opened. It keeps its seq if the same frame still asks a seat that has not acted."""
    table = position.table
    same = bool(table.frames) and table.frames[-1] is before
    position.opened = {
        seat: position.opened[seat] if same and seat != actor and seat in position.opened else position.seq
        for seat in seats_to_act(table)
    }


class FoldMismatch(Exception):
    """Folding gives something other than the log: the event's seq and the field that differs."""

    def __init__(self, seq: int, field_: str, expected: Any, found: Any) -> None:
        super().__init__(f"event {seq}: {field_}: the rules give {expected!r}, the log has {found!r}")
        self.seq = seq
        self.field = field_
        self.expected = expected
        self.found = found


def fold(
    rules: Ruleset,
    key: bytes,
    events: Iterable[Event],
    position: Position | None = None,
    check: bool = False,
    origin: Table[Any, Any] | None = None,
) -> Position:
    """The position after the last event, starting from event 0, or from a `position` just before `events`.

    If event 0 is of a match that continues another, `origin` is the table it continues from.

    With `check`, every event is rebuilt and compared byte for byte: effects, chance, state hash, salt and chain.
    Raises FoldMismatch for the first event that differs.
    """
    for event in events:
        position = fold_one(rules, key, event, position, check=check, origin=origin)
    if position is None:
        raise ValueError("there is no event to fold")
    return position


def fold_one(
    rules: Ruleset,
    key: bytes,
    event: Event,
    position: Position | None,
    *,
    check: bool = False,
    origin: Table[Any, Any] | None = None,
) -> Position:
    """The position after one more event."""
    content = msgspec.json.decode(event.body)
    at = content["at"]
    if position is None:
        start_data = {name: value for name, value in content.items() if name not in _WRITTEN}
        position, again = start(rules, key, at, start_data, origin)
    elif event.type == "action_taken":
        action = rules.decode_action(msgspec.json.encode(content["action"]))
        again = follow(position, content["seat"], action, at)
    else:
        again = follow_ending(position, event.type, ending_losers(content), content["note"], at)
    if check and (again.body != event.body or again.hash != event.hash):
        raise _difference(again, event)
    return position


_WRITTEN = {"seq", "type", "effects", "state_hash", "salt", "at", "prev_hash"}


def _difference(again: Event, event: Event) -> FoldMismatch:
    if again.body == event.body:
        return FoldMismatch(event.seq, "hash", again.hash.hex(), event.hash.hex())
    expected, found = msgspec.json.decode(again.body), msgspec.json.decode(event.body)
    names = [*expected, *found]
    name = next((name for name in names if expected.get(name) != found.get(name)), "body")
    return FoldMismatch(event.seq, name, expected.get(name), found.get(name))


ALWAYS = ("winners", "reason", "scores")
"""The scorecard fields that are the same in every scorecard version."""


class _EffectsOnly(msgspec.Struct):
    """The part of an event that a tally reads."""

    effects: msgspec.Raw


_read_effects = msgspec.json.Decoder(_EffectsOnly)


def tally(position: Position, log: Iterable[Event]) -> dict[str, Any]:
    """The ruleset's scorecard of a finished game as JSON, with how the game ended, from its last position and whole
    log.

    The log is not decoded again if the position was played or folded from the first event.
    """
    table = position.table
    assert table.outcome is not None
    rules = table.rules
    events = position.told or (
        LoggedEvent(event.seat, rules.decode_effects(_read_effects.decode(event.body).effects)) for event in log
    )
    how = {
        "version": rules.definition.scorecard_version,
        "winners": table.outcome.winners,
        "reason": table.outcome.reason,
        "scores": table.outcome.scores,
    }
    card: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(rules.tally(table, events)))
    return {**msgspec.json.decode(msgspec.json.encode(how)), **card}


def is_older(card: Any, version: int) -> bool:
    """Whether a stored scorecard has an older version than this one, so all fields but `ALWAYS` may differ."""
    stored = card.get("version") if isinstance(card, dict) else None
    return type(stored) is int and 0 < stored < version
