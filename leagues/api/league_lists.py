"""Lists of a league's seasons, scheduled runs and changes: /leagues/{league}/seasons, …/runs and …/changes."""

from typing import Literal

from django.http import HttpResponse
from rest_framework.request import Request

from common.http.answering import ApiView
from common.http.csv_tables import OR_CSV
from common.http.description import operation
from common.http.paging import Microseconds, decode_cursor, encode_cursor, page_of
from common.http.reading import read_query
from common.timestamps import microseconds, moment_at
from leagues import league_resources
from leagues.api.requests import NOT_FOUND, PagedTableQuery, answer_table
from leagues.selectors.access import find_league
from leagues.selectors.changes import changes_of
from matches.api.requests import asker


class SeasonsQuery(PagedTableQuery, frozen=True, forbid_unknown_fields=True):
    status: Literal["running", "over"] | None = None


class SeasonsView(ApiView):
    permission_classes = []

    @operation(
        "list_seasons",
        "List the seasons of a league",
        "Newest first.",
        tag="leagues",
        scope="read",
        query=SeasonsQuery,
        answers={200: league_resources.SeasonList, **OR_CSV},
        refuses=NOT_FOUND,
        kept=True,
    )
    def get(self, request: Request, league: str) -> HttpResponse:
        query = read_query(request, SeasonsQuery)
        found = find_league(league, asker(request))
        rows = found.seasons.order_by("-number").only("league", "number", "status", "started_at", "ended_at")
        if query.status is not None:
            rows = rows.filter(status=query.status)
        if query.cursor is not None:
            rows = rows.filter(number__lt=decode_cursor(query.cursor, tuple[int])[0])
        page, following = page_of(
            request, rows, limit=query.limit, after=lambda season: {"cursor": encode_cursor(season.number)}
        )
        shown = league_resources.season_lines(found, page)
        whole = league_resources.SeasonList(shown, following)
        return answer_table(request, query, whole, league_resources.SeasonLine, shown, following, "/")


class RunsView(ApiView):
    permission_classes = []

    @operation(
        "list_runs",
        "List the past runs of a league's schedule, with their results",
        "Newest first. CSV has only the codes of the problems.",
        tag="leagues",
        scope="read",
        query=PagedTableQuery,
        answers={200: league_resources.ScheduledRunList, **OR_CSV},
        refuses=NOT_FOUND,
        kept=True,
    )
    def get(self, request: Request, league: str) -> HttpResponse:
        query = read_query(request, PagedTableQuery)
        rows = find_league(league, asker(request)).runs.select_related("season").order_by("-scheduled_for")
        if query.cursor is not None:
            place = moment_at(decode_cursor(query.cursor, tuple[Microseconds])[0])
            rows = rows.filter(scheduled_for__lt=place)
        page, following = page_of(
            request,
            rows,
            limit=query.limit,
            after=lambda run: {"cursor": encode_cursor(microseconds(run.scheduled_for))},
        )
        shown = [league_resources.scheduled_run(run) for run in page]
        whole = league_resources.ScheduledRunList(shown, following)
        return answer_table(request, query, whole, league_resources.ScheduledRun, shown, following)


class ManifestChangesView(ApiView):
    permission_classes = []

    @operation(
        "list_manifest_changes",
        "List the changes of a league's manifest",
        "Newest first: who, when, and the places that changed. CSV has the places without their values.",
        tag="leagues",
        scope="read",
        query=PagedTableQuery,
        answers={200: league_resources.ManifestChangeList, **OR_CSV},
        refuses=NOT_FOUND,
        kept=True,
    )
    def get(self, request: Request, league: str) -> HttpResponse:
        query = read_query(request, PagedTableQuery)
        found = find_league(league, asker(request))
        rows = changes_of(found)
        if query.cursor is not None:
            rows = rows.filter(revision__lt=decode_cursor(query.cursor, tuple[int])[0])
        page, following = page_of(
            request, rows, limit=query.limit, after=lambda change: {"cursor": encode_cursor(change.revision)}
        )
        shown = league_resources.manifest_changes(found, page)
        whole = league_resources.ManifestChangeList(shown, following)
        return answer_table(request, query, whole, league_resources.ManifestChange, shown, following)
