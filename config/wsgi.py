"""The WSGI entry point."""

import os
from collections.abc import Callable, Iterable, Iterator
from io import BytesIO
from typing import Any

import django
from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.http.response import HttpResponseBase

from cards.rest import slots

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.prod")


READ_AHEAD = 64 * 1024
"""A body of no more bytes, as nearly all are, is read before a slot is asked for."""


class SentBody:
    """What a client sends: no slot is held while it comes, for it may come as slowly as the client likes."""

    def __init__(self, sent: Any) -> None:
        self._sent = sent

    def read(self, *size: int) -> bytes:
        with slots.waiting():
            return bytes(self._sent.read(*size))

    def readline(self, *size: int) -> bytes:
        with slots.waiting():
            return bytes(self._sent.readline(*size))


class Pieces:
    """An answer that is made while it is sent: each piece in a slot, and none is held in between."""

    def __init__(self, response: HttpResponseBase) -> None:
        self._pieces = iter(response)
        self.close = response.close

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        with slots.working():
            return next(self._pieces)


class WholeAnswers(WSGIHandler):
    """Django's handler; an answer that is there as a whole goes to the server as one.

    granian sends a list at once, with its length; anything else piece by piece, through a channel between its threads.
    """

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        response = super().__call__(environ, start_response)
        if getattr(response, "streaming", True):
            return Pieces(response)
        whole = [response.content]
        response.close()
        return whole


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """What a server calls: the handler, in one of the process's slots."""
    slots.open_slots(settings.WORK_AT_ONCE)
    sent = SentBody(environ["wsgi.input"])
    length = environ.get("CONTENT_LENGTH") or "0"
    is_small = length.isdecimal() and int(length) <= READ_AHEAD
    environ["wsgi.input"] = BytesIO(sent.read(int(length))) if is_small else sent
    with slots.working():
        return handler(environ, start_response)


django.setup(set_prefix=False)
handler = WholeAnswers()
