"""How often rating intervals contain the true difference, in random seasons of known strengths.

    python -m tests.benchmarks.interval_coverage [COMPARISONS]

prints the lowest and highest share for each kind of season, in percent. It varies the share of draws (0 and 30 %) and
the correlation between the two matches of a deal (-0.6, 0 and 0.6). If the strengths don't allow that many draws or
that correlation, the nearest possible values are used.
"""

import math
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import NamedTuple

import numpy

from leagues.ratings.intervals import DEVIATE, ELO, Comparison, Deals

DIFFERENCES = (0, 100, 200, 400, 600)
DEALS = (4, 12, 50, 200)
DRAWS = (0.0, 0.3)
CORRELATIONS = (-0.6, 0.0, 0.6)


class Shape(NamedTuple):
    """The pairings of a season, and its strengths: all equal above the anchor, or each a step above the last.

    The anchor is an end of a chain, or a leaf of a star.
    """

    meetings: str
    entrants: int
    steps: bool

    def __str__(self) -> str:
        return f"{self.meetings} of {self.entrants}, {'in steps' if self.steps else 'anchor below equals'}"

    def pairs(self) -> list[tuple[int, int]]:
        if self.meetings == "chain":
            return [(one, one + 1) for one in range(self.entrants - 1)]
        pairs = [(one, other) for one in range(self.entrants) for other in range(one + 1, self.entrants)]
        return [pair for pair in pairs if 1 in pair] if self.meetings == "star" else pairs

    def strengths(self, difference: float) -> list[float]:
        last = self.entrants - 1
        return [difference * (place / last if self.steps else min(1, place)) / ELO for place in range(self.entrants)]


SHAPES = (
    Shape("all", 2, steps=True),
    Shape("all", 3, steps=False),
    Shape("all", 8, steps=True),
    Shape("star", 4, steps=True),
    Shape("star", 6, steps=False),
    Shape("chain", 3, steps=False),
    Shape("chain", 4, steps=True),
    Shape("chain", 8, steps=True),
)


def drawn_deals(rng: numpy.random.Generator, share: float, deals: int, draws: float, correlation: float) -> list[int]:
    """Points of one entrant in each deal.

    As often as the correlation says, the second match has the same luck as the first, or the opposite luck.
    """
    drawn = min(draws, 1.8 * min(share, 1 - share))
    ends = (1 - share - drawn / 2, 1 - share + drawn / 2)
    first, other = rng.random(deals), rng.random(deals)
    tied = rng.random(deals) < abs(correlation)
    second = numpy.where(tied, first if correlation > 0 else 1 - first, other)
    return [int(points) for points in numpy.digitize(first, ends) + numpy.digitize(second, ends)]


def held(shape: Shape, difference: float, deals: int, draws: float, correlation: float, comparisons: int) -> float:
    """The share of intervals that contain the true difference."""
    rng = numpy.random.default_rng(1)
    truth = shape.strengths(difference)
    others = range(1, shape.entrants)
    count = 0
    seasons = -(-comparisons // len(others))
    for _ in range(seasons):
        scores = {
            (one, other): drawn_deals(rng, 1 / (1 + math.exp(truth[other] - truth[one])), deals, draws, correlation)
            for one, other in shape.pairs()
        }
        season = Deals(shape.entrants, scores)
        count += sum(abs(Comparison(season, one, 0).deviate(truth[one])) <= DEVIATE for one in others)
    return count / (seasons * len(others))


def row(comparisons: int, shape: Shape, deals: int) -> str:
    """A row of the table: the lowest and highest share for each difference."""
    cells = []
    for difference in DIFFERENCES:
        found = [held(shape, difference, deals, d, c, comparisons) for d in DRAWS for c in CORRELATIONS]
        cells.append(f"{100 * min(found):.1f} … {100 * max(found):.1f}")
    return f"| {shape} | {deals} | " + " | ".join(cells) + " |"


def table(comparisons: int, shapes: Iterable[Shape] = SHAPES, counts: Sequence[int] = DEALS) -> Iterator[str]:
    yield "| meetings | deals each | " + " | ".join(f"{difference} Elo" for difference in DIFFERENCES) + " |"
    yield "|---|---|" + "---|" * len(DIFFERENCES)
    cells = [(shape, deals) for shape in shapes for deals in counts]
    with ProcessPoolExecutor() as pool:
        yield from pool.map(partial(row, comparisons), *zip(*cells, strict=True))


if __name__ == "__main__":
    for line in table(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000):
        print(line, flush=True)
