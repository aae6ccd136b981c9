"""Reads the strength of the house bots from the tables of finished seasons."""

import time
from collections.abc import Iterator, Sequence

import msgspec
from django.db.models import Prefetch
from django.urls import reverse

from common.computed_once import ComputedOnce
from common.timestamps import rfc3339
from leagues.limits import MOST_SEASONS
from leagues.manifest import Manifest, anchor_of
from leagues.models import Entrant, League, Season
from leagues.report import TableRow
from leagues.selectors.results import season_report
from matches.bots.roster import HOUSE_BOTS
from matches.selectors.bot_strength import BotStrength, Strengths
from rules.registry import slugs

_remembered: ComputedOnce[int, Strengths] = ComputedOnce(1)
_IDENTITY = {(bot.name, bot.version, bot.budget.iterations if bot.searches else None) for bot in HOUSE_BOTS}


def measured_strengths() -> Strengths:
    """(house bot, ruleset) -> its strength at its current version. May be a minute old."""
    return _remembered.get(_minute(), _measure)


def _minute() -> int:
    return int(time.monotonic() / 60)


def _measure() -> Strengths:
    return {(bot, slug): strength for slug in slugs() for bot, strength in _of_ruleset(slug)}


def _of_ruleset(slug: str) -> Iterator[tuple[str, BotStrength]]:
    """Each house bot with its strength in the newest season that has one."""
    found: set[str] = set()
    for season in _seasons(slug):
        entrants = [entrant for entrant in season.bots if _is_current(entrant) and entrant.bot not in found]
        if entrants:
            for bot, strength in _in_season(season, entrants):
                found.add(bot)
                yield bot, strength
        if len(found) == len(HOUSE_BOTS):
            return


def _seasons(slug: str) -> Sequence[Season]:
    """The newest finished seasons of public leagues; `bots` are the house bots that play the decks of the season."""
    bots = Entrant.objects.exclude(bot="").filter(deck__isnull=True).order_by("number")
    finished = Season.objects.filter(
        ruleset=slug, status=Season.Status.OVER, league__visibility=League.Visibility.PUBLIC, ended_at__isnull=False
    )
    with_bots = finished.select_related("league").prefetch_related(Prefetch("entrants", bots, to_attr="bots"))
    return with_bots.order_by("-ended_at")[:MOST_SEASONS]


def _is_current(entrant: Entrant) -> bool:
    return (entrant.bot, entrant.bot_version, entrant.iterations) in _IDENTITY


def _in_season(season: Season, entrants: Sequence[Entrant]) -> Iterator[tuple[str, BotStrength]]:
    manifest = msgspec.convert(season.manifest, Manifest)
    anchor = anchor_of(manifest)
    rows = {row.entrant: row for row in season_report(season).standings}
    for entrant in {entrant.bot: entrant for entrant in reversed(entrants)}.values():
        row = rows.get(entrant.name)
        if row is not None and row.elo is not None and row.played and anchor >= 0:
            yield entrant.bot, _strength(season, row, manifest.entrants[anchor].name, manifest.anchor.elo, row.elo)


def _strength(season: Season, row: TableRow, anchor: str, anchor_elo: int, elo: int) -> BotStrength:
    low, high = row.interval
    assert season.ended_at is not None
    return BotStrength(
        elo=elo,
        elo_low=low,
        elo_high=high,
        anchor=anchor,
        anchor_elo=anchor_elo,
        matches=row.played,
        since=rfc3339(season.ended_at),
        season_url=reverse("api-season", args=[season.league.slug, season.number]),
    )
