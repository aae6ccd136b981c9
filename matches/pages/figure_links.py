"""What cards and decks link to here: their figures over all matches."""

from collections.abc import Iterable, Mapping

from django.urls import reverse
from django.utils.translation import gettext as _

from common.links import Link, add_links
from matches.search.deck_ids import deck_id


def register_links() -> None:
    add_links(of_card=_of_card, of_deck=_of_deck)


def _of_card(ruleset: str, card: str) -> Iterable[Link]:
    yield Link(_("Played and won"), reverse("figures-card", args=[ruleset, card]))


def _of_deck(ruleset: str, cards: Mapping[str, int]) -> Iterable[Link]:
    yield Link(_("Played and won"), reverse("figures-deck", args=[ruleset, deck_id({"cards": cards})]))
