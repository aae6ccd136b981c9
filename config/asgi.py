"""The entry point of the process that keeps streams open: an event loop waits for all of them, a few threads look.

It answers streams, health and metrics, nothing else: a proxy sends those here (config/proxy/nginx.conf). A stream holds
a place and some kilobytes, no thread; a client that has gone gives its place back at once, and so does one that does
not read what it is sent.
"""

import asyncio
import logging
import os
import re
import sys
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

from cards.http import worker_slots  # noqa: E402 -- it needs the settings
from cards.http.concurrency_limits import ConcurrencyLimit  # noqa: E402
from config.problems import not_found  # noqa: E402
from matches.api import waiting  # noqa: E402
from matches.api.streaming import EventStream, EventStreamResponse  # noqa: E402

PATHS = re.compile(r"/api/v1/(?:stream|matches/[^/]+/stream)|/health/(?:live|ready)|/metrics")
SLOW_SECONDS = 1.0
"""A client that has not taken a piece within so long is given up: what it has not read it may ask for again."""
PIECE = 16 * 1024
SWITCH_SECONDS = 0.001
"""After so long a thread lets another one work: news goes through three of them."""

logger = logging.getLogger(__name__)
Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


class Streams:
    """The application that a server calls."""

    def __init__(self) -> None:
        self._handler = BaseHandler()
        self._threads: ThreadPoolExecutor | None = None

    def _open(self) -> None:
        """What concerns the whole process, when it begins to serve: the server says so, or the first request does."""
        self._handler.load_middleware()
        self._threads = ThreadPoolExecutor(settings.WORK_AT_ONCE, "look")
        worker_slots.open_slots(settings.WORK_AT_ONCE)
        sys.setswitchinterval(SWITCH_SECONDS)
        waiting.open_waits = ConcurrencyLimit(
            settings.STREAMS_AT_ONCE, settings.STREAMS_OF_ONE_ADDRESS, settings.STREAMS_OF_ONE_ACCOUNT
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Raises ValueError for a protocol that is neither HTTP nor WebSocket nor the server's beginning and end."""
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
        except UnicodeDecodeError:  # The query is no text.
            return HttpResponse(status=400)
        if PATHS.fullmatch(request.path_info) is None:
            return not_found(request, Http404())
        return self._handler.get_response(request)

    async def _tell(self, stream: EventStream, receive: Receive, send: Send) -> None:
        """Until the stream is over, or its client is: gone, or no longer reading."""
        woken = asyncio.Event()
        loop = asyncio.get_running_loop()
        stream.feed.subscription.call(lambda: loop.call_soon_threadsafe(woken.set))
        gone = asyncio.create_task(_gone(receive, woken))
        try:
            while not (gone.done() or stream.is_over):
                woken.clear()
                said = b"".join(await self._in_thread(stream.step))
                for start in range(0, len(said), PIECE):
                    piece = {"type": "http.response.body", "body": said[start : start + PIECE], "more_body": True}
                    await asyncio.wait_for(send(piece), SLOW_SECONDS)
                await _wait(woken, 0 if stream.is_over else stream.seconds())
            await asyncio.wait_for(send({"type": "http.response.body"}), SLOW_SECONDS)
        except TimeoutError:
            logger.info("a client does not read its stream, and is given up")
        except Exception:
            logger.exception("a stream broke off, its client comes again")
        finally:
            gone.cancel()


async def _refuse_websocket(receive: Receive, send: Send) -> None:
    """Before it is accepted, so that the client is answered 403: streams here are answers to GET."""
    if (await receive())["type"] == "websocket.connect":
        await send({"type": "websocket.close"})


async def _gone(receive: Receive, woken: asyncio.Event) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    woken.set()


async def _wait(woken: asyncio.Event, seconds: float) -> None:
    try:
        async with asyncio.timeout(seconds):
            await woken.wait()
    except TimeoutError:
        pass


def _in_slot(do: Callable[..., Any], *given: Any) -> Any:
    clear_contextvars()
    with worker_slots.working():
        return do(*given)


def _headers(response: HttpResponseBase) -> list[tuple[bytes, bytes]]:
    return [(name.lower().encode(), value.encode("latin-1")) for name, value in response.items()]


application = Streams()
