"""The live rating of a ladder: after each match in the order of the deals, by Plackett-Luce (openskill). Pure.

It depends on the order of play, unlike `ratings`; bots do not change, so nothing is added to a deviation with time.
"""

from collections.abc import Iterable

from leagues.standings import WIN, Result
from players.ratings import UNKNOWN, Skill, after_match


def live_ratings(entrants: int, results: Iterable[Result]) -> list[Skill]:
    """A skill for each entrant. Results come in the order of their deals and seatings."""
    skills = [UNKNOWN] * entrants
    for result in results:
        before = [[skills[result.first]], [skills[result.second]]]
        (first,), (second,) = after_match(before, [WIN - result.points, result.points])
        skills[result.first], skills[result.second] = first, second
    return skills
