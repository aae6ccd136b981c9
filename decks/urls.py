"""URLs of decks, in the API and on players' pages."""

from django.urls import path

from decks.api.checks import DeckCheckView, DeckReadView
from decks.api.decks import DecksView, DeckView
from decks.api.imports import (
    DeckImportColumnsView,
    DeckImportRowsView,
    DeckImportsView,
    DeckImportTakeView,
    DeckImportView,
)
from decks.api.versions import DeckRestoreView, DeckVersionsView, DeckVersionView
from decks.pages import views

api_patterns = [
    path("decks", DecksView.as_view(), name="api-decks"),
    path("decks/check", DeckCheckView.as_view(), name="api-deck-check"),
    path("decks/read", DeckReadView.as_view(), name="api-deck-read"),
    path("deck-imports", DeckImportsView.as_view(), name="api-deck-imports"),
    path("deck-imports/<uuid:import_id>", DeckImportView.as_view(), name="api-deck-import"),
    path("deck-imports/<uuid:import_id>/rows", DeckImportRowsView.as_view(), name="api-deck-import-rows"),
    path("deck-imports/<uuid:import_id>/columns", DeckImportColumnsView.as_view(), name="api-deck-import-columns"),
    path("deck-imports/<uuid:import_id>/take", DeckImportTakeView.as_view(), name="api-deck-import-take"),
    path("decks/<uuid:deck_id>", DeckView.as_view(), name="api-deck"),
    path("decks/<uuid:deck_id>/versions", DeckVersionsView.as_view(), name="api-deck-versions"),
    path("decks/<uuid:deck_id>/versions/<int:number>", DeckVersionView.as_view(), name="api-deck-version"),
    path("decks/<uuid:deck_id>/versions/<int:number>/restore", DeckRestoreView.as_view(), name="api-deck-restore"),
]

page_patterns = [
    path("", views.own_decks, name="decks"),
    path("new/<slug:ruleset>/", views.new_deck, name="deck-new"),
    path("<uuid:deck_id>/", views.one_deck, name="deck"),
    path("<uuid:deck_id>/copy", views.copy_deck, name="deck-copy"),
    path("<uuid:deck_id>/delete", views.delete, name="deck-delete"),
    path("<uuid:deck_id>/versions/", views.versions, name="deck-versions"),
    path("<uuid:deck_id>/versions/<int:number>", views.restore, name="deck-restore"),
]
