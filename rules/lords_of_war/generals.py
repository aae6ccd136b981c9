"""8.13 A general's fall earns the opposing side an extra turn."""

from rules.engine import Seat, Unchanging

from . import teams
from .effects import ExtraTurnEarned
from .state import LordsTable


class FallenGenerals(Unchanging):
    """8.13 All checks of the phase count together. If both teams lost a general, there is no extra turn."""

    def proceed(self, table: LordsTable) -> bool:
        table.end(self)
        state = table.state
        if not state.fallen_generals:
            return False
        losers = {fallen.team for fallen in state.fallen_generals}
        if len(losers) == 1:
            state.next_extra_seat = avenger(table, losers.pop())
            table.tell(ExtraTurnEarned(state.next_extra_seat))
        return False


def avenger(table: LordsTable, losers: int) -> Seat:
    """8.13 The active seat. For a general of its own team: the next in turn order of those with a part in the fall."""
    state = table.state
    if losers != teams.team_of(table.options, state.active_seat):
        return state.active_seat
    killers = {seat for fallen in state.fallen_generals for seat in fallen.by}
    after = state.turn_position + 1
    return next(seat for seat in state.turn_order[after:] + state.turn_order[:after] if seat in killers)
