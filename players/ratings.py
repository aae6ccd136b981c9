"""Rates players by Plackett-Luce (openskill). Pure.

Skills are whole millionths, rounded after every match, so that differences in floating-point arithmetic don't matter.
"""

from collections.abc import Sequence
from typing import NamedTuple

from openskill.models import PlackettLuce

MILLION = 1_000_000
_MODEL = PlackettLuce()


class Skill(NamedTuple):
    """An estimated strength and its uncertainty: mean and standard deviation, in millionths of the model's units."""

    mu: int
    sigma: int


def _rounded(mu: float, sigma: float) -> Skill:
    return Skill(round(mu * MILLION), round(sigma * MILLION))


UNKNOWN = _rounded(_MODEL.mu, _MODEL.sigma)
"""The skill of a player without rated matches."""
POINTS, MIDDLE = 40, 1500
"""The scale for display. A player without rated matches has 1500 with a deviation of 333, about as in Glicko."""
SURE_DEVIATION = 240
"""A rating with a higher deviation is provisional. Most get below it after about a dozen matches."""
SURE_SIGMA = SURE_DEVIATION * MILLION // POINTS


def shown_rating(mu: int) -> int:
    return MIDDLE + _divided(POINTS * (mu - UNKNOWN.mu))


def shown_deviation(sigma: int) -> int:
    return _divided(POINTS * sigma)


def _divided(millionths: int) -> int:
    """Rounded to the nearest integer, halves up."""
    return (millionths + MILLION // 2) // MILLION


def after_match(teams: Sequence[Sequence[Skill]], ranks: Sequence[int]) -> list[list[Skill]]:
    """The skills after a match between teams. The lowest rank won; equal ranks are a draw."""
    before = [[_MODEL.rating(mu=skill.mu / MILLION, sigma=skill.sigma / MILLION) for skill in team] for team in teams]
    after = _MODEL.rate(before, ranks=[float(rank) for rank in ranks])
    return [[_rounded(one.mu, one.sigma) for one in team] for team in after]
