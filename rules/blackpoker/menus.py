"""8. What a seat may raise with its hand. `can_be_raised` is the rule; a menu looks raises up by key cards.

A menu lists every raise of one format and timing by its key cards, so a prompt checks only the cards in the hand.
Conditions that don't depend on the key cards are checked once for each entry, not for each raise. An action can have
more than a hundred pairs of key cards.
"""

from typing import TYPE_CHECKING

from msgspec import Struct

from rules.engine import Seat

from .actions import Raise
from .costs import surges
from .definition import Definition
from .keys import KeyCards, key_cards
from .state import GameTable, State
from .targets import CONDITIONS

if TYPE_CHECKING:
    from .cards import Cards

Entry = tuple[Definition, str | None]
"""An action. `equip` has an entry for each suit, because the target must have the suit of the key card."""
Raises = list[tuple[int, Raise]]
"""Raises, each with the index of its entry."""


class Menu(Struct, frozen=True, eq=False):
    """All raises of one format and timing: without key cards, by the only key card, by the first and second of two."""

    entries: list[Entry]
    bare: Raises
    by_card: dict[str, Raises]
    by_pair: dict[str, dict[str, Raises]]


def raises(table: GameTable, seat: Seat, menu: Menu) -> list[Raise]:
    """8. Everything that the seat may raise: without key cards, then with one (by card), then with two."""
    hand = table.state.sides[seat].hand
    can = can_be_raised(table.cards, table.state, seat, menu.entries)

    found = [action for entry, action in menu.bare if can[entry]]
    by_card = menu.by_card
    last = ""
    for card in hand:
        if card != last and card in by_card:
            found += [action for entry, action in by_card[card] if can[entry]]
        last = card
    if menu.by_pair:
        _add_pairs(hand, menu.by_pair, can, found)
    return found


def _add_pairs(hand: list[str], by_pair: dict[str, dict[str, Raises]], can: list[bool], found: list[Raise]) -> None:
    first = ""
    for i, card in enumerate(hand):
        if card == first or card not in by_pair:
            continue
        first, partners, second = card, by_pair[card], ""
        for partner in hand[i + 1 :]:
            if partner != second and partner in partners:
                for entry, action in partners[partner]:
                    if can[entry]:
                        found.append(action)
            second = partner


def can_be_raised(cards: "Cards", state: State, seat: Seat, entries: list[Entry]) -> list[bool]:
    """8. Whether each entry can be raised: its costs, its once-a-turn limit, its conditions and a legal target.

    The menu implies format, timing and key cards. All entries are checked in one call: separate calls take a tenth of
    the time of random games.
    """
    side = state.sides[seat]
    charged = sum([bulwark.charged for bulwark in side.bulwarks])
    life, hand, costs_no_magic = len(side.deck), len(side.hand), surges(side)
    return [
        (
            (definition.is_quick_magic and costs_no_magic)
            or (
                definition.bulwarks <= charged
                and definition.life <= life
                and definition.discards + definition.key_count <= hand
            )
        )
        and not (definition.is_once and getattr(state.used, definition.id))
        and (definition.needs is None or definition.needs(state, seat))
        and (definition.target is None or CONDITIONS[definition.target].exists(cards, state, seat, suit))
        for definition, suit in entries
    ]


def read_menus(cards: "Cards") -> dict[str, Menu]:
    """The menus of a card set: `lite.main`, `lite.quick` and so on. Quick actions are in the main menus too."""
    menus = {}
    for format_ in ("lite", "std"):
        listed = [a for a in cards.actions.values() if a.is_direct and format_ in a.formats]
        menus[f"{format_}.main"] = _menu(cards, listed)
        menus[f"{format_}.quick"] = _menu(cards, [action for action in listed if action.is_quick])
    return menus


def _menu(cards: "Cards", definitions: list[Definition]) -> Menu:
    menu = Menu([], [], {}, {})
    for definition in definitions:
        entries: dict[str | None, int] = {}
        for keys in sorted(key_cards(cards, definition.keys)):
            suit = cards.suit[keys[0]] if definition.target == "own_soldier_same_suit" else None
            if suit not in entries:
                entries[suit] = len(menu.entries)
                menu.entries.append((definition, suit))
            _raises_by(menu, keys).append((entries[suit], Raise(definition.id, keys)))
    return menu


def _raises_by(menu: Menu, keys: KeyCards) -> Raises:
    if not keys:
        return menu.bare
    if len(keys) == 1:
        return menu.by_card.setdefault(keys[0], [])
    return menu.by_pair.setdefault(keys[0], {}).setdefault(keys[1], [])
