"""6 The order of play: a turn is deployment, elimination, reinforcement."""

from rules.engine import Seat, Unchanging

from .deployment import ChooseCard, Deployment
from .effects import TurnStarted
from .elimination import Elimination
from .ending import count_quiet_turn
from .field import field_of
from .reinforcement import Reinforcement
from .state import LordsTable


class Battle(Unchanging):
    """6.1 Turns follow one another. This frame is at the bottom of the stack."""

    def proceed(self, table: LordsTable) -> bool:
        if table.state.turn:
            count_quiet_turn(table)
        start_turn(table)
        deployment = Deployment() if table.options.battlefield == "mat" else ChooseCard()
        table.begin(deployment, Elimination(), Reinforcement())
        return False


def start_turn(table: LordsTable) -> None:
    """6.2 Forget everything about "this turn"."""
    state = table.state
    state.active_seat, state.extra_turn = next_turn(table)
    state.next_extra_seat = None
    state.turn += 1
    state.shots = []
    state.fallen_generals = []
    state.elimination_this_turn = False
    state.reinforcement_barred = False
    field_of(table).remove_marks()
    table.tell(TurnStarted(state.active_seat, state.turn, state.extra_turn))


def next_turn(table: LordsTable) -> tuple[Seat, bool]:
    """6.1, 8.14 The seat of the next turn, and whether the turn is extra. Extra turns don't advance the turn order."""
    state = table.state
    if state.next_extra_seat is not None:
        return state.next_extra_seat, True
    if state.turn:
        state.turn_position = (state.turn_position + 1) % len(state.turn_order)
    return state.turn_order[state.turn_position], False
