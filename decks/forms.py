"""The deck form for deck managers and players: names, the list of cards, and a field for each option."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.forms.widgets import Script
from django.utils.translation import gettext_lazy

from common.text.language import in_language, page_language
from decks.deck_lists import LONGEST_LIST, read_list, write_list
from decks.editor import editor_data
from decks.listed_cards import read_cards
from decks.models import Deck
from decks.options import chosen_options, option_fields
from decks.plans import DeckPlan
from rules.engine import Ruleset
from rules.registry import game_definition, shipped_ruleset, slugs

NAMES = ("name_en", "name_ja", "visibility", "note")


def deck_rulesets() -> list[tuple[str, str]]:
    """(slug, name) of the rulesets in which players build decks."""
    return [(slug, in_language(shipped_ruleset(slug).names)) for slug in slugs() if game_definition(slug).builds_decks]


class EditorWidget(forms.Textarea):
    """A text area with one card per line. With JavaScript, the deck editor replaces it (deck-editor.js)."""

    template_name = "decks/editor.html"

    class Media:
        css = {"all": ("decks/deck-editor.css",)}
        js = (Script("decks/deck-editor.js", type="module"),)

    def __init__(self, rules: Ruleset, options: Mapping[str, Any]) -> None:
        super().__init__(attrs={"rows": 16, "cols": 40, "spellcheck": "false", "autocomplete": "off"})
        self.rules, self.deck_options = rules, options

    def get_context(self, name: str, value: Any, attrs: Any) -> dict[str, Any]:
        context = super().get_context(name, value, attrs)
        return {**context, "data": editor_data(self.rules, self.deck_options), "data_id": f"{name}-editor-data"}


class CardsField(forms.CharField):
    """Turns a list of cards into {slug: copies}. Cards the deck already has are valid even if the set lost them."""

    def __init__(self, rules: Ruleset, cards: Mapping[str, int], options: Mapping[str, Any]) -> None:
        self.rules, self.accepted = rules, frozenset(cards)
        super().__init__(
            label=gettext_lazy("cards"),
            required=False,
            max_length=LONGEST_LIST,
            initial=write_list(rules, cards, page_language()),
            widget=EditorWidget(rules, options),
            help_text=gettext_lazy(
                "One card per line: 3 Name, 3x Name, Name x3, or CSV. Use names in either language, or slugs."
            ),
        )

    def clean(self, value: Any) -> dict[str, int]:
        return read_cards(self.rules, super().clean(value), self.accepted)

    def has_changed(self, initial: Any, data: Any) -> bool:
        return bool(
            read_list(self.rules, initial or "", self.accepted) != read_list(self.rules, data or "", self.accepted)
        )


class NewDeckForm(forms.ModelForm):
    """Choose the ruleset of a new deck."""

    ruleset = forms.ChoiceField(label=gettext_lazy("Ruleset"), choices=deck_rulesets)

    class Meta:
        model = Deck
        fields = ("ruleset", "name_en", "name_ja", "owner", "visibility", "note")


def deck_fields(rules: Ruleset, cards: Mapping[str, int], options: Mapping[str, Any]) -> dict[str, forms.Field]:
    """The fields of a deck form that are not columns of the deck: its cards and options."""
    return {"cards": CardsField(rules, cards, options), **option_fields(rules, options)}


def deck_form(rules: Ruleset, deck: Deck | None) -> type[forms.ModelForm]:
    """The form in which owners edit their deck."""
    cards, options = (deck.as_sent["cards"], deck.options) if deck else ({}, {})
    meta = type("Meta", (), {"model": Deck, "fields": NAMES, "widgets": {"note": forms.Textarea(attrs={"rows": 2})}})
    return type("DeckForm", (forms.ModelForm,), {"Meta": meta, **deck_fields(rules, cards, options)})


def planned(form: Mapping[str, Any]) -> DeckPlan:
    """The deck plan from a form's cleaned data."""
    texts = {name: form[name] for name in NAMES}
    return DeckPlan(**texts, cards=form["cards"], options=chosen_options(form))


def form_fields(rules: Ruleset, plan: DeckPlan, version: int) -> list[tuple[str, Any]]:
    """The fields and values that the deck form would send for this plan."""
    options = option_fields(rules, plan.options)
    return [
        ("deck_version", version),
        *((name, getattr(plan, name)) for name in NAMES),
        ("cards", "\n".join(f"{copies} {card}" for card, copies in plan.cards.items())),
        *((name, field.initial) for name, field in options.items()),
    ]
