"""11.8 Redeals on the true table everything that a seat can't know."""

from rules.engine import Chance, Seat

from ..battlefield import BattleLineTable, other
from ..drawing import deck_of


def redeal(table: BattleLineTable, seat: Seat, chance: Chance) -> None:
    """11.8.2, 11.8.3 Two pools, each with the opponent's cards of one kind and the deck they come from."""
    state, cards = table.state, table.cards
    held = state.hands[other(seat)]
    hand: list[str] = []
    for name, deck in (("troop", state.troop_deck), ("tactics", state.tactics_deck)):
        own = [card for card in held if deck_of(cards, card) == name]
        pool = chance.shuffle([*own, *deck])
        deck[:] = pool[len(own) :]
        hand += pool[: len(own)]
    state.hands[other(seat)] = sorted(hand)
