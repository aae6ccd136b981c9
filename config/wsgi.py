"""The WSGI entry point of web processes."""

import os
from collections.abc import Callable, Iterable, Iterator
from http.client import responses
from typing import Any

import django
from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.http import FileResponse
from django.http.response import HttpResponseBase

from common import worker_slots
from common.addresses import limit_key

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.prod")
django.setup(set_prefix=False)

from config import garbage, transfers  # noqa: E402 -- it needs the applications
from matches.api.streams.streaming import EventStreamResponse  # noqa: E402 -- likewise
from matches.api.waiting import TAKES_PIECES, LateAnswer  # noqa: E402 -- likewise
from matches.pages import spectating  # noqa: E402 -- likewise

LIVE = "/health/live"
MOST_WHOLE = 4 * 2**20
"""Files up to this size in bytes are passed to the server whole, so that no thread waits for slow clients."""


class Pieces:
    """An answer that is produced while it is sent. Each piece takes a slot only while it is made."""

    def __init__(self, pieces: Iterator[bytes], close: Callable[[], None]) -> None:
        self._pieces = pieces
        self.close = close

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        with worker_slots.working():
            return next(self._pieces)


class WholeAnswers(WSGIHandler):
    """Django's handler, but it passes complete answers to the server in one piece.

    granian sends a list at once, with its length. It sends any other iterable piece by piece through a channel between
    its threads.
    """

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        response = super().__call__(environ, start_response)
        if isinstance(response, LateAnswer):
            return Pieces(response.steps(), response.close)
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
        """Send an answer in pieces. It counts as a transfer, except event streams (matches/api/waiting.py)."""
        if isinstance(response, EventStreamResponse) or environ["REQUEST_METHOD"] == "HEAD":
            return Pieces(iter(response), response.close)
        place = transfers.transfers.enter(limit_key(environ))
        if place is None:
            response.close()
            transfers.refuse(environ, transfers.TOO_MANY)
            return self(environ, start_response)

        def close() -> None:
            place.leave()
            response.close()

        return Pieces(iter(response), close)


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """The WSGI application. It runs the handler in one of the process's slots."""
    if (ready := spectating.ready_answer(environ)) is not None:
        status, fields, whole = ready
        start_response(f"{status} {responses[status]}", fields)
        return [whole]
    worker_slots.open_slots(settings.WORK_AT_ONCE)
    if environ["PATH_INFO"] == LIVE:
        return handler(environ, start_response)  # It needs no slot.
    body = transfers.receive(environ)
    environ[TAKES_PIECES] = True
    try:
        if transfers.REFUSED in environ:
            return handler(environ, start_response)
        with worker_slots.working():
            return handler(environ, start_response)
    finally:
        if body is not None:
            transfers.finish(environ, body)


handler = WholeAnswers()
garbage.spare_loaded()
