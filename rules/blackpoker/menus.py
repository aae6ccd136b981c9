"""8. What a seat may raise with the cards in its hand: the rule is `can_be_raised`; a menu finds it by key cards.

A menu lists every raise of one format and timing by its key cards, so that a prompt looks at those of the hand alone.
What does not depend on the key cards is asked once for each entry of the menu, not for each of its raises: an action
can have more than a hundred pairs of key cards.
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
"""An action; of `equip` an entry for each suit, because the target must have the key's."""
Raises = list[tuple[int, Raise]]
"""Raises, each with the place of its entry."""


class Menu(Struct, frozen=True, eq=False):
    """All raises of one format at one timing: without key cards, by one card, by the first and the second of two."""

    entries: list[Entry]
    bare: Raises
    by_card: dict[str, Raises]
    by_pair: dict[str, dict[str, Raises]]


def raises(table: GameTable, seat: Seat, menu: Menu) -> list[Raise]:
    """8. All that the seat may raise: without key cards, then with one (by card), then with two."""
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
    """8. By entry: all costs payable, the once-a-turn limit kept, what it needs and at least one legal target there.

    Format, timing and key cards are those of the menu. All entries at once: a call for each costs a tenth of the plies.
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
