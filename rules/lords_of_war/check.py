"""Finds what is wrong with a card, with its place in the card as a JSON pointer (RFC 6901)."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from rules.engine import Problem, card_fault, read_written

from .cards import Cards

NotNegative = Annotated[int, Meta(ge=0)]
Strength = Annotated[int, Meta(ge=1)]
Direction = Literal["n", "ne", "e", "se", "s", "sw", "w", "nw"]
Rank = Literal["general", "commander", "special", "elite", "veteran", "regular", "conscript"]
UnitClass = Literal["infantry", "cavalry", "spear", "ranged", "berserker"]


class WrittenShot(Struct, frozen=True):
    """3.5 A ranged attack: squares as [columns to the right, rows forward]."""

    strength: Strength
    grid: Annotated[list[tuple[int, int]], Meta(min_length=1)]


class WrittenUnit(Struct, frozen=True, rename={"class_": "class"}):
    """3.4 The fields of every card."""

    slug: str
    names: dict[str, str]
    text: dict[str, str]
    kind: Literal["unit"]
    army: str
    rank: Rank
    class_: UnitClass
    support: bool
    defence: Strength
    arrows: dict[Direction, Strength]
    ranged: WrittenShot | None
    copies: NotNegative


def check_card(cards: Cards, card: Mapping[str, Any]) -> list[Problem]:
    """The first part that can't be read, or an army that the set doesn't have. Empty: the card is playable."""
    written, problems = read_written(card, WrittenUnit)
    if written is None:
        return problems
    if written.army not in cards.armies:
        return [card_fault("/army", "unknown_army", army=written.army, known=sorted(cards.armies))]
    return []
