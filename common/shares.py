"""The uncertainty of a share: Wilson's score interval at 95 % confidence. Pure; the results are whole numbers.

E. B. Wilson, Probable inference, the law of succession, and statistical inference, JASA 22 (1927), 209-212. L. D.
Brown, T. T. Cai and A. DasGupta recommend it for few trials: Interval estimation for a binomial proportion,
Statistical Science 16 (2001), 101-133. A draw counts as half a win. Draws vary less than wins, so the interval is
then too wide rather than too narrow. Matches are treated as independent.
"""

import math
from typing import NamedTuple

Z = 1.959963984540054
"""95 % of a normal distribution is between -Z and Z."""


class Share(NamedTuple):
    """The share of the points with the bounds of its interval, per mille. The bounds are rounded outwards."""

    share: int
    low: int
    high: int


def share_of(wins: int, draws: int, losses: int) -> Share | None:
    """The share of the points; None if no match was played."""
    played = wins + draws + losses
    if played == 0:
        return None
    points = 2 * wins + draws
    middle = points + Z * Z
    spread = Z * math.sqrt(points * (2 * played - points) / played + Z * Z)
    whole = 2 * (played + Z * Z)
    low, high = (middle - spread) / whole, (middle + spread) / whole
    # At the ends the bounds are exactly 0 and 1, which floats narrowly miss.
    low_per_mille = 0 if points == 0 else max(0, math.floor(1000 * low))
    high_per_mille = 1000 if points == 2 * played else min(1000, math.ceil(1000 * high))
    return Share((1000 * points + played) // (2 * played), low_per_mille, high_per_mille)
