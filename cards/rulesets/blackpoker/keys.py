"""8. Key cards, and what a seat may raise with the cards in its hand.

A menu lists everything of one format and timing. What does not depend on the key cards (timing, once a turn, costs,
a target) is a gate, looked at once; behind each gate stand its raises, by their key cards.
"""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from cards.engine import Seat

from .actions import Raise
from .costs import surges
from .definition import Definition
from .state import GameTable, State
from .targets import CONDITIONS

if TYPE_CHECKING:
    from .cards import Cards

KeyCards = tuple[str, ...]
"""The key cards of one request, sorted."""
Entries = list[tuple[int, Raise]]
"""Raises, each with the place of its gate."""


class Gate(Struct, frozen=True, eq=False):
    """One action; of `equip` one gate a suit, because the target must have the key's."""

    definition: Definition
    suit: str | None
    bulwarks: int
    life: int
    discards: int
    keys: int


class Menu(Struct, frozen=True, eq=False):
    """All raises of one format at one timing."""

    gates: list[Gate]
    bare: Entries
    by_card: dict[str, Entries]
    by_pair: dict[str, dict[str, Entries]]


def raises(table: GameTable, seat: Seat, menu: Menu) -> list[Raise]:
    """8. All that the seat may raise: without key cards, then with one (by card), then with two."""
    state = table.state
    hand = state.sides[seat].hand
    is_open = _open_gates(table.cards, state, seat, menu)

    found = [action for gate, action in menu.bare if is_open[gate]]
    by_card = menu.by_card
    last = ""
    for card in hand:
        if card != last and card in by_card:
            found += [action for gate, action in by_card[card] if is_open[gate]]
        last = card
    if menu.by_pair:
        _add_pairs(hand, menu.by_pair, is_open, found)
    return found


def _add_pairs(
    hand: list[str], by_pair: dict[str, dict[str, Entries]], is_open: list[bool], found: list[Raise]
) -> None:
    first = ""
    for i, card in enumerate(hand):
        if card == first or card not in by_pair:
            continue
        first, partners, second = card, by_pair[card], ""
        for partner in hand[i + 1 :]:
            if partner != second and partner in partners:
                for gate, action in partners[partner]:
                    if is_open[gate]:
                        found.append(action)
            second = partner


def _open_gates(cards: "Cards", state: State, seat: Seat, menu: Menu) -> list[bool]:
    """What can be raised at all: once-a-turn limit, costs payable, a legal target there."""
    side = state.sides[seat]
    life, hand = len(side.deck), len(side.hand)
    bulwarks = sum([bulwark.charged for bulwark in side.bulwarks])
    surging = surges(side)
    opened = []
    for gate in menu.gates:
        definition = gate.definition
        payable = gate.keys <= hand and (
            (surging and definition.is_quick_magic)
            or (gate.bulwarks <= bulwarks and gate.life <= life and gate.discards + gate.keys <= hand)
        )
        opened.append(
            payable
            and not (definition.is_once and getattr(state.used, definition.id))
            and (definition.needs is None or definition.needs(state, seat))
            and (definition.target is None or CONDITIONS[definition.target].exists(cards, state, seat, gate.suit))
        )
    return opened


def read_menus(cards: "Cards") -> dict[str, Menu]:
    """The menus of a card set: `lite.main`, `lite.quick` and so on. What is quick may be raised in the main, too."""
    menus = {}
    for format_ in ("lite", "std"):
        listed = [a for a in cards.actions.values() if a.is_direct and format_ in a.formats]
        menus[f"{format_}.main"] = _menu(cards, listed)
        menus[f"{format_}.quick"] = _menu(cards, [action for action in listed if action.is_quick])
    return menus


def _menu(cards: "Cards", definitions: list[Definition]) -> Menu:
    menu = Menu([], [], {}, {})
    for definition in definitions:
        gates: dict[str | None, int] = {}
        for keys in sorted(key_cards(cards, definition.keys)):
            suit = cards.suit[keys[0]] if definition.target == "own_soldier_same_suit" else None
            if suit not in gates:
                gates[suit] = len(menu.gates)
                menu.gates.append(_gate(definition, suit))
            _entries(menu, keys).append((gates[suit], Raise(definition.id, keys)))
    return menu


def _gate(definition: Definition, suit: str | None) -> Gate:
    cost = definition.cost
    keys = sum(2 if "pair" in slot else 1 for slot in definition.keys)
    return Gate(definition, suit, cost.count("B"), cost.count("L"), cost.count("D"), keys)


def _entries(menu: Menu, keys: KeyCards) -> Entries:
    if not keys:
        return menu.bare
    if len(keys) == 1:
        return menu.by_card.setdefault(keys[0], [])
    return menu.by_pair.setdefault(keys[0], {}).setdefault(keys[1], [])


def key_cards(cards: "Cards", slots: tuple[Mapping[str, Any], ...]) -> set[KeyCards]:
    """All sets of key cards that fill the slots; one card fills one slot only (R16)."""
    if slots and "pair" in slots[0]:
        return set(_pairs(cards, slots[0]["pair"]))
    filled = product(*([slug for slug in cards.number if _fits(cards, slot, slug)] for slot in slots))
    return {tuple(sorted(keys)) for keys in filled if _can_be_held(cards, keys)}


def _pairs(cards: "Cards", alike: str) -> Iterator[KeyCards]:
    """R15 Two Jokers are a pair by number, not by suit."""
    trait: Mapping[str, Any] = cards.suit if alike == "suit" else cards.number
    for first in cards.number:
        for second in cards.number:
            is_pair = first <= second and trait[first] is not None and trait[first] == trait[second]
            if is_pair and _can_be_held(cards, (first, second)):
                yield first, second


def _fits(cards: "Cards", slot: Mapping[str, Any], slug: str) -> bool:
    if "slug" in slot:
        return bool(slot["slug"] == slug)
    return cards.suit[slug] in slot["suits"] and cards.rank[slug] in slot["ranks"]


def _can_be_held(cards: "Cards", keys: KeyCards) -> bool:
    return all(keys.count(slug) <= cards.copies[slug] for slug in keys)
