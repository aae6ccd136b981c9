"""The data behind a season's plots: /leagues/{league}/seasons/{season}/statistics and …/points, …/test."""

from typing import Annotated, Literal

from django.http import HttpResponse
from msgspec import Meta, Struct
from rest_framework.request import Request

from common.http.answering import ApiView, answer_kept
from common.http.csv_tables import OR_CSV
from common.http.description import operation
from common.http.reading import read_query
from common.text.errors import ServiceError
from leagues.api.requests import TableQuery, answer_table
from leagues.limits import MOST_COURSE_PLACES
from leagues.points_course import PointsCourse
from leagues.report import TestReport
from leagues.selectors.access import find_season
from leagues.selectors.figures import SeasonStatistics, season_statistics
from leagues.selectors.plots import season_points
from leagues.selectors.results import current_report
from leagues.selectors.seasons import season_plan
from matches.api.requests import asker
from matches.api.search import TableName, table_as_csv


class SeasonStatisticsQuery(Struct, frozen=True, forbid_unknown_fields=True):
    entrant: (
        Annotated[str, Meta(min_length=1, max_length=60, description="Only this entrant's matches, from their side.")]
        | None
    ) = None
    format: Annotated[Literal["json", "csv"], Meta(description="CSV has one table.")] = "json"
    table: TableName = "cards"


class PointsQuery(Struct, frozen=True, forbid_unknown_fields=True):
    format: Annotated[Literal["json", "csv"], Meta(description="CSV has a line for each sum.")] = "json"


class PointsRow(Struct, frozen=True):
    """A sum as a row of CSV."""

    entrant: str
    deal: int
    points: int


class SeasonPointsView(ApiView):
    permission_classes = []

    @operation(
        "read_season_points",
        "Read the points of a season over time",
        f"Each entrant's points after given numbers of closed deals. A long season lists {MOST_COURSE_PLACES} of them.",
        tag="leagues",
        scope="read",
        query=PointsQuery,
        answers={200: PointsCourse, **OR_CSV},
        refuses={404: "not_found"},
        kept=True,
    )
    def get(self, request: Request, league: str, season: int) -> HttpResponse:
        query = read_query(request, PointsQuery)
        course = season_points(find_season(league, season, asker(request)))
        rows = (
            PointsRow(line.entrant, deal, points)
            for line in course.lines
            for deal, points in zip(course.deals, line.points, strict=True)
        )
        return answer_table(request, query, course, PointsRow, rows)


class CurveRow(Struct, frozen=True):
    """The test after a deal as a row of CSV; `deal` counts from 1."""

    deal: int
    llr_per_mille: int


class SeasonTestView(ApiView):
    permission_classes = []

    @operation(
        "read_season_test",
        "Read the sequential test of a duel",
        "The verdict, and the log-likelihood ratio after each deal the test has used. Only duels have one.",
        tag="leagues",
        scope="read",
        query=TableQuery,
        answers={200: TestReport, **OR_CSV},
        refuses={404: "not_found"},
        kept=True,
    )
    def get(self, request: Request, league: str, season: int) -> HttpResponse:
        query = read_query(request, TableQuery)
        test = current_report(find_season(league, season, asker(request))).test
        if test is None:
            raise ServiceError("not_found")
        rows = (CurveRow(deal, ratio) for deal, ratio in enumerate(test.llr_per_mille, 1))
        return answer_table(request, query, test, CurveRow, rows)


class SeasonStatisticsView(ApiView):
    permission_classes = []

    @operation(
        "read_season_statistics",
        "Read the statistics of a season",
        "Decks against decks, cards, seats, lengths and ends, with 95 % intervals (Wilson), for the matches "
        "that count. With `entrant`, only that entrant's matches.",
        tag="leagues",
        scope="read",
        query=SeasonStatisticsQuery,
        answers={200: SeasonStatistics, **OR_CSV},
        refuses={404: "not_found"},
        kept=True,
    )
    def get(self, request: Request, league: str, season: int) -> HttpResponse:
        query = read_query(request, SeasonStatisticsQuery)
        found = find_season(league, season, asker(request))
        entrant = None
        if query.entrant is not None:
            entrant = next((one for one in season_plan(found.pk).entrants if one.name == query.entrant), None)
            if entrant is None:
                raise ServiceError("not_found")
        statistics = season_statistics(found, entrant)
        if query.format == "json":
            return answer_kept(request, statistics, by="private")
        return table_as_csv(statistics, query.table, statistics.deck_names)
