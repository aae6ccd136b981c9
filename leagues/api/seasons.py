"""A season: /leagues/{league}/seasons/{season}, its standings, crosstable, fixtures, entrants and amendments."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

import msgspec
from django.http import HttpResponse
from msgspec import Meta, Struct
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request

from common.http.answering import ApiView, answer, answer_kept
from common.http.csv_tables import OR_CSV, stream_csv
from common.http.description import operation
from common.http.paging import decode_cursor, encode_cursor, page_of
from common.http.reading import Cursor, Limit, read_body, read_query
from common.http.sparse import Fields, SparseQuery, sparse
from leagues import season_resources
from leagues.api.requests import NOT_FOUND, OPERATOR, TableQuery, answer_table, in_cell, operator
from leagues.manifest import EntrantName
from leagues.models import Season
from leagues.report import CrosstableCell, Report, TableRow
from leagues.selectors.access import find_season
from leagues.selectors.results import current_report
from leagues.selectors.seasons import fixtures_of
from leagues.services.amendments import close_season, extend_season, withdraw_entrant
from matches.api.requests import asker

CSV_BATCH = 500
"""Matches read at a time."""
Reason = Annotated[str, Meta(min_length=1, max_length=400)]


class Extension(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="extend"):
    """Add cycles, rounds, or deals (in a duel). `length` is the new total."""

    length: Annotated[int, Meta(ge=1, le=100_000, description="New total of rounds, cycles or deals.")]
    reason: Reason


class Withdrawal(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="withdraw"):
    """Withdraw an entrant: they play no more, and their results count."""

    entrant: EntrantName
    reason: Reason


class Closing(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="close"):
    """End the season now. Open deals don't count."""

    reason: Reason


class AmendmentInput(Struct, frozen=True, forbid_unknown_fields=True):
    amendment: Extension | Withdrawal | Closing


IN_CSV = [
    (field.name, field.type) for field in msgspec.structs.fields(season_resources.Entrant) if field.name != "deck"
]
EntrantRow = msgspec.defstruct("EntrantRow", IN_CSV)
"""An entrant's columns in CSV, which has no lists of cards."""


class Crosstable(Struct, frozen=True):
    """All results between entrants who have met, from both sides."""

    results: Sequence[CrosstableCell]


class StandingsQuery(TableQuery, frozen=True, forbid_unknown_fields=True):
    fields: Fields | None = None


class FixturesQuery(SparseQuery, frozen=True, forbid_unknown_fields=True):
    limit: Limit = 50
    cursor: Cursor | None = None
    format: Annotated[Literal["json", "csv"], Meta(description="CSV has all rows and no pages.")] = "json"


class SeasonView(ApiView):
    permission_classes = []

    @operation(
        "read_season",
        "Read a season",
        tag="leagues",
        scope="read",
        query=SparseQuery,
        answers={200: season_resources.Season},
        refuses=NOT_FOUND,
        kept=True,
    )
    def get(self, request: Request, league: str, season: int) -> HttpResponse:
        query = read_query(request, SparseQuery)
        player = asker(request)
        shown = season_resources.season_resource(find_season(league, season, player), player)
        return answer_kept(request, sparse(shown, query.fields), by="private")


