"""2, 11.6 Seats, sides and turn order. With two players each seat is a side; in the alliance two seats share a side."""

from rules.engine import Prompt, Question, Seat, Unchanging

from .actions import ChooseOrder
from .effects import OrderSet
from .prompts import ChooseOrderPrompt
from .state import InvictusTable, Side


def side_of(seat: Seat) -> int:
    """2.1 Seats 0 and 2 are side 0, seats 1 and 3 are side 1."""
    return seat % 2


def seats_of(table: InvictusTable, side: int) -> tuple[Seat, ...]:
    """The seats of a side, ascending."""
    return tuple(range(side, len(table.state.realms), 2))


def own_side(table: InvictusTable, seat: Seat) -> Side:
    return table.state.sides[side_of(seat)]


def enemy_side(table: InvictusTable, seat: Seat) -> Side:
    return table.state.sides[1 - side_of(seat)]


class OrderChoice(Unchanging, Question):
    """5.4 Each side chooses who of it goes first; its lowest seat decides (R5). `first`: the other side's choice."""

    seat: Seat
    first: Seat | None = None

    def prompt(self, table: InvictusTable, seat: Seat) -> Prompt:
        return ChooseOrderPrompt(seat, self.first)

    def choices(self, table: InvictusTable, seat: Seat) -> list[ChooseOrder]:
        return [ChooseOrder(first) for first in seats_of(table, side_of(seat))]

    def answer(self, table: InvictusTable, seat: Seat, action: ChooseOrder) -> None:
        table.end(self)
        if self.first is None:
            table.begin(OrderChoice(1 - side_of(seat), action.first))
            return
        a, b = self.first, action.first
        set_order(table, (a, b, partner(a), partner(b)))


def partner(seat: Seat) -> Seat:
    """2.1 The other seat of the side."""
    return (seat + 2) % 4


def set_order(table: InvictusTable, order: tuple[Seat, ...]) -> None:
    """2.10, 5.4 A and B face each other, and so do C and D."""
    state = table.state
    state.order = order
    state.facing = tuple(order[order.index(seat) ^ 1] for seat in range(len(order)))
    table.tell(OrderSet(order))


def answerer(table: InvictusTable, seat: Seat) -> Seat:
    """8.7, 11.6 Only the reaction seat answers the active seat, and only the active seat answers the reaction seat."""
    state = table.state
    return state.reaction if seat == state.active else state.active
