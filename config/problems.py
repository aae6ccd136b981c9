"""Turns all refusals and errors into answers: problem documents (RFC 9457), or pages outside the API (pages.py)."""

import logging
import sys
from collections.abc import Mapping
from math import ceil
from typing import Any

import msgspec
import structlog
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import get_language_from_request
from rest_framework import exceptions

from common.http.limits import count_refused_token
from common.text.errors import Detail, ServiceError
from config.damaged_matches import damage_of
from config.pages import refused
from matches.log.archive import ArchiveUnavailable
from rules.registry import UnknownRuleset, slugs

logger = logging.getLogger(__name__)
PROBLEM_TYPE = "application/problem+json"
DOCS = "/api/docs/errors"
RETRY_SECONDS = 1
"""Long enough for a database to answer again after it has restarted or closed its connections."""

_CODES: tuple[tuple[type[Exception], str], ...] = (
    (exceptions.NotAuthenticated, "not_signed_in"),
    (exceptions.AuthenticationFailed, "not_signed_in"),
    (exceptions.PermissionDenied, "not_allowed"),
    (PermissionDenied, "not_allowed"),
    (exceptions.NotFound, "not_found"),
    (Http404, "not_found"),
    (exceptions.MethodNotAllowed, "method_not_allowed"),
    (exceptions.APIException, "malformed_request"),
    (SuspiciousOperation, "malformed_request"),
)
"""Exception types -> code, for exceptions that need no parameters. The first match counts."""


def handle(error: Exception, context: Mapping[str, Any]) -> HttpResponse | None:
    """DRF's exception handler. Returns None for a bug, which `server_error` answers.

    All refused tokens are counted here.
    """
    request = context["request"]
    request = getattr(request, "_request", request)
    if isinstance(error, exceptions.AuthenticationFailed):
        try:
            count_refused_token(request)
        except ServiceError as too_fast:
            error = too_fast
    refusal = damage_of(error, refusal_of(error), request, context.get("kwargs", {}))
    if refusal is None:
        return None
    if refusal.code == "not_ready":
        logger.error("the %s does not answer", refusal.params["broken"][0], exc_info=error)
    response = problem(request, refusal)
    if refusal.status == 401:
        response["WWW-Authenticate"] = "Bearer"
    if refusal.code == "scope_missing":
        response["WWW-Authenticate"] = f'Bearer error="insufficient_scope", scope="{refusal.params["scope"]}"'
    if isinstance(error, exceptions.MethodNotAllowed):
        response["Allow"] = ", ".join(context["view"].allowed_methods)
    return response


def refusal_of(error: Exception) -> ServiceError | None:
    """The refusal for an error, or None for a bug."""
    match error:
        case ServiceError():
            return error
        case UnknownRuleset():
            return ServiceError("unknown_ruleset", accepted=slugs())
        case exceptions.Throttled():
            return ServiceError("too_fast", retry_after=ceil(error.wait or 1))
        case OperationalError() | InterfaceError():
            return ServiceError("not_ready", broken=["database"], retry_after=RETRY_SECONDS)
        case ArchiveUnavailable():
            return ServiceError("not_ready", broken=["archive"], retry_after=RETRY_SECONDS)
    code = next((code for kind, code in _CODES if isinstance(error, kind)), None)
    if code == "malformed_request":
        return ServiceError(code, Detail("not_http"))
    return None if code is None else ServiceError(code)


def problem(request: HttpRequest, refusal: ServiceError) -> HttpResponse:
    """The problem document, in the language of the request."""
    language = "ja" if get_language_from_request(request).startswith("ja") else "en"
    title = refusal.texts[language]
    errors = [_error(detail, language) for detail in refusal.details if detail.place]
    content = {
        "type": f"{DOCS}#{refusal.code}",
        "title": title,
        "status": refusal.status,
        "detail": f"{title} {_detail(refusal, language)}",
        "code": refusal.code,
        **_request_id(),
        **({"errors": errors} if errors else {}),
        **refusal.params,
    }
    response = HttpResponse(msgspec.json.encode(content), status=refusal.status, content_type=PROBLEM_TYPE)
    response["Cache-Control"] = "no-store"
    response["Content-Language"] = language
    response["Vary"] = "Accept-Language"
    if "retry_after" in refusal.params:
        response["Retry-After"] = str(refusal.params["retry_after"])
    return response


def _detail(refusal: ServiceError, language: str) -> str:
    """The first detail, or else the advice of the code."""
    return (refusal.details[0].texts if refusal.details else refusal.advice)[language]


def _error(detail: Detail, language: str) -> dict[str, Any]:
    """An entry of `errors`."""
    params = {"params": detail.params} if detail.params else {}
    accepted = {} if detail.accepted is None else {"accepted": detail.accepted}
    return {"code": detail.code, **params, "detail": detail.texts[language], **detail.place, **accepted}


def _request_id() -> dict[str, str]:
    request_id = structlog.contextvars.get_contextvars().get("request_id")
    return {"request_id": request_id} if request_id else {}


# Django's own handlers: problems under /api/, pages elsewhere


def is_api(request: HttpRequest) -> bool:
    return request.path_info.startswith(("/api/", "/health/"))


def _refused(request: HttpRequest, code: str, page: str, *details: Detail) -> HttpResponse:
    return problem(request, ServiceError(code, *details)) if is_api(request) else refused(request, page)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _refused(request, "not_found", "not_found")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _refused(request, "malformed_request", "malformed", Detail("not_http"))


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _refused(request, "not_allowed", "not_allowed")


def form_expired(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form without a valid CSRF token, which comes from an old page or another site."""
    return _refused(request, "not_allowed", "form_expired")


def server_error(request: HttpRequest) -> HttpResponse:
    error = sys.exception()
    if not isinstance(error, OperationalError | InterfaceError | ArchiveUnavailable):
        return _refused(request, "server_error", "server_error")
    if not is_api(request):
        return refused(request, "not_ready", wait=RETRY_SECONDS)
    refusal = refusal_of(error)
    assert refusal is not None
    return problem(request, refusal)


def nothing_here(request: HttpRequest, **where: str) -> HttpResponse:
    """Answer an unknown URL under /api/."""
    return problem(request, ServiceError("not_found", Detail("no_such_address")))


# Requests refused before they were read (transfers.py)

_UNREAD = {"cut_short": "body_cut_short", "ambiguous": "body_length_ambiguous"}


def refused_transfer(request: HttpRequest, why: str) -> HttpResponse:
    if why in _UNREAD:
        return _refused(request, "malformed_request", "malformed", Detail(_UNREAD[why]))
    if not is_api(request):
        return refused(request, "too_many_transfers", wait=RETRY_SECONDS)
    return problem(request, ServiceError("too_many_transfers", retry_after=RETRY_SECONDS))
