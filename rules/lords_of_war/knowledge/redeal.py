"""13.7 Redeals on the true table everything that a seat can't know."""

from collections import Counter

from rules.engine import Chance, Seat

from ..cards import GENERAL
from ..state import LordsTable
from .armies import decks_brought, hands_fed, of_army, of_rank, pick


def redeal(table: LordsTable, seat: Seat, chance: Chance) -> None:
    """13.7.2 One pool for each deck: the cards left in it, and its cards in the hands of others."""
    for brought in decks_brought(table.options):
        _redeal_pool(table, seat, brought, chance)


def _redeal_pool(table: LordsTable, viewer: Seat, brought: Seat, chance: Chance) -> None:
    state, cards = table.state, table.cards
    hands = hands_fed(table.options, viewer, brought)
    held = {seat: _held_openly(table, seat) for seat in hands}
    free = list(state.decks[brought])
    for seat in hands:
        free += (Counter(state.hands[seat]) - Counter(held[seat])).elements()

    if table.options.army_rule != "core" and viewer != brought:
        army = state.armies[brought]
        seen = [unit.card for unit in state.units.values() if unit.seat == brought]
        for seat in hands:
            held[seat] = _exchange_general(table, seat, held[seat], chance)
            seen += held[seat]
        free = of_army(cards, army, [cards.by_slug[slug].rank for slug in free], seen, chance)

    free = chance.shuffle(free)
    for seat in hands:
        missing = len(state.hands[seat]) - len(held[seat])
        state.hands[seat] = held[seat] + free[:missing]
        del free[:missing]
    state.decks[brought] = free


def _held_openly(table: LordsTable, seat: Seat) -> list[str]:
    """13.7.3 Facts that need no memory: the general stays where it was set aside, and the chosen card is public."""
    state = table.state
    held = [slug for slug in state.hands[seat] if table.cards.by_slug[slug].rank == GENERAL]
    chosen = state.chosen_card
    if seat == state.active_seat and chosen in state.hands[seat] and chosen not in held:
        held.append(chosen)
    return held


def _exchange_general(table: LordsTable, seat: Seat, held: list[str], chance: Chance) -> list[str]:
    """13.7.5 Any other general, unless it is the chosen card or was face up from the start (5.2)."""
    army, by_slug = table.state.armies[seat], table.cards.by_slug
    if table.options.mode == "three_player" and seat != 0:
        return held
    return [
        slug
        if slug == table.state.chosen_card or by_slug[slug].rank != GENERAL
        else pick(of_rank(table.cards, army, GENERAL), chance).slug
        for slug in held
    ]
