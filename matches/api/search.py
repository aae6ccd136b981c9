"""Search finished matches by their events and endings, and compute statistics of the results."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Annotated, Any, Literal
from uuid import UUID

from django.http import HttpResponse
from msgspec import UNSET, Meta, Struct, structs
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request

from cards.sets.selectors import newest_rules
from common.formats import DATE_TIME, END, Id, Moment, NextPage
from common.http.answering import ApiView, answer
from common.http.csv_tables import OR_CSV, as_csv
from common.http.description import operation
from common.http.paging import Microseconds, decode_cursor, encode_cursor, page_of
from common.http.reading import Cursor, Limit, read_query
from common.http.sparse import Fields, sparse
from common.text.errors import malformed
from common.timestamps import rfc3339
from matches.api.match_resource import Damaged, match_url, readable_list
from matches.api.requests import asker
from matches.limits import MOST_MATCHES_COUNTED, MOST_TERMS
from matches.models import MatchSummary
from matches.search.deck_ids import starter_slugs
from matches.search.finding import Criteria, find_matches, place_of
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

MIN_MOMENT, MAX_MOMENT = datetime(1970, 1, 1, tzinfo=UTC), datetime(9998, 12, 31, tzinfo=UTC)
"""Searches use UTC, into which moments at the ends of the calendar cannot be converted."""
Place = tuple[Microseconds, UUID]
Text = Annotated[str, Meta(min_length=1, max_length=150)]
Texts = Annotated[str, Meta(min_length=1, max_length=400, pattern=f"^[^,]*(,[^,]*){{0,{MOST_TERMS - 1}}}{END}")]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]


class Filters(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Only matches to which all given filters apply."""

    ruleset: Text | None = None
    card: (
        Annotated[Texts, Meta(description="Up to eight slugs of cards, separated by commas. All were played openly.")]
        | None
    ) = None
    effect: (
        Annotated[Texts, Meta(description="Up to eight effect types, separated by commas. All happened.")] | None
    ) = None
    reason: Annotated[Text, Meta(description="How it ended, such as `resignation`.")] | None = None
    decided_by: (
        Annotated[Text, Meta(description="`decided.by` of the scorecard, such as `graveyard_cards`.")] | None
    ) = None
    min_length: Annotated[Count, Meta(description="At least this many events.")] | None = None
    max_length: Annotated[Count, Meta(description="At most this many events.")] | None = None
    player: Annotated[Text, Meta(description="A user name, an id from a log, or a bot.")] | None = None
    winner: Annotated[Text, Meta(description="A winner; values as for `player`.")] | None = None
    opponent: (
        Annotated[Text, Meta(description="Only your own matches against this player; values as for `player`.")] | None
    ) = None
    deck: (
        Annotated[Text, Meta(description="A starter deck's slug, or SHA-256 of the canonical list of cards.")] | None
    ) = None
    rated: Annotated[bool | None, Meta(description="Only rated matches, or only unrated ones.")] = None
    ended_after: Annotated[datetime, DATE_TIME] | None = None
    ended_before: Annotated[datetime, DATE_TIME] | None = None


class SearchQuery(Filters, frozen=True, forbid_unknown_fields=True, kw_only=True):
    named: Annotated[Text, Meta(description="For imported matches: a player's name in the log.")] | None = None
    imported: Annotated[bool, Meta(description="Search imported matches instead of those played here.")] = False
    limit: Limit = 50
    cursor: Cursor | None = None


class SearchListQuery(SearchQuery, frozen=True, forbid_unknown_fields=True, kw_only=True):
    fields: Fields | None = None


class FinishedMatch(Struct, frozen=True):
    """A finished match. In an imported match no seat has an account, so `players` are empty strings: use `named`."""

    id: Id
    ruleset: str
    length: Annotated[int, Meta(description="Number of events.")]
    ended_at: Moment
    reason: str
    winners: Annotated[list[int], Meta(description="Empty after a draw or an aborted match.")]
    players: Annotated[list[str], Meta(description="How the log names the players, in seating order.")]
    named: Annotated[list[str] | None, Meta(description="Names in an imported log, in seating order; else null.")]
    is_imported: Annotated[bool, Meta(description="Whether it was played elsewhere and imported.")]
    url: str


class FinishedMatchList(Struct, frozen=True):
    """Finished matches, those that ended last first."""

    results: list[FinishedMatch]
    next: NextPage
    damaged: Damaged = UNSET


class SearchView(ApiView):
    @operation(
        "search_matches",
        "Find finished matches",
        "Searches the matches that you may see by what happened in them.",
        tag="replay",
        scope="read",
        query=SearchListQuery,
        answers={200: FinishedMatchList},
        refuses={401: "not_signed_in"},
    )
    def get(self, request: Request) -> HttpResponse:
        query = read_query(request._request, SearchListQuery)
        page, following = find_page(request, query)
        shown, damaged = found_list(page)
        return answer(sparse(FinishedMatchList(shown, following, damaged), query.fields))


