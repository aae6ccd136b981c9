"""Where everything is."""

from django.contrib import admin
from django.urls import include, path, re_path

from config import problems

api = [
    path("v1/", include("matches.api.urls")),
    path("v1/", include("cards.api")),
    path("v1/", include("decks.api")),
    re_path(r"^(?P<path>.*)$", problems.nothing_here),
]

urlpatterns = [
    path("api/", include(api)),
    path("admin/", admin.site.urls),
]

handler400 = "config.problems.bad_request"
handler403 = "config.problems.forbidden"
handler404 = "config.problems.not_found"
handler500 = "config.problems.server_error"
