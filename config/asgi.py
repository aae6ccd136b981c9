"""The ASGI entry point of the stream process. An event loop waits for all streams, and a few threads read their news.

It answers only requests for streams, health and metrics, which the proxy sends here (config/proxy/nginx.conf). A stream
takes a place and some kilobytes, but no thread. Its place is free as soon as the client disconnects or stops reading.
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
"""A client that does not receive a piece within this time is disconnected. It can reconnect and get what it missed."""
PIECE = 16 * 1024
SWITCH_SECONDS = 0.001
"""Switch interval of threads. It is short because news passes through three of them."""

logger = logging.getLogger(__name__)
Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


class Streams:
    """The ASGI application."""

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
        """Handle one connection. Raises ValueError for protocols other than HTTP, WebSocket and lifespan."""
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
        except UnicodeDecodeError:  # The query is not UTF-8.
            return HttpResponse(status=400)
        if PATHS.fullmatch(request.path_info) is None:
            return not_found(request, Http404())
        return self._handler.get_response(request)

    async def _tell(self, stream: EventStream, receive: Receive, send: Send) -> None:
        """Send the stream until it ends, or until the client disconnects or stops reading."""
        assert self._threads is not None
        looks = Looks(stream, self._threads)
        gone = asyncio.create_task(_gone(receive, looks))
        try:
            seconds = 0.0
            while not (gone.done() or stream.is_over):
                result = await looks.next(seconds)
                for start in range(0, len(result), PIECE):
                    piece = {"type": "http.response.body", "body": result[start : start + PIECE], "more_body": True}
                    async with asyncio.timeout(SLOW_SECONDS):
                        await send(piece)
                seconds = stream.seconds()
            async with asyncio.timeout(SLOW_SECONDS):
                await send({"type": "http.response.body"})
        except TimeoutError:
            logger.info("disconnected a client that does not read its stream")
        except Exception:
            logger.exception("a stream failed; its client will reconnect")
        finally:
            gone.cancel()


class Looks:
    """Runs a stream's looks for news in threads of the pool, one at a time.

    News starts a look at once, and the event loop only gets its result. No look runs while a result is being sent, so
    at most one result is in memory.
    """

    def __init__(self, stream: EventStream, threads: ThreadPoolExecutor) -> None:
        self._stream = stream
        self._threads = threads
        self._loop = asyncio.get_running_loop()
        self._guard = threading.Lock()
        self._has_news = False
        self._found: asyncio.Future[bytes] | None = None
        stream.feed.subscription.call(self._tell)

    async def next(self, seconds: float) -> bytes:
        """Wait for the next bytes to send. A look runs as soon as there is news, at the latest after `seconds`."""
        found: asyncio.Future[bytes] = self._loop.create_future()
        with self._guard:
            self._found = found
            is_due = self._has_news or seconds <= 0
        if is_due:
            self._begin()
        timer = self._loop.call_later(seconds, self._begin)
        try:
            return await found
        finally:
            timer.cancel()

    def leave(self) -> None:
        """Stop waiting. A look that is already running still finishes."""
        with self._guard:
            found, self._found = self._found, None
        if found is not None:
            found.set_result(b"")

    def _tell(self) -> None:
        with self._guard:
            self._has_news = True
        self._begin()

    def _begin(self) -> None:
        """Start a look, unless one is running or its result is still being sent."""
        with self._guard:
            found, self._found = self._found, None
            if found is None:
                return
            self._has_news = False
        self._threads.submit(self._look, found)

    def _look(self, found: asyncio.Future[bytes]) -> None:
        try:
            result = b"".join(_in_slot(self._stream.step))
        except Exception as error:
            self._loop.call_soon_threadsafe(_settle, found, error)
        else:
            self._loop.call_soon_threadsafe(_settle, found, result)


def _settle(found: asyncio.Future[bytes], result: bytes | Exception) -> None:
    if found.done():  # The waiting task was cancelled.
        pass
    elif isinstance(result, Exception):
        found.set_exception(result)
    else:
        found.set_result(result)


async def _refuse_websocket(receive: Receive, send: Send) -> None:
    """Close the connection before accepting it, so that the client gets 403. Streams here are answers to GET."""
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
