"""How sure a share is: the score interval of Wilson, with a confidence of 95 per cent. Pure; whole numbers come out.

E. B. Wilson, Probable inference, the law of succession, and statistical inference, JASA 22 (1927), 209-212;
recommended for few trials by Brown, Cai and DasGupta, Interval estimation for a binomial proportion, Statistical
Science 16 (2001), 101-133. A draw counts as half a win; since draws vary less than wins, the interval is then rather
too wide than too narrow. It takes matches as independent of each other.
"""

import math
from typing import NamedTuple

Z = 1.959963984540054
"""Between -Z and Z lie 95 per cent of a normal distribution."""


class Share(NamedTuple):
    """Per mille: the share of the points, and the bounds of its interval, rounded outwards."""

    share: int
    low: int
    high: int


def share_of(wins: int, draws: int, losses: int) -> Share | None:
    """None where nothing was played."""
    played = wins + draws + losses
    if played == 0:
        return None
    points = 2 * wins + draws
    middle = points + Z * Z
    spread = Z * math.sqrt(points * (2 * played - points) / played + Z * Z)
    whole = 2 * (played + Z * Z)
    low, high = (middle - spread) / whole, (middle + spread) / whole
    # At the ends the bounds are exactly 0 and 1, which floats miss by a little.
    low_per_mille = 0 if points == 0 else max(0, math.floor(1000 * low))
    high_per_mille = 1000 if points == 2 * played else min(1000, math.ceil(1000 * high))
    return Share((1000 * points + played) // (2 * played), low_per_mille, high_per_mille)
