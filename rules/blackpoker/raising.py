"""6.2, 6.3 Raising an action: announcement, costs, target. Then it goes on the stage or takes effect immediately."""

from rules.engine import Frame, Seat

from .costs import cost_of, pay_next
from .resolving import resolve
from .stage import new_request, put_on_stage, raising
from .state import GameTable, other
from .targets import choose_target


class Raising(Frame):
    """6.2 Pay the costs from left to right, then choose the target. 6.3 The speed decides between stage and effect."""

    def proceed(self, table: GameTable) -> bool:
        state, request = table.state, raising(table)
        definition = table.cards.actions[request.action]
        if request.unpaid:
            pay_next(table, request)
            return False
        if definition.target is not None and request.target is None:
            choose_target(table, request)
            return False

        table.end(self)
        if definition.is_immediate:
            resolve(table, request)
            return False
        state.raising = None
        put_on_stage(table, request)
        state.passes = 1
        state.chance = other(request.seat)
        return False


def announce(table: GameTable, seat: Seat, action: str, keys: tuple[str, ...]) -> None:
    """6.2 The key cards leave the hand, the cost is fixed (8.20) and the once-a-turn mark is set (6.5)."""
    state, definition = table.state, table.cards.actions[action]
    side = state.sides[seat]
    for card in keys:
        side.hand.remove(card)
    request = new_request(table, seat, action, keys, "player")
    request.unpaid = cost_of(definition, side)
    state.raising = request
    state.passes = 0
    if definition.is_once:
        setattr(state.used, action, True)
    table.begin(Raising())
