"""Where everything is."""

from django.contrib import admin
from django.urls import include, path, re_path
from django.views.generic import RedirectView

from config import openapi, problems

api = [
    path("v1/", include("matches.api.urls")),
    path("v1/", include("cards.api")),
    path("v1/", include("decks.api")),
    path("v1/", include("replay.urls")),
    path("", include("config.docs")),
    re_path(r"^(?P<path>.*)$", problems.nothing_here),
]

urlpatterns = [
    path("", RedirectView.as_view(pattern_name="api-docs"), name="home"),
    path("api/", include(api)),
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
