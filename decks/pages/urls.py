"""Where players keep their decks."""

from django.urls import path

from decks.pages import views

urlpatterns = [
    path("", views.own_decks, name="decks"),
    path("new/<slug:ruleset>/", views.new_deck, name="deck-new"),
    path("<uuid:deck_id>/", views.one_deck, name="deck"),
    path("<uuid:deck_id>/copy", views.copy_deck, name="deck-copy"),
    path("<uuid:deck_id>/delete", views.delete, name="deck-delete"),
    path("<uuid:deck_id>/versions/", views.versions, name="deck-versions"),
    path("<uuid:deck_id>/versions/<int:number>", views.restore, name="deck-restore"),
]
