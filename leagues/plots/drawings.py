"""The four plots of a season: ratings with intervals, points over time, the curve of a test, deck against deck.

Each draws data that stand beside it on the page, and no more of them than one can look at: the bounds are in the names.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy
from matplotlib.colors import LinearSegmentedColormap

from leagues.plots.svg import Theme, Words, draw_svg, new_figure, place_axes, stand_ins, text_width

WIDTHS = {"wide": 480.0, "narrow": 270.0}
"""Points of a picture; the narrow one is for telephones, where the wide one would be too small to read."""
LEAST_DRAWN = 120
"""Points across that are left to what is drawn, however long the names beside it are."""
MOST_RATED = 64
"""Rows of the ratings; of more entrants the best are shown."""
MOST_LINES = 8
"""Entrants whose points are drawn: as many as one can tell apart."""
MOST_RATIOS = 1_000
"""Of the curve of a test: more are thinned out evenly, but the last is always there."""
MOST_DECKS = 20
LEAST_SIDE = 20
"""Elo on both sides of the intervals, so that equals do not fill the width."""
LINE_STYLES = ("-", "--")


class Rated(NamedTuple):
    """`low` and `high` are None where the interval has no bound, or there is none."""

    name: str
    elo: int
    low: int | None
    high: int | None

    @property
    def ends(self) -> tuple[int, int]:
        """How far it reaches."""
        return self.elo if self.low is None else self.low, self.elo if self.high is None else self.high


class PointsLine(NamedTuple):
    """The sum of an entrant's points at some places of the season."""

    name: str
    points: Sequence[int]


def draw_ratings(rated: Sequence[Rated], words: Words, theme: Theme, width: float = WIDTHS["wide"]) -> bytes:
    """A row an entrant, the best on top, each with the interval of its rating; without a bound it runs off the edge."""
    shown = rated[:MOST_RATED]
    names = stand_ins(row.name for row in shown)
    left, height = 16 + text_width(names.values()), 52 + 18 * max(1, len(shown))
    width = max(width, left + LEAST_DRAWN)
    figure, axes = new_figure(width, height, theme)
    places = list(range(len(shown)))[::-1]
    low = min((row.ends[0] for row in shown), default=0) - LEAST_SIDE
    high = max((row.ends[1] for row in shown), default=0) + LEAST_SIDE
    for row, place in zip(shown, places, strict=True):
        if row.low is not None or row.high is not None:
            ends = (low if row.low is None else row.low, high if row.high is None else row.high)
            axes.plot(ends, (place, place), color=theme.quiet, linewidth=1.5)
            caps = [end for end in (row.low, row.high) if end is not None]
            axes.plot(caps, [place] * len(caps), "|", color=theme.quiet, markersize=7)
    axes.plot([row.elo for row in shown], places, "o", color=theme.colours[0], markersize=5)
    axes.set_yticks(places, [names[row.name] for row in shown])
    axes.set_ylim(-0.7, max(1, len(shown)) - 0.3)
    axes.set_xlim(low, high)
    _whole_ticks(axes, "x")
    axes.grid(axis="x", color=theme.line, linewidth=0.6)
    axes.set_axisbelow(True)
    place_axes(axes, width, height, left=left, right=12, top=10, bottom=36)
    return draw_svg(figure, words, theme, names)


