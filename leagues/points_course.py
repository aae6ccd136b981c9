"""How the points of a season developed: every entrant's sum after a number of deals. Pure."""

from collections.abc import Sequence
from itertools import groupby
from typing import Annotated

from msgspec import Meta, Struct

from leagues.limits import MOST_COURSE_PLACES
from leagues.standings import WIN, Bye, Result


class PointsLine(Struct, frozen=True):
    """An entrant's sums of points, one for each of the course's `deals`.

    A bye has no deal; its points count from the first deal of its round.
    """

    entrant: str
    points: Annotated[Sequence[int], Meta(description="One sum for each of `deals`.")]


class PointsCourse(Struct, frozen=True):
    """Sums of points over a season. `deals` are numbers of closed deals in order; `lines` follow the entrants."""

    deals: Annotated[Sequence[int], Meta(description="Numbers of closed deals, in the order of the season.")]
    lines: Annotated[Sequence[PointsLine], Meta(description="One for each entrant.")]


def points_course(names: Sequence[str], results: Sequence[Result], byes: Sequence[Bye] = ()) -> PointsCourse:
    """The course of points. `results` are in the order of deals, `byes` in that of rounds (only those worth points)."""
    by_deal = [list(group) for _, group in groupby(results, key=lambda result: result.deal)]
    moments = set(places(len(by_deal)))
    sums = [0] * len(names)
    found: list[list[int]] = [[0] for _ in names]
    to_come = list(byes)
    for place, group in enumerate(by_deal, 1):
        # Byes count at the first deal of their round, as in the table; at the last deal all of them.
        while to_come and (to_come[0].round <= group[0].round or place == len(by_deal)):
            bye = to_come.pop(0)
            sums[bye.entrant] += WIN * bye.fixtures
        for result in group:
            sums[result.first] += result.points
            sums[result.second] += WIN - result.points
        if place in moments:
            for line, own in zip(found, sums, strict=True):
                line.append(own)
    lines = [PointsLine(name, points) for name, points in zip(names, found, strict=True)]
    return PointsCourse([0, *sorted(moments)], lines)


def places(number: int) -> list[int]:
    """The numbers 1 to `number`: all of them, or MOST_COURSE_PLACES including the last."""
    if number <= MOST_COURSE_PLACES:
        return list(range(1, number + 1))
    return [(step * number) // MOST_COURSE_PLACES for step in range(1, MOST_COURSE_PLACES + 1)]
