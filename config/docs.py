"""The documentation that the service serves itself: the OpenAPI document, two ways to read it, and the errors."""

from functools import cache

from csp.constants import SELF, UNSAFE_INLINE
from csp.decorators import csp_update
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.generic import RedirectView
from drf_spectacular.views import SpectacularRedocView, SpectacularSwaggerSplitView

from cards.language import page_language
from matches.refusals import catalogue

OPENAPI = settings.BASE_DIR / "docs" / "openapi.json"

_with_inline_styles = csp_update(
    {"style-src": [SELF, UNSAFE_INLINE], "worker-src": [SELF, "blob:"], "img-src": [SELF, "data:"]}
)


@cache
def _document() -> bytes | None:
    return OPENAPI.read_bytes() if OPENAPI.is_file() else None


def openapi(request: HttpRequest) -> HttpResponse:
    """The committed document: a test holds it to the code."""
    document = _document()
    if document is None:
        raise Http404
    return HttpResponse(document, content_type="application/vnd.oai.openapi+json")


def errors(request: HttpRequest) -> HttpResponse:
    """Where the `type` of every problem leads."""
    language = page_language()
    entries = [
        {
            "code": entry["code"],
            "status": entry["status"],
            "meaning": _marked(entry["meaning"][language]),
            "advice": _marked(entry["advice"][language]),
        }
        for entry in catalogue()
    ]
    return render(request, "errors.html", {"title": _("Errors of the API"), "entries": entries})


def _marked(text: str) -> SafeString:
    """`code` between backticks, as in docs/errors.md."""
    parts = enumerate(text.split("`"))
    return format_html_join("", "{}", ((format_html("<code>{}</code>", part) if i % 2 else part,) for i, part in parts))


_swagger = SpectacularSwaggerSplitView.as_view(url_name="openapi")
_redoc = SpectacularRedocView.as_view(url_name="openapi", template_name="redoc.html")

urlpatterns = [
    path("v1/openapi.json", openapi, name="openapi"),
    path("docs", RedirectView.as_view(url="/api/docs/")),
    path("docs/", _with_inline_styles(_swagger), name="api-docs"),
    path(
        "docs/redoc",
        _with_inline_styles(_redoc),
        name="api-redoc",
    ),
    path("docs/errors", errors, name="api-errors"),
]
