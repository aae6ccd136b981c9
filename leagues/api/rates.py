"""Results by options and deck: /leagues/{league}/rates."""

from collections.abc import Iterator
from typing import Annotated, Literal

from django.http import HttpResponse
from msgspec import Meta, Struct, structs
from rest_framework.request import Request

from common.http.answering import ApiView, answer_kept
from common.http.csv_tables import OR_CSV, as_csv
from common.http.description import operation
from common.http.reading import read_query
from leagues.limits import MOST_COUNTED_MATCHES
from leagues.rates import LeagueRates
from leagues.selectors.access import find_league, find_season
from leagues.selectors.rates import league_rates
from matches.api.requests import asker
from matches.search.statistics import Figure
from rules.engine import canonical


class RatesQuery(Struct, frozen=True, forbid_unknown_fields=True):
    season: Annotated[int, Meta(ge=1, le=2**31 - 1, description="Only this season.")] | None = None
    format: Annotated[Literal["json", "csv"], Meta(description="CSV has a line for each deck and turn.")] = "json"


class RatesRow(Figure, frozen=True, kw_only=True):
    """A figure as a row of CSV. `deck` is empty where all decks are counted together."""

    option_set: str | None
    options: str
    deck: str
    deck_name: str | None
    turn: str


class RatesView(ApiView):
    permission_classes = []

    @operation(
        "read_league_rates",
        "Read a league's results by options and deck",
        "How well the first turn did under each set of options, and each deck with and without it. "
        "Intervals are Wilson's, at 95 %. "
        f"The newest {MOST_COUNTED_MATCHES} matches that count are covered. "
        "A match is added some seconds after its end.",
        tag="leagues",
        scope="read",
        query=RatesQuery,
        answers={200: LeagueRates, **OR_CSV},
        refuses={404: "not_found"},
        rate="exports",
        kept=True,
    )
    def get(self, request: Request, league: str) -> HttpResponse:
        query, player = read_query(request, RatesQuery), asker(request)
        found = find_league(league, player)
        season = None if query.season is None else find_season(league, query.season, player)
        rates = league_rates(found, season)
        if query.format == "json":
            return answer_kept(request, rates, by="private")
        return as_csv(RatesRow, _rows(rates))


def _rows(rates: LeagueRates) -> Iterator[RatesRow]:
    for group in rates.results:
        options = canonical(group.options).decode()
        about = {"option_set": group.option_set, "options": options}
        yield RatesRow(**structs.asdict(group.first), **about, deck="", deck_name=None, turn="first")  # type: ignore[arg-type]
        for deck in group.decks:
            named = {**about, "deck": deck.deck, "deck_name": deck.name}
            yield RatesRow(**structs.asdict(deck.first), **named, turn="first")  # type: ignore[arg-type]
            yield RatesRow(**structs.asdict(deck.later), **named, turn="later")  # type: ignore[arg-type]
