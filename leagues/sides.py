"""The two sides of a match: the seats of an entrant, whatever their number. Pure."""

from collections.abc import Collection, Sequence
from typing import Any

from leagues.standings import How, how_won
from rules.engine import Ruleset, Seat

Sides = Sequence[int]
"""Of each seat the side: 0 or 1."""


def sides_of(rules: Ruleset, options: Any) -> Sides | None:
    """The sides under these options; None if there are more or fewer than two."""
    teams = [rules.team(options, seat) for seat in range(rules.seats(options))]
    names = sorted(set(teams))
    return [names.index(team) for team in teams] if len(names) == 2 else None


def points_of_first(sides: Sides, seating: int, winners: Collection[Seat]) -> int:
    """What the first entrant got of a match: 2, 1 or 0. In seating 0 he has side 0, in seating 1 side 1."""
    won = {sides[seat] for seat in winners}
    return 1 if len(won) != 1 else 2 if seating in won else 0


def losing_seats(sides: Sides, seating: int, points: int) -> list[Seat]:
    """The seats of the entrant who got nothing, where the first got so many points; none of a draw."""
    return [seat for seat in range(len(sides)) if points != 1 and is_first(sides, seating, seat) == (points == 0)]


def score_of(
    sides: Sides, seating: int, winners: Collection[Seat], reason: str, acted: Collection[Seat]
) -> tuple[int, How]:
    """What the first entrant got of a match, and how it was won; `acted` are the seats that have taken an action."""
    points = points_of_first(sides, seating, winners)
    return points, how_won(reason, any(seat in acted for seat in losing_seats(sides, seating, points)))


def is_first(sides: Sides, seating: int, seat: Seat) -> bool:
    """Whether the seat is the first entrant's."""
    return sides[seat] == seating
