"""The log of a match as the caller may read it: pages of events, with waiting."""

from typing import Annotated, Any
from uuid import UUID

from django.http import HttpResponse
from msgspec import Meta, Struct, field
from rest_framework.request import Request

from common.formats import Id
from common.http.answering import ApiView, answer
from common.http.description import operation
from common.http.paging import next_page
from common.http.reading import read_query
from common.text.errors import malformed
from matches.api import waiting
from matches.api.legal_actions import Include
from matches.api.match_resource import Status
from matches.api.now import Now, now_for
from matches.api.requests import AuditReason, answer_about, asker, audit_reason, audited, match_for
from matches.api.views import As
from matches.limits import MOST_SEQ
from matches.models import Match
from matches.selectors import access, positions
from matches.selectors.now import now_of, read_now
from matches.selectors.progress import MatchProgress
from rules.engine import Viewer

EventJson = Annotated[dict[str, Any], Meta(extra_json_schema={"$ref": "#/components/schemas/Event"})]
AFTER = {"parameter": "after"}
Seq = Annotated[int, Meta(ge=-1, le=MOST_SEQ)]


class EventQuery(Struct, frozen=True, forbid_unknown_fields=True):
    after: Annotated[Seq, Meta(description="Only events after this `seq`; -1 for all.")] = -1
    limit: Annotated[int, Meta(ge=1, le=500)] = 100
    wait: Annotated[int, Meta(ge=0, le=30, description="Seconds to wait for an event if there is none yet.")] = 0
    as_: As | None = field(name="as", default=None)
    reason: AuditReason | None = None
    include: Include | None = None


class EventPage(Struct, frozen=True):
    """A page of events, and the current state of the match as `now`.

    The events go up to `now`, unless the page is full (`limit`). Then continue after the `seq` of its last event.
    """

    match: Id
    status: Status
    version: Annotated[int | None, Meta(description="`seq` of the newest event included; null before the start.")]
    events: Annotated[list[EventJson], Meta(description="In the order of `seq`.")]
    next: Annotated[str | None, Meta(description="Path of the following events; null if there will be none.")]
    now: Now


class EventsView(ApiView):
    @operation(
        "list_events",
        "Read the log of a match",
        "Follow `next` until it is null. With `wait` the answer comes as soon as there is an event. If there is none "
        "and too many requests wait already, you get 429 `too_fast` with `Retry-After`. Once the match is disclosed, "
        "events are complete, unless `as` asks for a seat's or the public's view. A request sent during play shows "
        "events as your seat or the public saw them, and so does its `next`.",
        tag="matches",
        scope="read",
        query=EventQuery,
        answers={200: EventPage},
        kept=True,
        refuses={403: "not_your_seat not_allowed", 404: "not_found", 409: "match_not_over not_disclosed"},
    )
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        query = read_query(request._request, EventQuery)
        match = match_for(request, match_id)
        viewer = access.log_viewer_for(match, asker(request), query.as_)
        audit_reason(match, viewer, query.reason)  # Refuse before waiting.
        if query.after > match.version:
            raise malformed("seq_beyond_log", place=AFTER, accepted={"maximum": match.version}, version=match.version)

        def page(progress: MatchProgress, has_place: bool = True) -> HttpResponse:
            if not has_place and progress.version <= query.after and progress.status != Match.Status.OVER:
                raise waiting.no_wait_free()
            return _page(request, query, match, viewer, progress)

        if not query.wait:
            return page(waiting.look(match_id))
        holder = waiting.holder_of(request.auth)
        return waiting.answer_after(
            request.META,
            waiting.who(request),
            lambda has_place: waiting.wait_for(match_id, query.after, query.wait if has_place else 0, holder),
            page,
            status=200,
        )


def _page(request: Request, query: EventQuery, match: Match, viewer: Viewer, progress: MatchProgress) -> HttpResponse:
    """The page to answer with now. `match` was read at the start of the request."""
    if (match.status == Match.Status.LOBBY and progress.version >= 0) or progress.is_hidden != match.is_hidden:
        match = match_for(request, match.pk)
        viewer = access.viewer_for(match, asker(request), query.as_)
    events = positions.shown_events(match, viewer, after=query.after, limit=query.limit)
    last = events[-1]["seq"] if events else query.after
    own = None if query.as_ == "public" else access.seat_of(match, asker(request))
    known = now_of(match)
    if max(last, progress.version) > known.version or progress.status != known.status:
        known = read_now(match.pk)
    if missing := min(query.limit - len(events), known.version - last):  # Events written since the first read.
        events += positions.shown_events(match, viewer, after=last, limit=missing)
        last = events[-1]["seq"] if events else last
    audited(request, match, viewer, last, "events", reason=query.reason)
    now = now_for(known, own, texts=query.include == "texts")
    ended = now.status == Match.Status.OVER and last >= known.version
    following = None if ended else _next(request, query, match, viewer, last)
    shown = EventPage(str(match.pk), now.status, now.version, events, following, now)
    return answer(shown) if query.wait else answer_about(request, match, shown)  # Late answers have sent their headers.


def _next(request: Request, query: EventQuery, match: Match, viewer: Viewer, last: int) -> str:
    """Path of the following events. A reader who began during play keeps the same view."""
    if query.as_ is None and match.status == Match.Status.PLAYING and viewer != "audit":
        return next_page(request, after=last, **{"as": "public" if viewer == "public" else "seat"})
    return next_page(request, after=last)
