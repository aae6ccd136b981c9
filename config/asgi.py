"""The ASGI entry point of the process for streams: an event loop waits for all of them, a few threads look for news.

It answers only streams, health and metrics; a proxy sends these here (config/proxy/nginx.conf). A stream holds a place
and some kilobytes, but no thread. When its client disconnects or stops reading, its place is free at once.
"""

import asyncio
import logging
import os
import re
import sys
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import Any

import django
from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.base import BaseHandler
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from structlog.contextvars import clear_contextvars

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.prod")
django.setup(set_prefix=False)

from common import worker_slots  # noqa: E402 -- it needs the settings
from common.concurrency_limits import ConcurrencyLimit  # noqa: E402
from config.garbage import spare_loaded  # noqa: E402
from config.problems import not_found  # noqa: E402
from matches.api import waiting  # noqa: E402
from matches.api.streams.streaming import EventStream, EventStreamResponse  # noqa: E402

PATHS = re.compile(r"/api/v1/(?:stream|matches/[^/]+/stream)|/stream|/health/(?:live|ready)|/metrics")
SLOW_SECONDS = 1.0
"""A client that does not take a piece within this time is disconnected. It can ask again for what it missed."""
PIECE = 16 * 1024
SWITCH_SECONDS = 0.001
"""Switch interval of threads; short, because news passes through three of them."""

logger = logging.getLogger(__name__)
Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


class Streams:
    """The application that the server calls."""

    def __init__(self) -> None:
        self._handler = BaseHandler()
        self._threads: ThreadPoolExecutor | None = None

    def _open(self) -> None:
        """Set up the process when the server starts it, or else on the first request."""
        self._handler.load_middleware()
        self._threads = ThreadPoolExecutor(settings.WORK_AT_ONCE, "look")
        worker_slots.open_slots(settings.WORK_AT_ONCE)
        sys.setswitchinterval(SWITCH_SECONDS)
        spare_loaded()
        waiting.open_waits = ConcurrencyLimit(
            settings.STREAMS_AT_ONCE, settings.STREAMS_OF_ONE_ADDRESS, settings.STREAMS_OF_ONE_ACCOUNT
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection. Raises ValueError for a protocol other than HTTP, WebSocket and lifespan."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "websocket":
            await _refuse_websocket(receive, send)
        elif scope["type"] == "http":
            await self._respond(scope, receive, send)
        else:
            raise ValueError(f"there is nothing here over the protocol {scope['type']!r}")

    async def _live(self, receive: Receive, send: Send) -> None:
        while (message := await receive())["type"] != "lifespan.shutdown":
            if message["type"] == "lifespan.startup":
                self._open()
                await send({"type": "lifespan.startup.complete"})
        await send({"type": "lifespan.shutdown.complete"})

    async def _respond(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._threads is None:
            self._open()
        response = await self._in_thread(self._answer, scope)
        try:
            await send({"type": "http.response.start", "status": response.status_code, "headers": _headers(response)})
            if isinstance(response, EventStreamResponse):
                await self._tell(response.stream, receive, send)
            else:
                await send({"type": "http.response.body", "body": response.content})  # type: ignore[attr-defined]
        finally:
            response.close()

    async def _in_thread(self, do: Callable[..., Any], *given: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._threads, _in_slot, do, *given)

    def _answer(self, scope: Scope) -> HttpResponseBase:
        try:
            request = ASGIRequest(scope, BytesIO())
        except UnicodeDecodeError:  # The query is not text.
            return HttpResponse(status=400)
        if PATHS.fullmatch(request.path_info) is None:
            return not_found(request, Http404())
        return self._handler.get_response(request)

    async def _tell(self, stream: EventStream, receive: Receive, send: Send) -> None:
        """Send the stream until it ends, or its client disconnects or stops reading."""
        assert self._threads is not None
        looks = Looks(stream, self._threads)
        gone = asyncio.create_task(_gone(receive, looks))
        try:
            seconds = 0.0
            while not (gone.done() or stream.is_over):
                said = await looks.next(seconds)
                for start in range(0, len(said), PIECE):
                    piece = {"type": "http.response.body", "body": said[start : start + PIECE], "more_body": True}
                    async with asyncio.timeout(SLOW_SECONDS):
                        await send(piece)
                seconds = stream.seconds()
            async with asyncio.timeout(SLOW_SECONDS):
                await send({"type": "http.response.body"})
        except TimeoutError:
            logger.info("a client does not read its stream, and is given up")
        except Exception:
            logger.exception("a stream broke off, its client comes again")
        finally:
            gone.cancel()


class Looks:
    """Runs the looks of one stream in threads, one at a time.

    News starts a look at once in a thread of the pool; the loop only gets the result. While that is being sent, no look
    runs, so the results of at most one look are in memory.
    """

    def __init__(self, stream: EventStream, threads: ThreadPoolExecutor) -> None:
        self._stream = stream
        self._threads = threads
        self._loop = asyncio.get_running_loop()
        self._guard = threading.Lock()
        self._is_told = False
        self._found: asyncio.Future[bytes] | None = None
        stream.feed.subscription.call(self._tell)

    async def next(self, seconds: float) -> bytes:
        """The next bytes to send, from a look as soon as there is news, at the latest after `seconds`."""
        found: asyncio.Future[bytes] = self._loop.create_future()
        with self._guard:
            self._found = found
            is_due = self._is_told or seconds <= 0
        if is_due:
            self._begin()
        timer = self._loop.call_later(seconds, self._begin)
        try:
            return await found
        finally:
            timer.cancel()

    def leave(self) -> None:
        """Stop waiting. A look that is running still ends first."""
        with self._guard:
            found, self._found = self._found, None
        if found is not None:
            found.set_result(b"")

    def _tell(self) -> None:
        with self._guard:
            self._is_told = True
        self._begin()

    def _begin(self) -> None:
        """Start a look, unless one is running or its result is still being sent."""
        with self._guard:
            found, self._found = self._found, None
            if found is None:
                return
            self._is_told = False
        self._threads.submit(self._look, found)

    def _look(self, found: asyncio.Future[bytes]) -> None:
        try:
            said = b"".join(_in_slot(self._stream.step))
        except Exception as error:
            self._loop.call_soon_threadsafe(_settle, found, error)
        else:
            self._loop.call_soon_threadsafe(_settle, found, said)


def _settle(found: asyncio.Future[bytes], said: bytes | Exception) -> None:
    if found.done():  # Nobody waits for it any more.
        pass
    elif isinstance(said, Exception):
        found.set_exception(said)
    else:
        found.set_result(said)


async def _refuse_websocket(receive: Receive, send: Send) -> None:
    """Close before accepting, so the client gets 403: streams here are answers to GET."""
    if (await receive())["type"] == "websocket.connect":
        await send({"type": "websocket.close"})


async def _gone(receive: Receive, looks: Looks) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    looks.leave()


def _in_slot(do: Callable[..., Any], *given: Any) -> Any:
    clear_contextvars()
    with worker_slots.working():
        return do(*given)


def _headers(response: HttpResponseBase) -> list[tuple[bytes, bytes]]:
    return [(name.lower().encode(), value.encode("latin-1")) for name, value in response.items()]


application = Streams()
