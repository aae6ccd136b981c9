"""What stands between the server and the views."""

from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import resolve
from django.utils.cache import patch_vary_headers

from config.pages import refused

API = "/api/v1/"
EXPOSED = {"Access-Control-Expose-Headers": "Allow, Link, Location, RateLimit, RateLimit-Policy, Retry-After"}
ALLOWED = {
    "Access-Control-Allow-Methods": "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS",
    "Access-Control-Allow-Headers": "Accept-Language, Authorization, Content-Type, Idempotency-Key, Last-Event-ID",
    "Access-Control-Max-Age": "86400",
}
Handler = Callable[[HttpRequest], HttpResponseBase]


class ApiShortcut:
    """The API knows no sessions, cookies, forms or pages, so it goes past the middleware that is there for them.

    What stands before this one in MIDDLEWARE is for everybody, what stands behind it is for pages. A move costs about
    a third less for it (config/README.md).
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not request.path_info.startswith(API):
            return self.get_response(request)
        found = resolve(request.path_info)
        request.resolver_match = found
        response = found.func(request, *found.args, **found.kwargs)
        return response.render() if hasattr(response, "render") else response


class OtherOrigins:
    """Lets web pages of the origins in API_ORIGINS use the API (CORS). Without any it is not there.

    The API knows nobody by a cookie, so a page can do with it only what its own token allows.
    """

    def __init__(self, get_response: Handler) -> None:
        self.origins = frozenset(settings.API_ORIGINS)
        if not self.origins:
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        origin = request.headers.get("Origin")
        if not request.path_info.startswith(API):
            return self.get_response(request)
        asks = request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers
        response = HttpResponse(status=204) if origin and asks else self.get_response(request)
        if "*" not in self.origins:
            patch_vary_headers(response, ["Origin"])
        if origin and not self.origins.isdisjoint(("*", origin)):
            response["Access-Control-Allow-Origin"] = "*" if "*" in self.origins else origin
            for name, value in (EXPOSED | ALLOWED if asks else EXPOSED).items():
                response[name] = value
        return response


class NoNul:
    """Refuses addresses with the character U+0000: nothing here is called so, and PostgreSQL will not look for it."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if "\0" in request.path_info or "%00" in request.META.get("QUERY_STRING", ""):
            return refused(request, "malformed")
        return self.get_response(request)
