"""11.11.5, 11.11.6 What a seat remembers of the events that it saw."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from msgspec import Struct, UnsetType, field

from rules.engine import Deck, Drew, Ruleset, Seat, SeenEvent, Shuffled, View

from ..actions import ChooseGraveyard, Search
from ..effects import (
    BulwarkPlaced,
    Damaged,
    Destroyed,
    Discarded,
    Equipped,
    Flipped,
    HandRevealed,
    KeysDiscarded,
    KeysReturned,
    Milled,
    Preset,
    Raised,
    ReturnedToDeck,
    ReturnedToHand,
    Reversed,
    Searched,
    Summoned,
)
from ..view import SideView
from .counting import less, seen


class PossibleLocation(Struct):
    """A card known to be in the hand or among the bulwarks placed from it. `since`: the lowest possible bulwark id."""

    card: str
    since: int


class SideMemory(Struct):
    """The cards of one seat that are known by name, wherever they are."""

    deck_top: list[str] = field(default_factory=list)
    """Cards put on the deck face up; the last one is on top."""
    hand: list[str] = field(default_factory=list)
    graveyard: list[str] = field(default_factory=list)
    possible_locations: list[PossibleLocation] = field(default_factory=list)
    laid: list[int] = field(default_factory=list)
    """The unknown bulwarks placed from the hand."""
    bulwarks: dict[int, str] = field(default_factory=dict)
    soldiers: dict[int, list[str]] = field(default_factory=dict)
    passed_over: int = 0
    """11.11.6 Unknown graveyard cards that Generation Change milled: not a Joker, A, J, Q or K."""
    found: int = 0
    """11.11.6 Unknown cards that it found: in the hand, or placed from it."""


class Memory(Struct):
    """One seat's memory of both sides and of its own deck list."""

    seat: Seat
    deck: dict[str, int]
    sides: list[SideMemory] = field(default_factory=lambda: [SideMemory(), SideMemory()])
    set_aside: list[str] | None = None
    """11.11.3 The seat's own set-aside cards, once a search has shown which cards the deck has."""


Generation = frozenset[str]
"""The cards that Generation Change looks for."""


def new_memory(options: Any, seat: Seat, deck: Deck) -> Memory:
    return Memory(seat, dict(deck["cards"]))


def update_memory(rules: Ruleset, memory: Memory, event: SeenEvent) -> None:
    """Record one event."""
    generation: Generation = rules.cards.generation
    if isinstance(event.action, ChooseGraveyard) and event.seat is not None:
        _leave_graveyard(memory.sides[event.seat], event.action.card, generation)
    for effect in event.effects:
        fold = FOLDS.get(type(effect))
        if fold is not None:
            fold(memory.sides[effect.seat], effect, generation)  # type: ignore[attr-defined]


def observe_choices(memory: Memory, view: View, choices: Sequence[object]) -> None:
    """11.9, 11.11.3 The legal actions of a search show which cards are in the deck and which are set aside."""
    side: SideView = view.game.seats[memory.seat]
    if memory.set_aside is not None or not choices or not isinstance(choices[0], Search):
        return
    in_deck = [choice.card for choice in choices if isinstance(choice, Search)]
    unseen = less(memory.deck, seen(view.game, memory.seat))
    ordered = [card for card in unseen if card not in in_deck] + [card for card in unseen if card in in_deck]
    memory.set_aside = ordered[: side.set_aside.count]


# The deck


def _off_the_deck(side: SideMemory, count: int) -> list[str]:
    """Remove the top cards; returns the known ones, in the order in which they leave the deck."""
    known = side.deck_top[::-1][:count]
    del side.deck_top[len(side.deck_top) - len(known) :]
    return known


def _drew(side: SideMemory, effect: Drew, generation: Generation) -> None:
    side.hand += _off_the_deck(side, effect.count)


def _damaged(side: SideMemory, effect: Damaged, generation: Generation) -> None:
    _mill(side, effect.moved, effect.top)


def _milled(side: SideMemory, effect: Milled, generation: Generation) -> None:
    side.passed_over += _mill(side, effect.count, effect.top)
    if effect.hit:
        known = _off_the_deck(side, 1)
        side.hand += known
        side.found += 1 - len(known)


def _mill(side: SideMemory, count: int, top: str | None) -> int:
    """Move cards from the deck to the graveyard, where the last one is visible. Returns how many stay unknown."""
    known = _off_the_deck(side, count)
    if len(known) < count and top is not None:
        known.append(top)
    side.graveyard += known
    return count - len(known)


def _shuffled(side: SideMemory, effect: Shuffled, generation: Generation) -> None:
    side.deck_top.clear()


def _returned_to_deck(side: SideMemory, effect: ReturnedToDeck, generation: Generation) -> None:
    side.soldiers.pop(effect.character)
    side.deck_top += effect.cards


# The hand


def _leave_hand(side: SideMemory, cards: Iterable[str], generation: Generation) -> None:
    for card in cards:
        if card in side.hand:
            side.hand.remove(card)
        else:
            _turn_up(side, card, generation)


