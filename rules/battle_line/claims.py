"""7 Claiming a flag: by comparison, or by proof."""

from msgspec.structs import replace

from rules.engine import Seat

from .battlefield import BattleLineTable, other
from .effects import FlagClaimed, Proof
from .ending import check_victory
from .flag_sets import members, update
from .formations import name_and_sum
from .reachable_formations import reachable_formations, stand_ins
from .state import ClaimRecord, Flag


def claimable(table: BattleLineTable, seat: Seat) -> list[int]:
    """7.1, 7.2 The flags that the seat may claim now, ascending: it leads there, and nothing can change that."""
    flags, opponent = table.state.flags, other(seat)
    return [
        where
        for where in members(table.state.leading[seat])
        if flags[where].values[opponent] or is_proven(table, flags[where], seat)
    ]


def is_proven(table: BattleLineTable, flag: Flag, seat: Seat) -> bool:
    """7.2 Whether no unseen troops can make the other side worth more. Equality suffices: the other side is not first
    (7.4).
    """
    opposite = reachable_formations(table.cards, flag.sides[other(seat)], flag.size)
    return not opposite.can_exceed(flag.values[seat], table.state.unseen, flag.fog)


def claim(table: BattleLineTable, seat: Seat, where: int) -> None:
    """7.6 The flag moves to the seat's side of the field. The win check follows immediately."""
    state = table.state
    flag = state.flags[where]
    by: Proof = "comparison" if flag.values[other(seat)] else "proof"
    formation, total = name_and_sum(flag.values[seat])
    meant = stand_ins(table.cards, flag.sides[seat], flag.values[seat])

    state.flags[where] = replace(flag, owner=seat, claim=ClaimRecord(by, formation, total, meant))
    update(state, where)
    table.tell(FlagClaimed(seat, where, by, formation, total, meant))
    check_victory(table, seat)
