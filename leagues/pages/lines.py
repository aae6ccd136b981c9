"""Prepares lists of leagues and seasons for the templates."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery
from django.utils.translation import gettext_lazy as _

from common.text.language import in_language, ruleset_name
from leagues.models import League, Season
from leagues.pages.sentences import verdict_in_words
from leagues.selectors.endings import Ending, season_endings
from leagues.selectors.progress import progress_of_seasons

FORMAT_NAMES = {
    "round_robin": _("Round robin"),
    "swiss": _("Swiss system"),
    "gauntlet": _("Gauntlet"),
    "duel": _("Duel"),
    "ladder": _("Ladder"),
}


def names_of(league: League) -> str:
    return in_language({"ja": league.name_ja, "en": league.name_en})


def league_lines(leagues: Iterable[League]) -> list[dict[str, Any]]:
    """Each league with its newest season, and the progress or the ending of that."""
    shown = list(leagues)
    seasons = _newest_seasons([league.pk for league in shown])
    progress = progress_of_seasons([season.pk for season in seasons.values() if season.status == Season.Status.RUNNING])
    endings = season_endings(seasons.values())
    return [
        {
            "league": league,
            "name": names_of(league),
            "game": ruleset_name(league.manifest["ruleset"]),
            "format": FORMAT_NAMES[league.manifest["format"]["type"]],
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
    """The winners, or the verdict of a duel."""
    if ending is None:
        return None
    return {"winners": ending.winners, "verdict": None if ending.duel is None else verdict_in_words(ending.duel)}


def _newest_seasons(leagues: Sequence[int]) -> dict[int, Season]:
    newest: QuerySet[Season] = Season.objects.filter(league=OuterRef("pk")).order_by("-number")
    ids = League.objects.filter(pk__in=leagues).values(newest=Subquery(newest.values("pk")[:1]))
    rows = Season.objects.filter(pk__in=ids).only("league", "number", "status", "started_at", "ended_at")
    return {season.league_id: season for season in rows}
