"""Serves the plots of a season as SVG pictures, in the reader's language."""

from collections.abc import Callable
from functools import cached_property
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from common.text.language import page_language
from leagues.formats import Duel
from leagues.models import Season
from leagues.pages.requests import absent_if_refused, shown_season
from leagues.plots import drawings, svg
from leagues.points_course import PointsCourse
from leagues.ratings.sequential_test import stops
from leagues.record import bounds_of
from leagues.report import Report
from leagues.selectors.figures import season_statistics
from leagues.selectors.plots import season_points
from leagues.selectors.results import current_report
from leagues.selectors.seasons import State, season_plan, state_of
from matches.pages.figure_tables import Tables
from matches.pages.requests import bounded

LAYOUT = 3
"""Part of the ETag. Increase it when a drawing changes, so that no reader keeps an old one."""


class Plot(NamedTuple):
    """A plot, in the order of the page; `data` is None if there is nothing to draw."""

    name: str
    title: str
    description: str
    x: str
    y: str
    data: Any


class Source:
    """The data behind a season's plots. Each is read when a plot first needs it."""

    def __init__(self, season: Season, state: State | None = None) -> None:
        self.season = season
        if state is not None:
            self.state = state

    @cached_property
    def state(self) -> State:
        return state_of(self.season.pk)

    @cached_property
    def report(self) -> Report:
        return current_report(self.season, self.state)

    @cached_property
    def points(self) -> PointsCourse:
        return season_points(self.season, self.state)


def plots_of(season: Season, state: State) -> list[Plot]:
    """The plots that have something to draw."""
    source = Source(season, state)
    return [plot for plot in (make(source) for make in PLOTS.values()) if plot.data]


def ratings_plot(source: Source) -> Plot:
    rows = [row for row in source.report.standings if row.elo is not None and row.played]
    best = sorted(rows, key=lambda row: (-(row.elo or 0), row.rank))
    return Plot(
        "ratings",
        _("Ratings and intervals"),
        _(
            "Each row shows the rating of an entrant and its 95 percent interval. If an entrant never lost or never "
            "won, its interval has no end on one side."
        ),
        _("Rating (Elo)"),
        "",
        [(row.entrant, row.elo_inside, *row.interval) for row in best],
    )


def points_plot(source: Source) -> Plot:
    course = source.points
    lines = {line.entrant: line.points for line in course.lines}
    order = [row.entrant for row in source.report.standings]
    return Plot(
        "points",
        _("Points over time"),
        _("Each line shows the points of one of the top eight entrants after each deal."),
        _("Deals played"),
        _("Points"),
        [course.deals, [(name, lines[name]) for name in order[:8]]] if course.deals[1:] else None,
    )


def test_plot(source: Source) -> Plot:
    test, format_, data = source.report.test, season_plan(source.season.pk).manifest.format, None
    if isinstance(format_, Duel) and test is not None and test.llr_per_mille:
        data = [test.llr_per_mille, stops(bounds_of(format_))]
    return Plot(
        "test",
        _("Course of the test"),
        _("The log-likelihood ratio after each deal. The test ends when the line reaches one of the dashed lines."),
        _("Deals"),
        _("Log-likelihood ratio"),
        data,
    )


def decks_plot(source: Source) -> Plot:
    rules = season_plan(source.season.pk).rules
    names: dict[str, str] = {}
    shares: list[tuple[str, str, int | None]] = []
    if rules.builds_decks:
        found = season_statistics(source.season)
        tables = Tables(rules, found, found.deck_names)
        names = {figure.deck: tables.deck_name(figure.deck) for figure in found.decks}
        shares = [(names[pair.deck], names[pair.opponent], pair.share_per_mille) for pair in found.deck_pairs]
    return Plot(
        "decks",
        _("Deck against deck"),
        _("Each square shows the row deck's share of the points against the column deck, in percent."),
        "",
        "",
        [list(names.values()), shares] if shares else None,
    )


PLOTS: dict[str, Callable[[Source], Plot]] = {
    "ratings": ratings_plot,
    "points": points_plot,
    "test": test_plot,
    "decks": decks_plot,
}


@require_safe
@bounded
@absent_if_refused
def season_plot(request: HttpRequest, league: str, season: int, plot: str) -> HttpResponse:
    """Answer with a plot, for readers who may see the season. `theme` is light or dark, `size` wide or narrow."""
    found, theme = shown_season(request, league, season), request.GET.get("theme", "light")
    size = request.GET.get("size", "wide")
    if plot not in PLOTS or theme not in ("light", "dark") or size not in ("wide", "narrow"):
        raise Http404
    shown = PLOTS[plot](Source(found))
    if not shown.data:
        raise Http404
    key = sha256(msgspec.json.encode([LAYOUT, theme, size, page_language(), shown])).hexdigest()
    etag = f'"{key[:32]}"'
    response = get_conditional_response(request, etag=etag)
    if response is None:
        response = HttpResponse(_draw(shown, theme, size), content_type="image/svg+xml; charset=utf-8")
    response["ETag"] = etag
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _draw(plot: Plot, theme_name: str, size: str) -> bytes:
    theme, words = svg.THEMES[theme_name], svg.Words(plot.title, plot.description, plot.x, plot.y)
    width = drawings.WIDTHS[size]
    if plot.name == "ratings":
        return drawings.draw_ratings([drawings.Rated(*row) for row in plot.data], words, theme, width)
    if plot.name == "points":
        deals, lines = plot.data
        return drawings.draw_points(deals, [drawings.PointsLine(*line) for line in lines], words, theme, width)
    if plot.name == "test":
        return drawings.draw_test(*plot.data, words, theme, width)
    decks, shares = plot.data
    return drawings.draw_decks(decks, {(one, other): share for one, other, share in shares}, words, theme)
