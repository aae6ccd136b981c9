"""Events as they happen: pages of them, with waiting, and a stream of server-sent events.

Both ask for three columns of one row now and then. While it waits neither holds more than a thread, and a process has
so many places for them that there is always a thread for those who do something.
"""

import time
from collections.abc import Iterator
from typing import Any
from uuid import UUID

import msgspec
from django.conf import settings
from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from rest_framework.request import Request

from cards.engine import Viewer
from cards.http import worker_slots
from cards.http.addresses import limit_key
from cards.http.answering import ApiView, answer
from cards.http.concurrency_limits import ConcurrencyLimit
from cards.http.description import operation
from cards.http.errors import Malformed
from cards.http.paging import next_page
from cards.http.reading import read_query
from matches import metrics
from matches.api.matches import asker, audited, match_for
from matches.api.shapes import MOST_SEQ, EventPage, EventQuery, StreamQuery
from matches.models import Match
from matches.refusals import Refusal
from matches.selectors import access, lists
from matches.selectors.lists import Standing
from matches.services.play import expire_clock

BATCH = 200
MOST_DIGITS = 10
STREAM_SECONDS = 55
KEEP_ALIVE_SECONDS = 15
EVENT_STREAM = "text/event-stream"
NO_PLACE = "No more streams can be open now; ask for the events with `wait`, or again later."
RETRY_MS = 1000
EVENTS = {
    "type": "string",
    "description": "Server-sent events: `id` is the seq, `data` an event as JSON (component `Event`).",
}


def look(match_id: UUID) -> Standing:
    """How the match stands; a clock that has run out is enforced."""
    now = lists.standing(match_id)
    if now.is_late and expire_clock(match_id=match_id):
        now = lists.standing(match_id)
    return now


_open_waits = ConcurrencyLimit(settings.WAITERS_AT_ONCE, settings.WAITERS_OF_ONE_ADDRESS)


def wait_for(match_id: UUID, after: int, seconds: float) -> Standing:
    """How the match stands as soon as it has an event after this seq or is over, at the latest after `seconds`."""
    until = time.monotonic() + seconds
    while True:
        now = look(match_id)
        left = until - time.monotonic()
        if now.version > after or now.status == Match.Status.OVER or left <= 0:
            return now
        with worker_slots.waiting():
            time.sleep(min(left, settings.POLL_SECONDS))


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
        events = lists.shown_events(match, viewer, after=query.after, limit=query.limit)
        last = events[-1]["seq"] if events else query.after
        audited(request, match, viewer, last, "events")
        ended = match.status == Match.Status.OVER and last >= match.version
        following = None if ended else next_page(request, after=last)
        version = match.version if match.version > now.version else now.version
        return answer(EventPage(str(match_id), match.status, None if version < 0 else version, events, following))


def _waited(match_id: UUID, query: EventQuery, who: str | None) -> Standing:
    """As `wait_for`; without waiting where there is no place for it."""
    if not query.wait or not _open_waits.enter(who):
        return look(match_id)
    try:
        return wait_for(match_id, query.after, query.wait)
    finally:
        _open_waits.leave(who)


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
        match = match_for(request, match_id)
        viewer = access.viewer_for(match, asker(request), query.as_)
        after = _last_seen(request, query.after)
        if match.status == Match.Status.OVER and after >= match.version:
            return HttpResponse(status=204)
        if request.method == "HEAD":  # Nobody will read a frame, so it takes no place.
            return HttpResponse(content_type=EVENT_STREAM)
        who = limit_key(request.META)
        if not _open_waits.enter(who):
            raise Refusal("too_fast", NO_PLACE, retry_after=KEEP_ALIVE_SECONDS)
        response = StreamingHttpResponse(_Stream(match, viewer, after, who), content_type=EVENT_STREAM)
        response["Cache-Control"] = "no-store"
        response["X-Accel-Buffering"] = "no"
        return response


def _last_seen(request: Request, after: int) -> int:
    given = request.META.get("HTTP_LAST_EVENT_ID", "")
    if given in ("", "-1"):
        return after
    if not (given.isascii() and given.isdigit() and len(given) <= MOST_DIGITS and int(given) <= MOST_SEQ):
        raise Malformed("A Last-Event-ID is the seq of an event.", place={"header": "Last-Event-ID"})
    return int(given)


class _Stream:
    """The frames of one stream; gives its place back when it is closed, however that comes about."""

    def __init__(self, match: Match, viewer: Viewer, after: int, who: str | None) -> None:
        self._who = who
        self._frames = _frames(match, viewer, after)
        self._is_open = True
        metrics.streams.inc()

    def __iter__(self) -> Iterator[bytes]:
        return self._frames

    def close(self) -> None:
        if self._is_open:
            self._is_open = False
            metrics.streams.dec()
            _open_waits.leave(self._who)


def _frames(match: Match, viewer: Viewer, after: int) -> Iterator[bytes]:
    until = time.monotonic() + STREAM_SECONDS
    yield b"retry: %d\n\n" % RETRY_MS
    while True:
        now = wait_for(match.pk, after, min(KEEP_ALIVE_SECONDS, max(0.0, until - time.monotonic())))
        if now.is_hidden != match.is_hidden:
            return  # Whoever comes again is asked anew whether he may see it.
        while events := lists.shown_events(match, viewer, after=after, limit=BATCH):
            yield b"".join(map(_frame, events))
            after = events[-1]["seq"]
        if now.status == Match.Status.OVER or time.monotonic() >= until:
            return
        yield b": still here\n\n"


def _frame(event: dict[str, Any]) -> bytes:
    return b"id: %d\ndata: %b\n\n" % (event["seq"], msgspec.json.encode(event))
