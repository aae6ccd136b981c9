"""5 The battlefield: cards join and leave a side, which becomes complete or is broken."""

from typing import TypeVar

from msgspec.structs import replace

from rules.engine import Seat, Table

from .cards import Cards
from .effects import FormationBroken, FormationCompleted
from .flag_sets import update
from .reachable_formations import side_value
from .state import Flag, State

BattleLineTable = Table[State, Cards]


def other(seat: Seat) -> Seat:
    return 1 - seat


T = TypeVar("T")


def exchanged(by_seat: tuple[T, T], seat: Seat, new: T) -> tuple[T, T]:
    """The pair with the seat's entry replaced."""
    return (new, by_seat[1]) if seat == 0 else (by_seat[0], new)


def place(table: BattleLineTable, seat: Seat, where: int, card: str) -> None:
    """5.1 Add a card to the end of a side."""
    state = table.state
    flag = state.flags[where] = with_card(table.cards, state.flags[where], seat, card)
    if not flag.values[seat]:
        return

    update(state, where)
    table.tell(FormationCompleted(seat, where))


def with_card(cards: Cards, flag: Flag, seat: Seat, card: str) -> Flag:
    """5.3 The flag with one more card on a side, which may complete it."""
    side = (*flag.sides[seat], card)
    sides = exchanged(flag.sides, seat, side)
    if len(side) < flag.size:
        return replace(flag, sides=sides)

    values = exchanged(flag.values, seat, side_value(cards, side, flag.fog))
    first = seat if flag.first_complete is None else flag.first_complete
    return replace(flag, sides=sides, values=values, first_complete=first)


def take_up(table: BattleLineTable, seat: Seat, where: int, index: int) -> str:
    """5.1 Remove a card from a side; those after it move up one place. The caller says where it goes and calls
    `check_broken`.
    """
    state = table.state
    flag = state.flags[where]
    cards = list(flag.sides[seat])
    card = cards.pop(index)
    state.flags[where] = replace(flag, sides=exchanged(flag.sides, seat, tuple(cards)))
    return card


def check_broken(table: BattleLineTable, where: int) -> None:
    """5.3 A side with too few cards is no longer complete. The opposing side may then be the first (R8)."""
    state = table.state
    for seat in (0, 1):
        flag = state.flags[where]
        if not flag.values[seat] or len(flag.sides[seat]) == flag.size:
            continue
        first = flag.first_complete
        if first == seat:
            opposite = len(flag.sides[other(seat)]) == flag.size
            first = other(seat) if opposite else None
        state.flags[where] = replace(flag, values=exchanged(flag.values, seat, 0), first_complete=first)
        update(state, where)
        table.tell(FormationBroken(seat, where))


def revalue(table: BattleLineTable, where: int) -> None:
    """6.3 Recalculate the values of complete sides after weather."""
    state = table.state
    state.flags[where] = valued(table.cards, state.flags[where])
    update(state, where)


def valued(cards: Cards, flag: Flag) -> Flag:
    """5.3, 6.3 The flag with the current values of its complete sides."""
    one, two = [side_value(cards, side, flag.fog) if len(side) == flag.size else 0 for side in flag.sides]
    return replace(flag, values=(one, two))


def take_stock(state: State, cards: Cards) -> None:
    """Recalculate everything that follows from the cards on the battlefield."""
    face_up = [*state.removed, *(card for flag in state.flags for side in flag.sides for card in side)]
    state.unseen = cards.all_troops - sum(cards.troops[card].bit for card in face_up if card in cards.troops)
    state.unclaimed = (1 << len(state.flags)) - 1
    state.open_slots, state.leading = [0, 0], [0, 0]
    for where, flag in enumerate(state.flags):
        state.flags[where] = valued(cards, flag)
        update(state, where)
