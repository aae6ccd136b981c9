"""The log of a match: its events, their hash chain, and folding them through the rules. Pure.

An event's bytes are the RFC 8785 form of everything but `hash`; the chain is SHA-256 over the previous hash and those
bytes (contract, "Hashes").
"""

import hashlib
import hmac
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from cards.engine import (
    Action,
    Effect,
    GameDefinition,
    Ruleset,
    Seat,
    SeededChance,
    Table,
    Viewer,
    act,
    apply,
    asked,
    canonical,
    redact,
    salt,
    state_hash,
)
from matches.log.layouts import layout_of

NO_HASH = bytes(32)
ENDINGS = {"seat_resigned": "resignation", "clock_expired": "timeout", "match_aborted": "aborted"}
"""How the service ends a match: event type -> reason of the outcome."""


@dataclass(frozen=True, slots=True)
class Event:
    """One link of the chain. `body` is what was hashed."""

    seq: int
    type: str
    seat: Seat | None
    body: bytes
    hash: bytes

    @property
    def content(self) -> dict[str, Any]:
        """The event as JSON, `hash` included: what an auditor reads."""
        content: dict[str, Any] = msgspec.json.decode(self.body)
        content["hash"] = self.hash.hex()
        return content


@dataclass(slots=True)
class Position:
    """A game with its place in the log: all that the next event needs."""

    table: Table[Any, Any]
    key: bytes
    seq: int
    last_hash: bytes
    opened: dict[Seat, int] = field(default_factory=dict)
    """At which seq the prompt of each asked seat was opened: what a client must have seen to answer it."""

    @property
    def words_drawn(self) -> int:
        chance = self.table.chance
        assert isinstance(chance, SeededChance)
        return chance.words_drawn


class SnapshotMismatch(Exception):
    """A snapshot is not taken for the position: throw it away and fold. The subclass says why."""


class OtherLayout(SnapshotMismatch):
    """The snapshot was written by code with another layout, or before snapshots had a MAC: it cannot be compared."""


class BadMac(SnapshotMismatch):
    """The snapshot was not written by this service for this match, or has been changed since."""


class DamagedSnapshot(SnapshotMismatch):
    """The snapshot has its MAC and its layout, and cannot be read all the same."""


class _Snapshot(msgspec.Struct, array_like=True):
    layout: str
    seq: int
    last_hash: bytes
    opened: dict[int, int]
    words_drawn: int
    table: bytes


_LAYOUTS: dict[GameDefinition, str] = {}


def _layout(rules: Ruleset) -> str:
    kind = rules.definition
    if kind not in _LAYOUTS:
        _LAYOUTS[kind] = layout_of(rules)
    return _LAYOUTS[kind]


MAC_SIZE = 16


def encode_position(position: Position, mac_key: bytes) -> bytes:
    """The snapshot that `decode_position` reads; it ends with a MAC under the match's `mac_key`."""
    table = position.table
    snapshot = _Snapshot(
        _layout(table.rules),
        position.seq,
        position.last_hash,
        position.opened,
        position.words_drawn,
        table.rules.encode(table),
    )
    raw = msgspec.msgpack.encode(snapshot)
    return raw + _mac(raw, mac_key)


def _mac(raw: bytes, mac_key: bytes) -> bytes:
    """HMAC-SHA256, cut to 16 bytes: nobody makes one who has only the database."""
    return hmac.digest(mac_key, raw, "sha256")[:MAC_SIZE]


_decoder = msgspec.msgpack.Decoder(_Snapshot)


