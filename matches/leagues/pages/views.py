"""The pages of the leagues: which there are, the seasons of one, and how a season stands."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from cards.http.paging import encode_cursor, page_of
from cards.text.labels import ruleset_name
from matches.leagues.models import Season
from matches.leagues.pages.lines import FORMATS, crosstable_rows, fixture_lines, league_lines, names_of, table_rows
from matches.leagues.pages.plots import plots_of
from matches.leagues.pages.requests import absent_if_refused, read_cursor
from matches.leagues.resources import season_resource
from matches.leagues.selectors.access import find_league, find_season, listed_leagues
from matches.leagues.selectors.plots import season_end
from matches.leagues.selectors.results import shown_report
from matches.leagues.selectors.seasons import fixtures_of, season_plan, state_of
from matches.models import Match
from matches.pages.bounds import bounded
from matches.pages.views import player_of

ROWS = 50
"""Leagues, seasons or matches of one page."""
MOST_RUNNING = 20
MOST_RUNS = 20
MOST_LIVE = 12
"""Matches to watch."""


@require_safe
@bounded
@absent_if_refused
def leagues(request: HttpRequest) -> HttpResponse:
    """Those that run, and all that are listed, the newest first."""
    listed = listed_leagues(player_of(request)).order_by("-id")
    after = read_cursor(request, tuple[int])
    running = [] if after else listed.filter(seasons__status=Season.Status.RUNNING)[:MOST_RUNNING]
    page, following = page_of(
        request,
        listed.filter(pk__lt=after[0]) if after else listed,
        limit=ROWS,
        after=lambda league: {"cursor": encode_cursor(league.pk)},
    )
    return render(
        request,
        "leagues/leagues.html",
        {"is_first": not after, "running": league_lines(running), "lines": league_lines(page), "following": following},
    )


@require_safe
@bounded
@absent_if_refused
def league_page(request: HttpRequest, league: str) -> HttpResponse:
    """The seasons of a league, and what became of its scheduled runs."""
    found = find_league(league, player_of(request))
    after = read_cursor(request, tuple[int])
    seasons = found.seasons.order_by("-number")
    page, following = page_of(
        request,
        seasons.filter(number__lt=after[0]) if after else seasons,
        limit=ROWS,
        after=lambda season: {"cursor": encode_cursor(season.number)},
    )
    return render(
        request,
        "leagues/league.html",
        {
            "league": found,
            "name": names_of(found),
            "game": ruleset_name(found.manifest["ruleset"]),
            "format": FORMATS[found.manifest["format"]["type"]],
            "seasons": page,
            "following": following,
            "runs": [] if after else found.runs.select_related("season").order_by("-scheduled_for")[:MOST_RUNS],
        },
    )


@require_safe
@bounded
@absent_if_refused
def season_page(request: HttpRequest, league: str, season: int) -> HttpResponse:
    """How far a season has come, its table and crosstable, and its matches."""
    player = player_of(request)
    found = find_season(league, season, player)
    after = read_cursor(request, tuple[int, int, int])
    page, following = page_of(
        request,
        fixtures_of(found.pk, after),
        limit=ROWS,
        after=lambda row: {"cursor": encode_cursor(row.deal.number, row.attempt, row.seating)},
    )
    state = state_of(found.pk)
    report, shown = shown_report(found, state), season_resource(found, player, state)
    live = [] if after else fixtures_of(found.pk).filter(match__status=Match.Status.PLAYING)[:MOST_LIVE]
    return render(
        request,
        "leagues/season.html",
        {
            "season": found,
            "shown": shown,
            "deals": sum(shown.deals.values()) - shown.deals["dropped"],
            "name": names_of(found.league),
            "game": ruleset_name(found.ruleset),
            "format": FORMATS[found.manifest["format"]["type"]],
            "anchor": shown.manifest.anchor.entrant or shown.manifest.entrants[0].name,
            "report": report,
            "behind": shown.fixtures - report.fixtures,
            "table": table_rows(report, season_plan(found.pk).entrants),
            "crosstable": crosstable_rows(report, season_plan(found.pk).entrants),
            "live": [line for line in fixture_lines(found, live, player) if line["is_open"]],
            "plots": plots_of(found, state) if after is None else [],
            "end": season_end(
                found,
                deals=shown.deals,
                rounds=shown.rounds,
                planned=shown.rounds_planned,
                test=report.test,
                now=timezone.now(),
            ),
            "fixtures": fixture_lines(found, page, player),
            "is_first": after is None,
            "following": following,
        },
    )
