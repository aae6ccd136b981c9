"""Events as they happen: a stream of server-sent events."""

import time
from collections.abc import Callable, Iterator
from typing import Annotated, Any
from uuid import UUID

import msgspec
from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from msgspec import Meta, Struct, field
from rest_framework.request import Request

from cards.engine import Viewer
from cards.http.addresses import limit_key
from cards.http.answering import ApiView
from cards.http.description import operation
from cards.http.reading import read_query
from cards.text.errors import Detail, ServiceError, malformed
from matches import metrics
from matches.api import waiting
from matches.api.events import MOST_SEQ, Seq
from matches.api.requests import asker, match_for
from matches.models import Match
from matches.selectors import access, positions

BATCH = 200
MOST_DIGITS = 10
STREAM_SECONDS = 55
KEEP_ALIVE_SECONDS = 15
EVENT_STREAM = "text/event-stream"
RETRY_MS = 1000
EVENTS = {
    "type": "string",
    "description": "Server-sent events: `id` is the seq, `data` an event as JSON (component `Event`).",
}


class StreamQuery(Struct, frozen=True, forbid_unknown_fields=True):
    after: Annotated[Seq, Meta(description="Events after this seq, unless the request has a Last-Event-ID.")] = -1
    as_: Annotated[str, Meta(pattern="^(seat|public)$")] | None = field(name="as", default=None)


class StreamView(ApiView):
    @operation(
        "stream_events",
        "Events as they happen (server-sent events)",
        f"Closes after {STREAM_SECONDS} seconds; reconnect with the last id as `Last-Event-ID`, as every EventSource "
        "does by itself. 204 says that there is nothing more to come. Events are shown as they were while the match "
        "lived, also when it is over: the bytes of one never change.",
        tag="matches",
        query=StreamQuery,
        answers={(200, "text/event-stream"): EVENTS, 204: None},
        refuses={403: "not_your_seat", 404: "not_found"},
    )
    def get(self, request: Request, match_id: UUID) -> HttpResponseBase:
        query = read_query(request._request, StreamQuery)

        def ask() -> tuple[Match, Viewer]:
            match = match_for(request, match_id)
            return match, access.viewer_for(match, asker(request), query.as_)

        match, viewer = ask()
        after = _last_seen(request, query.after)
        if match.status == Match.Status.OVER and after >= match.version:
            return HttpResponse(status=204)
        if request.method == "HEAD":  # Nobody will read a frame, so it takes no place.
            return HttpResponse(content_type=EVENT_STREAM)
        who = limit_key(request.META)
        if not waiting.open_waits.enter(who):
            raise ServiceError("too_fast", Detail("no_stream_free"), retry_after=KEEP_ALIVE_SECONDS)
        response = StreamingHttpResponse(_Stream(_frames(ask, match, viewer, after), who), content_type=EVENT_STREAM)
        response["Cache-Control"] = "no-store"
        response["X-Accel-Buffering"] = "no"
        return response


def _last_seen(request: Request, after: int) -> int:
    given = request.META.get("HTTP_LAST_EVENT_ID", "")
    if given in ("", "-1"):
        return after
    if not (given.isascii() and given.isdigit() and len(given) <= MOST_DIGITS and int(given) <= MOST_SEQ):
        raise malformed("not_a_seq", place={"header": "Last-Event-ID"})
    return int(given)


class _Stream:
    """The frames of one stream; gives its place back when it is closed, however that comes about."""

    def __init__(self, frames: Iterator[bytes], who: str | None) -> None:
        self._who = who
        self._frames = frames
        self._is_open = True
        metrics.streams.inc()

    def __iter__(self) -> Iterator[bytes]:
        return self._frames

    def close(self) -> None:
        if self._is_open:
            self._is_open = False
            metrics.streams.dec()
            waiting.open_waits.leave(self._who)


def _frames(ask: Callable[[], tuple[Match, Viewer]], match: Match, viewer: Viewer, after: int) -> Iterator[bytes]:
    """The frames for a viewer; `ask` says again, when the match has started, who may look through whose eyes.

    Who has left his seat in the lobby must not see through the eyes of the next.
    """
    until = time.monotonic() + STREAM_SECONDS
    yield b"retry: %d\n\n" % RETRY_MS
    while True:
        now = waiting.wait_for(match.pk, after, min(KEEP_ALIVE_SECONDS, max(0.0, until - time.monotonic())))
        if now.is_hidden != match.is_hidden:
            return  # Whoever comes again is asked anew whether he may see it.
        if match.status == Match.Status.LOBBY and now.status != Match.Status.LOBBY:
            try:
                match, viewer = ask()
            except ServiceError:
                return
        while events := positions.shown_events(match, viewer, after=after, limit=BATCH):
            yield b"".join(map(_frame, events))
            after = events[-1]["seq"]
        if now.status == Match.Status.OVER or time.monotonic() >= until:
            return
        yield b": still here\n\n"


def _frame(event: dict[str, Any]) -> bytes:
    return b"id: %d\ndata: %b\n\n" % (event["seq"], msgspec.json.encode(event))