def draw_points(
    deals: Sequence[int], lines: Sequence[PointsLine], words: Words, theme: Theme, width: float = WIDTHS["wide"]
) -> bytes:
    """A line an entrant, after so many deals; whose it is stands beside its end."""
    shown = lines[:MOST_LINES]
    names = stand_ins(line.name for line in shown)
    right, height = 20 + text_width(names.values()), 300.0
    width = max(width, 46 + right + LEAST_DRAWN)
    figure, axes = new_figure(width, height, theme)
    for number, line in enumerate(shown):
        axes.plot(
            deals,
            line.points,
            color=theme.colours[number % len(theme.colours)],
            linestyle=LINE_STYLES[number // 4 % 2],
            linewidth=1.6,
        )
    _name_ends(axes, shown, names, theme)
    axes.grid(color=theme.line, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.set_ylim(bottom=0)
    axes.set_xlim(0, max(1, *deals) if deals else 1)
    _whole_ticks(axes)
    place_axes(axes, width, height, left=46, right=right, top=12, bottom=40)
    return draw_svg(figure, words, theme, names)


def _thinned(number: int) -> list[int]:
    if number <= MOST_RATIOS:
        return list(range(number))
    return [round(step * (number - 1) / (MOST_RATIOS - 1)) for step in range(MOST_RATIOS)]


def _name_ends(axes: Any, lines: Sequence[PointsLine], names: Mapping[str, str], theme: Theme) -> None:
    """Names right of the lines' ends, moved apart where ends lie close to each other."""
    ended = [line for line in lines if line.points]
    if not ended:
        return
    most = max(max(line.points[-1] for line in ended), 1)
    apart, below = most / 18, float("inf")
    for line in sorted(ended, key=lambda line: -line.points[-1]):
        place = min(float(line.points[-1]), below - apart)
        below = place
        axes.annotate(
            names[line.name], (1, place), xycoords=("axes fraction", "data"), xytext=(6, 0), textcoords="offset points",
            color=theme.colours[lines.index(line) % len(theme.colours)], va="center", annotation_clip=False,
        )  # fmt: skip


def draw_test(
    llr_per_mille: Sequence[int],
    stops: tuple[float, float],
    words: Words,
    theme: Theme,
    width: float = WIDTHS["wide"],
) -> bytes:
    """The log-likelihood ratio after each deal, between the bounds at which the test stops for H0 and for H1."""
    height = 280.0
    figure, axes = new_figure(width, height, theme)
    low, high = stops
    at = _thinned(len(llr_per_mille))
    axes.plot(
        [place + 1 for place in at], [llr_per_mille[place] / 1000 for place in at], color=theme.ink, linewidth=1.4
    )
    for bound, colour, name in ((high, theme.colours[0], "H1"), (low, theme.colours[1], "H0")):
        axes.axhline(bound, color=colour, linewidth=1.4, linestyle="--")
        axes.annotate(
            name, (1, bound), xycoords=("axes fraction", "data"), xytext=(6, 0), textcoords="offset points",
            color=colour, va="center", annotation_clip=False,
        )  # fmt: skip
    axes.axhline(0, color=theme.line, linewidth=0.8)
    values = [ratio / 1000 for ratio in llr_per_mille]
    axes.set_ylim(min([low, *values]) - 0.3, max([high, *values]) + 0.3)
    axes.set_xlim(1, max(2, len(llr_per_mille)))
    _whole_ticks(axes, "x")
    place_axes(axes, width, height, left=52, right=34, top=12, bottom=38)
    return draw_svg(figure, words, theme)


def draw_decks(decks: Sequence[str], shares: Mapping[tuple[str, str], int], words: Words, theme: Theme) -> bytes:
    """Deck against deck: the share of the row's points, per cent, white where it is a half."""
    shown = decks[:MOST_DECKS]
    names = stand_ins(shown)
    labels = [names[deck] for deck in shown]
    count = max(1, len(shown))
    left, side = 24 + text_width(labels), min(44.0, max(24.0, 360 / count))
    slanted = text_width(labels) * 0.72
    width = max(260.0, left + side * count + slanted + 4)
    height = side * count + 44 + slanted
    figure, axes = new_figure(width, height, theme)
    grid = numpy.full((count, count), numpy.nan)
    for (one, other), share in shares.items():
        if one in shown and other in shown:
            grid[shown.index(one), shown.index(other)] = share / 10
    colours = LinearSegmentedColormap.from_list("shares", [theme.low, theme.middle, theme.high])
    axes.pcolormesh(
        numpy.ma.masked_invalid(grid), cmap=colours, vmin=0, vmax=100, edgecolors=theme.paper, linewidth=1.5
    )
    axes.invert_yaxis()
    for row, column in zip(*numpy.nonzero(~numpy.isnan(grid)), strict=True):
        share = grid[row, column]
        axes.text(
            column + 0.5, row + 0.5, f"{share:.0f}", ha="center", va="center", fontsize=10 if side > 30 else 8,
            color=_readable(colours(share / 100)),
        )  # fmt: skip
    middles = [place + 0.5 for place in range(len(shown))]
    axes.set_xticks(middles, labels, rotation=45, ha="left", rotation_mode="anchor")
    axes.xaxis.tick_top()
    axes.set_yticks(middles, labels)
    place_axes(axes, width, height, left=left, right=width - left - side * count, top=slanted + 16, bottom=28)
    return draw_svg(figure, words, theme, names)


def _readable(colour: Any) -> str:
    """Black or white, whichever stands out more (WCAG 2.2, relative luminance)."""
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour[:3]]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return "#000000" if luminance > 0.179 else "#ffffff"


def _whole_ticks(axes: Any, which: str = "xy") -> None:
    """Deals and points are counted: no halves."""
    for name in which:
        getattr(axes, f"{name}axis").get_major_locator().set_params(integer=True)
