"""Streams of messages: their formats, their places, and what they all share.

A stream looks at the database on news, when a clock runs out, and every few seconds. In between it holds no slot. A
thread drives one stream (`EventStreamResponse`), an event loop many (`config/asgi.py`).
"""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator

from django.conf import settings
from django.http import HttpResponse, StreamingHttpResponse
from django.utils import timezone
from rest_framework.request import Request

from common.concurrency_limits import Place
from common.text.errors import Detail, ServiceError
from matches import metrics
from matches.api import waiting
from matches.notifications.news import Subscription, Topic, channel
from players.presence import note_seen

CHECK_SECONDS = 10.0
"""How often a stream looks without news and checks its token or session. It then sends at least a keep-alive."""
RETRY_MS = 1000
EVENT_STREAM, LINES = "text/event-stream", "application/x-ndjson"


class ServerSentEvents:
    content_type = EVENT_STREAM
    opening = b"retry: %d\n\n" % RETRY_MS
    keep_alive = b": still here\n\n"

    @staticmethod
    def message(event: str, data: bytes, id_: int | None = None) -> bytes:
        """Encode a message. The event `message` is left out, since it is the default of clients."""
        name = b"" if event == "message" else b"event: %b\n" % event.encode()
        number = b"" if id_ is None else b"id: %d\n" % id_
        return b"%b%bdata: %b\n\n" % (number, name, data)


class JsonLines:
    content_type = LINES
    opening = b""
    keep_alive = b"\n"

    @staticmethod
    def message(event: str, data: bytes, id_: int | None = None) -> bytes:
        number = b"" if id_ is None else b'"id":%d,' % id_
        return b'{"event":"%b",%b"data":%b}\n' % (event.encode(), number, data)


Format = type[ServerSentEvents] | type[JsonLines]


def format_of(request: Request) -> Format:
    """The format that `Accept` prefers; server-sent events unless it prefers lines."""
    weights = {EVENT_STREAM: 0.0, LINES: 0.0}
    for part in request.META.get("HTTP_ACCEPT", "").lower().split(","):
        media, *params = (piece.strip() for piece in part.split(";"))
        if media in weights:
            weights[media] = next((_weight(param[2:]) for param in params if param.startswith("q=")), 1.0)
    return JsonLines if weights[LINES] > weights[EVENT_STREAM] else ServerSentEvents


def _weight(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0


class Feed(ABC):
    """The contents of one stream."""

    def __init__(self, format_: Format, subscription: Subscription) -> None:
        self.format = format_
        self.subscription = subscription
        self.is_over = False

    @abstractmethod
    def look(self, topics: set[Topic], *, is_check: bool) -> list[bytes]:
        """The new messages on these topics. A check looks at everything, as does the first call."""

    def seconds_left(self) -> float | None:
        """Seconds until something happens without news, such as the end of a clock; None if nothing will."""
        return None


class EventStream:
    """One open stream. Its driver calls `step`, sends what that returns, and waits for news or for `seconds`."""

    def __init__(self, feed: Feed, holder: waiting.Holder | None, place: Place) -> None:
        """The stream takes over `place`, and leaves it when it is closed."""
        self.feed = feed
        self._holder = holder
        self._place = place
        self._until = time.monotonic() + settings.STREAM_SECONDS
        if holder is not None:
            feed.subscription.follow([holder.topic])
            if holder.expiry is not None:
                left = (holder.expiry - timezone.now()).total_seconds()
                self._until = min(self._until, time.monotonic() + left)
        self._check_at = 0.0
        self._is_open = True
        metrics.streams.inc()

    @property
    def is_over(self) -> bool:
        return self.feed.is_over

    def step(self) -> list[bytes]:
        """The messages to send now, if any."""
        now = time.monotonic()
        is_check, is_first = now >= self._check_at, self._check_at == 0.0
        if is_check:
            self._check_at = now + CHECK_SECONDS
            if self._holder is not None:
                note_seen(self._holder.account)
        topics = self.feed.subscription.taken()
        if now >= self._until or not self._may_go_on(topics, is_check=is_check):
            self.feed.is_over = True
            return []
        messages = self.feed.look(topics, is_check=is_check)
        if is_first:
            messages.insert(0, self.feed.format.opening)
        elif is_check and not messages:
            messages.append(self.feed.format.keep_alive)
        return messages

    def seconds(self) -> float:
        """Seconds until the next `step`, unless there is news before."""
        now = time.monotonic()
        left = self.feed.seconds_left()
        at_most = min(self._check_at - now, self._until - now, channel().look_every)
        return max(0.0, at_most if left is None or left <= 0 else min(left, at_most))

    def _may_go_on(self, topics: set[Topic], *, is_check: bool) -> bool:
        return self._holder is None or self._holder.may_go_on(topics | ({self._holder.topic} if is_check else set()))

    def close(self) -> None:
        """Close the stream and free its place. Closing it again does nothing."""
        if self._is_open:
            self._is_open = False
            self.feed.subscription.close()
            metrics.streams.dec()
            self._place.leave()


class EventStreamResponse(StreamingHttpResponse):
    """A streaming response, driven by the thread that iterates over it or by the code that takes its `stream`."""

    def __init__(self, stream: EventStream) -> None:
        self.stream = stream
        super().__init__(_Pieces(stream), content_type=stream.feed.format.content_type)
        self["Cache-Control"] = "no-store"
        self["X-Accel-Buffering"] = "no"


class _Pieces:
    """The chunks that a thread sends. An empty one every second lets the server notice that the client has gone."""

    def __init__(self, stream: EventStream) -> None:
        self._stream = stream
        self._steps = self._chunks()

    def __iter__(self) -> Iterator[bytes]:
        return self._steps

    def close(self) -> None:
        self._stream.close()

    def _chunks(self) -> Iterator[bytes]:
        stream = self._stream
        while True:
            yield from stream.step()
            if stream.is_over:
                return
            until = time.monotonic() + stream.seconds()
            while (left := until - time.monotonic()) > 0 and not stream.feed.subscription.wait(min(1.0, left)):
                yield b""


def answer_stream(request: Request, make: Callable[[Format], Feed]) -> HttpResponse | EventStreamResponse:
    """Open the stream that a request asks for, in a place of its own. Raises ServiceError `too_fast`."""
    format_ = format_of(request)
    if request.method == "HEAD":  # No messages are sent, so it needs no place.
        return HttpResponse(content_type=format_.content_type)
    return open_stream(waiting.who(request), waiting.holder_of(request.auth), lambda: make(format_))


def open_stream(who: waiting.Who, holder: waiting.Holder | None, make: Callable[[], Feed]) -> EventStreamResponse:
    """Open a stream of this feed in a place of its own. Raises ServiceError `too_fast`."""
    place = waiting.open_waits.enter(*who)
    if place is None:
        raise ServiceError("too_fast", Detail("no_stream_free"), retry_after=int(CHECK_SECONDS))
    try:
        return EventStreamResponse(EventStream(make(), holder, place))
    except BaseException:
        place.leave()
        raise
