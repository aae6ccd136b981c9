"""Where one looks back on a page."""

from django.urls import path

from replay.pages import continuing, proving, views

urlpatterns = [
    path("prove/", proving.prove, name="prove"),
    path("matches/<uuid:match_id>/replay/", views.replay, name="replay"),
    path("matches/<uuid:match_id>/replay/continue", continuing.go_on, name="replay-continue"),
    path("matches/<uuid:match_id>/replay/table", views.table, name="replay-table"),
]
