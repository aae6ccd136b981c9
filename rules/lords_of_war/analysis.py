"""Explains the field to clients: what arrives on every unit, from where, and what a considered action would change.

Everything follows from public facts and the considered action alone. The table is not changed.
"""

from collections.abc import Mapping

from msgspec import Struct

from rules.engine import Action, Seat

from . import teams
from .actions import BerserkMove, Deploy, Fire, Recall
from .elimination import Check
from .engagement import strikes
from .squares import Place, Square, place_of, square_of
from .state import LordsTable, Shot, Unit


class Attack(Struct, frozen=True):
    """One arrow or shot that arrives on a unit."""

    square: Square
    card: str
    seat: Seat
    strength: int
    ranged: bool


class UnitForecast(Struct, frozen=True):
    """3.7, 8.4 One unit: what arrives on it, compared with its defence."""

    square: Square
    card: str
    seat: Seat
    team: int
    attack: int
    defence: int
    falls: bool
    """True if more arrives than it withstands, so that a check would eliminate it."""
    engaged: bool
    """True if an enemy's arrow points at it: it may not fire nor, as a rule, be recalled."""
    attacks: tuple[Attack, ...]
    """By row, then column. An arrow comes before a shot of the same unit."""


class Analysis(Struct, frozen=True):
    """The field now, and after the considered action, before anything is eliminated."""

    now: tuple[UnitForecast, ...]
    considered: tuple[UnitForecast, ...] | None


Field = dict[Place, Unit]


def analysis(table: LordsTable, seat: Seat | None = None, considered: Action | None = None) -> Analysis:
    """Every unit by row, then column. With a considered action of the seat, also what that would change.

    Only units that the action places, moves, recalls or fires make a difference.
    """
    units, shots = table.state.units, shots_to_come(table)
    now = forecasts(table, units, shots)
    if seat is None or considered is None:
        return Analysis(now, None)
    changed, fired = consider(table, seat, considered)
    return Analysis(now, forecasts(table, changed, [*shots, *fired]))


def shots_to_come(table: LordsTable) -> list[Shot]:
    """8.4 Shots count until the first check of the phase, which uses them up."""
    waiting = any(isinstance(frame, Check) and frame.with_shots for frame in table.frames)
    return table.state.shots if waiting else []


def consider(table: LordsTable, seat: Seat, action: Action) -> tuple[Field, list[Shot]]:
    """The field after the action, and the shot that the action fires."""
    units = dict(table.state.units)
    if isinstance(action, Deploy):
        team = teams.team_of(table.options, seat)
        facing = teams.facing_of(table.options, table.state.first_seat, team)
        units[place_of(action.square)] = Unit(action.card, seat, team, facing, deployed_this_turn=True)
    elif isinstance(action, BerserkMove):
        units[place_of(action.to)] = units.pop(place_of(action.square))
    elif isinstance(action, Recall):
        del units[place_of(action.square)]
    elif isinstance(action, Fire):
        place = place_of(action.square)
        return units, [Shot(place, place_of(action.target), table.cards.by_slug[units[place].card].shot)]
    return units, []


def forecasts(table: LordsTable, units: Mapping[Place, Unit], shots: list[Shot]) -> tuple[UnitForecast, ...]:
    """Every unit with the arrows and shots that arrive on it."""
    attacks: dict[Place, list[tuple[Place, bool, int]]] = {place: [] for place in sorted(units)}
    for attacker, target, strength in strikes(units, table.cards.by_slug):
        attacks[target].append((attacker, False, strength))
    for shot in shots:
        attacks[shot.target].append((shot.place, True, shot.strength))
    return tuple(_forecast(table, units, place, sorted(found)) for place, found in attacks.items())


def _forecast(
    table: LordsTable, units: Mapping[Place, Unit], place: Place, attacks: list[tuple[Place, bool, int]]
) -> UnitForecast:
    unit = units[place]
    attack, defence = sum(strength for _, _, strength in attacks), table.cards.by_slug[unit.card].defence
    return UnitForecast(
        square_of(place),
        unit.card,
        unit.seat,
        unit.team,
        attack,
        defence,
        attack > defence,
        any(not is_shot for _, is_shot, _ in attacks),
        tuple(
            Attack(square_of(attacker), units[attacker].card, units[attacker].seat, strength, is_shot)
            for attacker, is_shot, strength in attacks
        ),
    )