def criteria_of(query: Filters) -> Criteria:
    for name in ("ended_after", "ended_before"):
        moment = getattr(query, name)
        if moment is not None and moment.tzinfo is None:
            raise malformed("offset_missing", place={"parameter": name}, parameter=name)
        if moment is not None and not MIN_MOMENT <= moment <= MAX_MOMENT:
            first, last = MIN_MOMENT.date().isoformat(), MAX_MOMENT.date().isoformat()
            raise malformed("moment_out_of_range", place={"parameter": name}, parameter=name, first=first, last=last)
    return Criteria(
        ruleset=query.ruleset,
        cards=_several(query.card),
        effects=_several(query.effect),
        reason=query.reason,
        decided_by=query.decided_by,
        min_length=query.min_length,
        max_length=query.max_length,
        player=query.player,
        winner=query.winner,
        opponent=query.opponent,
        named=getattr(query, "named", None),
        deck=query.deck,
        is_rated=query.rated,
        ended_after=query.ended_after,
        ended_before=query.ended_before,
        imported=getattr(query, "imported", False),
    )


def _several(text: str | None) -> list[str]:
    return [] if text is None else [part for part in text.split(",") if part]


def find_page(request: Request, query: SearchQuery) -> tuple[list[MatchSummary], str | None]:
    """One page of the results, and the path of the next page.

    Raises NotAuthenticated, ServiceError `malformed_request`.
    """
    player = asker(request)
    if query.opponent is not None and player is None:
        raise NotAuthenticated
    before: Any = None if query.cursor is None else decode_cursor(query.cursor, Place)
    found = find_matches(player, criteria_of(query), before)
    return page_of(request, found, limit=query.limit, after=_after)


def _after(summary: MatchSummary) -> dict[str, Any]:
    return {"cursor": encode_cursor(*place_of(summary))}


def found_list(page: Sequence[MatchSummary]) -> tuple[list[FinishedMatch], Damaged]:
    """Resources of a page, and the ids of the matches that cannot be read."""
    return readable_list((summary.match_id, partial(found_resource, summary)) for summary in page)


def found_resource(summary: MatchSummary) -> FinishedMatch:
    match = summary.match
    names = [seat.public_id for seat in match.seats.all()]
    return FinishedMatch(
        id=str(match.pk),
        ruleset=summary.ruleset,
        length=summary.length,
        ended_at=rfc3339(summary.ended_at),
        reason=match.end_reason,
        winners=match.outcome["winners"],
        players=[""] * len(names) if summary.is_imported else names,
        named=names if summary.is_imported else None,
        is_imported=summary.is_imported,
        url=match_url(match.pk),
    )


TableName = Annotated[
    Literal["cards", "decks", "deck_pairs", "seats", "reasons", "decisions", "lengths"],
    Meta(description="Table to export as CSV."),
]


class DeckRow(DeckStatistics, frozen=True, kw_only=True):
    """A deck in CSV: with the slug if it is a starter deck, or the name that the statistics have."""

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
    """The filters of a search. `ruleset` is required: statistics over several games mean nothing."""

    ruleset: Annotated[str, Meta(min_length=1, max_length=150)]
    format: Annotated[Literal["json", "csv"], Meta(description="CSV holds one `table`.")] = "json"
    table: TableName = "cards"


class StatisticsView(ApiView):
    @operation(
        "read_statistics",
        "Read statistics over finished matches",
        "Results by deck, pair of decks, card and seat, with 95 % intervals (Wilson); lengths and endings of matches. "
        f"They cover the newest {MOST_MATCHES_COUNTED} matches that the filters find and you may see. "
        "Playtests, imported, aborted and withheld matches never count.",
        tag="replay",
        scope="read",
        query=StatisticsQuery,
        answers={200: SearchStatistics, **OR_CSV},
        refuses={401: "not_signed_in"},
        rate="exports",
    )
    def get(self, request: Request) -> HttpResponse:
        query = read_query(request._request, StatisticsQuery)
        player = asker(request)
        if query.opponent is not None and player is None:
            raise NotAuthenticated
        found = searched_statistics(player, criteria_of(query))
        if query.format == "json":
            return answer(found)
        names = starter_slugs(newest_rules(query.ruleset))
        return table_as_csv(found, query.table, names)


def table_as_csv(found: Statistics, table: str, deck_names: Mapping[str, str]) -> HttpResponse:
    """One table of the statistics as CSV. `deck_names` maps digests to names, for decks that have one."""
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
