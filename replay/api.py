"""API views: past views, transcripts, exports and imports of matches, and the export of a finished season."""

from collections.abc import Iterator
from time import thread_time
from typing import Annotated, Literal
from uuid import UUID

from django.http import HttpResponse, StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from msgspec import UNSET, Meta, Struct, UnsetType, field
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request

from cards.sets.selectors import words_of
from common.concurrency_limits import ConcurrencyLimit
from common.formats import END, Id, NextPage
from common.http.answering import ApiView, answer
from common.http.description import operation
from common.http.limits import charge_work
from common.http.paging import next_page
from common.http.reading import Limit, read_query
from common.http.sparse import SparseQuery, sparse
from common.text.errors import ServiceError
from leagues.selectors.access import find_season
from matches import models
from matches.api.match_resource import Match, MatchVersion, match_resource
from matches.api.requests import THROUGH_EYES, AuditReason, answer_about, asker, audited, match_for
from matches.api.search import SearchQuery, find_page
from matches.api.views import VIEW
from matches.limits import MOST_SEQ
from matches.selectors import access, lists, positions, transcripts
from matches.selectors.transcripts import TranscriptLine
from replay import downloads
from replay.exports import lines_of
from replay.imports import Imported, check_may_import, import_match
from replay.limits import MOST_IMPORT_BYTES
from replay.seasons.exports import export_season
from replay.timeline import view_at
from rules.engine import Viewer

NDJSON = "application/x-ndjson"
LINES = {(200, NDJSON): OpenApiTypes.BINARY}
As = Annotated[
    str,
    Meta(
        pattern="^(seat|public|audit|(seat-)?[0-9]{1,2})" + END,
        description=(
            "Whose view: `seat` (your own) or `public`. Once the match is over, also `audit` or any seat, as "
            "`seat-1`. Before the match is disclosed, `audit` needs the permission `matches.audit_live` and a "
            "`reason`, and is recorded."
        ),
    ),
]


class PastViewQuery(SparseQuery, frozen=True, forbid_unknown_fields=True):
    at: (
        Annotated[
            int, Meta(ge=0, le=MOST_SEQ, description=("Seq of the event after which to look. Default: the newest."))
        ]
        | None
    ) = None
    as_: As | None = field(name="as", default=None)
    reason: AuditReason | None = None


class TranscriptQuery(Struct, frozen=True, forbid_unknown_fields=True):
    after: Annotated[int, Meta(ge=-1, le=MOST_SEQ, description="Events after this seq; -1 for all.")] = -1
    limit: Limit = 100
    as_: As | None = field(name="as", default=None)
    reason: AuditReason | None = None


class Transcript(Struct, frozen=True):
    """Events in words. `next` is the URL of the next page; null if there are no more events yet."""

    match: Id
    ruleset: str
    ruleset_version: int
    version: MatchVersion
    lines: Annotated[list[TranscriptLine], Meta(description="One line per event.")]
    next: NextPage
    words_of: Annotated[
        int | UnsetType,
        Meta(description="Version whose words are used, if the rules of `ruleset_version` are gone. Else absent."),
    ] = UNSET


class ExportQuery(Struct, frozen=True, forbid_unknown_fields=True):
    as_: As | None = field(name="as", default=None)
    reason: AuditReason | None = None


class ImportQuery(Struct, frozen=True, forbid_unknown_fields=True):
    visibility: Literal["public", "private"] = "private"


def begun(request: Request, match_id: UUID) -> models.Match:
    """Load a match that has a log. Raises ServiceError."""
    match = match_for(request, match_id)
    if match.version < 0:
        raise ServiceError("match_not_started" if match.status == models.Match.Status.LOBBY else "match_over")
    return match


def viewer_of(request: Request, match: models.Match, as_: str | None) -> Viewer:
    return access.viewer_for(match, asker(request), None if as_ is None else as_.removeprefix("seat-"))


def log_viewer_of(request: Request, match: models.Match, as_: str | None) -> Viewer:
    return access.log_viewer_for(match, asker(request), None if as_ is None else as_.removeprefix("seat-"))


def lines(content: Iterator[bytes], name: str) -> StreamingHttpResponse:
    response = StreamingHttpResponse(content, content_type=NDJSON)
    response["Content-Disposition"] = f'attachment; filename="{name}.jsonl"'
    response["Cache-Control"] = "no-store"
    return response


# One match


class PastViewView(ApiView):
    @operation(
        "read_past_view",
        "Read the view after any event",
        "The request takes equally long for any event of the match.",
        tag="replay",
        scope="read",
        query=PastViewQuery,
        answers={200: VIEW},
        kept=True,
        refuses={400: "unknown_version", **THROUGH_EYES},
    )
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        query = read_query(request._request, PastViewQuery)
        match = begun(request, match_id)
        viewer = viewer_of(request, match, query.as_)
        seq = match.version if query.at is None else query.at
        seen = view_at(match, seq, viewer)
        audited(request, match, viewer, seq, "past view", reason=query.reason)
        return answer_about(request, match, sparse(seen, query.fields))