def decode_position(raw: bytes, rules: Ruleset, key: bytes, mac_keys: Sequence[bytes]) -> Position:
    """The position that was encoded under one of the match's `mac_keys`; `key` is that of its chance.

    Raises SnapshotMismatch, as one of BadMac, OtherLayout and DamagedSnapshot, when it cannot be trusted to be a
    snapshot of these rules.
    """
    body = raw[:-MAC_SIZE]
    if not has_mac(raw, mac_keys):
        if _has_checksum(raw, key):
            raise OtherLayout("the snapshot is older than the MACs of snapshots")
        raise BadMac("the snapshot is not as this service has written it for this match")
    try:
        snapshot = _decoder.decode(body)
        if snapshot.layout != _layout(rules):
            raise OtherLayout(f"the snapshot is of {snapshot.layout}")
        table = rules.decode(snapshot.table, SeededChance(key, snapshot.words_drawn))
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise DamagedSnapshot(str(error)) from error
    return Position(table, key, snapshot.seq, snapshot.last_hash, snapshot.opened)


def has_mac(raw: bytes, mac_keys: Sequence[bytes]) -> bool:
    """Whether a snapshot ends with its MAC under one of the keys."""
    body, mac = raw[:-MAC_SIZE], raw[-MAC_SIZE:]
    return any(hmac.compare_digest(mac, _mac(body, mac_key)) for mac_key in mac_keys)


def with_mac(raw: bytes, mac_key: bytes) -> bytes:
    """The same snapshot under another key. The caller has found its MAC to be right."""
    body = raw[:-MAC_SIZE]
    return body + _mac(body, mac_key)


def _has_checksum(raw: bytes, key: bytes) -> bool:
    """Whether it ends with the checksum that snapshots had before. It proves nothing; what has it is not read."""
    return zlib.crc32(raw[:-4], int.from_bytes(key[:4], "big")).to_bytes(4, "big") == raw[-4:]


def start(rules: Ruleset, key: bytes, at: str, facts: Mapping[str, Any]) -> tuple[Position, Event]:
    """Event 0 and the position after it.

    `facts` is the rest of event 0: match, ruleset, ruleset_version, options, seats (with `deck`), clock, card_set,
    seed_commitment.
    """
    decks = [seat["deck"] for seat in facts["seats"]]
    table = rules.start(facts["options"], decks, SeededChance(key))
    position = Position(table, key, -1, NO_HASH)
    event = _link(position, "match_started", None, at, {**facts, "effects": table.effects})
    _open_prompts(position, before=None, actor=None)
    return position, event


def follow(position: Position, seat: Seat, action: Action, at: str, *, is_legal: bool = False) -> Event:
    """Take an action and write the next event; the position moves on.

    Raises NotAsked or IllegalAction, changing nothing; unless the caller vouches that it `is_legal`.
    """
    table = position.table
    before = table.frames[-1] if table.frames else None
    effects = apply(table, seat, action) if is_legal else act(table, seat, action)
    event = _link(position, "action_taken", seat, at, {"seat": seat, "action": action, "effects": effects})
    _open_prompts(position, before, seat)
    return event


def follow_ending(position: Position, type_: str, losers: Sequence[Seat], note: str, at: str) -> Event:
    """The service ends the match: resignation, expired clock or abort. A single loser is the event's seat."""
    table = position.table
    table.rules.concede(table, losers, ENDINGS[type_])
    seat = losers[0] if len(losers) == 1 else None
    event = _link(position, type_, seat, at, {"seat": seat, "note": note, "effects": []})
    position.opened = {}
    return event


def _link(position: Position, type_: str, seat: Seat | None, at: str, rest: Mapping[str, Any]) -> Event:
    seq = position.seq + 1
    body = canonical(
        {
            "seq": seq,
            "type": type_,
            **rest,
            "state_hash": state_hash(position.table),
            "salt": salt(position.key, seq),
            "at": at,
            "prev_hash": position.last_hash.hex(),
        }
    )
    event = Event(seq, type_, seat, body, hashlib.sha256(position.last_hash + body).digest())
    position.seq, position.last_hash = seq, event.hash
    return event


def _open_prompts(position: Position, before: Any, actor: Seat | None) -> None:
    """A prompt stays open from where it was if the same frame still asks a seat that has not acted."""
    table = position.table
    same = bool(table.frames) and table.frames[-1] is before
    position.opened = {
        seat: position.opened[seat] if same and seat != actor and seat in position.opened else position.seq
        for seat in asked(table)
    }


