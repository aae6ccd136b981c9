"""The four plots of a season: ratings with intervals, points over time, the curve of a test, decks against decks.

The page has the same data as text, so a drawing leaves out what would not be readable. The constants say where.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from leagues.plots.svg import Picture, Scale, Theme, Words, text_width

WIDTHS = {"wide": 480.0, "narrow": 270.0}
"""Width in points. Phones get the narrow picture, because the wide one would be too small to read."""
LEAST_DRAWN = 120
"""Points of width reserved for the drawing, however long the names beside it are."""
_MOST_RATED = 64
"""Rows of ratings. Of more entrants, the best are drawn."""
_MOST_LINES = 8
"""Entrants with a line of points. More lines could not be distinguished."""
_MOST_RATIOS = 1_000
"""Points of a test's curve. Longer curves are thinned out evenly, always with the last point."""
_MOST_DECKS = 20
LEAST_SIDE = 20
"""Elo of margin on both sides of the intervals, so that equal ratings do not fill the width."""
NAMES_APART = 12
"""Points between the names at the ends of lines."""


class Rated(NamedTuple):
    """`low` and `high` are None if the interval has no bound, or if there is none; `elo` if it is outside of it."""

    name: str
    elo: int | None
    low: int | None
    high: int | None

    @property
    def ends(self) -> tuple[int, int]:
        """The lowest and the highest value drawn."""
        values = [value for value in (self.elo, self.low, self.high) if value is not None]
        return min(values), max(values)


class PointsLine(NamedTuple):
    """An entrant's sums of points at some moments of the season."""

    name: str
    points: Sequence[int]


def draw_ratings(rated: Sequence[Rated], words: Words, theme: Theme, width: float = WIDTHS["wide"]) -> bytes:
    """One row per entrant, best first, with the interval of its rating. An end without a bound leaves the plot."""
    shown = rated[:_MOST_RATED]
    left, height = 16 + text_width(row.name for row in shown), 52.0 + 18 * max(1, len(shown))
    width = max(width, left + LEAST_DRAWN)
    picture = Picture(width, height, words, theme)
    low = min((row.ends[0] for row in shown), default=0) - LEAST_SIDE
    high = max((row.ends[1] for row in shown), default=0) + LEAST_SIDE
    x, y = Scale(low, high, left, width - 12), Scale(0, 1, height - 36, 10)
    picture.axes(x, y, y_ticks=False)
    for number, row in enumerate(shown):
        middle = 16 + 18 * number + 9
        if row.low is not None or row.high is not None:
            ends = (low if row.low is None else row.low, high if row.high is None else row.high)
            picture.line([(x(end), middle) for end in ends], theme.quiet, 1.5)
        for end in (row.low, row.high):
            if end is not None:
                picture.line([(x(end), middle - 4), (x(end), middle + 4)], theme.quiet, 1)
        if row.elo is not None:
            picture.dot(x(row.elo), middle, theme.colours[0])
        picture.text(left - 6, middle, row.name, theme.ink, anchor="end")
    return picture.svg()


