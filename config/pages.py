"""Refusals as pages: what happened and what to do next, in the reader's language.

Nothing here uses the database, so these pages work when it does not answer.
"""

from dataclasses import dataclass
from math import ceil

import structlog
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.translation import get_language_from_request, ngettext_lazy, override
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True)
class Page:
    status: int
    title: str | Promise
    advice: tuple[str | Promise, ...]


PAGES: dict[str, Page] = {
    "malformed": Page(
        400,
        _("The request is not readable."),
        (_("Go back, reload the page and try again. If you typed the address, check it."),),
    ),
    "not_allowed": Page(
        403,
        _("Permission denied."),
        (
            _("Your account lacks the permission. To get it, contact the operators."),
            _("If another account of yours has permission, log out and log in with that one."),
        ),
    ),
    "form_expired": Page(
        403,
        _("This form is no longer valid."),
        (
            _("Nothing was saved. Go back, reload the page and submit the form again."),
            _("If that doesn't help, check that your browser accepts cookies from this service."),
        ),
    ),
    "not_found": Page(
        404,
        _("Page not found."),
        (_("It was removed, or the address is wrong. Check the address, or go to the home page."),),
    ),
    "too_fast": Page(
        429,
        _("Too many attempts."),
        (
            ngettext_lazy(
                "Wait %(minutes)d minute, then try again.", "Wait %(minutes)d minutes, then try again.", "minutes"
            ),
            _("If you forgot your password, ask the operators to set a new one."),
        ),
    ),
    "too_many_transfers": Page(
        503,
        _("Too many requests at the same time."),
        (_("Nothing was saved. Wait a moment, then try again."),),
    ),
    "not_ready": Page(
        503,
        _("Part of the service is not responding."),
        (
            _("Wait a moment, then reload the page."),
            _("If you just submitted something, check whether it was saved before you submit it again."),
        ),
    ),
    "server_error": Page(
        500,
        _("Something went wrong on our side."),
        (
            _("Try again later. Before you submit anything again, check whether it was saved."),
            _("If it keeps happening, send the operators the number below."),
        ),
    ),
}


def refused(request: HttpRequest, why: str, wait: float = 60) -> HttpResponse:
    """The page of an entry of PAGES. `wait` is the seconds until the reader may try again, for 429 and 503."""
    page = PAGES[why]
    with override(getattr(request, "LANGUAGE_CODE", None) or get_language_from_request(request)):
        content = render_to_string("refused.html", _context(request, page, wait))
    response = HttpResponse(content, status=page.status)
    response["Cache-Control"] = "no-store"
    response["Vary"] = "Accept-Language, Cookie"
    if page.status in (429, 503):
        response["Retry-After"] = str(ceil(wait))
    return response


def _context(request: HttpRequest, page: Page, wait: float) -> dict[str, object]:
    places = {"minutes": ceil(wait / 60)}
    has_switch = request.method == "GET" and page.status in (403, 404)  # The request can be repeated unchanged.
    return {
        **({"csrf_token": get_token(request), "back": request.get_full_path()} if has_switch else {}),
        "title": page.title,
        "advice": [sentence % places if page.status == 429 else sentence for sentence in page.advice],
        "status": page.status,
        "request_id": structlog.contextvars.get_contextvars().get("request_id"),
    }
