"""Finds the decks that hold a card: on the card's page, by a filter of the deck list, and in its search."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.admin.cards import PrintedCard
from cards.models import Card
from cards.sets.selectors import newest_rules
from common.admin.pages import Extension, Use, extend
from common.text.language import in_language
from common.text.naming import card_names
from decks.deck_lists import name_key
from decks.forms import deck_rulesets
from decks.models import Deck, DeckLine
from decks.selectors import stored_cards

LISTED = 10


class CardFilter(admin.SimpleListFilter):
    """Filters decks by a card they hold. Links set it; the list itself offers no cards."""

    title = gettext_lazy("card")
    parameter_name = "card"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        card = request.GET.get(self.parameter_name)
        chosen = request.GET.get("ruleset")
        rulesets = [slug for slug, _name in deck_rulesets() if chosen in (slug, None)]
        names = [card_names(newest_rules(slug)).get(card or "") for slug in rulesets]
        return [(card, in_language(next(filter(None, names), None), card))] if card else []

    def queryset(self, request: HttpRequest, queryset: QuerySet[Deck]) -> QuerySet[Deck]:
        return queryset.filter(pk__in=DeckLine.objects.filter(card=self.value()).values("deck"))


def decks_with_card_named(word: str) -> list[QuerySet[DeckLine]]:
    """Subqueries for the ids of decks with a card named like this in either language, or with a slug like this.

    Empty if no card matches. The cards are looked up first: there are few, and an index finds the decks of each.
    """
    slugs = {*_named(word), *(slug for slug in stored_cards() if word.lower() in slug)}
    return [DeckLine.objects.order_by().filter(card__in=slugs).values("deck").distinct()] if slugs else []


def _named(word: str) -> Iterator[str]:
    wanted = name_key(word)
    if not wanted:
        return
    for ruleset, _name in deck_rulesets():
        for slug, names in card_names(newest_rules(ruleset)).items():
            if any(wanted in name_key(name) for name in names.values()):
                yield slug


def card_uses(card_admin: Any, request: HttpRequest, card: PrintedCard) -> list[Use]:
    """The decks that hold the card, each with its number of copies, last changed first."""
    if not request.user.has_perm("decks.view_deck") or card.ruleset not in dict(deck_rulesets()):
        return []
    found = DeckLine.objects.filter(card=card.slug, deck__ruleset=card.ruleset)
    rows = [
        (str(line.deck), reverse("admin:decks_deck_change", args=[line.deck_id]), f"× {line.copies}")
        for line in found.select_related("deck").order_by("-deck__updated_at", "-deck")[:LISTED]
    ]
    query = urlencode({"ruleset": card.ruleset, "card": card.slug})
    return [Use(_("Decks with this card"), rows, found.count(), f"{reverse('admin:decks_deck_changelist')}?{query}")]


extend(Card, Extension(uses=card_uses))
extend(Deck, Extension(list_filter=(CardFilter,)))
