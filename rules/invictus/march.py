"""6.2.2 進軍: the march of one card to the battlefield."""

from rules.engine import Seat

from .actions import March, marching
from .alliance import own_side, side_of
from .battlefield import deploy, withdraw_to_hand, withdraw_to_queue
from .cells import AHEAD, CELL, EVERY_CELL
from .state import InvictusTable, Side


def march_choices(table: InvictusTable, seat: Seat) -> list[March]:
    """6.2.2 Once a turn, not after an attack. Choose the head of the queue or, if the queue is empty, any card of the
    hand.
    """
    if table.state.attacked or table.state.marched:
        return []
    side = own_side(table, seat)
    cells = _open_cells(side, table.options.open_back_row)
    if side.queue:
        marches = marching("queue", side.queue[0])
        return [marches[cell] for cell in cells]
    return [marching("hand", card)[cell] for card in dict.fromkeys(table.state.realms[seat].hand) for cell in cells]


def _open_cells(side: Side, open_back_row: bool) -> list[int]:
    """6.2.2 (1)-(4) Every cell except an empty back cell whose cell ahead is empty too (R3)."""
    cells = side.cells
    return [
        cell
        for cell in EVERY_CELL
        if cell not in AHEAD or open_back_row or cells[cell] is not None or cells[AHEAD[cell]] is not None
    ]


def march(table: InvictusTable, seat: Seat, action: March) -> None:
    """6.2.2 Place the card active (R14). A card already there goes to where the marching card came from."""
    side, cell = side_of(seat), CELL[action.cell]
    own = table.state.sides[side]
    table.state.marched = True
    if action.from_ == "queue":
        own.queue.pop(0)
        if own.cells[cell] is not None:
            withdraw_to_queue(table, side, cell)
    else:
        table.state.realms[seat].hand.remove(action.card)
        if own.cells[cell] is not None:
            withdraw_to_hand(table, side, cell, seat)
    deploy(table, seat, side, action.from_, action.card, cell)
