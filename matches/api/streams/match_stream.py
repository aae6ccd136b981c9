"""The stream of a match: its events as they happen."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Annotated
from uuid import UUID

import msgspec
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from msgspec import Meta, Struct, field
from rest_framework.request import Request

from common.formats import END
from common.http.answering import ApiView
from common.http.description import operation
from common.http.reading import read_query
from common.text.errors import ServiceError, malformed
from matches import metrics
from matches.api import waiting
from matches.api.events import Seq
from matches.api.legal_actions import Include
from matches.api.now import now_for
from matches.api.requests import asker, match_for
from matches.api.streams.streaming import EVENT_STREAM, LINES, Feed, Format, answer_stream
from matches.limits import MOST_SEQ
from matches.log.events import Event
from matches.models import Match
from matches.notifications.news import Subscription, Topic, channel, match_topic
from matches.selectors import access, positions
from matches.selectors.now import now_at
from matches.selectors.progress import MatchProgress
from rules.engine import Viewer

BATCH = 200
_MOST_DIGITS = 10
EVENTS = {
    "type": "string",
    "description": "Server-sent events. A message with an `id` has an event as `data` (component `Event`); the id is "
    "its `seq`. A message `event: now`, without an id, has the state of the match (component `Now`).",
}
EVENT_LINES = {
    "type": "string",
    "description": "The same messages, one JSON object per line: `event` (`message` or `now`), `id` and `data`. Empty "
    "lines keep the connection open.",
}


class StreamQuery(Struct, frozen=True, forbid_unknown_fields=True):
    after: Annotated[Seq, Meta(description="Only events after this `seq`. `Last-Event-ID` overrides it.")] = -1
    as_: Annotated[str, Meta(pattern="^(seat|public)" + END)] | None = field(name="as", default=None)
    include: Include | None = None


class StreamView(ApiView):
    @operation(
        "stream_events",
        "Follow a match: events as they happen (server-sent events, or lines of JSON)",
        "The stream closes now and then: reconnect with the last id as `Last-Event-ID`. EventSource does so by itself. "
        "204 means that nothing more will come. `Accept: application/x-ndjson` asks for lines of JSON. Events are "
        "shown as during play even when the match is over, so the bytes of an event never change. You get `now` on "
        "connecting, after each burst of events, and when a draw is offered, declined or withdrawn. The last one "
        "tells how the match ended, whatever the cause. Revoking a token closes its streams within a second.",
        tag="matches",
        scope="read",
        query=StreamQuery,
        answers={(200, EVENT_STREAM): EVENTS, (200, LINES): EVENT_LINES, 204: None},
        refuses={403: "not_your_seat", 404: "not_found"},
    )
    def get(self, request: Request, match_id: UUID) -> HttpResponseBase:
        query = read_query(request._request, StreamQuery)

        def ask() -> tuple[Match, Viewer]:
            match = match_for(request, match_id)
            return match, access.viewer_for(match, asker(request), query.as_)

        match, viewer = ask()
        after = _last_seen(request, query.after)
        if after > match.version:
            place = {"parameter": "after"} if after == query.after else {"header": "Last-Event-ID"}
            raise malformed("seq_beyond_log", place=place, accepted={"maximum": match.version}, version=match.version)
        if match.status == Match.Status.OVER and after >= match.version:
            return HttpResponse(status=204)
        texts = query.include == "texts"
        return answer_stream(request, lambda form: MatchFeed(form, ask, match, viewer, after, texts=texts))


def _last_seen(request: Request, after: int) -> int:
    given = request.META.get("HTTP_LAST_EVENT_ID", "")
    if given in ("", "-1"):
        return after
    if not (given.isascii() and given.isdigit() and len(given) <= _MOST_DIGITS and int(given) <= MOST_SEQ):
        raise malformed("not_a_seq", place={"header": "Last-Event-ID"})
    return int(given)


class _Moment(Struct):
    """The part of an event's body that says when it happened."""

    at: datetime


class MatchFeed(Feed):
    """The events of a match after a `seq`, as a viewer sees them, and `now` after each burst."""

    def __init__(
        self,
        format_: Format,
        ask: Callable[[], tuple[Match, Viewer]],
        match: Match,
        viewer: Viewer,
        after: int,
        *,
        texts: bool,
    ) -> None:
        """`ask` determines the viewer again when the match starts.

        A player who has left their seat in the lobby must not see what the next player of that seat sees.
        """
        super().__init__(format_, Subscription(channel(), [match_topic(match.pk)]))
        self._ask = ask
        self._match, self._viewer, self._after = match, viewer, after
        self._texts = texts
        self._sent: tuple[int, str, int] | None = None
        self._progress: MatchProgress | None = None

    def seconds_left(self) -> float | None:
        return None if self._progress is None else self._progress.seconds_left

    def look(self, topics: set[Topic], *, is_check: bool) -> list[bytes]:
        messages: list[bytes] = []
        while not self.is_over:
            progress, events = waiting.look_at_events(self._match.pk, self._after, BATCH)
            self._progress = progress
            if not self._may_see(progress):
                self.is_over = True
                break
            if events:
                if topics:  # News announced these. Other events may be old.
                    happened = msgspec.json.decode(events[-1].body, type=_Moment).at
                    since = progress.unread.clock_reading.now() - happened
                    metrics.news_seconds.observe(max(0.0, since.total_seconds()))
                messages.append(self._events(events))
                self._after = events[-1].seq
            if len(events) == BATCH:
                continue  # There may be more.
            if (progress.version, progress.status, progress.draw_offers) != self._sent:
                now = now_for(now_at(self._match.pk, progress), self._seat, texts=self._texts)
                if now.version is not None and now.version > progress.version:
                    continue  # Send first what happened meanwhile.
                messages.append(self.format.message("now", msgspec.json.encode(now)))
                self._sent = progress.version, progress.status, progress.draw_offers
            self.is_over = progress.status == Match.Status.OVER
            break
        return messages

    @property
    def _seat(self) -> int | None:
        return self._viewer if isinstance(self._viewer, int) else None

    def _may_see(self, progress: MatchProgress) -> bool:
        """Whether the viewer may still see the match. If it was hidden or shown again, they must reconnect."""
        if progress.is_hidden != self._match.is_hidden:
            return False
        if self._match.status == Match.Status.LOBBY and progress.status != Match.Status.LOBBY:
            try:
                self._match, self._viewer = self._ask()
            except ServiceError:
                return False
        return True

    def _events(self, events: Sequence[Event]) -> bytes:
        message = self.format.message
        shown = positions.show_events(self._match, self._viewer, events)
        return b"".join(message("message", msgspec.json.encode(event), event["seq"]) for event in shown)
