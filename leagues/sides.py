"""The two sides of a match. A side is all seats of one entrant, however many. Pure."""

from collections.abc import Collection, Sequence
from typing import Any

from leagues.standings import How, how_won
from rules.engine import Ruleset, Seat

Sides = Sequence[int]
"""The side of each seat: 0 or 1."""


def sides_of(rules: Ruleset, options: Any) -> Sides | None:
    """The side of each seat under these options; None if there are not exactly two sides."""
    teams = [rules.team(options, seat) for seat in range(rules.seats(options))]
    names = sorted(set(teams))
    return [names.index(team) for team in teams] if len(names) == 2 else None


def points_of_first(sides: Sides, seating: int, winners: Collection[Seat]) -> int:
    """The first entrant's points in a match: 2, 1 or 0. They have side 0 in seating 0 and side 1 in seating 1."""
    won = {sides[seat] for seat in winners}
    return 1 if len(won) != 1 else 2 if seating in won else 0


def losing_seats(sides: Sides, seating: int, points: int) -> list[Seat]:
    """The seats of the entrant without points, given the first entrant's points; none after a draw."""
    return [seat for seat in range(len(sides)) if points != 1 and is_first(sides, seating, seat) == (points == 0)]


def score_of(
    sides: Sides, seating: int, winners: Collection[Seat], reason: str, acted: Collection[Seat]
) -> tuple[int, How]:
    """The first entrant's points and how the match was won; `acted` are the seats that have taken an action."""
    points = points_of_first(sides, seating, winners)
    return points, how_won(reason, any(seat in acted for seat in losing_seats(sides, seating, points)))


def is_first(sides: Sides, seating: int, seat: Seat) -> bool:
    """Whether the seat is the first entrant's."""
    return sides[seat] == seating
