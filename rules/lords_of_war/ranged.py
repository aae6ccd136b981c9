"""8.1 to 8.3 Fire: before the check every free ranged unit of the active team may fire once."""

from rules.engine import Question, Seat, Unchanging

from . import actions, teams
from .actions import HoldFire
from .effects import Fired, HeldFire
from .field import field_of
from .prompts import FirePrompt
from .squares import Place, place_of, square_of
from .state import LordsTable, Shot


class Fire(Unchanging, Question):
    """8.2 Each unit's owner in turn chooses its target or holds fire."""

    def proceed(self, table: LordsTable) -> bool:
        if table.state.pending_fire:
            return True
        table.end(self)
        return False

    def asks(self, table: LordsTable) -> tuple[Seat]:
        state = table.state
        return (state.units[state.pending_fire[0]].seat,)

    def prompt(self, table: LordsTable, seat: Seat) -> FirePrompt:
        place = table.state.pending_fire[0]
        return FirePrompt(seat, square_of(place), tuple(map(square_of, targets(table, place))))

    def choices(self, table: LordsTable, seat: Seat) -> list[actions.Fire | HoldFire]:
        place = table.state.pending_fire[0]
        square = square_of(place)
        return [*(actions.Fire(square, square_of(target)) for target in targets(table, place)), HoldFire(square)]

    def answer(self, table: LordsTable, seat: Seat, action: actions.Fire | HoldFire) -> None:
        place = table.state.pending_fire.pop(0)
        if isinstance(action, HoldFire):
            table.tell(HeldFire(seat, action.square))
            return
        fire(table, place, place_of(action.target))


def fire(table: LordsTable, place: Place, target: Place) -> None:
    """8.1 The shot counts in the check that follows."""
    unit = table.state.units[place]
    strength = table.cards.by_slug[unit.card].shot
    table.state.shots.append(Shot(place, target, strength))
    table.tell(Fired(unit.seat, square_of(place), square_of(target), strength))


def ready_to_fire(table: LordsTable) -> list[Place]:
    """8.1, 8.2 The active team's ranged units that have a target and that no enemy engages, by row, then column."""
    team, field = teams.team_of(table.options, table.state.active_seat), field_of(table)
    busy = field.aimed[1 - team]
    return sorted([place for place in field.ranged[team] if place not in busy and targets(table, place)])


def targets(table: LordsTable, place: Place) -> list[Place]:
    """8.1, 8.3 The enemy units in the target grid, near or far, by row, then column."""
    units = table.state.units
    unit = units[place]
    found = []
    for step in table.cards.by_slug[unit.card].grid[unit.facing]:
        target = units.get(place + step)
        if target is not None and target.team != unit.team:
            found.append(place + step)
    return found
