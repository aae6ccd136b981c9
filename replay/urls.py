"""URLs of replays, exports, imports and daily roots, in the API and on pages."""

from django.urls import path

from replay.api import ExportsView, ExportView, ImportsView, PastViewView, SeasonExportView, TranscriptView
from replay.daily_roots.api import InclusionView, RootsView, RootView, SigningKeysView
from replay.pages import continuing, notes, views

api_patterns = [
    path("leagues/<slug:league>/seasons/<int:season>/export", SeasonExportView.as_view(), name="api-season-export"),
    path("matches/<uuid:match_id>/replay/view", PastViewView.as_view(), name="api-past-view"),
    path("matches/<uuid:match_id>/replay/transcript", TranscriptView.as_view(), name="api-transcript"),
    path("matches/<uuid:match_id>/export", ExportView.as_view(), name="api-export"),
    path("matches/<uuid:match_id>/inclusion", InclusionView.as_view(), name="api-inclusion"),
    path("roots", RootsView.as_view(), name="api-roots"),
    path("roots/keys", SigningKeysView.as_view(), name="api-root-keys"),
    path("roots/<str:which>", RootView.as_view(), name="api-root"),
    path("imports", ImportsView.as_view(), name="api-imports"),
    path("exports", ExportsView.as_view(), name="api-exports"),
]

page_patterns = [
    path("prove/", views.prove, name="prove"),
    path("matches/<uuid:match_id>/notes/", notes.write, name="note-write"),
    path("matches/<uuid:match_id>/replay/", views.replay, name="replay"),
    path("matches/<uuid:match_id>/replay/continue", continuing.go_on, name="replay-continue"),
    path("matches/<uuid:match_id>/replay/table", views.table, name="replay-table"),
]
