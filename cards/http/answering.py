"""The view that all of the API's views are."""

from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse
from rest_framework.exceptions import MethodNotAllowed
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from cards.http.limits import BucketThrottle
from cards.http.reading import fields_of, refuse_unknown

_encoder = msgspec.json.Encoder()


class ApiView(APIView):
    """Answers JSON whatever is asked for, refuses query parameters that the handler does not know, limits the rate."""

    throttle = "default"
    throttle_classes = [BucketThrottle]

    def perform_content_negotiation(self, request: Request, force: bool = False) -> tuple[Any, str]:
        return JSONRenderer(), "application/json"

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        handler = getattr(self, (request.method or "").lower(), None)
        if handler is None:
            raise MethodNotAllowed(request.method or "")
        super().initial(request, *args, **kwargs)
        if hasattr(handler, "query"):
            refuse_unknown(request.GET, fields_of(handler.query))

    def finalize_response(self, request: Any, response: Any, *args: Any, **kwargs: Any) -> Any:
        response = super().finalize_response(request, response, *args, **kwargs)
        return with_rate(getattr(request, "_request", request), response)

    def options(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:  # type: ignore[override]
        """What can be done here stands in `Allow`, as on every answer."""
        return no_content()


def with_rate(request: HttpRequest, response: Any) -> Any:
    """Every answer says how many requests are left."""
    rate = getattr(request, "rate", None)
    if rate is not None:
        for name, value in rate.headers().items():
            response[name] = value
    return response


def answer(value: Any, status: int = 200, **headers: str) -> HttpResponse:
    """A Struct or plain value as JSON; a private answer that no cache may keep."""
    raw = value if isinstance(value, bytes) else _encoder.encode(value)
    response = HttpResponse(raw, status=status, content_type="application/json")
    response["Cache-Control"] = "no-store"
    for name, text in headers.items():
        response[name.replace("_", "-")] = text
    return response


def no_content() -> HttpResponse:
    return HttpResponse(status=204)
