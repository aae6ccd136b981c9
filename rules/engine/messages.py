"""Everything that is said: actions, effects, prompts, outcomes. Frozen, tagged, self-describing.

Who reads a field is declared where the field is: `cards: Annotated[tuple[CardSlug, ...], SEAT]`. `redact` reads the
declarations; logs never filter by hand. Whatever names a card says who reads it, PUBLIC included: a card without a
declaration is a fault that a law finds (tests/rules/laws.py), not a card that everybody sees.
"""

from collections.abc import Callable
from functools import cache
from typing import Annotated, Any, Literal, TypeVar, get_type_hints

from msgspec import UNSET, Meta, Struct, structs

Seat = Annotated[int, Meta(extra={"is_seat": True})]
"""A seat by its number. In a sentence it is called by who sits there, where that is known."""
SeatPlace = Annotated[str, Meta(extra={"is_seat_place": True})]
"""A place that is a seat's, written `seat:name`. In a sentence it is called by its name and by whose it is."""
Viewer = int | Literal["public", "audit"]
Names = dict[str, str]
"""A display text: `{"ja": …, "en": …}`."""
CardSlug = Annotated[str, Meta(extra={"names": "card"})]
"""A card by the slug of its definition. Whoever reads the field knows the card, so the field declares its readers."""
HiddenPlace = Annotated[int, Meta(extra={"names": "place"})]
"""A place in a hand, a deck or another hidden zone, counted. It may tell as much as a card: it declares its readers."""
Problem = dict[str, Any]
"""One fault of a setup: `{"code": …, …}`."""


def snake_case(name: str) -> str:
    """`PlayTroop` -> `play_troop`; a class that would clash with another may end in an underscore."""
    return "".join(("_" if i and c.isupper() else "") + c.lower() for i, c in enumerate(name)).rstrip("_")


def _prompt_kind(name: str) -> str:
    return snake_case(name.removesuffix("Prompt"))


class Action(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=snake_case):
    """What a seat sends: complete, ready to be sent back as it stands."""


class Effect(Struct, frozen=True, tag_field="type", tag=snake_case):
    """What an action brought about, in the past tense."""


class Prompt(Struct, frozen=True, tag_field="kind", tag=_prompt_kind):
    """Who must decide what now; alike for all viewers. Named after its frame: `BlockPrompt` is kind `block`."""

    seat: Seat


class Outcome(Struct, frozen=True):
    """How a match ended. No winners: a draw, or aborted. Scores are the ruleset's own."""

    winners: tuple[Seat, ...]
    reason: str
    scores: dict[str, Any]


# Who may read a field. `actor` is the seat that took a logged action; effects name their seat themselves.
Reader = Callable[[Any, Seat | None, Viewer], bool]


def readers(rule: Reader) -> Meta:
    """A field's declaration: `rule(message, actor, viewer)`; audit reads everything and is never asked about."""
    return Meta(extra={"readers": rule})


PUBLIC = readers(lambda message, actor, viewer: True)
SEAT = readers(lambda message, actor, viewer: bool(viewer == message.seat))
ACTOR = readers(lambda message, actor, viewer: viewer == actor)
AUDIT = readers(lambda message, actor, viewer: False)
OWNER = readers(lambda view, owner, viewer: viewer == owner)
"""In a view, whose lists go by seat: the seat whose entry it is. Views are not redacted but made for one viewer; the
law compares them with what their fields declare."""


@cache
def declared_fields(message: type) -> dict[str, Meta]:
    """The fields of a class that say who reads them, each with its declaration, by attribute."""
    return {
        name: meta
        for name, hint in get_type_hints(message, include_extras=True).items()
        for meta in getattr(hint, "__metadata__", ())
        if isinstance(meta, Meta) and meta.extra and "readers" in meta.extra
    }


@cache
def private_fields(message: type) -> tuple[tuple[str, Reader], ...]:
    """The fields of a message class that not everybody reads: (attribute, rule)."""
    return tuple(
        (name, (declared.extra or {})["readers"])
        for name, declared in declared_fields(message).items()
        if declared is not PUBLIC
    )


Message = TypeVar("Message", bound=Struct)


def redact(message: Message, viewer: Viewer, actor: Seat | None = None) -> Message:
    """The message as `viewer` may read it: what he may not is left out (UNSET, which is not encoded)."""
    if viewer == "audit":
        return message
    hidden = [name for name, may_read in private_fields(type(message)) if not may_read(message, actor, viewer)]
    return structs.replace(message, **dict.fromkeys(hidden, UNSET)) if hidden else message


class Revelation(Struct, frozen=True):
    """How the rules themselves show what was hidden, for the re-deal law: all else that a viewer is shown of an
    action, its effects and then the prompts, is the same in every world that looks the same to him.

    `fields` are those of the message that may differ, by attribute, for those whom the rule shows them `to`. Without
    fields the message itself tells something: where it comes in one world, another message comes in the other. `where`
    says which values other fields have then.
    When the rules may go on otherwise after a difference (`steers`, and always without fields), the law compares no
    further.
    """

    message: type[Effect] | type[Prompt]
    rule: str
    """The number of the rule that shows it."""
    fields: tuple[str, ...] = ()
    to: Meta = PUBLIC
    where: dict[str, tuple[Any, ...]] = {}
    steers: bool = False


# What every ruleset says in the same words (contract, "An effect").


class Pass(Action, frozen=True):
    """Declines what is offered."""


class Shuffled(Effect, frozen=True):
    """A zone was put in a new order, listed from the top."""

    seat: Seat | None
    zone: str
    order: Annotated[tuple[CardSlug, ...], AUDIT]


class Rolled(Effect, frozen=True):
    sides: int
    result: int


class Picked(Effect, frozen=True):
    """Any other pick of chance: a number from 0 to n - 1."""

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
