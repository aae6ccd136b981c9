"""The URLs of the service."""

from django.contrib import admin
from django.urls import include, path, re_path

from config import openapi, problems
from decks import urls as decks
from leagues import urls as leagues
from matches.api.streams.page_stream import page_stream
from players.pages import urls as players
from players.pages.language import language_page
from replay import urls as replay
from rules.engine.decoding import make_structs_ready

urlpatterns = [
    path("api/v1/", include("matches.api.urls")),  # First and flat, because each level costs time in every request.
    path("api/v1/", include("cards.api")),
    path("api/v1/", include(decks.api_patterns)),
    path("api/v1/", include(replay.api_patterns)),
    path("api/v1/", include(leagues.api_patterns)),
    path("api/v1/", include("config.features")),
    path("api/", include("config.docs")),
    re_path(r"^api/(?P<path>.*)$", problems.nothing_here),
    path("stream", page_stream, name="page-stream"),
    path("", include("matches.pages.urls")),
    path("", include(replay.page_patterns)),
    path("games/", include("cards.rulebooks.pages")),
    path("decks/", include(decks.page_patterns)),
    path("leagues/", include(leagues.page_patterns)),
    path("", include("config.health")),
    path("account/", include(players.account_patterns)),
    path("account/", include(leagues.account_patterns)),
    path("", include(players.oauth_patterns)),
    path("admin/", admin.site.urls),
    path("i18n/setlang/", language_page, name="set_language"),
]

SCHEMA_HOOK = openapi.add_rulesets
"""Named in SPECTACULAR_SETTINGS. Imported here so that its extensions are registered before the schema is built."""

handler400 = "config.problems.bad_request"
handler403 = "config.problems.forbidden"
handler404 = "config.problems.not_found"
handler500 = "config.problems.server_error"

make_structs_ready()  # Done here because threads that answer requests wait for this import.
