"""Where everything is."""

from django.contrib import admin
from django.urls import include, path, re_path
from django.views.generic import RedirectView

from config import openapi, problems

urlpatterns = [
    path("api/v1/", include("matches.api.urls")),  # First, and not deeper: every level costs every request.
    path("api/v1/", include("cards.api")),
    path("api/v1/", include("decks.api")),
    path("api/v1/", include("replay.urls")),
    path("api/", include("config.docs")),
    re_path(r"^api/(?P<path>.*)$", problems.nothing_here),
    path("", RedirectView.as_view(pattern_name="api-docs"), name="home"),
    path("", include("config.health")),
    path("admin/", admin.site.urls),
    path("i18n/", include("django.conf.urls.i18n")),
]

SCHEMA_HOOK = openapi.add_rulesets
"""Named in SPECTACULAR_SETTINGS; imported here so that its extensions are known when the schema is made."""

handler400 = "config.problems.bad_request"
handler403 = "config.problems.forbidden"
handler404 = "config.problems.not_found"
handler500 = "config.problems.server_error"
