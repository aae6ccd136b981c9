"""Serves the documentation: the OpenAPI document with two viewers, errors, guides and client packages."""

import gzip
import json
from functools import cache
from hashlib import sha256

from csp.constants import SELF, UNSAFE_INLINE
from csp.decorators import csp_update
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import etag
from django.views.generic import RedirectView
from drf_spectacular.views import SpectacularRedocView, SpectacularSwaggerSplitView

from clients.packages import python_package, typescript_package
from common.text.errors import error_codes
from common.text.language import page_language
from common.text.refusals import marked
from config.openapi_for_generators import document_of_game
from matches.pages.requests import refusal
from replay.file_schemas import TITLES
from rules.registry import slugs

DOCS = settings.BASE_DIR / "docs"
OPENAPI = "openapi.json"
CHANGELOG = "CHANGELOG.md"
GUIDES = (
    *("clients.md", "contract.md", "errors.md", "limits.md", "verify.md", "security.md", "glossary.md"),
    *("verifier/verify.mjs", "verifier/example.jsonl"),
)
"""Guides for client builders, under their names in docs/, so that the links between them work."""
_with_inline_styles = csp_update(
    {"style-src": [SELF, UNSAFE_INLINE], "worker-src": [SELF, "blob:"], "img-src": [SELF, "data:"]}
)


@cache
def _document(name: str) -> bytes | None:
    """A file of docs/, the changelog, or the OpenAPI document of one game, derived from the committed one."""
    if name == CHANGELOG:
        return (settings.BASE_DIR / name).read_bytes()
    folder, _, slug = name.removesuffix(".json").rpartition("/")
    if folder == "openapi":
        try:
            return json.dumps(document_of_game(json.loads((DOCS / OPENAPI).read_bytes()), slug)).encode()
        except KeyError:
            return None
    file = DOCS / name
    return file.read_bytes() if file.is_file() else None


@cache
def _compressed(name: str) -> bytes:
    return gzip.compress(_document(name) or b"", mtime=0)


@cache
def _tag(name: str) -> str | None:
    """A weak ETag, the same for the plain and the compressed document."""
    document = _document(name)
    return None if document is None else f"W/{_tag_of(document)}"


def _tag_of(content: bytes) -> str:
    return f'"{sha256(content).hexdigest()[:32]}"'


def _served(request: HttpRequest, name: str, content_type: str) -> HttpResponse:
    """Serve a document. The compressed form is cached. Requests for the uncompressed form have a lower rate limit."""
    document = _document(name)
    if document is None:
        raise Http404
    is_compressed = "gzip" in request.headers.get("Accept-Encoding", "")
    if (refused := refusal(request, "pages" if is_compressed else "exports")) is not None:
        return refused
    response = HttpResponse(_compressed(name) if is_compressed else document, content_type=content_type)
    if is_compressed:
        response["Content-Encoding"] = "gzip"
    patch_vary_headers(response, ["Accept-Encoding"])
    return response


@etag(lambda request: _tag(OPENAPI))
def openapi(request: HttpRequest) -> HttpResponse:
    """The committed OpenAPI document. A test compares it with the code."""
    return _served(request, OPENAPI, "application/vnd.oai.openapi+json")


@etag(lambda request, ruleset: _tag(f"openapi/{ruleset}.json") if ruleset in slugs() else None)
def openapi_of_game(request: HttpRequest, ruleset: str) -> HttpResponse:
    """The OpenAPI document with the types of only one game, for client generators."""
    if ruleset not in slugs():  # Unknown names must not fill the cache.
        raise Http404
    return _served(request, f"openapi/{ruleset}.json", "application/vnd.oai.openapi+json")


@etag(lambda request, name: _tag(name))
def guide(request: HttpRequest, name: str) -> HttpResponse:
    """A file of docs/, unchanged. Markdown is served as plain text."""
    return _served(request, name, "text/plain; charset=utf-8")


@etag(lambda request: _tag(CHANGELOG))
def changelog(request: HttpRequest) -> HttpResponse:
    """The changelog. Its URL is above that of docs/, as in the repository, so that its links to the guides work."""
    return _served(request, CHANGELOG, "text/plain; charset=utf-8")


@etag(lambda request, name: _tag(f"schemas/{name}"))
def file_schema(request: HttpRequest, name: str) -> HttpResponse:
    """The JSON Schema of a file that the service exports."""
    return _served(request, f"schemas/{name}", "application/schema+json")


@etag(lambda request: _tag_of(python_package()))
def python_client(request: HttpRequest) -> HttpResponse:
    """The Python client, for `pip install` with the service's URL."""
    return HttpResponse(python_package(), content_type="application/zip")


@etag(lambda request: _tag_of(typescript_package()))
def typescript_client(request: HttpRequest) -> HttpResponse:
    """The TypeScript client, for `npm install`."""
    return HttpResponse(typescript_package(), content_type="application/gzip")


def errors(request: HttpRequest) -> HttpResponse:
    """The page of error codes. The `type` of every problem links here."""
    language = page_language()
    entries = [
        {
            "code": code,
            "status": entry.status,
            "meaning": marked(entry.meaning[language]),
            "advice": marked(entry.advice[language]),
        }
        for code, entry in error_codes().items()
    ]
    return render(request, "errors.html", {"title": _("API errors"), "entries": entries})


_swagger = SpectacularSwaggerSplitView.as_view(url_name="openapi", template_name="swagger.html")
_redoc = SpectacularRedocView.as_view(url_name="openapi", template_name="redoc.html")

urlpatterns = [
    path("v1/openapi.json", openapi, name="openapi"),
    path("v1/openapi/<slug:ruleset>.json", openapi_of_game, name="openapi-of-game"),
    path("changelog.md", changelog, name="changelog"),
    path("docs", RedirectView.as_view(url="/api/docs/")),
    path("docs/", _with_inline_styles(_swagger), name="api-docs"),
    path(
        "docs/redoc",
        _with_inline_styles(_redoc),
        name="api-redoc",
    ),
    path("docs/errors", errors, name="api-errors"),
    path("docs/openapi.json", openapi),
    path("docs/match-client.zip", python_client),
    path("docs/match-client.tgz", typescript_client),
    *(path(f"docs/{name}", guide, {"name": name}) for name in GUIDES),
    *(path(f"docs/schemas/{name}", file_schema, {"name": name}) for name in TITLES),
]
