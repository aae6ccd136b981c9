"""Statistics over the matches that a search finds: decks, cards, seats, lengths and ends."""

from typing import Annotated, Any, Literal

from django.http import HttpResponse
from msgspec import Meta, Struct
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request

from cards.http.answering import ApiView, answer
from cards.http.csv_tables import OR_CSV, as_csv
from cards.http.description import operation
from cards.http.reading import read_query
from matches.api.requests import asker
from matches.api.search import Filters, criteria_of
from matches.search.searched_statistics import MOST_MATCHES, SearchStatistics, searched_statistics
from matches.search.statistics import (
    CardFigure,
    DeckFigure,
    DeckPairFigure,
    Lengths,
    ReasonCount,
    SeatFigure,
    Statistics,
)

TableName = Annotated[
    Literal["cards", "decks", "deck_pairs", "seats", "reasons", "lengths"], Meta(description="Which table CSV has.")
]
SHAPES: dict[str, type[Struct]] = {
    "cards": CardFigure,
    "decks": DeckFigure,
    "deck_pairs": DeckPairFigure,
    "seats": SeatFigure,
    "reasons": ReasonCount,
    "lengths": Lengths,
}


class StatisticsQuery(Filters, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The filters of a search; the ruleset must be given, for figures of two games tell nothing together."""

    ruleset: Annotated[str, Meta(min_length=1, max_length=150)]
    format: Annotated[Literal["json", "csv"], Meta(description="CSV has one table.")] = "json"
    table: TableName = "cards"


class StatisticsView(ApiView):
    throttle = "exports"

    @operation(
        "read_statistics",
        "Statistics over finished matches",
        "Deck against deck, card by card, seats, lengths and ends, with 95 % intervals (Wilson), of the newest "
        f"{MOST_MATCHES} matches that the filters find and one may see. Trials, imported, aborted and withheld "
        "matches never count.",
        tag="replay",
        scope="read",
        query=StatisticsQuery,
        answers={200: SearchStatistics, **OR_CSV},
        refuses={401: "not_signed_in"},
    )
    def get(self, request: Request) -> HttpResponse:
        query = read_query(request._request, StatisticsQuery)
        player = asker(request)
        if query.opponent is not None and player is None:
            raise NotAuthenticated
        found = searched_statistics(player, criteria_of(query))
        return table_as_csv(found, query.table) if query.format == "csv" else answer(found)


def table_as_csv(found: Statistics, table: str) -> HttpResponse:
    rows: Any = getattr(found, table)
    return as_csv(SHAPES[table], [rows] if isinstance(rows, Struct) else rows)
