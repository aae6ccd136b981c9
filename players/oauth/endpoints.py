"""The endpoints that apps call: tokens, revocation and metadata. Errors follow RFC 6749 5.2."""

from collections.abc import Callable
from functools import wraps
from math import ceil
from typing import Any
from urllib.parse import urlencode

from django.core.exceptions import SuspiciousOperation
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.request import UnreadablePostError
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe
from oauthlib.oauth2 import InvalidRequestError, OAuth2Error, TemporarilyUnavailableError

from common.addresses import limit_key
from common.http import limits
from common.http.answering import with_rate
from common.scopes import APP_SCOPES
from players.oauth.server import CHALLENGE_METHOD, GRANT_TYPES, INSIDE, server

Answer = tuple[dict[str, str], str, int]


def issuer_of(request: HttpRequest) -> str:
    """The service's issuer name for apps: its URL as in this request."""
    return request.build_absolute_uri("/").removesuffix("/")


def endpoint(view: Callable[[list[tuple[str, str]]], Answer]) -> Callable[[HttpRequest], HttpResponse]:
    """Make a view for apps, which always answers JSON. `view` gets the fields of the form, in one transaction.

    Requests are counted by network address.
    """

    @csrf_exempt
    @wraps(view)
    def answer(request: HttpRequest) -> HttpResponse:
        try:
            _count(request)
            fields = _fields(request)
            with transaction.atomic():
                headers, body, status = view(fields)
        except OAuth2Error as error:
            headers, body, status = error.headers, error.json, error.status_code
        headers |= {"Content-Type": "application/json", "Cache-Control": "no-store"}
        response = HttpResponse(body, status=status, headers=headers)
        rate = getattr(request, "rate", None)
        if status == 405:
            response["Allow"] = "POST"
        if status == 429:
            response["Retry-After"] = str(ceil(rate.wait))  # type: ignore[union-attr]
        return with_rate(request, response)  # type: ignore[no-any-return]

    return answer


def _count(request: HttpRequest) -> None:
    """Count the request under the same limit as signing in."""
    address = limit_key(request.META)
    if address is None:
        return
    rate = limits.take("sign_in", f"address:{address}")
    request.rate = rate  # type: ignore[attr-defined]
    if not rate.allowed:
        raise TemporarilyUnavailableError("Too many requests. Retry-After says when to try again.", status_code=429)


def _fields(request: HttpRequest) -> list[tuple[str, str]]:
    """The non-empty fields of the body. Raises OAuth2Error."""
    if request.method != "POST":
        raise InvalidRequestError("Only POST is accepted.", status_code=405)
    if request.GET:
        raise InvalidRequestError("Send the parameters in the body, not in the address.")
    if request.content_type != "application/x-www-form-urlencoded":
        raise InvalidRequestError("Content-Type must be application/x-www-form-urlencoded.")
    try:
        found = list(request.POST.lists())
    except (SuspiciousOperation, UnreadablePostError) as error:
        raise InvalidRequestError("The body can't be read.") from error
    if any(len(values) > 1 for _, values in found):
        raise InvalidRequestError("A parameter was sent more than once.")
    return [(name, values[0]) for name, values in found if values[0]]


@endpoint
def token_endpoint(fields: list[tuple[str, str]]) -> Answer:
    """Give tokens for a code or a refresh token."""
    return server.create_token_response(INSIDE, body=urlencode(fields))  # type: ignore[no-any-return]


@endpoint
def revocation_endpoint(fields: list[tuple[str, str]]) -> Answer:
    """End an app's grant from a player (RFC 7009), given any of its tokens."""
    return server.create_revocation_response(INSIDE, body=urlencode(fields))  # type: ignore[no-any-return]


@require_safe
def metadata(request: HttpRequest) -> HttpResponse:
    """The server's metadata: its endpoints and what it supports (RFC 8414)."""
    issuer = issuer_of(request)
    content: dict[str, Any] = {
        "issuer": issuer,
        "authorization_endpoint": issuer + reverse("oauth-authorize"),
        "token_endpoint": issuer + reverse("oauth-token"),
        "revocation_endpoint": issuer + reverse("oauth-revoke"),
        "scopes_supported": APP_SCOPES,
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": GRANT_TYPES,
        "token_endpoint_auth_methods_supported": ["none"],
        "revocation_endpoint_auth_methods_supported": ["none"],
        "code_challenge_methods_supported": [CHALLENGE_METHOD],
        "authorization_response_iss_parameter_supported": True,
        "ui_locales_supported": ["en", "ja"],
        "service_documentation": f"{issuer}/api/docs/clients.md",
    }
    return JsonResponse(content)
