"""The base class of the API's views, and helpers to answer."""

from hashlib import sha256
from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import get_conditional_response, patch_vary_headers
from rest_framework.exceptions import MethodNotAllowed
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from common.http.deprecation import with_deprecation
from common.http.limits import DEFAULT, BucketThrottle
from common.http.reading import fields_of, refuse_unknown
from common.scopes import check_request

_encoder = msgspec.json.Encoder()


class ApiView(APIView):
    """Always answers JSON, refuses unknown query parameters, limits rates and checks the scope of the token."""

    throttle_classes = [BucketThrottle]

    @property
    def throttle(self) -> str:
        """The rate policy of the request: that of its operation."""
        return getattr(getattr(self, (self.request.method or "").lower(), None), "rate", DEFAULT)

    def perform_content_negotiation(self, request: Request, force: bool = False) -> tuple[Any, str]:
        return JSONRenderer(), "application/json"

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        handler = getattr(self, (request.method or "").lower(), None)
        if handler is None:
            raise MethodNotAllowed(request.method or "")
        super().initial(request, *args, **kwargs)
        check_request(handler, request.auth)
        if hasattr(handler, "query"):
            refuse_unknown(request.GET, fields_of(handler.query))

    def finalize_response(self, request: Any, response: Any, *args: Any, **kwargs: Any) -> Any:
        response = super().finalize_response(request, response, *args, **kwargs)
        with_deprecation(getattr(self, (request.method or "").lower(), None), response)
        response["X-Robots-Tag"] = "noindex"  # Search engines may index pages, not the API.
        return with_rate(getattr(request, "_request", request), response)

    def options(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:  # type: ignore[override]
        """Answer 204. `Allow` has the methods, as on every answer."""
        return no_content()


def with_rate(request: HttpRequest, response: Any) -> Any:
    """Add the headers that say how many requests are left."""
    rate = getattr(request, "rate", None)
    if rate is not None:
        for name, value in rate.headers().items():
            response[name] = value
    return response


def answer(value: Any, status: int = 200, **headers: str) -> HttpResponse:
    """A Struct or plain value as JSON, which no cache may store. Bytes are sent unchanged."""
    raw = value if isinstance(value, bytes) else _encoder.encode(value)
    response = HttpResponse(raw, status=status, content_type="application/json")
    response["Cache-Control"] = "no-store"
    for name, text in headers.items():
        response[name.replace("_", "-")] = text
    return response


def answer_kept(request: HttpRequest, value: Any, *, by: str) -> HttpResponse:
    """An answer that seldom changes: cached according to the directive `by`, with an ETag, and compressed.

    Do not use it for secrets next to text that others have sent: the length of a compressed answer can reveal them.
    """
    response = _stored_by(answer(value), by)
    return _compressing.process_response(request, _revalidated(request, response))  # type: ignore[return-value]


def answer_tagged(request: HttpRequest, value: Any) -> HttpResponse:
    """An answer that no cache may store, with an ETag for clients that remember it. It is not compressed.

    The ETag is a digest of what this caller sees, so it reveals nothing else.
    """
    return _revalidated(request, answer(value))


def answer_versioned(request: Request, value: Any, version: int, status: int = 200, **headers: str) -> HttpResponse:
    """Something with numbered versions, after reading or changing it. Its ETag begins with the version (`if_match`).

    A digest follows, since answers also change otherwise: a deck's `problems`, for example, with new cards. The answer
    is not compressed, which would make the tag weak.
    """
    response = answer(value, status, **headers)
    if request.method in ("GET", "HEAD"):
        return _revalidated(request._request, _stored_by(response, "private"), f"{version}-")
    response["ETag"] = _tag(response, f"{version}-")
    return response


def _stored_by(response: HttpResponse, by: str) -> HttpResponse:
    response["Cache-Control"] = f"{by}, no-cache"
    if by == "private":
        patch_vary_headers(response, ["Authorization"])
    return response


def _tag(response: HttpResponse, prefix: str) -> str:
    return f'"{prefix}{sha256(response.content).hexdigest()[:32]}"'


def _revalidated(request: HttpRequest, response: HttpResponse, prefix: str = "") -> HttpResponse:
    """The answer with an ETag, or 304 if the caller has it already."""
    tag = _tag(response, prefix)
    unchanged = get_conditional_response(request, etag=tag, response=response)
    unchanged["ETag"] = tag
    return unchanged  # type: ignore[return-value]


_compressing = GZipMiddleware(lambda request: HttpResponse())


def no_content() -> HttpResponse:
    return HttpResponse(status=204)
