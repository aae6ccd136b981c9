"""Statistics over the matches that a search finds: decks, cards, seats, lengths and ends."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from django.http import HttpResponse
from msgspec import Meta, Struct, structs
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request

from cards.sets.selectors import newest_rules
from common.http.answering import ApiView, answer
from common.http.csv_tables import OR_CSV, as_csv
from common.http.description import operation
from common.http.reading import read_query
from matches.api.requests import asker
from matches.api.search import Filters, criteria_of
from matches.limits import MOST_MATCHES_COUNTED
from matches.search.deck_ids import starter_slugs
from matches.search.searched_statistics import SearchStatistics, searched_statistics
from matches.search.statistics import (
    CardStatistics,
    DecisionCount,
    DeckPairStatistics,
    DeckStatistics,
    Lengths,
    ReasonCount,
    SeatStatistics,
    Statistics,
)
from rules.registry import slugs

TableName = Annotated[
    Literal["cards", "decks", "deck_pairs", "seats", "reasons", "decisions", "lengths"],
    Meta(description="Which table CSV has."),
]


class DeckRow(DeckStatistics, frozen=True, kw_only=True):
    """A deck as CSV has it: with the slug of the starter deck that it is, or the name that the statistics have."""

    deck_name: str | None


class DeckPairRow(DeckPairStatistics, frozen=True, kw_only=True):
    deck_name: str | None
    opponent_name: str | None


SHAPES: dict[str, type[Struct]] = {
    "cards": CardStatistics,
    "decks": DeckRow,
    "deck_pairs": DeckPairRow,
    "seats": SeatStatistics,
    "reasons": ReasonCount,
    "decisions": DecisionCount,
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
        f"{MOST_MATCHES_COUNTED} matches that the filters find and one may see. Trials, imported, aborted and withheld "
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
        if query.format == "json":
            return answer(found)
        names = starter_slugs(newest_rules(query.ruleset)) if query.ruleset in slugs() else {}
        return table_as_csv(found, query.table, names)


def table_as_csv(found: Statistics, table: str, deck_names: Mapping[str, str]) -> HttpResponse:
    """`deck_names`: digest -> name, of the decks that have one."""
    rows: Any = getattr(found, table)
    if table == "decks":
        rows = [DeckRow(**structs.asdict(row), deck_name=deck_names.get(row.deck)) for row in rows]
    if table == "deck_pairs":
        rows = [
            DeckPairRow(
                **structs.asdict(row),
                deck_name=deck_names.get(row.deck),
                opponent_name=deck_names.get(row.opponent),
            )
            for row in rows
        ]
    return as_csv(SHAPES[table], [rows] if isinstance(rows, Struct) else rows)
