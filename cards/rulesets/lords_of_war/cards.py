"""3.4 to 3.6 The card definitions, read from the card set and turned for each side."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from cards.engine import Deck
from cards.rulesets.lords_of_war.actions import ChooseCard, Deploy
from cards.rulesets.lords_of_war.board import FACINGS, MAT_IN_ORDER, STEPS, Place, place_of, square_of, turned

GENERAL = "general"
MERCENARY = "mercenary"  # 4.7 the army of a deck with cards of more than one


class Card(Struct, frozen=True, eq=False):
    """One definition. `arrows`, `steps` and `grid` are by facing, as steps on the field."""

    slug: str
    army: str
    class_: str
    rank: str
    support: bool
    commands: bool
    """Counts for the commander goal (3.6)."""
    defence: int
    copies: int
    arrows: dict[str, tuple[tuple[Place, int], ...]]
    steps: dict[str, tuple[Place, ...]]
    shot: int
    """The strength of its ranged attack; 0 if it has none."""
    grid: dict[str, tuple[Place, ...]]
    choose: ChooseCard
    deploys: dict[Place, Deploy]
    """Its deployments on the mat, made once: they are listed in every turn."""


class Cards:
    """The lookups that the rules use (`table.cards`)."""

    def __init__(self, card_set: Mapping[str, Any]) -> None:
        self.rank_counts: dict[str, int] = {rank["slug"]: rank["deck_count"] for rank in card_set["ranks"]}
        commanding = {rank["slug"] for rank in card_set["ranks"] if rank["counts_as_commander"]}
        self.by_slug = {raw["slug"]: _read(raw, commanding) for raw in card_set["cards"]}
        self.by_rank = {rank: [c for c in self.by_slug.values() if c.rank == rank] for rank in self.rank_counts}
        self.deck_size = sum(self.rank_counts.values())
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


def _read(raw: Mapping[str, Any], commanding: set[str]) -> Card:
    slug, ranged = raw["slug"], raw["ranged"]
    arrows = {
        facing: tuple(sorted((turned(STEPS[way], facing), strength) for way, strength in raw["arrows"].items()))
        for facing in FACINGS
    }
    offsets = [place_of((column, row)) for column, row in ranged["grid"]] if ranged else []
    return Card(
        slug,
        raw["army"],
        raw["class"],
        raw["rank"],
        raw["support"],
        raw["rank"] in commanding,
        raw["defence"],
        raw["copies"],
        arrows,
        {facing: tuple(step for step, _ in arrows[facing]) for facing in FACINGS},
        ranged["strength"] if ranged else 0,
        {facing: tuple(sorted(turned(offset, facing) for offset in offsets)) for facing in FACINGS},
        ChooseCard(slug),
        {place: Deploy(slug, square_of(place)) for place in MAT_IN_ORDER},
    )
