"""4.8, 8.9 The card set as the rules read it: definitions, effects of supports, and look-ups made once for each set."""

from collections.abc import Mapping
from typing import Any, Literal

import msgspec
from msgspec import Struct

from .actions import UseSupport
from .cells import EVERY_CELL, reach

Timing = Literal["main", "block", "negate", "end"]

TIMINGS: tuple[Timing, ...] = ("main", "block", "negate", "end")
"""1.4 No card has an end-phase support. The timing is reserved."""


class Ability(Struct, frozen=True, tag_field="op"):
    """8.9 The `effect` of a support as data. abilities.py has the code."""


class BoostAll(Ability, frozen=True, tag="boost_all"):
    amount: int


class Charge(Ability, frozen=True, tag="charge"):
    amount: int


class Unbound(Ability, frozen=True, tag="unbound"):
    pass


class Damage(Ability, frozen=True, tag="damage"):
    amount: int
    where: Literal["any", "back", "front_center"]


class Swap(Ability, frozen=True, tag="swap"):
    pass


class Spy(Ability, frozen=True, tag="spy"):
    pass


class ReadySoldiers(Ability, frozen=True, tag="ready_soldiers"):
    pass


class Revive(Ability, frozen=True, tag="revive"):
    pass


class Block(Ability, frozen=True, tag="block"):
    then: Literal["burden", "retreat"] | None


class Negate(Ability, frozen=True, tag="negate"):
    what: Literal["any", "purple", "not_block"]
    then: Literal["recall"] | None


class Support(Struct, frozen=True):
    """8.9 A support: when it may be used, its colour, and its effect."""

    color: str
    timing: Timing
    effect: BoostAll | Charge | Unbound | Damage | Swap | Spy | ReadySoldiers | Revive | Block | Negate


class Health(Struct, frozen=True):
    """2.5 The damage that destroys a card, upright and sideways."""

    active: int
    rested: int


class Card(Struct, frozen=True):
    """4.8 A card definition."""

    slug: str
    kind: Literal["soldier", "leader"]
    edition: str
    color: str
    attack: int | Literal["X"]
    health: Health
    range: tuple[tuple[int, int], ...]
    supports: tuple[str, ...]
    copies_in_set: int


class Cards:
    """The definitions by slug, and tables that save a computation at every action."""

    def __init__(self, card_set: Mapping[str, Any]) -> None:
        cards = msgspec.convert(card_set["cards"], list[Card])
        self.cards = {card.slug: card for card in cards}
        self.supports = msgspec.convert(card_set["supports"], dict[str, Support])

        self.color = {card.slug: card.color for card in cards}
        self.soldiers = frozenset(card.slug for card in cards if card.kind == "soldier")
        self.leaders = frozenset(card.slug for card in cards if card.kind == "leader")
        self.kinds_by_color = {
            color: sorted(slug for slug in self.soldiers if self.color[slug] == color)
            for color in sorted({self.color[slug] for slug in self.soldiers})
        }
        self.kinds_by_edition = {
            edition: sorted(slug for slug in self.soldiers if self.cards[slug].edition == edition)
            for edition in sorted({card.edition for card in cards})
        }
        self.reach = {
            card.slug: [[reach(card.range, side, cell) for cell in EVERY_CELL] for side in (0, 1)] for card in cards
        }
        """`reach[card][side][cell]`: the enemy cells in its reach from there (2.4)."""
        self.usable = {timing: {card.slug: self._usable(card, timing) for card in cards} for timing in TIMINGS}
        """`usable[timing][card]`: the supports that it has for this timing, each with the action that uses it (8.1,
        8.2).
        """

    def _usable(self, card: Card, timing: Timing) -> tuple[tuple[Ability, UseSupport], ...]:
        return tuple(
            (self.supports[name].effect, UseSupport(card.slug, name))
            for name in card.supports
            if self.supports[name].timing == timing
        )

    def leaders_of(self, edition: str) -> list[str]:
        """The leaders of one box, sorted."""
        return sorted(slug for slug in self.leaders if self.cards[slug].edition == edition)

    def soldiers_of(self, edition: str) -> list[str]:
        """The kinds of soldiers of one edition, sorted."""
        return self.kinds_by_edition[edition]
