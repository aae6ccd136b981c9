"""Everything that is said: actions, effects, prompts, outcomes. Frozen, tagged, self-describing.

Who may read a field is declared where the field is: `cards: Annotated[tuple[str, ...], SEAT]`. `redact` reads the
declarations; views and logs never filter by hand.
"""

from collections.abc import Callable
from functools import cache
from typing import Annotated, Any, Literal, TypeVar, get_type_hints

from msgspec import UNSET, Meta, Struct, structs

Seat = int
Viewer = int | Literal["public", "audit"]
Names = dict[str, str]
"""A display text: `{"ja": …, "en": …}`."""
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


SEAT = readers(lambda message, actor, viewer: bool(viewer == message.seat))
ACTOR = readers(lambda message, actor, viewer: viewer == actor)
AUDIT = readers(lambda message, actor, viewer: False)


@cache
def private_fields(message: type) -> tuple[tuple[str, Reader], ...]:
    """The declared fields of a message class: (attribute, rule)."""
    return tuple(
        (name, meta.extra["readers"])
        for name, hint in get_type_hints(message, include_extras=True).items()
        for meta in getattr(hint, "__metadata__", ())
        if isinstance(meta, Meta) and meta.extra and "readers" in meta.extra
    )


Message = TypeVar("Message", bound=Struct)


def redact(message: Message, viewer: Viewer, actor: Seat | None = None) -> Message:
    """The message as `viewer` may read it: what he may not is left out (UNSET, which is not encoded)."""
    if viewer == "audit":
        return message
    hidden = [name for name, may_read in private_fields(type(message)) if not may_read(message, actor, viewer)]
    return structs.replace(message, **dict.fromkeys(hidden, UNSET)) if hidden else message


# What every ruleset says in the same words (contract, "An effect").


class Pass(Action, frozen=True):
    """Declines what is offered."""


class Shuffled(Effect, frozen=True):
    """A zone was put in a new order, listed from the top."""

    seat: Seat | None
    zone: str
    order: Annotated[tuple[str, ...], AUDIT]


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
    cards: Annotated[tuple[str, ...], SEAT]


class MatchEnded(Effect, frozen=True):
    """Always the last effect of a match."""

    winners: tuple[Seat, ...]
    reason: str
    scores: dict[str, Any]
