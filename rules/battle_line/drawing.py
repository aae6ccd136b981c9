"""8.5, 9.6 The two decks. Index 0 is the top card."""

from bisect import insort

from rules.engine import Seat

from .actions import DeckName
from .battlefield import BattleLineTable
from .cards import Cards
from .effects import Drew, Returned


def draw(table: BattleLineTable, seat: Seat, deck: DeckName) -> None:
    """Move the top card of a deck to the hand, which stays sorted."""
    state = table.state
    card = (state.troop_deck if deck == "troop" else state.tactics_deck).pop(0)
    insort(state.hands[seat], card)
    table.tell(Drew(seat, deck, 1, (card,)))


def put_back(table: BattleLineTable, seat: Seat, card: str) -> None:
    """R19 Return a card from the hand to the top of its own deck, face down. All players see which deck it is."""
    state = table.state
    deck = deck_of(table.cards, card)
    state.hands[seat].remove(card)
    (state.troop_deck if deck == "troop" else state.tactics_deck).insert(0, card)
    table.tell(Returned(seat, deck, card))


def deck_of(cards: Cards, card: str) -> DeckName:
    return "troop" if card in cards.troops else "tactics"