def _turn_up(side: SideMemory, card: str, generation: Generation) -> None:
    """A card becomes visible that was in the hand or placed from it, but not known to be there."""
    for lost in side.possible_locations:
        if lost.card == card:
            side.possible_locations.remove(lost)
            return
    if card in generation and side.found:
        side.found -= 1


def _raised(side: SideMemory, effect: Raised, generation: Generation) -> None:
    _leave_hand(side, effect.keys, generation)


def _discarded(side: SideMemory, effect: Discarded, generation: Generation) -> None:
    _leave_hand(side, (effect.card,), generation)
    side.graveyard.append(effect.card)


def _searched(side: SideMemory, effect: Searched, generation: Generation) -> None:
    side.hand.append(effect.card)


def _keys_returned(side: SideMemory, effect: KeysReturned, generation: Generation) -> None:
    side.hand += effect.cards


def _hand_revealed(side: SideMemory, effect: HandRevealed, generation: Generation) -> None:
    """A possible location is resolved: a card that is not in the hand must be one of the bulwarks."""
    if isinstance(effect.cards, UnsetType):
        return
    side.hand = list(effect.cards)
    in_hand = list(effect.cards)
    for lost in side.possible_locations[:]:
        if lost.card in in_hand:
            in_hand.remove(lost.card)
            side.possible_locations.remove(lost)
    side.found = 0


# The graveyard


def _flipped(side: SideMemory, effect: Flipped, generation: Generation) -> None:
    side.graveyard.append(effect.card)


def _keys_discarded(side: SideMemory, effect: KeysDiscarded, generation: Generation) -> None:
    side.graveyard += effect.cards


def _leave_graveyard(side: SideMemory, card: str, generation: Generation) -> None:
    if card in side.graveyard:
        side.graveyard.remove(card)
    elif card not in generation and side.passed_over:
        side.passed_over -= 1


# The field


def _bulwark_placed(side: SideMemory, effect: BulwarkPlaced, generation: Generation) -> None:
    """11.11.5 A bulwark from the hand may be any card known to be in the hand."""
    if effect.from_ == "deck":
        side.bulwarks.update((effect.character, card) for card in _off_the_deck(side, 1))
        return
    side.possible_locations += [PossibleLocation(card, effect.character) for card in side.hand]
    side.hand.clear()
    side.laid.append(effect.character)


def _preset(side: SideMemory, effect: Preset, generation: Generation) -> None:
    side.soldiers[effect.soldier] = [effect.soldier_card]


def _summoned(side: SideMemory, effect: Summoned, generation: Generation) -> None:
    side.soldiers[effect.character] = [effect.card]


def _equipped(side: SideMemory, effect: Equipped, generation: Generation) -> None:
    side.soldiers[effect.character].append(effect.card)


def _destroyed(side: SideMemory, effect: Destroyed, generation: Generation) -> None:
    _leave_field(side, effect.character, effect.cards, generation)
    side.graveyard += effect.cards


def _leave_field(side: SideMemory, character: int, cards: tuple[str, ...], generation: Generation) -> None:
    """Remove a character whose cards are visible."""
    if character in side.laid:
        side.laid.remove(character)
        _turn_up(side, cards[0], generation)
    side.soldiers.pop(character, None)
    side.bulwarks.pop(character, None)


def _returned_to_hand(side: SideMemory, effect: ReturnedToHand, generation: Generation) -> None:
    """An unknown bulwark may be any card with a possible location there."""
    if effect.character in side.laid:
        side.laid.remove(effect.character)
    if effect.character in side.bulwarks:
        side.hand.append(side.bulwarks.pop(effect.character))
    side.hand += side.soldiers.pop(effect.character, [])


def _reversed(side: SideMemory, effect: Reversed, generation: Generation) -> None:
    """8.14 A soldier's cards stay known when they are turned face down."""
    if effect.into[0].kind != "bulwark":
        _leave_field(side, effect.character, effect.cards, generation)
        side.soldiers[effect.into[0].id] = list(effect.cards)
        return
    cards = side.soldiers.pop(effect.character)
    side.bulwarks.update((made.id, card) for made, card in zip(effect.into, cards, strict=True))


FOLDS: dict[type, Callable[[SideMemory, Any, Generation], None]] = {
    Drew: _drew,
    Damaged: _damaged,
    Milled: _milled,
    Shuffled: _shuffled,
    ReturnedToDeck: _returned_to_deck,
    Raised: _raised,
    Discarded: _discarded,
    Searched: _searched,
    KeysReturned: _keys_returned,
    HandRevealed: _hand_revealed,
    Flipped: _flipped,
    KeysDiscarded: _keys_discarded,
    BulwarkPlaced: _bulwark_placed,
    Preset: _preset,
    Summoned: _summoned,
    Equipped: _equipped,
    Destroyed: _destroyed,
    ReturnedToHand: _returned_to_hand,
    Reversed: _reversed,
}
