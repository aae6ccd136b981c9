"""What the pages of the leagues show of a league, an entrant and a match, ready for a template."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db.models import OuterRef, QuerySet, Subquery
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from common.text.labels import ruleset_name
from common.text.language import in_language
from leagues.models import Amendment, Deal, Entrant, Fixture, League, Season
from leagues.pages.sentences import verdict_said
from leagues.report import Report
from leagues.resources import fixture_resources
from leagues.selectors.endings import Ending, season_endings
from leagues.selectors.progress import progress_of_seasons
from leagues.selectors.seasons import season_plan
from leagues.sides import points_of_first
from matches.models import Match
from matches.selectors.access import visible_to
from players.models import Player

FORMATS = {
    "round_robin": _("Round robin"),
    "swiss": _("Swiss system"),
    "gauntlet": _("Gauntlet"),
    "duel": _("Duel"),
    "ladder": _("Ladder"),
}


def names_of(league: League) -> str:
    return in_language({"ja": league.name_ja, "en": league.name_en})


def league_lines(leagues: Iterable[League]) -> list[dict[str, Any]]:
    """Leagues with their newest season and how far it has come, or how it ended."""
    shown = list(leagues)
    seasons = _newest_seasons([league.pk for league in shown])
    progress = progress_of_seasons([season.pk for season in seasons.values() if season.status == Season.Status.RUNNING])
    endings = season_endings(seasons.values())
    return [
        {
            "league": league,
            "name": names_of(league),
            "game": ruleset_name(league.manifest["ruleset"]),
            "format": FORMATS[league.manifest["format"]["type"]],
            "season": (season := seasons.get(league.pk)),
            "progress": None if season is None else progress.get(season.pk),
            "ending": None if season is None else _ended(endings.get(season.pk)),
        }
        for league in shown
    ]


def season_lines(seasons: Iterable[Season]) -> list[dict[str, Any]]:
    shown = list(seasons)
    endings = season_endings(shown)
    return [{"season": season, "ending": _ended(endings.get(season.pk))} for season in shown]


def _ended(ending: Ending | None) -> dict[str, Any] | None:
    """Who won, or what a duel has shown."""
    if ending is None:
        return None
    return {"winners": ending.winners, "verdict": None if ending.duel is None else verdict_said(ending.duel)}


def _newest_seasons(leagues: Sequence[int]) -> dict[int, Season]:
    newest: QuerySet[Season] = Season.objects.filter(league=OuterRef("pk")).order_by("-number")
    ids = League.objects.filter(pk__in=leagues).values(newest=Subquery(newest.values("pk")[:1]))
    rows = Season.objects.filter(pk__in=ids).only("league", "number", "status", "started_at", "ended_at")
    return {season.league_id: season for season in rows}


def table_rows(report: Report, entrants: Sequence[Entrant]) -> list[dict[str, Any]]:
    """The table, with each entrant's bot beside his name, and whether that is broken."""
    of_name = {entrant.name: entrant for entrant in entrants}
    broken = broken_of(entrants[0].season_id) if any(row.is_withdrawn for row in report.standings) else set()
    return [
        {
            "row": row,
            "entrant": of_name[row.entrant],
            "is_broken": of_name[row.entrant].pk in broken,
            "share": _percent(row.share_per_mille),
            "elo": None if row.elo is None else f"{row.elo:+d}",
            "interval": interval_text(*row.interval),
            "over_next": _percent(row.over_next_per_mille),
            "won_how": how_said(row.wins_by_time, row.wins_by_resignation, row.wins_by_no_show),
            "lost_how": how_said(row.losses_by_time, row.losses_by_resignation, row.losses_by_no_show),
        }
        for row in report.standings
    ]


def how_said(time: int, resignation: int, no_show: int) -> str:
    """Of wins or losses how many were not by play; empty if all were."""
    counts = [
        (time, ngettext("%(n)d on time", "%(n)d on time", time)),
        (resignation, ngettext("%(n)d by resignation", "%(n)d by resignation", resignation)),
        (no_show, ngettext("%(n)d no-show", "%(n)d no-shows", no_show)),
    ]
    return gettext(", ").join(text % {"n": count} for count, text in counts if count)


def interval_text(low: int | None, high: int | None) -> str | None:
    """An interval of Elo in words; None if it has no bound on either side."""
    if low is not None and high is not None:
        return f"{low:+d} … {high:+d}"
    if low is not None:
        return gettext("at least %(elo)s") % {"elo": f"{low:+d}"}
    return None if high is None else gettext("at most %(elo)s") % {"elo": f"{high:+d}"}


def broken_of(season: UUID) -> set[int]:
    """Entrants that were taken out because they had failed three times at a deal."""
    rows = Amendment.objects.filter(season=season, kind=Amendment.Kind.BROKEN, entrant__isnull=False)
    return set(rows.values_list("entrant", flat=True))


def crosstable_rows(report: Report, entrants: Sequence[Entrant]) -> list[dict[str, Any]]:
    """Everybody against everybody, in the order of the table; None where two have not met."""
    of_name = {entrant.name: entrant for entrant in entrants}
    cells = {(cell.entrant, cell.opponent): cell for cell in report.crosstable}
    order = [row.entrant for row in report.standings]
    return [
        {
            "rank": row.rank,
            "entrant": row.entrant,
            "number": of_name[row.entrant].number,
            "cells": [_met(row.entrant == other, cells.get((row.entrant, other))) for other in order],
        }
        for row in report.standings
    ]


def _met(is_self: bool, cell: Any) -> dict[str, Any]:
    """A cell, and how much of the points it is, from 0 to 10, for its colour."""
    share = None if cell is None else cell.share_per_mille
    return {"is_self": is_self, "cell": cell, "tone": None if share is None else (share + 50) // 100}


def crosstable_cells(report: Report, entrants: Sequence[Entrant], entrant: Entrant) -> list[dict[str, Any]]:
    """Whom an entrant has met, in the order of the table."""
    of_name = {other.name: other for other in entrants}
    cells = {cell.opponent: cell for cell in report.crosstable if cell.entrant == entrant.name}
    return [
        {
            "opponent": of_name[row.entrant],
            "cell": cells[row.entrant],
            "share": _percent(cells[row.entrant].share_per_mille),
        }
        for row in report.standings
        if row.entrant in cells
    ]


def fixture_lines(season: Season, rows: Sequence[Fixture], player: Player | None) -> list[dict[str, Any]]:
    """Matches with what they ended with, and whether the reader may look at them."""
    numbers = {entrant.name: entrant.number for entrant in season_plan(season.pk).entrants}
    open_to = set(Match.objects.filter(visible_to(player), pk__in=[row.match_id for row in rows]).values_list("pk"))
    sides = season_plan(season.pk).sides
    return [
        {
            "shown": shown,
            "sides": _sides(shown, numbers),
            "match": row.match,
            "is_open": (row.match_id,) in open_to,
            "may_count": row.deal.status == Deal.Status.OPEN and row.deal.attempt == row.attempt,
            "points": None if shown.outcome is None else points_of_first(sides, row.seating, shown.outcome.winners),
        }
        for row, shown in zip(rows, fixture_resources(season, rows), strict=True)
    ]


def _sides(shown: Any, numbers: Mapping[str, int]) -> list[tuple[str, int]]:
    """Name and number of who has the first side, and of who has the second."""
    names = (shown.first, shown.second) if shown.seating == 0 else (shown.second, shown.first)
    return [(name, numbers[name]) for name in names]


def _percent(per_mille: int | None) -> str | None:
    return None if per_mille is None else f"{per_mille // 10}.{per_mille % 10} %"
