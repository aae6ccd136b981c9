"""The log of a match as one may read it: pages of events, with waiting."""

from typing import Annotated, Any
from uuid import UUID

from django.http import HttpResponse
from msgspec import Meta, Struct, field
from rest_framework.request import Request

from cards.http.addresses import limit_key
from cards.http.answering import ApiView, answer
from cards.http.description import operation
from cards.http.formats import Id
from cards.http.paging import next_page
from cards.http.reading import read_query
from matches.api import waiting
from matches.api.match_resource import Status
from matches.api.requests import asker, audited, match_for
from matches.api.views import As
from matches.models import Match
from matches.selectors import access, positions
from matches.selectors.progress import MatchProgress

EventJson = Annotated[dict[str, Any], Meta(extra_json_schema={"$ref": "#/components/schemas/Event"})]
MOST_SEQ = 2_000_000_000
Seq = Annotated[int, Meta(ge=-1, le=MOST_SEQ)]


class EventQuery(Struct, frozen=True, forbid_unknown_fields=True):
    after: Annotated[Seq, Meta(description="Events after this seq; -1 for all.")] = -1
    limit: Annotated[int, Meta(ge=1, le=500)] = 100
    wait: Annotated[int, Meta(ge=0, le=30, description="Wait so many seconds for an event if there is none yet.")] = 0
    as_: As | None = field(name="as", default=None)


class EventPage(Struct, frozen=True):
    """Events in order. `next` is where the following ones are or will be; null when there will be none."""

    match: Id
    status: Status
    version: int | None
    events: list[EventJson]
    next: str | None


class EventsView(ApiView):
    @operation(
        "list_events",
        "The log, as one may read it",
        "With `wait` the answer comes as soon as there is an event, or at once if too many wait already. Follow `next` "
        "until it is null. Once the match is disclosed the events are complete, unless `as` asks for how they were "
        "shown.",
        tag="matches",
        query=EventQuery,
        answers={200: EventPage},
        refuses={403: "not_your_seat not_allowed", 404: "not_found", 409: "match_not_over not_disclosed"},
    )
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        query = read_query(request._request, EventQuery)
        match = match_for(request, match_id)
        viewer = access.log_viewer_for(match, asker(request), query.as_)
        now = _waited(match_id, query, limit_key(request.META))
        if now.status != match.status or now.is_hidden != match.is_hidden:
            match = match_for(request, match_id)
            viewer = access.log_viewer_for(match, asker(request), query.as_)
        events = positions.shown_events(match, viewer, after=query.after, limit=query.limit)
        last = events[-1]["seq"] if events else query.after
        audited(request, match, viewer, last, "events")
        ended = match.status == Match.Status.OVER and last >= match.version
        following = None if ended else next_page(request, after=last)
        version = match.version if match.version > now.version else now.version
        return answer(EventPage(str(match_id), match.status, None if version < 0 else version, events, following))


def _waited(match_id: UUID, query: EventQuery, who: str | None) -> MatchProgress:
    """As `waiting.wait_for`; without waiting where there is no place for it."""
    if not query.wait or not waiting.open_waits.enter(who):
        return waiting.look(match_id)
    try:
        return waiting.wait_for(match_id, query.after, query.wait)
    finally:
        waiting.open_waits.leave(who)
