"""What stands between the server and the views."""

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import resolve

from config.pages import refused

API = "/api/v1/"
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


class NoNul:
    """Refuses addresses with the character U+0000: nothing here is called so, and PostgreSQL will not look for it."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if "\0" in request.path_info or "%00" in request.META.get("QUERY_STRING", ""):
            return refused(request, "malformed")
        return self.get_response(request)
