"""The pages of an entrant and of a season's statistics."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from common.http.paging import encode_cursor, page_of
from leagues.limits import MOST_EXCERPTS
from leagues.models import Entrant, Season
from leagues.pages.lines import names_of
from leagues.pages.requests import absent_if_refused, read_cursor, shown_season
from leagues.pages.tables import fixtures_table, opponents_table, standings_lines
from leagues.pages.views import ROWS
from leagues.season_resources import season_url
from leagues.selectors.faults import visible_faults
from leagues.selectors.figures import SeasonStatistics, of_entrant, season_statistics
from leagues.selectors.results import current_report
from leagues.selectors.seasons import fixtures_of, season_plan
from leagues.sides import Sides
from matches.pages.figure_pages import csv_tables
from matches.pages.figure_tables import Tables, table_context
from matches.pages.requests import bounded
from matches.pages.views import player_of


@require_safe
@bounded
@absent_if_refused
def season_figures(request: HttpRequest, league: str, season: int) -> HttpResponse:
    """Show the statistics of a season: decks against decks, cards, seats, ends and lengths."""
    found = shown_season(request, league, season)
    statistics = season_statistics(found)
    context = {"season": found, "name": names_of(found.league), **figure_context(found, statistics)}
    return render(request, "leagues/figures.html", context)


@require_safe
@bounded
@absent_if_refused
def entrant_page(request: HttpRequest, league: str, season: int, entrant: int) -> HttpResponse:
    """Show an entrant: who it is, its results against each opponent, its statistics and its matches."""
    player = player_of(request)
    found = shown_season(request, league, season)
    plan = season_plan(found.pk)
    shown = next((one for one in plan.entrants if one.number == entrant), None)
    if shown is None:
        raise Http404
    after = read_cursor(request, tuple[int, int, int])
    page, following = page_of(
        request,
        fixtures_of(found.pk, after).filter(of_entrant(shown)),
        limit=ROWS,
        after=lambda row: {"cursor": encode_cursor(row.deal.number, row.attempt, row.seating)},
    )
    report = current_report(found)
    context: dict[str, Any] = {
        "season": found,
        "name": names_of(found.league),
        "entrant": shown,
        "line": next(line for line in standings_lines(found, report) if line.entrant.pk == shown.pk),
        "opponents": opponents_table(found, report, shown),
        "fixtures": fixtures_table(found, page, player),
        "is_first": after is None,
        "following": following,
    }
    if after is None:
        context["excerpts"] = [
            fault
            for fault in visible_faults(found, player)
            if fault.entrant == shown.name and fault.excerpt is not None
        ][:MOST_EXCERPTS]
        context |= figure_context(found, season_statistics(found, shown), shown)
    return render(request, "leagues/entrant.html", context)


def _seat_labels(sides: Sides) -> list[str]:
    """The names of the seats; empty if a side has several."""
    if len(sides) > len(set(sides)):
        return []
    return [(_("First side"), _("Second side"))[side] for side in sides]


def figure_context(season: Season, statistics: SeasonStatistics, entrant: Entrant | None = None) -> dict[str, Any]:
    """Context for `matches/figures.html`. Cards and decks link to their statistics over all matches of the game."""
    plan = season_plan(season.pk)
    address = f"{season_url(season.league.slug, season.number)}/statistics"
    query = "" if entrant is None else f"entrant={entrant.name.replace(' ', '%20')}&"
    return {
        **table_context(Tables(plan.rules, statistics, statistics.deck_names, seat_labels=_seat_labels(plan.sides))),
        "json": f"{address}?{query}".rstrip("?&"),
        "csv": [(label, f"{address}?{query}format=csv&table={table}") for table, label in csv_tables(plan.rules)],
        "unread": statistics.counted - statistics.matches,
    }
