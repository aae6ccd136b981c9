"""Everything that the rules say: actions, effects, prompts, outcomes. Frozen, tagged, self-describing.

Each field declares its readers: `cards: Annotated[tuple[CardSlug, ...], SEAT]`. `redact` applies the declarations; logs
are never filtered by hand. Every field that names a card declares its readers, even PUBLIC ones. A game that lacks a
declaration is refused when it is loaded (declared_readers.py), so a card is never shown to everyone by accident.
"""

import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Annotated, Any, Literal, TypeVar, get_type_hints

from msgspec import UNSET, Meta, Struct, structs

Seat = Annotated[int, Meta(extra={"is_seat": True})]
"""A seat number. In sentences, the player's name replaces it if it is known."""
SeatPlace = Annotated[str, Meta(extra={"is_seat_place": True})]
"""A place that belongs to a seat, written `seat:name`. Sentences use its name and its owner."""
Viewer = int | Literal["public", "audit"]
Names = dict[str, str]
"""A display text: `{"ja": …, "en": …}`."""
CardSlug = Annotated[str, Meta(extra={"names": "card"})]
"""The slug of a card's definition. Anyone who reads the field knows the card, so the field declares its readers."""
HiddenPlace = Annotated[int, Meta(extra={"names": "place"})]
"""An index into a hand, deck or other hidden zone. It may reveal as much as a card, so it declares its readers."""
Problem = dict[str, Any]
"""One fault of a setup: `{"code": …, …}`."""
_RULE_NUMBER = re.compile(r"\s*(\d+(?:\.\d+)*)\b")


def fill(texts: Names, params: Mapping[str, Any]) -> Names:
    """Fill parameters into both texts of a template; `{name}` stands for a parameter."""
    return {
        language: text.format_map({name: _within(value, language) for name, value in params.items()})
        for language, text in texts.items()
    }


def _within(value: Any, language: str) -> Any:
    """A parameter for use in a sentence: texts in this language, anything but text and numbers as JSON."""
    if isinstance(value, Mapping) and set(value) == {"ja", "en"}:
        return value[language]
    if isinstance(value, str | int):
        return value
    return str(value) if isinstance(value, Exception) else json.dumps(value, ensure_ascii=False, default=str)


def snake_case(name: str) -> str:
    """`PlayTroop` -> `play_troop`; a class that would clash with another may end in an underscore."""
    return "".join(("_" if i and c.isupper() else "") + c.lower() for i, c in enumerate(name)).rstrip("_")


@cache
def rule_number(named: type) -> str | None:
    """The number of the rule that an action, effect or frame implements: its docstring begins with it.

    None if several rules share the class.
    """
    found = _RULE_NUMBER.match(named.__doc__ or "")
    return None if found is None else found[1]


def _prompt_kind(name: str) -> str:
    return snake_case(name.removesuffix("Prompt"))


class Action(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=snake_case):
    """An action that a seat sends: complete, so it can be sent back unchanged."""


class Effect(Struct, frozen=True, tag_field="type", tag=snake_case):
    """A consequence of an action, in the past tense."""


class Prompt(Struct, frozen=True, tag_field="kind", tag=_prompt_kind):
    """A decision that a seat must make now, the same for all viewers. Named after its frame: `BlockPrompt` is
    `block`."""

    seat: Seat


class Outcome(Struct, frozen=True):
    """How a match ended. No winners: a draw, or aborted. Each ruleset defines its own scores."""

    winners: tuple[Seat, ...]
    reason: str
    scores: dict[str, Any]


# Who may read a field. `actor` is the seat that took a logged action; effects name their seat themselves.
Reader = Callable[[Any, Seat | None, Viewer], bool]


def readers(rule: Reader) -> Meta:
    """Declare who reads a field: `rule(message, actor, viewer)`. Audit reads everything, without a check."""
    return Meta(extra={"readers": rule})


PUBLIC = readers(lambda message, actor, viewer: True)
SEAT = readers(lambda message, actor, viewer: bool(viewer == message.seat))
ACTOR = readers(lambda message, actor, viewer: viewer == actor)
AUDIT = readers(lambda message, actor, viewer: False)
OWNER = readers(lambda view, owner, viewer: viewer == owner)
"""For lists by seat in a view: only the entry's seat reads it. Views aren't redacted but built for one viewer; the law
compares them with their fields' declarations."""


@cache
def declared_fields(message: type) -> dict[str, Meta]:
    """The fields of a class that declare their readers: attribute -> declaration."""
    return {
        name: meta
        for name, hint in get_type_hints(message, include_extras=True).items()
        for meta in getattr(hint, "__metadata__", ())
        if isinstance(meta, Meta) and meta.extra and "readers" in meta.extra
    }


@cache
def private_fields(message: type) -> tuple[tuple[str, Reader], ...]:
    """The fields of a message class that not everyone may read: (attribute, rule)."""
    return tuple(
        (name, (declared.extra or {})["readers"])
        for name, declared in declared_fields(message).items()
        if declared is not PUBLIC
    )


Message = TypeVar("Message", bound=Struct)


def redact(message: Message, viewer: Viewer, actor: Seat | None = None) -> Message:
    """The message as `viewer` may read it. Other fields are UNSET, which isn't encoded."""
    if viewer == "audit":
        return message
    hidden = [name for name, may_read in private_fields(type(message)) if not may_read(message, actor, viewer)]
    return structs.replace(message, **dict.fromkeys(hidden, UNSET)) if hidden else message


class Revelation(Struct, frozen=True):
    """A rule that shows hidden information, for the re-deal law. The law compares worlds that look the same to a
    viewer. All else in an action, its effects and the next prompts must look the same too.

    `fields` are the attributes that may differ, for the viewers in `to`. Without `fields`, the message itself reveals
    something: it appears in one world, and another message appears in the other. `where` limits it to these values of
    other fields. With `steers`, and always without `fields`, the rules may continue differently after a difference, so
    the law stops comparing there.
    """

    message: type[Effect] | type[Prompt]
    rule: str
    """The number of the rule that shows it."""
    fields: tuple[str, ...] = ()
    to: Meta = PUBLIC
    where: dict[str, tuple[Any, ...]] = {}
    steers: bool = False


# Messages that are the same in every ruleset (contract, "An effect").


class Pass(Action, frozen=True):
    """Declines what is offered."""


class Shuffled(Effect, frozen=True):
    """A zone was reordered. The new order is listed from the top."""

    seat: Seat | None
    zone: str
    order: Annotated[tuple[CardSlug, ...], AUDIT]


class Rolled(Effect, frozen=True):
    sides: int
    result: int


class Picked(Effect, frozen=True):
    """A random number from 0 to n - 1, for any other random pick."""

    what: str
    n: int
    result: int


class TurnStarted(Effect, frozen=True):
    seat: Seat
    turn: int


class Drew(Effect, frozen=True):
    seat: Seat
    count: int
    cards: Annotated[tuple[CardSlug, ...], SEAT]


class MatchEnded(Effect, frozen=True):
    """Always the last effect of a match."""

    winners: tuple[Seat, ...]
    reason: str
    scores: dict[str, Any]
