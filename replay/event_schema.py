"""The closed schema of a log: every field that an event or an export's first line may have, with its values. Pure.

It needs no rules. Folding checks the actions, effects, options and decks of a game. The JavaScript verifier checks the
same schema (docs/verifier/verify.mjs, "The schema").
"""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from common.formats import END
from common.schema_faults import faulty_key, unreadable
from common.text.errors import Detail
from common.timestamps import rfc3339
from matches.clocks import Clock
from replay.limits import MOST_EVENT_NOTE, MOST_SEATS
from rules.engine.json_pointers import keys_of
from rules.engine.value_faults import value_fault

Hex32 = Annotated[str, Meta(pattern="^[0-9a-f]{64}" + END, max_length=64)]
Hex16 = Annotated[str, Meta(pattern="^[0-9a-f]{32}" + END, max_length=32)]
MatchId = Annotated[str, Meta(pattern="^[A-Za-z0-9._:-]{1,64}" + END, max_length=64)]
PlayerId = Annotated[str, Meta(pattern="^[!-~]*" + END, max_length=64)]
"""A player's opaque id, or a bot's name and version."""
Entropy = Annotated[str, Meta(pattern="^[ -~]*" + END, max_length=64)]
Word = Annotated[str, Meta(pattern="^[a-z][a-z0-9_]*" + END, max_length=40)]
Slug = Annotated[str, Meta(pattern="^[A-Za-z0-9._-]+" + END, max_length=100)]
Text = Annotated[str, Meta(pattern=r"^[^\u0000]*" + END, max_length=100)]
Note = Annotated[str, Meta(pattern=r"^[^\u0000]*" + END, max_length=MOST_EVENT_NOTE)]
Number = Annotated[int, Meta(ge=0, le=2_000_000_000)]
Version = Annotated[int, Meta(ge=1, le=32_767)]
SeatNumber = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
Option = bool | Number | Text | Annotated[list[bool | Number | Text], Meta(max_length=20)] | None


class _Closed(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An object that may have only the named fields."""


class _Typed(Struct, frozen=True):
    """An action or an effect. The rules check its other fields."""

    type: Word


class PinnedSet(_Closed, frozen=True, kw_only=True):
    """The card set that event 0 names."""

    revision: Annotated[int, Meta(ge=1, le=2_000_000_000)]
    digest: Hex32


class Deck(_Closed, frozen=True, kw_only=True):
    cards: Annotated[dict[Slug, Annotated[int, Meta(ge=0, le=10_000)]], Meta(max_length=2_000)]


class Seat(_Closed, frozen=True, kw_only=True):
    """`team` is present if the ruleset has teams."""

    player: PlayerId
    entropy: Entropy
    deck: Deck
    team: SeatNumber | UnsetType = UNSET


class Continues(_Closed, frozen=True, kw_only=True):
    """The event of another match that this one continues from."""

    match: MatchId
    seq: Number
    hash: Hex32


class _Event(_Closed, frozen=True, kw_only=True):
    """Fields of all events; `hash` is stored beside the bytes it covers."""

    seq: Number
    at: str
    effects: Annotated[list[_Typed], Meta(max_length=100_000)]
    state_hash: Hex32
    salt: Hex16
    prev_hash: Hex32


class MatchStarted(_Event, frozen=True, kw_only=True):
    type: Literal["match_started"]
    match: MatchId
    ruleset: Word
    ruleset_version: Version
    options: Annotated[dict[Word, Option], Meta(max_length=50)]
    seats: Annotated[list[Seat], Meta(min_length=1, max_length=MOST_SEATS)]
    clock: Clock | None
    card_set: PinnedSet
    seed_commitment: Hex32
    continues: Continues | UnsetType = UNSET


class ActionTaken(_Event, frozen=True, kw_only=True):
    type: Literal["action_taken"]
    seat: SeatNumber
    action: _Typed


class SeatResigned(_Event, frozen=True, kw_only=True):
    type: Literal["seat_resigned"]
    seat: SeatNumber
    note: Note


class ClockExpired(_Event, frozen=True, kw_only=True):
    """Without a `seat`, the note lists the seats whose clocks ran out together, as `0,1`."""

    type: Literal["clock_expired"]
    seat: SeatNumber | None
    note: Note


class DrawAgreed(_Event, frozen=True, kw_only=True):
    type: Literal["draw_agreed"]
    seat: None
    note: Note


class MatchAborted(_Event, frozen=True, kw_only=True):
    type: Literal["match_aborted"]
    seat: None
    note: Note


EVENTS: dict[str, type[_Event]] = {
    "match_started": MatchStarted,
    "action_taken": ActionTaken,
    "seat_resigned": SeatResigned,
    "clock_expired": ClockExpired,
    "draw_agreed": DrawAgreed,
    "match_aborted": MatchAborted,
}
"""Every event type."""


class HeaderSet(Struct, frozen=True, kw_only=True):
    """The card set in an export's first line; its other fields are the definitions, which the digest covers."""

    revision: Annotated[int, Meta(ge=1, le=2_000_000_000)]
    digest: Hex32


class Header(_Closed, frozen=True, kw_only=True):
    """An export's first line. `server_seed` is present if the match is disclosed."""

    format: Literal["match/1"]
    match: MatchId
    card_set: HeaderSet
    server_seed: Hex32 | UnsetType = UNSET


def check_event(content: Mapping[str, Any]) -> tuple[str, str, dict[str, Any]] | None:
    """The first violation of the schema in an event (without its `hash`), as field, code and params; None if valid."""
    shape = EVENTS.get(content["type"]) if isinstance(content.get("type"), str) else None
    if shape is None:
        return _bad_field(Detail("unknown_event_type", {}, {"pointer": "/type"}, {"enum": list(EVENTS)}))
    if (wrong := _difference(content, shape)) is not None:
        return wrong
    if not is_moment(content["at"]):
        return "at", "no_moment", {"found": content["at"]}
    if shape is ClockExpired and content["seat"] is None and not _SEATS.fullmatch(content["note"]):
        accepted = {"pattern": "^[0-7](,[0-7])+$"}
        return _bad_field(Detail("no_late_seats", {}, {"pointer": "/note"}, accepted))
    return None


def check_header(content: Mapping[str, Any]) -> tuple[str, str, dict[str, Any]] | None:
    """The first violation of the schema in an export's first line, as field, code and params; None if valid."""
    return _difference(content, Header)


_MOMENT = re.compile(r"2[0-9]{3}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z")
_NAME = re.compile("[a-z_]{1,40}")
_SEATS = re.compile("[0-7](,[0-7])+")


def is_moment(text: str) -> bool:
    """Whether the text is a moment of a real day since the year 2000, in UTC with three decimals (RFC 3339)."""
    if not _MOMENT.fullmatch(text):
        return False
    try:
        return rfc3339(datetime.fromisoformat(text)) == text
    except ValueError:
        return False


def _difference(content: Mapping[str, Any], shape: type[Struct]) -> tuple[str, str, dict[str, Any]] | None:
    try:
        msgspec.convert(content, shape)
    except msgspec.ValidationError as error:
        fault = value_fault(error)
        key = faulty_key(msgspec.json.encode(content), shape, fault)
        return _bad_field(unreadable(fault, shape, key=key))
    return None


def _bad_field(detail: Detail) -> tuple[str, str, dict[str, Any]]:
    pointer = detail.place["pointer"]
    name = (keys_of(pointer) or [""])[0]
    field = name if _NAME.fullmatch(name) else "body"
    return field, "bad_field", {"pointer": pointer, "detail": detail.texts, "accepted": detail.accepted}
