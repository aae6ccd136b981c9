"""Computes a league's results by options and deck from the seat records of its newest matches."""

import time
from functools import partial
from typing import Any

from django.db.models import Count, Q

from cards.sets.selectors import rules_of
from leagues.limits import MOST_COUNTED_MATCHES
from leagues.models import Entrant, Fixture, League, Season
from leagues.rates import CountedSeats, LeagueRates, Played, rates_of
from leagues.selectors.seasons import that_count
from matches.search.deck_ids import deck_id, starter_slugs
from matches.search.figures import Remembered
from matches.search.models import SeatRecord
from matches.services.ratings import option_set_of

CACHED_SECONDS = 30
SEASON = "match__fixture__deal__season"

_remembered = Remembered(most=64)


def league_rates(league: League, season: Season | None = None) -> LeagueRates:
    """The rates of a league or season, from its newest MOST_COUNTED_MATCHES. Up to CACHED_SECONDS old."""
    key = (league.pk, None if season is None else season.pk, int(time.monotonic() // CACHED_SECONDS))
    found: LeagueRates = _remembered.get(key, partial(_read, league, season))
    return found


def _read(league: League, season: Season | None) -> LeagueRates:
    seasons = Season.objects.filter(league=league) if season is None else Season.objects.filter(pk=season.pk)
    matches = that_count(Fixture.objects.filter(deal__season__in=seasons)).order_by("-match_id").values("match")
    records = SeatRecord.objects.filter(match__in=matches[:MOST_COUNTED_MATCHES]).order_by()
    rows = records.values(f"{SEASON}__number", "deck", "is_first", "points").annotate(
        seats=Count("pk"), matches=Count("pk", filter=Q(seat=0))
    )
    columns = (f"{SEASON}__number", "deck", "is_first", "points", "seats", "matches")
    counted = [CountedSeats(*row) for row in rows.values_list(*columns)]
    played = seasons.filter(number__in={row.season for row in counted}).order_by("-number")
    return rates_of(
        [_options_of(one) for one in played],
        counted,
        _deck_names(list(played)).get,
        is_partial=matches[MOST_COUNTED_MATCHES : MOST_COUNTED_MATCHES + 1].exists(),
    )


def _options_of(season: Season) -> Played:
    rules = rules_of(season.ruleset, season.ruleset_version, season.card_set_id)
    return Played(season.number, season.options, option_set_of(rules, season.options))


def _deck_names(seasons: list[Season]) -> dict[str, str]:
    """Deck -> the slug of its starter deck, or the name of the last entrant that brought it."""
    own = Entrant.objects.filter(season__in=seasons).exclude(deck_digest="").order_by("deck_digest", "pk")
    last: dict[str, Any] = dict(own.values_list("deck_digest", "pk"))
    named = Entrant.objects.filter(pk__in=last.values())
    names = {deck_id(deck): name for deck, name in named.values_list("deck", "name")}
    for season in reversed(seasons):
        names |= starter_slugs(rules_of(season.ruleset, season.ruleset_version, season.card_set_id))
    return names
