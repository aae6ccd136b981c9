"""8.9 to 8.11 Berserkers follow up (intermediate rules)."""

from collections.abc import Iterable, Mapping

from rules.engine import Question, Seat, Unchanging

from . import actions, teams
from .effects import BerserkerMoved
from .field import field_of
from .prompts import BerserkMovePrompt
from .squares import Place, place_of, square_of
from .state import BerserkerToMove, LordsTable

BERSERKER = "berserker"


class BerserkMove(Unchanging, Question):
    """8.10 One after another, they move to a square that is still empty. Only a choice between several is asked."""

    def proceed(self, table: LordsTable) -> bool:
        pending = table.state.pending_moves
        while pending:
            free = still_empty(table)
            if len(free) > 1:
                return True
            if free:
                move_berserker(table, pending[0].place, free[0])
            del pending[0]
        table.end(self)
        return False

    def asks(self, table: LordsTable) -> tuple[Seat]:
        state = table.state
        return (state.units[state.pending_moves[0].place].seat,)

    def prompt(self, table: LordsTable, seat: Seat) -> BerserkMovePrompt:
        square = square_of(table.state.pending_moves[0].place)
        return BerserkMovePrompt(seat, square, tuple(map(square_of, still_empty(table))))

    def choices(self, table: LordsTable, seat: Seat) -> list[actions.BerserkMove]:
        square = square_of(table.state.pending_moves[0].place)
        return [actions.BerserkMove(square, square_of(to)) for to in still_empty(table)]

    def answer(self, table: LordsTable, seat: Seat, action: actions.BerserkMove) -> None:
        berserker = table.state.pending_moves.pop(0)
        move_berserker(table, berserker.place, place_of(action.to))


def move_berserker(table: LordsTable, place: Place, to: Place) -> None:
    """8.11 A unit keeps its marks when it moves."""
    field = field_of(table)
    unit = field.take(place)
    field.put(to, unit)
    table.tell(BerserkerMoved(unit.seat, unit.card, square_of(place), square_of(to)))


def still_empty(table: LordsTable) -> list[Place]:
    """8.10 The squares that the next berserker may move to."""
    return [place for place in table.state.pending_moves[0].places if place not in table.state.units]


def berserkers_to_move(table: LordsTable, strikers: Mapping[Place, Iterable[Place]]) -> list[BerserkerToMove]:
    """8.9, 8.10 Berserkers that struck a fallen unit and that no enemy engages now, the active team's first.

    `strikers`: the square of each fallen unit -> the units whose arrows struck it.
    """
    units, by_slug, aimed = table.state.units, table.cards.by_slug, field_of(table).aimed
    struck: dict[Place, list[Place]] = {}
    for fallen, attackers in strikers.items():
        for place in attackers:
            unit = units.get(place)
            if unit is not None and by_slug[unit.card].class_ == BERSERKER and place not in aimed[1 - unit.team]:
                struck.setdefault(place, []).append(fallen)

    active = teams.team_of(table.options, table.state.active_seat)
    free = sorted(struck, key=lambda place: (units[place].team != active, place))
    return [BerserkerToMove(place, tuple(sorted(struck[place]))) for place in free]
