"""3.1 Look-ups for the cards, frames and actions of the card set, without rules."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from .action_list import read_actions
from .definition import Definition
from .menus import Menu, read_menus


class FrameCard(Struct, frozen=True):
    """3.3 One row of the table of frames. `deck` is None if players build their own."""

    deck: dict[str, int] | None
    least: int
    most: int
    preset: bool
    set_aside: int


class Starter(Struct, frozen=True):
    """A starter deck and the frames that allow it."""

    slug: str
    names: dict[str, str]
    frames: tuple[str, ...]
    cards: dict[str, int]


class Cards:
    """The look-ups that the rules use. All numbers come from the card set."""

    def __init__(self, card_set: Mapping[str, Any]) -> None:
        cards = {card["slug"]: card for card in card_set["cards"]}
        swift_kinds = {kind["id"] for kind in card_set["characters"] if kind["swift"] == "always"}
        self.number: dict[str, int] = {slug: card["stats"]["number"] for slug, card in cards.items()}
        self.suit: dict[str, str | None] = {slug: card["stats"]["suit"] for slug, card in cards.items()}
        self.rank: dict[str, str] = {slug: card["stats"]["rank"] for slug, card in cards.items()}
        self.kind: dict[str, str] = {slug: card["character"] for slug, card in cards.items()}
        self.copies: dict[str, int] = {slug: card["copies"] for slug, card in cards.items()}
        self.jokers = frozenset(slug for slug, card in cards.items() if card["kind"] == "joker")
        self.swift = frozenset(slug for slug, card in cards.items() if card["character"] in swift_kinds)
        self.generation = frozenset(slug for slug, card in cards.items() if card["generation"])
        self.frames = {row["id"]: _frame(row) for row in card_set["frames"]}
        self.starters = [
            Starter(deck["id"], deck["names"], tuple(deck["frames"]), deck["cards"])
            for deck in card_set["starter_decks"]
        ]
        self.actions: dict[str, Definition] = read_actions(card_set["actions"])
        self.menus: dict[str, Menu] = read_menus(self)


def _frame(row: Mapping[str, Any]) -> FrameCard:
    return FrameCard(
        deck=row["cards"] if row["deck"] == "fixed" else None,
        least=row["min"],
        most=row["max"],
        preset=row["preset"],
        set_aside=row["remove"],
    )
