"""5 The battlefield: cards come to a side, leave it, and it becomes complete or is broken."""

from cards.engine import Seat, Table
from cards.rulesets.battle_line.cards import Cards
from cards.rulesets.battle_line.effects import FormationBroken, FormationCompleted
from cards.rulesets.battle_line.prospects import side_value
from cards.rulesets.battle_line.state import BattleLineState, Flag

BattleLineTable = Table[BattleLineState, Cards]


def other(seat: Seat) -> Seat:
    return 1 - seat


def place(table: BattleLineTable, seat: Seat, where: int, card: str) -> None:
    """5.1, 5.3 A card comes to the end of a side, which may become complete by it."""
    state = table.state
    flag = state.flags[where]
    side = flag.sides[seat] = (*flag.sides[seat], card)
    if len(side) < flag.size:
        return

    state.open_slots[seat] &= ~(1 << where)
    state.complete[seat] |= 1 << where
    flag.values[seat] = side_value(table.cards, side, fog=flag.fog)
    if flag.first_complete is None:
        flag.first_complete = seat
    table.tell(FormationCompleted(seat, where))


def take_up(table: BattleLineTable, seat: Seat, where: int, index: int) -> str:
    """5.1 A card leaves a side, and those after it move down. The caller tells where it goes, then `check_broken`."""
    flag = table.state.flags[where]
    cards = list(flag.sides[seat])
    card = cards.pop(index)
    flag.sides[seat] = tuple(cards)
    table.state.open_slots[seat] |= 1 << where
    return card


def check_broken(table: BattleLineTable, where: int) -> None:
    """5.3 A side that has fewer cards than the size is complete no longer; then the other one may be the first (R8)."""
    state = table.state
    flag = state.flags[where]
    for seat in (0, 1):
        if not flag.values[seat] or len(flag.sides[seat]) == flag.size:
            continue
        flag.values[seat] = 0
        state.open_slots[seat] |= 1 << where
        state.complete[seat] &= ~(1 << where)
        if flag.first_complete == seat:
            opposite = len(flag.sides[other(seat)]) == flag.size
            flag.first_complete = other(seat) if opposite else None
        table.tell(FormationBroken(seat, where))


def revalue(table: BattleLineTable, flag: Flag) -> None:
    """6.3 The weather has changed what the complete sides are worth."""
    for seat in (0, 1):
        if flag.values[seat]:
            flag.values[seat] = side_value(table.cards, flag.sides[seat], fog=flag.fog)


def take_stock(state: BattleLineState, cards: Cards) -> None:
    """Work out anew all that follows from what lies on the battlefield."""
    face_up = [*state.removed, *(card for flag in state.flags for side in flag.sides for card in side)]
    state.unseen = cards.all_troops - sum(cards.troops[card].bit for card in face_up if card in cards.troops)
    state.unclaimed = sum(1 << where for where, flag in enumerate(state.flags) if flag.owner is None)
    state.open_slots = [0, 0]
    state.complete = [0, 0]
    for where, flag in enumerate(state.flags):
        for seat, side in enumerate(flag.sides):
            is_complete = len(side) == flag.size
            flag.values[seat] = side_value(cards, side, fog=flag.fog) if is_complete else 0
            if flag.owner is None:
                sets = state.complete if is_complete else state.open_slots
                sets[seat] |= 1 << where
