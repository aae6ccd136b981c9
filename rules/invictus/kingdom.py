"""6.2.3, 9.2 The kingdom: which cards enter and leave it. Every change may found a realm."""

from bisect import insort

from rules.engine import Seat

from .actions import Settle, settling
from .effects import Recalled, Settled
from .ending import check_founding
from .state import InvictusTable


def settle_choices(table: InvictusTable, seat: Seat) -> list[Settle]:
    """6.2.3, 2.9 Any soldier of the hand. Leaders never enter kingdoms."""
    soldiers = table.cards.soldiers
    return [settling(card) for card in dict.fromkeys(table.state.realms[seat].hand) if card in soldiers]


def settle(table: InvictusTable, seat: Seat, action: Settle) -> None:
    """6.2.3 入国: once a turn, a soldier goes from the hand to its own kingdom."""
    table.state.realms[seat].hand.remove(action.card)
    table.state.settled = True
    table.tell(Settled(seat, action.card))
    enter_kingdom(table, seat, action.card)


def enter_kingdom(table: InvictusTable, seat: Seat, card: str) -> None:
    insort(table.state.realms[seat].kingdom, card)
    check_founding(table, seat)


def recall(table: InvictusTable, seat: Seat, card: str) -> None:
    """8.7 ソーサラー: a card of the user's kingdom returns to the hand. This may help the enemy (R19)."""
    realm = table.state.realms[seat]
    realm.kingdom.remove(card)
    insort(realm.hand, card)
    table.tell(Recalled(seat, card))
    check_founding(table, seat)
