"""8. Costs: B drives one of the seat's charged bulwarks, L takes 1 damage, D discards a hand card.

Each payment is one letter of `raising.unpaid`, from left to right (6.2).
"""

from rules.engine import Question, Seat

from .actions import PayBulwark, PayDiscard
from .characters import drive
from .definition import Definition
from .prompts import PayBulwarkPrompt, PayDiscardPrompt
from .stage import raising
from .state import GameTable, Request, Side
from .zones import damage, discard, distinct


class PayingBulwark(Question):
    """8. B: drive one of the seat's charged bulwarks (R12)."""

    def asks(self, table: GameTable) -> tuple[Seat]:
        return (raising(table).seat,)

    def choices(self, table: GameTable, seat: Seat) -> list[PayBulwark]:
        return [PayBulwark(bulwark.id) for bulwark in table.state.sides[seat].bulwarks if bulwark.charged]

    def answer(self, table: GameTable, seat: Seat, action: PayBulwark) -> None:
        table.end(self)
        paid_letter(raising(table))
        (bulwark,) = [one for one in table.state.sides[seat].bulwarks if one.id == action.character]
        drive(table, bulwark)

    def prompt(self, table: GameTable, seat: Seat) -> PayBulwarkPrompt:
        request = raising(table)
        return PayBulwarkPrompt(seat, request.id, request.unpaid.count("B"))


class PayingDiscard(Question):
    """8. D: discard a hand card that is not a key card."""

    def asks(self, table: GameTable) -> tuple[Seat]:
        return (raising(table).seat,)

    def choices(self, table: GameTable, seat: Seat) -> list[PayDiscard]:
        return [PayDiscard(card) for card in distinct(table.state.sides[seat].hand)]

    def answer(self, table: GameTable, seat: Seat, action: PayDiscard) -> None:
        table.end(self)
        paid_letter(raising(table))
        discard(table, seat, action.card, "cost")

    def prompt(self, table: GameTable, seat: Seat) -> PayDiscardPrompt:
        request = raising(table)
        return PayDiscardPrompt(seat, request.id, request.unpaid.count("D"))


def pay_next(table: GameTable, request: Request) -> None:
    """6.2 Pay the next letter. L doesn't prompt."""
    match request.unpaid[0]:
        case "B":
            table.begin(PayingBulwark())
        case "D":
            table.begin(PayingDiscard())
        case "L":
            paid_letter(request)
            damage(table, request.seat, 1, "cost")


def paid_letter(request: Request) -> None:
    request.unpaid = request.unpaid[1:]


def cost_of(definition: Definition, side: Side) -> str:
    """8.20 The cost is fixed at the announcement."""
    return "" if definition.is_quick_magic and surges(side) else definition.cost


def surges(side: Side) -> bool:
    """8.20 Magician's surge: while a seat has a magician on the field, its quick magic costs nothing."""
    return any(soldier.kind == "magician" for soldier in side.soldiers)
