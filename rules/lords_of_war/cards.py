"""3.4 to 3.6 The card definitions, read from the card set and turned for each side."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from rules.engine import Deck

from .actions import Deploy
from .squares import FACINGS, STEPS, Place, place_of, turned

GENERAL = "general"
CAVALRY = "cavalry"
MERCENARY = "mercenary"  # 4.7 the army of a deck with cards of more than one army

_NUMBERS = {step: number for number, step in enumerate(STEPS.values())}

Rows = list[list[tuple[Deploy, ...]]]
"""A card's deployments in each row of the mat, by the set of squares."""


class _Shot(Struct, frozen=True):
    strength: int
    grid: list[tuple[int, int]]


class _Written(Struct, frozen=True, rename={"class_": "class"}):
    """3.4 The fields of a definition that the rules need. Only their types are checked here; `check_card` checks the
    values.
    """

    slug: str
    army: str
    class_: str
    rank: str
    support: bool
    defence: int
    arrows: dict[str, int]
    ranged: _Shot | None
    copies: int


class Card(Struct, frozen=True, eq=False):
    """One definition. `arrows`, `steps`, `directions` and `grid` are listed by facing, as they are on the field."""

    slug: str
    army: str
    class_: str
    rank: str
    support: bool
    commands: bool
    """Whether it counts for the commander goal (3.6)."""
    defence: int
    copies: int
    arrows: dict[str, tuple[tuple[Place, int], ...]]
    steps: dict[str, tuple[Place, ...]]
    directions: dict[str, tuple[int, ...]]
    """Its arrows as numbers in the order of `DIRECTIONS`, for the mat."""
    shot: int
    """The strength of its ranged attack; 0 if it has none."""
    grid: dict[str, tuple[Place, ...]]


class Cards:
    """The look-ups that the rules use (`table.cards`)."""

    def __init__(self, card_set: Mapping[str, Any]) -> None:
        self.rank_counts: dict[str, int] = {rank["slug"]: rank["deck_count"] for rank in card_set["ranks"]}
        commanding = {rank["slug"] for rank in card_set["ranks"] if rank["counts_as_commander"]}
        written = msgspec.convert(card_set["cards"], list[_Written])
        self.by_slug = {card.slug: _read(card, commanding) for card in written}
        self.by_rank = {rank: [c for c in self.by_slug.values() if c.rank == rank] for rank in self.rank_counts}
        self.armies = frozenset(army["slug"] for army in card_set["armies"])
        self.deck_size = sum(self.rank_counts.values())
        self.rows_on_mat: dict[str, Rows] = {}
        """By card. mat.py creates them when a card is first listed."""
        self.core_decks = _core_decks(self.by_slug)

    def army_of(self, deck: Deck) -> str:
        """4.7 The army of a faultless deck."""
        armies = {self.by_slug[slug].army for slug in deck["cards"]}
        return armies.pop() if len(armies) == 1 else MERCENARY


def _core_decks(by_slug: Mapping[str, Card]) -> dict[str, dict[str, int]]:
    """4.2 Army -> its core deck."""
    decks: dict[str, dict[str, int]] = {}
    for slug, card in by_slug.items():
        if card.copies:
            decks.setdefault(card.army, {})[slug] = card.copies
    return decks


def _read(written: _Written, commanding: set[str]) -> Card:
    ranged = written.ranged
    arrows = {
        facing: tuple(sorted((turned(STEPS[way], facing), strength) for way, strength in written.arrows.items()))
        for facing in FACINGS
    }
    offsets = [place_of(offset) for offset in ranged.grid] if ranged else []
    return Card(
        written.slug,
        written.army,
        written.class_,
        written.rank,
        written.support,
        written.rank in commanding,
        written.defence,
        written.copies,
        arrows,
        {facing: tuple(step for step, _ in arrows[facing]) for facing in FACINGS},
        {facing: tuple(_NUMBERS[step] for step, _ in arrows[facing]) for facing in FACINGS},
        ranged.strength if ranged else 0,
        {facing: tuple(sorted(turned(offset, facing) for offset in offsets)) for facing in FACINGS},
    )
