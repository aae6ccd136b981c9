"""The WSGI entry point."""

import os
from collections.abc import Callable, Iterable
from typing import Any

import django
from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler

from cards.rest import slots

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.prod")


class WholeAnswers(WSGIHandler):
    """Django's handler; an answer that is there as a whole goes to the server as one.

    granian sends a list at once, with its length; anything else piece by piece, through a channel between its threads.
    """

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        response = super().__call__(environ, start_response)
        if getattr(response, "streaming", True):
            return response
        whole = [response.content]
        response.close()
        return whole


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """What a server calls: the handler, in one of the process's slots."""
    slots.open_slots(settings.WORK_AT_ONCE)
    with slots.working():
        return handler(environ, start_response)


django.setup(set_prefix=False)
handler = WholeAnswers()