class TranscriptView(ApiView):
    @operation(
        "read_transcript",
        "Read a match in words, in Japanese and English",
        "Shows what you may read of the log; once the match is disclosed, all of it. With `as`, the log as "
        "that viewer saw it. `rule` is the number of the rule in the ruleset's RULES.md.",
        tag="replay",
        scope="read",
        query=TranscriptQuery,
        answers={200: Transcript},
        kept=True,
        refuses=THROUGH_EYES,
    )
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        query = read_query(request._request, TranscriptQuery)
        match = begun(request, match_id)
        viewer = log_viewer_of(request, match, query.as_)
        events = positions.shown_events(match, viewer, after=query.after, limit=query.limit)
        last = events[-1]["seq"] if events else query.after
        audited(request, match, viewer, last, "transcript", reason=query.reason)
        following = next_page(request, after=last) if last < match.version else None
        words = words_of(match.ruleset, match.ruleset_version, match.card_set_id)
        transcript = Transcript(
            match=str(match_id),
            ruleset=match.ruleset,
            ruleset_version=match.ruleset_version,
            version=match.version,
            lines=list(transcripts.lines(words, events)),
            next=following,
            words_of=UNSET if words.version == match.ruleset_version else words.version,
        )
        return answer_about(request, match, transcript)


class ExportView(ApiView):
    @operation(
        "export_match",
        "Export a match as JSON lines",
        "The first line has the card set and, once the match is disclosed, the server seed. Then comes every "
        "event in order. Anyone with this file can verify the match on their own (docs/verify.md). If the "
        "match is live or was aborted, you get what you may see.",
        tag="replay",
        scope="read",
        query=ExportQuery,
        answers=LINES,
        refuses=THROUGH_EYES,
        rate="exports",
    )
    def get(self, request: Request, match_id: UUID) -> StreamingHttpResponse:
        query = read_query(request._request, ExportQuery)
        match = begun(request, match_id)
        viewer = log_viewer_of(request, match, query.as_)
        audited(request, match, viewer, match.version, "export", reason=query.reason)
        return lines(downloads.export(match, viewer), str(match_id))


files_at_once = ConcurrencyLimit(4)
"""Files that one process reads at the same time. Each takes several times the memory of any other body."""


class ImportsView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "import_match",
        "Import a finished match from an export",
        "Send an export as the body (JSON lines, at most 4 MiB and 4,000 events). It is verified to the last "
        "draw of chance before it is stored. If it does not verify, it is refused with `reasons`. The match "
        "gets a new id here; importing it again answers 200 with the same match. Aborted matches are refused. "
        "Public imports need the permission `replay.import_public`.",
        tag="replay",
        scope="play",
        query=ImportQuery,
        body={NDJSON: OpenApiTypes.BINARY},
        answers={201: Match, 200: Match},
        refuses={
            401: "not_signed_in",
            403: "not_allowed",
            413: "too_large",
            422: "not_verified",
            503: "too_many_transfers",
        },
        rate="imports",
    )
    def post(self, request: Request) -> HttpResponse:
        query = read_query(request._request, ImportQuery)
        check_may_import(request.user, query.visibility)
        place = files_at_once.enter()
        if place is None:
            raise ServiceError("too_many_transfers", retry_after=1)
        try:
            imported = self._import(request, query.visibility)
        finally:
            place.leave()
        match = match_resource(lists.find_match(imported.match.pk, request.user), request.user)
        return answer(match, 200 if imported.is_repeat else 201, Location=match.url)

    def _import(self, request: Request, visibility: str) -> Imported:
        raw = request._request.read(MOST_IMPORT_BYTES + 1)
        if len(raw) > MOST_IMPORT_BYTES:
            raise ServiceError("too_large")
        began = thread_time()
        try:
            return import_match(lines=lines_of(raw), player=request.user, visibility=visibility)
        finally:
            charge_work(self.throttle, f"player:{request.user.pk}", thread_time() - began)


# Many matches


class ExportsView(ApiView):
    @operation(
        "export_matches",
        "Export many finished matches as JSON lines",
        "Takes the parameters of the search. The exports follow one another; each begins with its `format` "
        "line. The `Link` header has the URL of the next page. Aborted matches are left out: they are never "
        "disclosed.",
        tag="replay",
        scope="read",
        query=SearchQuery,
        answers=LINES,
        refuses={401: "not_signed_in"},
        rate="exports",
    )
    def get(self, request: Request) -> StreamingHttpResponse:
        page, following = find_page(request, read_query(request._request, SearchQuery))
        ids = [summary.match_id for summary in page]
        found = models.Match.objects.select_related("card_set").defer("snapshot").in_bulk(ids)
        matches = (found[match_id] for match_id in ids if access.is_disclosed(found[match_id]))
        response = lines(downloads.bulk(matches), "matches")
        if following is not None:
            response["Link"] = f'<{following}>; rel="next"'
        return response


class SeasonExportView(ApiView):
    permission_classes = []

    @operation(
        "export_season",
        "Export a finished season as JSON lines",
        "The first line has everything the season was played by, its seed and its standings. Then comes the "
        "export of every match that counts and that you may read. Anyone with this file can compute "
        "everything again on their own (docs/verify.md).",
        tag="leagues",
        scope="read",
        answers=LINES,
        refuses={404: "not_found", 409: "season_running"},
        rate="exports",
    )
    def get(self, request: Request, league: str, season: int) -> StreamingHttpResponse:
        found = find_season(league, season, asker(request))
        return lines(export_season(found, asker(request)), f"{found.league.slug}-{found.number}")
