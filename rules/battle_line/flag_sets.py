"""Sets of flags as numbers, one bit a flag, and those that are kept beside the battlefield.

Every turn asks where a side has an open slot and where it leads. To look at every flag
each time costs 15 % of the plies of random games, so `State` keeps the answers, and `update` is called when a flag has
changed. Tests lay the sets out anew at every prompt and compare.
"""

from functools import cache

from rules.engine import Seat

from .state import Flag, State

FlagSet = int


@cache
def members(flags: FlagSet) -> tuple[int, ...]:
    """The flags of a set, ascending."""
    return tuple(where for where in range(flags.bit_length()) if flags >> where & 1)


def without(flags: FlagSet, where: int) -> FlagSet:
    return flags & ~(1 << where)


def leader(flag: Flag) -> Seat | None:
    """7.2, 7.4 Whose complete side is worth more; of equal ones, the side that was complete first."""
    one, two = flag.values
    if one == two:
        return flag.first_complete
    return 0 if one > two else 1


def update(state: State, where: int) -> None:
    """A flag has changed: what is kept of it follows anew."""
    flag, bit = state.flags[where], 1 << where
    open_slots, leading = state.open_slots, state.leading
    for seat in (0, 1):
        open_slots[seat] &= ~bit
        leading[seat] &= ~bit
    if flag.owner is not None:
        state.unclaimed &= ~bit
        return

    for seat in (0, 1):
        if not flag.values[seat]:
            open_slots[seat] |= bit
    leads = leader(flag)
    if leads is not None:
        leading[leads] |= bit
