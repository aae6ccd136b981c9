"""The documentation that the service serves itself: the OpenAPI document, two ways to read it, and the errors."""

from functools import cache

from csp.constants import SELF, UNSAFE_INLINE
from csp.decorators import csp_update
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.views.generic import RedirectView
from drf_spectacular.views import SpectacularRedocView, SpectacularSwaggerSplitView

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
    return render(request, "errors.html", {"entries": catalogue()})


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