class FoldMismatch(Exception):
    """Folding does not give what the log says: the event's seq and the field that differs."""

    def __init__(self, seq: int, field_: str, expected: Any, found: Any) -> None:
        super().__init__(f"event {seq}: {field_}: the rules give {expected!r}, the log has {found!r}")
        self.seq = seq
        self.field = field_
        self.expected = expected
        self.found = found


def fold(
    rules: Ruleset, key: bytes, events: Iterable[Event], position: Position | None = None, check: bool = False
) -> Position:
    """The position after the last event, from event 0 or from a `position` before the first of `events`.

    With `check`, every event is written anew and compared byte for byte: effects, chance, state hash, salt and chain.
    Raises FoldMismatch for the first that differs.
    """
    for event in events:
        position = fold_one(rules, key, event, position, check=check)
    if position is None:
        raise ValueError("there is no event to fold")
    return position


def fold_one(rules: Ruleset, key: bytes, event: Event, position: Position | None, *, check: bool = False) -> Position:
    """The position after one more event."""
    content = msgspec.json.decode(event.body)
    at = content["at"]
    if position is None:
        facts = {name: value for name, value in content.items() if name not in _WRITTEN}
        position, again = start(rules, key, at, facts)
    elif event.type == "action_taken":
        action = rules.decode_action(msgspec.json.encode(content["action"]))
        again = follow(position, content["seat"], action, at)
    else:
        again = follow_ending(position, event.type, ending_losers(content), content["note"], at)
    if check and (again.body != event.body or again.hash != event.hash):
        raise _difference(again, event)
    return position


_WRITTEN = {"seq", "type", "effects", "state_hash", "salt", "at", "prev_hash"}


def ending_losers(content: Mapping[str, Any]) -> list[Seat]:
    """Who lost by an ending event; two clocks that ran out at the same moment are named in its note."""
    if content["type"] == "match_aborted":
        return []
    if content["seat"] is not None:
        return [content["seat"]]
    return [int(seat) for seat in content["note"].split(",")]


def _difference(again: Event, event: Event) -> FoldMismatch:
    if again.body == event.body:
        return FoldMismatch(event.seq, "hash", again.hash.hex(), event.hash.hex())
    expected, found = msgspec.json.decode(again.body), msgspec.json.decode(event.body)
    names = [*expected, *found]
    name = next((name for name in names if expected.get(name) != found.get(name)), "body")
    return FoldMismatch(event.seq, name, expected.get(name), found.get(name))


def tally(position: Position) -> dict[str, Any]:
    """The ruleset's scorecard of a finished game, with how it ended."""
    table = position.table
    assert table.outcome is not None
    return {
        "winners": list(table.outcome.winners),
        "reason": table.outcome.reason,
        "scores": table.outcome.scores,
        **table.rules.scorecard(table),
    }


# What a viewer is shown of an event

_SEALED = ("state_hash", "salt")


def show_event(rules: Ruleset, event: Event, viewer: Viewer) -> dict[str, Any]:
    """The event with what the viewer may not read while the match lives left out; for audit, all of it.

    Who may read as audit when is not decided here (access.py).
    """
    content = event.content
    if viewer == "audit":
        return content
    for name in _SEALED:
        del content[name]
    action, effects = messages_of(rules, content)
    content["effects"] = msgspec.to_builtins([redact(effect, viewer, event.seat) for effect in effects])
    if action is not None:
        content["action"] = msgspec.to_builtins(redact(action, viewer, event.seat))
    for index, seat in enumerate(content.get("seats", ())):
        if index != viewer:
            del seat["deck"]
    return content


def messages_of(rules: Ruleset, content: Mapping[str, Any]) -> tuple[Action | None, list[Effect]]:
    """The typed action (if it is one) and effects of an event's content."""
    effects = rules.decode_effects(msgspec.json.encode(content["effects"]))
    if "action" not in content:
        return None, effects
    return rules.decode_action(msgspec.json.encode(content["action"])), effects
