"""Logs and measures every request, and gives it an id.

The id is the client's (`X-Request-ID`) or a new one. The answer has it too. The log line has the request's method,
path, status and user, but no query, header, body or address.
"""

import re
import uuid
from collections.abc import Callable, Iterator, Mapping
from time import perf_counter
from typing import Any

import structlog
from django.http import HttpRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase
from prometheus_client import Histogram
from structlog.contextvars import bind_contextvars, bound_contextvars, clear_contextvars, get_contextvars

logger = structlog.stdlib.get_logger(__name__)
seconds = Histogram("http_request_seconds", "From request to answer, by route", ["method", "route", "status"])
METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))


REQUEST_ID = "X-Request-ID"
_given_id = re.compile(r"[A-Za-z0-9._-]{1,64}").fullmatch


def _id_of(request: HttpRequest) -> str:
    """The client's id of the request if logs and headers can hold it, else a new one."""
    given = request.META.get("HTTP_X_REQUEST_ID", "")  # `request.headers` would parse them all.
    return given if _given_id(given) else str(uuid.uuid4())


class RequestLogging:
    """The outermost middleware."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        begun = perf_counter()
        clear_contextvars()
        request_id = _id_of(request)
        bind_contextvars(request_id=request_id)
        response = self.get_response(request)
        response[REQUEST_ID] = request_id
        method = request.method if request.method in METHODS else "other"
        route = request.resolver_match.view_name if request.resolver_match else ""
        seconds.labels(method, route, response.status_code).observe(perf_counter() - begun)
        if (user := getattr(request, "user", None)) is not None and user.is_authenticated:
            bind_contextvars(user_id=user.pk)
        level = "error" if response.status_code >= 500 else "info"
        getattr(logger, level)("request_finished", request=f"{method} {request.path}", code=response.status_code)
        if isinstance(response, StreamingHttpResponse):
            response.streaming_content = _with_context(iter(response.streaming_content), get_contextvars())  # type: ignore[arg-type]
        return response


def _with_context(content: Iterator[bytes], context: Mapping[str, Any]) -> Iterator[bytes]:
    """Bind the request's log context while a streamed answer produces a piece.

    Between pieces nothing is bound, since the thread may handle another request. The garbage collector closes abandoned
    streams. Context variables must not change then, because CPython 3.11 crashes if one is being set.
    """
    while True:
        with bound_contextvars(**context):
            try:
                piece = next(content, None)
            except Exception:
                logger.exception("streaming_failed")
                raise
        if piece is None:
            return
        yield piece
