"""4.8 Finds what is wrong with a card, with its place in the card as a JSON pointer (RFC 6901)."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from rules.engine import Problem, card_fault, read_written

from .cards import Cards

Attack = Annotated[int, Meta(ge=0)]
Damage = Annotated[int, Meta(ge=1)]
Step = Annotated[int, Meta(ge=-4, le=4)]


class WrittenHealth(Struct, frozen=True):
    active: Damage
    rested: Damage


class WrittenCard(Struct, frozen=True):
    """The fields of every card."""

    slug: str
    names: dict[str, str]
    text: dict[str, str]
    kind: Literal["soldier", "leader"]
    edition: str
    color: str
    attack: Attack | Literal["X"]
    health: WrittenHealth
    range: list[tuple[Step, Step]]
    supports: list[str]
    copies_in_set: Damage


def check_card(cards: Cards, card: Mapping[str, Any]) -> list[Problem]:
    """The first part that can't be read, or every support that the set doesn't have."""
    written, problems = read_written(card, WrittenCard)
    if written is None:
        return problems
    return [
        card_fault(f"/supports/{i}", "unknown_support", support=support)
        for i, support in enumerate(written.supports)
        if support not in cards.supports
    ]
