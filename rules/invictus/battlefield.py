"""What happens to cards on a battlefield: placing, moving, readying, damage, destruction and withdrawal."""

from bisect import insort
from typing import Literal

from rules.engine import Seat

from .cells import AHEAD, CELLS, EVERY_CELL
from .effects import Advanced, Damaged, Deployed, Destroyed, Readied, Swapped, Withdrew
from .ending import check_banishment
from .state import InvictusTable, Side, Unit

Source = Literal["hand", "queue", "graveyard", "kingdom"]


def occupied(side: Side, cells: tuple[int, ...] = EVERY_CELL) -> list[int]:
    """The cells, of those given, that have a card."""
    return [cell for cell in cells if side.cells[cell] is not None]


def empty(side: Side, cells: tuple[int, ...] = EVERY_CELL) -> list[int]:
    """The cells, of those given, that are empty."""
    return [cell for cell in cells if side.cells[cell] is None]


def deploy(
    table: InvictusTable, seat: Seat, side: int, source: Source, card: str, cell: int, active: bool = True
) -> None:
    """The seat places a card on an empty cell. Only a diversion places cards rested (R14)."""
    table.state.sides[side].cells[cell] = Unit(card, active)
    table.tell(Deployed(seat, side, source, card, CELLS[cell], active))


def withdraw_to_queue(table: InvictusTable, side: int, cell: int) -> None:
    """A card joins the tail of its side's queue. It loses damage and state (R22)."""
    card = _lift(table, side, cell)
    table.state.sides[side].queue.append(card)
    table.tell(Withdrew(side, CELLS[cell], card, "queue", None))


def withdraw_to_hand(table: InvictusTable, side: int, cell: int, seat: Seat) -> None:
    """A card goes to a seat's hand. It loses damage and state (R22)."""
    card = _lift(table, side, cell)
    insort(table.state.realms[seat].hand, card)
    table.tell(Withdrew(side, CELLS[cell], card, "hand", seat))


def _lift(table: InvictusTable, side: int, cell: int) -> str:
    cells = table.state.sides[side].cells
    unit = cells[cell]
    assert unit is not None
    cells[cell] = None
    return unit.card


def hit(table: InvictusTable, side: int, cell: int, amount: int) -> None:
    """7.3, 8.5 Add damage to the damage already there. When it reaches the health, the card is destroyed."""
    unit = table.state.sides[side].cells[cell]
    assert unit is not None
    if amount == 0:
        return
    total = unit.damage + amount
    table.state.sides[side].cells[cell] = Unit(unit.card, unit.active, total)
    table.tell(Damaged(side, CELLS[cell], unit.card, amount, total))
    if total >= health(table, unit):
        _destroy(table, side, cell)


def health(table: InvictusTable, unit: Unit) -> int:
    """2.5 Cards have different health upright and sideways."""
    figures = table.cards.cards[unit.card].health
    return figures.active if unit.active else figures.rested


def _destroy(table: InvictusTable, side: int, cell: int) -> None:
    """7.3 破壊: a card goes to the graveyard of its side."""
    card = _lift(table, side, cell)
    insort(table.state.sides[side].graveyard, card)
    table.tell(Destroyed(side, CELLS[cell], card))
    check_banishment(table, side, card)


def ready(table: InvictusTable, side: int, soldiers_only: bool = False) -> None:
    """6.1.2, 8.4 コマンダー: rested cards become active. Their damage stays (R22)."""
    cells = table.state.sides[side].cells
    rested = rested_cells(table, side, soldiers_only)
    for cell in rested:
        unit = cells[cell]
        assert unit is not None
        cells[cell] = Unit(unit.card, True, unit.damage)
    if rested:
        table.tell(Readied(side, tuple(CELLS[cell] for cell in rested)))


def rested_cells(table: InvictusTable, side: int, soldiers_only: bool = False) -> list[int]:
    return [
        cell
        for cell, unit in enumerate(table.state.sides[side].cells)
        if unit is not None and not unit.active and not (soldiers_only and unit.card in table.cards.leaders)
    ]


def advance(table: InvictusTable, side: int) -> None:
    """6.1.2 File by file, a back card moves to the cell ahead if that is empty."""
    cells = table.state.sides[side].cells
    for back, front in AHEAD.items():
        unit = cells[back]
        if unit is not None and cells[front] is None:
            cells[front], cells[back] = unit, None
            table.tell(Advanced(side, CELLS[back], CELLS[front], unit.card))


def swap(table: InvictusTable, side: int, a: int, b: int) -> None:
    """8.4 プリースト: two cards change places, with their state and damage."""
    cells = table.state.sides[side].cells
    cells[a], cells[b] = cells[b], cells[a]
    table.tell(Swapped(side, (CELLS[a], CELLS[b])))


def heal(table: InvictusTable) -> None:
    """6.3.2 Remove all damage on both battlefields."""
    for side in table.state.sides:
        for cell, unit in enumerate(side.cells):
            if unit is not None and unit.damage:
                side.cells[cell] = Unit(unit.card, unit.active)
