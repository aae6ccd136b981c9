"""The forms of the decks' admin: a deck with its options, and its lines."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.engine import Ruleset
from cards.rulesets.registry import game_definition, shipped_ruleset, slugs
from cards.text.language import in_language
from cards.text.sentences import card_names
from decks.models import Deck, DeckLine

MOST_COPIES = 1000


def deck_rulesets() -> list[tuple[str, str]]:
    """The rulesets to which everybody brings a deck of his own."""
    return [(slug, in_language(shipped_ruleset(slug).names)) for slug in slugs() if game_definition(slug).builds_decks]


class NewDeckForm(forms.ModelForm):
    """A deck begins with its ruleset; cards and options come after."""

    ruleset = forms.ChoiceField(label=gettext_lazy("Ruleset"), choices=deck_rulesets)

    class Meta:
        model = Deck
        fields = ("ruleset", "name_en", "name_ja", "owner", "visibility", "note")


def line_form(rules: Ruleset | None, kept: set[str]) -> type[forms.ModelForm]:
    """One card of the ruleset, so many times. Cards that the set no longer has stay what they are."""
    names = {} if rules is None else card_names(rules)
    known = [] if rules is None else [card["slug"] for card in rules.card_set["cards"]]
    choices = [(slug, in_language(names.get(slug), slug)) for slug in known]
    choices += [(slug, f"{slug} ({_('no longer in the set')})") for slug in sorted(kept - set(known))]

    class LineForm(forms.ModelForm):
        card = forms.ChoiceField(
            label=gettext_lazy("card"),
            choices=[("", "–"), *choices],
            widget=forms.Select(attrs={"aria-label": gettext_lazy("card")}),
        )
        copies = forms.IntegerField(
            label=gettext_lazy("copies"),
            min_value=1,
            max_value=MOST_COPIES,
            initial=1,
            widget=forms.NumberInput(attrs={"aria-label": gettext_lazy("copies")}),
        )

        class Meta:
            model = DeckLine
            fields = ("card", "copies")

    return LineForm


class LineFormSet(forms.BaseInlineFormSet):
    """Every card once."""

    def add_fields(self, form: Any, index: int | None) -> None:
        super().add_fields(form, index)
        if "DELETE" in form.fields:
            form.fields["DELETE"].widget.attrs["aria-label"] = _("Delete?")

    def clean(self) -> None:
        """Before the database's own words for it are."""
        cards = [form.cleaned_data["card"] for form in self._standing()]
        for card in sorted({card for card in cards if cards.count(card) > 1}):
            name = dict(self.empty_form.fields["card"].choices)[card]
            raise forms.ValidationError(_("%(card)s is there twice: write the copies into one line.") % {"card": name})
        super().clean()

    def cards(self) -> dict[str, int]:
        """The deck as it stands in the form."""
        return {form.cleaned_data["card"]: form.cleaned_data["copies"] for form in self._standing()}

    def _standing(self) -> list[Any]:
        return [
            form
            for form in self.forms
            if getattr(form, "cleaned_data", None) and form.cleaned_data.get("card") and not form.cleaned_data["DELETE"]
        ]
