"""The WSGI entry point."""

import os
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import django
from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.http import FileResponse
from django.http.response import HttpResponseBase

from cards.http import worker_slots
from cards.http.addresses import limit_key

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.prod")
django.setup(set_prefix=False)

from config import transfers  # noqa: E402 -- it needs the applications

LIVE = "/health/live"
EVENT_STREAM = "text/event-stream"
MOST_WHOLE = 4 * 2**20
"""A file of no more bytes goes to the server as a whole, so that no thread waits until it is fetched."""


class Pieces:
    """An answer that is made while it is sent: each piece in a slot, and none is held in between."""

    def __init__(self, response: HttpResponseBase, close: Callable[[], None]) -> None:
        self._pieces = iter(response)
        self.close = close

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        with worker_slots.working():
            return next(self._pieces)


class WholeAnswers(WSGIHandler):
    """Django's handler; an answer that is there as a whole goes to the server as one.

    granian sends a list at once, with its length; anything else piece by piece, through a channel between its threads.
    """

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        response = super().__call__(environ, start_response)
        if not getattr(response, "streaming", True):
            whole = [response.content]
        elif isinstance(response, FileResponse) and int(response.get("Content-Length", MOST_WHOLE + 1)) <= MOST_WHOLE:
            whole = list(response)
        else:
            return self._in_pieces(response, environ, start_response)
        response.close()
        return whole

    def _in_pieces(
        self, response: HttpResponseBase, environ: dict[str, Any], start_response: Callable[..., Any]
    ) -> Iterable[bytes]:
        """Streams of events have places of their own (matches/api/stream.py); others are bounded like bodies."""
        if response.get("Content-Type", "").startswith(EVENT_STREAM) or environ["REQUEST_METHOD"] == "HEAD":
            return Pieces(response, response.close)
        who = limit_key(environ)
        if not transfers.transfers.enter(who):
            response.close()
            transfers.refuse(environ, transfers.TOO_MANY)
            return self(environ, start_response)

        def close() -> None:
            nonlocal has_left
            if not has_left:
                has_left = True
                transfers.transfers.leave(who)
            response.close()

        has_left = False
        return Pieces(response, close)


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """What a server calls: the handler, in one of the process's slots."""
    worker_slots.open_slots(settings.WORK_AT_ONCE)
    if environ["PATH_INFO"] == LIVE:
        return handler(environ, start_response)  # It asks for nothing that anybody could hold.
    body = transfers.receive(environ)
    try:
        if transfers.REFUSED in environ:
            return handler(environ, start_response)
        with worker_slots.working():
            return handler(environ, start_response)
    finally:
        if body is not None:
            transfers.finish(environ, body)


handler = WholeAnswers()
