"""11.11.5, 11.11.6 What a seat remembers, folded from what it was shown."""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import UNSET, Struct, field

from cards.engine import Drew, Effect, Seat, Shown, Shuffled
from cards.rulesets.blackpoker import effects as told
from cards.rulesets.blackpoker.actions import ChooseGraveyard, Search


class Astray(Struct):
    """A card known to be in the hand, or to be one of the bulwarks laid from the hand with this id or a later one."""

    card: str
    since: int


class SideMemory(Struct):
    """What is known of one seat's cards beyond what its view shows."""

    deck_top: list[str] = field(default_factory=list)
    """Put on the deck openly; the last one is on top."""
    hand: list[str] = field(default_factory=list)
    graveyard: list[str] = field(default_factory=list)
    astray: list[Astray] = field(default_factory=list)
    laid: list[int] = field(default_factory=list)
    """Unknown bulwarks that came from the hand."""
    bulwarks: dict[int, str] = field(default_factory=dict)
    soldiers: dict[int, list[str]] = field(default_factory=dict)
    low: int = 0
    """Unknown cards of the graveyard that Generation Change passed over: 2–10."""
    high: int = 0
    """Unknown cards that Generation Change found: in the hand, or laid from it."""


class Memory(Struct):
    """One seat's memory. `set_aside` is its own, known from its first search on (11.11.3)."""

    seat: Seat
    deck: dict[str, int]
    generation: list[str]
    sides: list[SideMemory] = field(default_factory=lambda: [SideMemory(), SideMemory()])
    searchable: list[str] | None = None
    """What the own deck held at the first search; None before."""


def remember(memory: Memory, shown: Shown) -> None:
    if isinstance(shown.action, ChooseGraveyard) and shown.seat is not None:
        _lose_from_graveyard(memory, memory.sides[shown.seat], shown.action.card)
    for effect in shown.effects:
        fold = FOLDS.get(type(effect))
        if fold is not None:
            fold(memory, effect)
