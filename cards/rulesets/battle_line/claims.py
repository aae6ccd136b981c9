"""7 Claiming a flag: by comparison, or by proof."""

from cards.engine import Seat
from cards.rulesets.battle_line.battlefield import BattleLineTable, other
from cards.rulesets.battle_line.effects import FlagClaimed, Proof
from cards.rulesets.battle_line.ending import check_victory
from cards.rulesets.battle_line.formations import name_and_sum
from cards.rulesets.battle_line.prospects import prospects, stand_ins
from cards.rulesets.battle_line.state import ClaimRecord, Flag


def claimable(table: BattleLineTable, seat: Seat) -> list[int]:
    """7.1, 7.2 The flags that the seat may claim now, ascending."""
    flags = []
    waiting = table.state.complete[seat]
    while waiting:
        lowest = waiting & -waiting
        waiting ^= lowest
        where = lowest.bit_length() - 1
        if may_claim(table, seat, table.state.flags[where]):
            flags.append(where)
    return flags


def may_claim(table: BattleLineTable, seat: Seat, flag: Flag) -> bool:
    """7.2 Whether the seat's complete side at an unclaimed flag is proven to win it."""
    opponent = other(seat)
    value, opposed = flag.values[seat], flag.values[opponent]
    if opposed:
        return value > opposed or (value == opposed and flag.first_complete == seat)

    # 7.4 Equality suffices in a proof: the claimant is complete first.
    prospect = prospects(table.cards, flag.sides[opponent], flag.size)
    unseen = table.state.unseen
    best = prospect.best_host(unseen, value) if flag.fog else prospect.best(unseen, value)
    return best == value


def claim(table: BattleLineTable, seat: Seat, where: int) -> None:
    """7.6 The flag goes to the seat's side of the field; the win check follows at once."""
    state = table.state
    flag = state.flags[where]
    by: Proof = "comparison" if flag.values[other(seat)] else "proof"
    formation, total = name_and_sum(flag.values[seat])
    meant = stand_ins(table.cards, flag.sides[seat], flag.values[seat])

    flag.owner = seat
    flag.claim = ClaimRecord(by, formation, total, meant)
    state.unclaimed &= ~(1 << where)
    for side in (0, 1):
        state.open_slots[side] &= state.unclaimed
        state.complete[side] &= state.unclaimed
    table.tell(FlagClaimed(seat, where, by, formation, total, meant))
    check_victory(table, seat)
