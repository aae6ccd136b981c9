"""4.1, 7.5 Deck, hand and graveyard: functions that move cards between them."""

from bisect import insort

from rules.engine import Drew, Seat

from .effects import Damaged, Discarded
from .state import GameTable


def draw(table: GameTable, seat: Seat, count: int) -> None:
    """Move cards from the top of the deck to the hand."""
    side = table.state.sides[seat]
    drawn = tuple(side.deck.pop() for _ in range(min(count, len(side.deck))))
    take_into_hand(table, seat, drawn)
    table.tell(Drew(seat, len(drawn), drawn))


def take_into_hand(table: GameTable, seat: Seat, cards: tuple[str, ...]) -> None:
    hand = table.state.sides[seat].hand
    for card in cards:
        insort(hand, card)


def damage(table: GameTable, seat: Seat, amount: int, cause: str) -> None:
    """7.5 The top cards of the deck, or all if there are fewer, go to the graveyard one after another."""
    side = table.state.sides[seat]
    moved = tuple(side.deck.pop() for _ in range(min(amount, len(side.deck))))
    side.graveyard += moved
    table.tell(Damaged(seat, amount, len(moved), moved, top_of_graveyard(table, seat), cause))


def discard(table: GameTable, seat: Seat, card: str, cause: str) -> None:
    side = table.state.sides[seat]
    side.hand.remove(card)
    side.graveyard.append(card)
    table.tell(Discarded(seat, card, cause))


def top_of_graveyard(table: GameTable, seat: Seat) -> str | None:
    graveyard = table.state.sides[seat].graveyard
    return graveyard[-1] if graveyard else None


def distinct(cards: list[str]) -> list[str]:
    """Each slug once: copies of a card are interchangeable."""
    return sorted(set(cards))
