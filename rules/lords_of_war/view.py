"""13 What each viewer may see: everything except hands and decks."""

from typing import Annotated

from msgspec import Struct

from rules.engine import AUDIT, OWNER, PUBLIC, CardSlug, Seat, Viewer, Zone, closed_zone, hand_zone, open_zone

from . import teams
from .berserkers import BerserkMove
from .deployment import ChooseCard, Deployment
from .ending import quiet_limit
from .ranged import Fire
from .reinforcement import Reinforcement
from .setup import Challenge
from .squares import COLUMNS, ROWS, Square, square_of
from .state import LordsTable

PHASES: dict[type, str] = {  # 13.1, by the open prompt
    Challenge: "challenge",
    ChooseCard: "choose_card",
    Deployment: "deploy",
    Fire: "fire",
    BerserkMove: "berserk",
    Reinforcement: "reinforce",
}


class Battlefield(Struct, frozen=True):
    kind: str
    columns: int | None
    rows: int | None


class Goals(Struct, frozen=True):
    kills: int
    commanders: int


class FallenGeneralView(Struct, frozen=True):
    team: int
    by: tuple[Seat, ...]


class UnitView(Struct, frozen=True):
    square: Square
    card: Annotated[CardSlug, PUBLIC]
    seat: Seat
    team: int
    facing: str
    deployed_this_turn: bool
    eliminated_this_turn: bool


class ShotView(Struct, frozen=True):
    square: Square
    target: Square
    strength: int


class PendingMove(Struct, frozen=True):
    square: Square
    squares: tuple[Square, ...]


class SeatView(Struct, frozen=True):
    seat: Seat
    team: int
    facing: str
    army: str
    starting_square: Square | None
    hand_limit: int
    deck_seat: Seat
    hand: Annotated[Zone, OWNER]
    deck: Annotated[Zone, AUDIT]


class TeamView(Struct, frozen=True):
    team: int
    seats: tuple[Seat, ...]
    kills: int
    commander_kills: int
    trophies: Annotated[Zone, PUBLIC]
    reserve: Annotated[Zone, PUBLIC]


class Game(Struct, frozen=True):
    """13.1 The game as one viewer sees it."""

    phase: str
    active_seat: Seat
    chosen_card: Annotated[CardSlug | None, PUBLIC]
    extra_turn: bool
    next_extra_seat: Seat | None
    reinforcement_barred: bool
    turn_order: tuple[Seat, ...]
    turn_position: int
    battlefield: Battlefield
    goals: Goals
    quiet_turns: int
    quiet_limit: int
    elimination_this_turn: bool
    fallen_generals: tuple[FallenGeneralView, ...]
    units: tuple[UnitView, ...]
    shots: tuple[ShotView, ...]
    pending_fire: tuple[Square, ...]
    pending_moves: tuple[PendingMove, ...]
    seats: tuple[SeatView, ...]
    teams: tuple[TeamView, ...]


def game(table: LordsTable, viewer: Viewer) -> Game:
    state = table.state
    return Game(
        phase(table),
        state.active_seat,
        state.chosen_card,
        state.extra_turn,
        state.next_extra_seat,
        state.reinforcement_barred,
        tuple(state.turn_order),
        state.turn_position,
        battlefield(table),
        Goals(table.options.kill_goal, table.options.commander_goal),
        state.quiet_turns,
        quiet_limit(table),
        state.elimination_this_turn,
        tuple(FallenGeneralView(fallen.team, fallen.by) for fallen in state.fallen_generals),
        units(table),
        tuple(ShotView(square_of(shot.place), square_of(shot.target), shot.strength) for shot in state.shots),
        tuple(map(square_of, state.pending_fire)),
        tuple(PendingMove(square_of(m.place), tuple(map(square_of, m.places))) for m in state.pending_moves),
        tuple(seat_view(table, seat, viewer) for seat in range(teams.SEATS[table.options.mode])),
        tuple(team_view(table, team) for team in (0, 1)),
    )


def phase(table: LordsTable) -> str:
    """The phase of the open prompt; `over` after an end by the rules. An end by the service keeps the phase (13.4)."""
    return PHASES[type(table.frames[-1])] if table.frames else "over"


def battlefield(table: LordsTable) -> Battlefield:
    if table.options.battlefield == "mat":
        return Battlefield("mat", COLUMNS, ROWS)
    return Battlefield("unbounded", None, None)


def units(table: LordsTable) -> tuple[UnitView, ...]:
    """By row, then column."""
    return tuple(
        UnitView(
            square_of(place),
            unit.card,
            unit.seat,
            unit.team,
            unit.facing,
            unit.deployed_this_turn,
            unit.eliminated_this_turn,
        )
        for place, unit in sorted(table.state.units.items(), key=lambda item: item[0])
    )


def seat_view(table: LordsTable, seat: Seat, viewer: Viewer) -> SeatView:
    """13.2, 13.3"""
    state, options = table.state, table.options
    team, first = teams.team_of(options, seat), state.first_seat
    start = teams.starting_place(options, first, seat)
    return SeatView(
        seat,
        team,
        teams.facing_of(options, first, team),
        state.armies[seat],
        None if start is None else square_of(start),
        teams.HAND_LIMITS[options.mode][seat],
        teams.deck_seat(options, seat),
        hand_zone(state.hands[seat], viewer in (seat, "audit")),
        deck_zone(table, seat, viewer),
    )


def deck_zone(table: LordsTable, seat: Seat, viewer: Viewer) -> Zone:
    """13.2 A seat that draws from another's deck has an empty deck of its own, visible to everyone (13.3)."""
    deck = table.state.decks[seat]
    is_open = viewer == "audit" or teams.deck_seat(table.options, seat) != seat
    return open_zone(deck) if is_open else closed_zone(len(deck))


def team_view(table: LordsTable, team: int) -> TeamView:
    state = table.state
    return TeamView(
        team,
        teams.members(table.options, team),
        len(state.trophies[team]),
        state.commander_kills[team],
        open_zone(state.trophies[team]),
        open_zone(state.reserve if team == 1 else ()),
    )
