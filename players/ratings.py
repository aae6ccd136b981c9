"""How strong a player is, by Plackett-Luce (openskill). Pure: skills in, skills out, in millionths.

Rounding to whole millionths after every match keeps the last bits of one machine's arithmetic out of what is stored.
"""

from collections.abc import Sequence
from typing import NamedTuple

from openskill.models import PlackettLuce

MILLION = 1_000_000
_MODEL = PlackettLuce()


class Skill(NamedTuple):
    """A guess at a strength, and how unsure it is: mean and standard deviation in millionths of the model's units."""

    mu: int
    sigma: int


def _rounded(mu: float, sigma: float) -> Skill:
    return Skill(round(mu * MILLION), round(sigma * MILLION))


UNKNOWN = _rounded(_MODEL.mu, _MODEL.sigma)
"""Of who has not been rated yet."""
POINTS, MIDDLE = 40, 1500
"""Scale for display: an unknown player has 1500 with a deviation of 333, about as in Glicko."""
SURE_DEVIATION = 240
"""Above this deviation a rating is provisional. It falls below after about a dozen matches."""
SURE_SIGMA = SURE_DEVIATION * MILLION // POINTS


def shown_rating(mu: int) -> int:
    return MIDDLE + _divided(POINTS * (mu - UNKNOWN.mu))


def shown_deviation(sigma: int) -> int:
    return _divided(POINTS * sigma)


def _divided(millionths: int) -> int:
    """Rounded to the nearest, a half upwards."""
    return (millionths + MILLION // 2) // MILLION


def after_match(teams: Sequence[Sequence[Skill]], ranks: Sequence[int]) -> list[list[Skill]]:
    """The skills after a match of teams, of which the one with the lowest rank has won; equal ranks are a draw."""
    before = [[_MODEL.rating(mu=skill.mu / MILLION, sigma=skill.sigma / MILLION) for skill in team] for team in teams]
    after = _MODEL.rate(before, ranks=[float(rank) for rank in ranks])
    return [[_rounded(one.mu, one.sigma) for one in team] for team in after]
