"""Middleware between the server and the views."""

from collections.abc import Callable
from functools import lru_cache

from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import ResolverMatch, resolve
from django.utils import translation

from common import replica
from common.text.errors import ServiceError
from config.pages import refused
from config.problems import refused_transfer
from config.transfers import REFUSED
from players.attempts import BROWSER_COOKIE, BROWSER_COOKIE_SECONDS
from players.presence import note_seen

API = "/api/v1/"
HEALTH = "/health/"
"""The prefix of paths that themselves report whether the database answers."""
Handler = Callable[[HttpRequest], HttpResponseBase]


class ReadAgain:
    """Repeats GET and HEAD over a new connection if the database has closed the old one, as after a restart.

    If the replica has failed, they are repeated with the primary alone. Requests that write are not repeated, since
    they may have taken effect. Clients repeat them with their idempotency key.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if response.status_code < 500 or request.method not in ("GET", "HEAD"):
            return response
        if replica.has_failed():
            response.close()
            with replica.avoided():
                return self.get_response(request)
        if not connection.errors_occurred or connection.is_usable():
            return response
        response.close()
        connection.close()
        return self.get_response(request)


class ApiShortcut:
    """Lets API requests skip the middleware for sessions, cookies, forms and pages.

    Entries of MIDDLEWARE before this one apply to all requests, later ones only to pages. This makes a move about a
    third cheaper (config/README.md).
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not request.path_info.startswith(API):
            return self.get_response(request)
        path = request.path_info
        found = _resolved(path) if len(path) <= LONGEST_PATH_KEPT else resolve(path)
        request.resolver_match = found
        response = found.func(request, *found.args, **found.kwargs)
        return response.render() if hasattr(response, "render") else response


LONGEST_PATH_KEPT = 100
"""Characters. The path of a move has less, and anyone can send long ones."""


@lru_cache(1024)
def _resolved(path: str) -> ResolverMatch:
    """What answers at this path. The paths of running matches come again and again."""
    return resolve(path)


class Transfers:
    """Answers requests that the WSGI entry point refused before reading them (transfers.py)."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        why = request.META.get(REFUSED)
        return self.get_response(request) if why is None else refused_transfer(request, why)


class NoNul:
    """Refuses URLs with the character U+0000, which PostgreSQL cannot search for."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if "\0" in request.path_info or "%00" in request.META.get("QUERY_STRING", ""):
            return refused(request, "malformed")
        return self.get_response(request)


class AccountLanguage:
    """Shows pages in the language chosen for the account, whatever the browser asks for."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        has_session = settings.SESSION_COOKIE_NAME in request.COOKIES
        if has_session and not request.path_info.startswith(HEALTH):
            language = getattr(request.user, "language", "")
            if language:
                translation.activate(language)
                request.LANGUAGE_CODE = language  # type: ignore[attr-defined]
        return self.get_response(request)


class SeenOnPages:
    """Notes the presence of accounts on pages (players/presence.py)."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        has_session = settings.SESSION_COOKIE_NAME in request.COOKIES
        if has_session and not request.path_info.startswith(HEALTH) and request.user.pk is not None:
            note_seen(request.user.pk)
        return self.get_response(request)


class Unlisted:
    """Tells robots not to index unlisted pages, nor follow their links (matches/pages/requests.py)."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if getattr(request, "is_unlisted", False):
            response["X-Robots-Tag"] = "noindex, nofollow"
        return response


class SignInPages:
    """The part of the limit on password guesses that belongs to pages (players/attempts.py).

    A browser that has signed in gets a cookie that identifies it. After too many attempts, a page says how long to
    wait.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if browser := getattr(request, "known_browser", None):
            response.set_cookie(
                BROWSER_COOKIE,
                browser,
                max_age=BROWSER_COOKIE_SECONDS,
                secure=settings.SESSION_COOKIE_SECURE,
                httponly=True,
                samesite="Lax",
            )
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, ServiceError) and exception.code == "too_fast":
            return refused(request, "too_fast", wait=exception.params["retry_after"])
        return None