def draw_points(
    deals: Sequence[int], lines: Sequence[PointsLine], words: Words, theme: Theme, width: float = WIDTHS["wide"]
) -> bytes:
    """One line per entrant over the deals, with the name at its end."""
    shown = lines[:_MOST_LINES]
    right, height = 20 + text_width(line.name for line in shown), 300.0
    width = max(width, 46 + right + LEAST_DRAWN)
    picture = Picture(width, height, words, theme)
    most = max((point for line in shown for point in line.points), default=0)
    x = Scale(0, max([1, *deals]), 46, width - right)
    y = Scale(0, max(1, most) * 1.05, height - 40, 12)
    picture.axes(x, y)
    drawn = [(line, theme.colours[number % len(theme.colours)]) for number, line in enumerate(shown) if line.points]
    for number, (line, colour) in enumerate(drawn):
        points = [(x(deal), y(point)) for deal, point in zip(deals, line.points, strict=True)]
        picture.line(points, colour, 1.6, dashed=number // 4 % 2 == 1)
    lowest = 0.0
    for line, colour in sorted(drawn, key=lambda one: -one[0].points[-1]):  # Moved apart where ends are close together.
        lowest = max(y(line.points[-1]), lowest + NAMES_APART)
        picture.text(width - right + 6, lowest, line.name, colour)
    return picture.svg()


def _thinned(number: int) -> list[int]:
    if number <= _MOST_RATIOS:
        return list(range(number))
    return [round(step * (number - 1) / (_MOST_RATIOS - 1)) for step in range(_MOST_RATIOS)]


def draw_test(
    llr_per_mille: Sequence[int],
    stops: tuple[float, float],
    words: Words,
    theme: Theme,
    width: float = WIDTHS["wide"],
) -> bytes:
    """The log-likelihood ratio after each deal, between the bounds at which the test stops for H0 and for H1."""
    height = 280.0
    picture = Picture(width, height, words, theme)
    at, values = _thinned(len(llr_per_mille)), [ratio / 1000 for ratio in llr_per_mille]
    low, high = stops
    x = Scale(1, max(2, len(values)), 52, width - 34)
    y = Scale(min([low, *values]) - 0.3, max([high, *values]) + 0.3, height - 38, 12)
    picture.axes(x, y)
    for bound, colour, name in ((high, theme.colours[0], "H1"), (low, theme.colours[1], "H0")):
        picture.line([(x.start, y(bound)), (x.end, y(bound))], colour, 1.4, dashed=True)
        picture.text(x.end + 6, y(bound), name, colour)
    if values:
        picture.line([(x(place + 1), y(values[place])) for place in at], theme.ink, 1.4)
    return picture.svg()


def draw_decks(decks: Sequence[str], shares: Mapping[tuple[str, str], int], words: Words, theme: Theme) -> bytes:
    """Decks against decks: the share of the points that the deck of the row won, in percent. A half is white."""
    shown = decks[:_MOST_DECKS]
    count = max(1, len(shown))
    left, side = 24 + text_width(shown), min(44.0, max(24.0, 360 / count))
    slanted = text_width(shown) * 0.72
    top = slanted + 16
    picture = Picture(max(260.0, left + side * count + slanted + 4), top + side * count + 28, words, theme)
    for number, name in enumerate(shown):
        middle = (number + 0.5) * side
        picture.text(left - 6, top + middle, name, theme.ink, anchor="end")
        picture.text(left + middle, top - 8, name, theme.ink, turn=-45)
    places = {name: number for number, name in enumerate(shown)}
    for (one, other), share in shares.items():
        if one in places and other in places:
            across, down, colour = left + side * places[other], top + side * places[one], _shade(theme, share / 1000)
            picture.rect(across + 0.75, down + 0.75, side - 1.5, side - 1.5, colour)
            picture.text(
                across + side / 2, down + side / 2, str(round(share / 10)), _readable(colour),
                anchor="middle", size=10 if side > 30 else 8,
            )  # fmt: skip
    return picture.svg()


def _parts(colour: str) -> list[int]:
    return [int(colour[place : place + 2], 16) for place in (1, 3, 5)]


def _shade(theme: Theme, share: float) -> str:
    """From `low` at 0 over `middle` at a half to `high` at 1."""
    one, other, way = (theme.low, theme.middle, 2 * share) if share < 0.5 else (theme.middle, theme.high, 2 * share - 1)
    return "#" + "".join(f"{round(a + (b - a) * way):02x}" for a, b in zip(_parts(one), _parts(other), strict=True))


def _readable(colour: str) -> str:
    """Black or white, whichever has more contrast (WCAG 2.2, relative luminance)."""
    shares = [part / 255 for part in _parts(colour)]
    linear = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return "#000000" if luminance > 0.179 else "#ffffff"
