"""Where the API of decks is."""

from django.urls import path

from decks.api.checks import DeckCheckView, DeckReadView
from decks.api.decks import DecksView, DeckView
from decks.api.versions import DeckRestoreView, DeckVersionsView, DeckVersionView

urlpatterns = [
    path("decks", DecksView.as_view(), name="api-decks"),
    path("decks/check", DeckCheckView.as_view(), name="api-deck-check"),
    path("decks/read", DeckReadView.as_view(), name="api-deck-read"),
    path("decks/<uuid:deck_id>", DeckView.as_view(), name="api-deck"),
    path("decks/<uuid:deck_id>/versions", DeckVersionsView.as_view(), name="api-deck-versions"),
    path("decks/<uuid:deck_id>/versions/<int:number>", DeckVersionView.as_view(), name="api-deck-version"),
    path("decks/<uuid:deck_id>/versions/<int:number>/restore", DeckRestoreView.as_view(), name="api-deck-restore"),
]
