"""How the points of a season came to be: everybody's sum after so many deals. Pure."""

from collections.abc import Sequence
from itertools import groupby
from typing import Annotated

from msgspec import Meta, Struct

from leagues.standings import WIN, Bye, Result

MOST_PLACES = 400
"""So many moments are told: of a longer season evenly chosen ones, the last always among them."""


class PointsLine(Struct, frozen=True):
    """`points` has one sum for each of the course's `deals`. The points of a bye, which has no deal, are in it from the
    first deal of its round on."""

    entrant: str
    points: Annotated[Sequence[int], Meta(description="One sum for each of `deals`.")]


class PointsCourse(Struct, frozen=True):
    """`deals` are numbers of closed deals, in the order of the season; lines stand in the order of the entrants."""

    deals: Annotated[Sequence[int], Meta(description="Numbers of closed deals, in the order of the season.")]
    lines: Annotated[Sequence[PointsLine], Meta(description="One for each entrant.")]


def points_course(names: Sequence[str], results: Sequence[Result], byes: Sequence[Bye] = ()) -> PointsCourse:
    """`results` come in the order of the deals, `byes` in that of the rounds: those that are worth something."""
    by_deal = [list(group) for _, group in groupby(results, key=lambda result: result.deal)]
    told = set(places(len(by_deal)))
    sums = [0] * len(names)
    found: list[list[int]] = [[0] for _ in names]
    to_come = list(byes)
    for place, group in enumerate(by_deal, 1):
        # What the table counts when a round is made is counted at its first deal, and all of it at the last one.
        while to_come and (to_come[0].round <= group[0].round or place == len(by_deal)):
            bye = to_come.pop(0)
            sums[bye.entrant] += WIN * bye.fixtures
        for result in group:
            sums[result.first] += result.points
            sums[result.second] += WIN - result.points
        if place in told:
            for line, own in zip(found, sums, strict=True):
                line.append(own)
    lines = [PointsLine(name, points) for name, points in zip(names, found, strict=True)]
    return PointsCourse([0, *sorted(told)], lines)


def places(number: int) -> list[int]:
    """Of 1 to `number` all, or MOST_PLACES with the last one."""
    if number <= MOST_PLACES:
        return list(range(1, number + 1))
    return [(step * number) // MOST_PLACES for step in range(1, MOST_PLACES + 1)]