class AmendmentsView(ApiView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @operation(
        "list_amendments",
        "List the amendments of a season",
        "The changes made while the season ran, oldest first.",
        tag="leagues",
        scope="read",
        query=TableQuery,
        answers={200: season_resources.AmendmentList, **OR_CSV},
        refuses=NOT_FOUND,
        kept=True,
    )
    def get(self, request: Request, league: str, season: int) -> HttpResponse:
        query = read_query(request, TableQuery)
        rows = season_resources.amendments_of(find_season(league, season, asker(request)))
        return answer_table(request, query, season_resources.AmendmentList(rows), season_resources.Amendment, rows)

    @operation(
        "amend_season",
        "Extend a season, withdraw an entrant, or close it",
        "Each change is recorded with who, when and why; everyone can read it. For league operators.",
        tag="leagues",
        scope="leagues",
        body=AmendmentInput,
        answers={201: season_resources.Season},
        refuses={**OPERATOR, 409: "season_over", 422: "bad_amendment"},
    )
    def post(self, request: Request, league: str, season: int) -> HttpResponse:
        found = find_season(league, season, asker(request))
        by = operator(request)
        match read_body(request, AmendmentInput).amendment:
            case Extension(length, reason):
                extend_season(season=found, length=length, by=by, reason=reason)
            case Withdrawal(entrant, reason):
                withdraw_entrant(season=found, name=entrant, by=by, reason=reason)
            case Closing(reason):
                close_season(season=found, by=by, reason=reason)
        found.refresh_from_db()
        return answer(season_resources.season_resource(found, by), 201)


class StandingsView(ApiView):
    permission_classes = []

    @operation(
        "read_standings",
        "Read the table of a season, with ratings and their intervals",
        "Computed from the outcomes of the matches; docs/verify.md shows how to compute it again. For a long "
        "season in progress it may be a minute old. Its `fixtures` is the number of matches that it covers. "
        "The `fixtures` of the season is the number that count now.",
        tag="leagues",
        scope="read",
        query=StandingsQuery,
        answers={200: Report, **OR_CSV},
        refuses=NOT_FOUND,
        kept=True,
    )
    def get(self, request: Request, league: str, season: int) -> HttpResponse:
        query = read_query(request, StandingsQuery)
        report = current_report(find_season(league, season, asker(request)))
        return answer_table(request, query, report, TableRow, map(as_line, report.standings))


class CrosstableView(ApiView):
    permission_classes = []

    @operation(
        "read_crosstable",
        "Read the crosstable of a season",
        tag="leagues",
        scope="read",
        query=TableQuery,
        answers={200: Crosstable, **OR_CSV},
        refuses=NOT_FOUND,
        kept=True,
    )
    def get(self, request: Request, league: str, season: int) -> HttpResponse:
        query = read_query(request, TableQuery)
        cells = current_report(find_season(league, season, asker(request))).crosstable
        return answer_table(request, query, Crosstable(cells), CrosstableCell, cells)


class FixturesView(ApiView):
    permission_classes = []

    @property
    def throttle(self) -> str:
        """The whole season costs about as much as its export."""
        return "exports" if self.request.GET.get("format") == "csv" else super().throttle

    @operation(
        "list_fixtures",
        "List the matches of a season, by deal",
        "If you may read the season, you may read its matches. In a private league only its creator may. JSON "
        "comes in pages; CSV has the whole season, whatever `limit` and `cursor` say, and counts as `exports`.",
        tag="leagues",
        scope="read",
        query=FixturesQuery,
        answers={200: season_resources.FixtureList, **OR_CSV},
        refuses=NOT_FOUND,
        kept=True,
    )
    def get(self, request: Request, league: str, season: int) -> HttpResponse:
        query = read_query(request, FixturesQuery)
        found = find_season(league, season, asker(request))
        if query.format == "csv":
            return stream_csv(season_resources.Fixture, all_fixtures(found), in_cell)
        after = None if query.cursor is None else decode_cursor(query.cursor, tuple[int, int, int])
        page, following = page_of(
            request,
            fixtures_of(found.pk, after),
            limit=query.limit,
            after=lambda row: {"cursor": encode_cursor(row.deal.number, row.attempt, row.seating)},
        )
        shown = season_resources.FixtureList(season_resources.fixture_resources(found, page), following)
        return answer_kept(request, sparse(shown, query.fields), by="private")


class EntrantsView(ApiView):
    permission_classes = []

    @operation(
        "list_entrants",
        "List the entrants of a season",
        "CSV has names and digests of decks, but no lists of cards.",
        tag="leagues",
        scope="read",
        query=TableQuery,
        answers={200: season_resources.EntrantList, **OR_CSV},
        refuses=NOT_FOUND,
        kept=True,
    )
    def get(self, request: Request, league: str, season: int) -> HttpResponse:
        query = read_query(request, TableQuery)
        found = season_resources.entrants_of(find_season(league, season, asker(request)))
        return answer_table(request, query, found, EntrantRow, found.results)


def as_line(row: TableRow) -> TableRow:
    """The row without interval ends that are equal, which a reader of CSV would take for an interval."""
    low, high = row.interval
    return msgspec.structs.replace(row, elo_low=low, elo_high=high)


def all_fixtures(season: Season) -> Iterator[season_resources.Fixture]:
    """All fixtures of a season, read in batches."""
    after = None
    while page := list(fixtures_of(season.pk, after)[:CSV_BATCH]):
        yield from season_resources.fixture_resources(season, page)
        after = (page[-1].deal.number, page[-1].attempt, page[-1].seating)
