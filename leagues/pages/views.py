"""The pages of all leagues, of a league, and of a season."""

from datetime import datetime, timedelta

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.timesince import timeuntil
from django.views.decorators.http import require_safe

from common.http.paging import encode_cursor, page_of
from common.text.language import ruleset_name
from leagues.limits import MOST_LIVE, MOST_RUNNING, MOST_RUNS
from leagues.models import Season
from leagues.pages.joining import who_plays
from leagues.pages.lines import FORMAT_NAMES, league_lines, names_of, season_lines
from leagues.pages.plots import plots_of
from leagues.pages.requests import absent_if_refused, read_cursor, shown_league, shown_season
from leagues.pages.schedules import schedule_in_words
from leagues.pages.sentences import amendments_in_words, deal_sentences, duel_in_words
from leagues.pages.tables import crosstable_table, fixtures_table, standings_table
from leagues.record import FIXTURES
from leagues.season_resources import season_resource
from leagues.selectors.access import listed_leagues
from leagues.selectors.plots import season_end
from leagues.selectors.results import current_report
from leagues.selectors.seasons import fixtures_of, season_plan, state_of
from leagues.services.sharing import shares_of
from leagues.standings import WIN
from matches.models import Match
from matches.pages.requests import bounded
from matches.pages.setup_form import described_options
from matches.pages.views import player_of

ROWS = 50
"""How many leagues, seasons or matches one page lists."""
SOON = timedelta(minutes=1)
"""A shorter time is shown without a number."""


@require_safe
@bounded
@absent_if_refused
def leagues(request: HttpRequest) -> HttpResponse:
    """Show the leagues that run now, and below them all that the reader may see, newest first."""
    listed = listed_leagues(player_of(request)).order_by("-id")
    after = read_cursor(request, tuple[int])
    running = [] if after else listed.filter(seasons__status=Season.Status.RUNNING, is_paused=False)[:MOST_RUNNING]
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
    """Show a league: seasons, next runs, entrants, how to join, and what came of its scheduled runs."""
    player = player_of(request)
    found = shown_league(request, league)
    after = read_cursor(request, tuple[int])
    schedule, now = schedule_in_words(found), timezone.now()
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
            "format": FORMAT_NAMES[found.manifest["format"]["type"]],
            "seasons": season_lines(page),
            "following": following,
            "is_first": after is None,
            "now": now,
            "schedule": schedule,
            "left": _left(schedule.runs[0] if schedule.runs else None, now),
            "entries_url": reverse("api-league-entries", args=[found.slug]),
            **({} if after else who_plays(found, player)),
            "runs": [] if after else found.runs.select_related("season").order_by("-scheduled_for")[:MOST_RUNS],
        },
    )


@require_safe
@bounded
@absent_if_refused
def season_page(request: HttpRequest, league: str, season: int) -> HttpResponse:
    """Show a season: progress, table, crosstable and matches."""
    player = player_of(request)
    found = shown_season(request, league, season)
    after = read_cursor(request, tuple[int, int, int])
    page, following = page_of(
        request,
        fixtures_of(found.pk, after),
        limit=ROWS,
        after=lambda row: {"cursor": encode_cursor(row.deal.number, row.attempt, row.seating)},
    )
    state = state_of(found.pk)
    report, shown = current_report(found, state), season_resource(found, player, state)
    plan, now = season_plan(found.pk), timezone.now()
    entrants = plan.entrants
    end = season_end(
        found,
        left=shown.deals_planned - shown.deals["closed"],
        rounds=shown.rounds,
        test=report.test,
        now=now,
    )
    live = [] if after else fixtures_of(found.pk).filter(match__status=Match.Status.PLAYING)[:MOST_LIVE]
    return render(
        request,
        "leagues/season.html",
        {
            "season": found,
            "shown": shown,
            "is_most": report.test is not None and shown.status == "running",
            "name": names_of(found.league),
            "game": ruleset_name(found.ruleset),
            "format": FORMAT_NAMES[found.manifest["format"]["type"]],
            "anchor": shown.manifest.anchor.entrant or shown.manifest.entrants[0].name,
            "report": report,
            "test": duel_in_words(
                shown,
                report.test,
                [entrant.name for entrant in entrants],
                {row.entrant: row.points for row in report.standings},
            ),
            "amendments": amendments_in_words(shown),
            "deal_sentences": deal_sentences(
                shown, [entrant.is_account for entrant in entrants], builds_decks=plan.rules.builds_decks
            ),
            "bye_points": WIN * FIXTURES * shown.manifest.deals,
            "behind": shown.fixtures - report.fixtures,
            "standings": standings_table(found, report),
            "crosstable": crosstable_table(found, report),
            "live": [line for line in fixtures_table(found, live, player).rows if line.is_open],
            "plots": plots_of(found, state) if after is None else [],
            "end": end,
            "left": _left(end, now),
            "others": shares_of(found.pk)[0] if shown.share_per_mille else 0,
            "share": (shown.share_per_mille or 0) // 10,
            "builds_decks": plan.rules.builds_decks,
            "options": described_options(plan.rules, found.options),
            "fixtures": fixtures_table(found, page, player),
            "is_first": after is None,
            "following": following,
        },
    )


def _left(moment: datetime | None, now: datetime) -> str:
    """The time left until `moment`, in its largest unit; empty if it is less than a minute."""
    return "" if moment is None or moment - now < SOON else timeuntil(moment, now, depth=1)
