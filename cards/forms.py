"""Forms made from what the cards of a set have in common (survey.py): no field of any game is named here."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.engine import Names, digest
from cards.labels import label_of, text_label, value_label, word
from cards.language import in_language
from cards.mistakes import in_both
from cards.models import CardSetDraft
from cards.rulesets.registry import shipped_ruleset, slugs
from cards.survey import LONG, CardField, Json, fields_of, is_names, keys_of, value_at, with_value, without
from cards.writing import NotJson, printed, read_json

ABSENT = object()
"""An optional field that was left empty."""


class JsonField(forms.CharField):
    """Any JSON value without fractions, printed tidily."""

    def __init__(self, **more: Any) -> None:
        more.setdefault("widget", forms.Textarea(attrs={"rows": 4, "spellcheck": "false", "class": "json"}))
        super().__init__(strip=True, **more)

    def to_python(self, value: Any) -> Any:
        if value in self.empty_values:
            return ABSENT
        try:
            return read_json(value)
        except NotJson as error:
            where = "" if error.line is None else _("line %(line)d: ") % {"line": error.line}
            raise forms.ValidationError(f"{where}{in_language(in_both(error.detail))}") from error

    def validate(self, value: Any) -> None:
        if self.required and value is ABSENT:
            raise forms.ValidationError(self.error_messages["required"], code="required")

    def run_validators(self, value: Any) -> None:
        """What is in it, the ruleset judges."""


class FigureField(forms.CharField):
    """A number, or a word in its place ("X")."""

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        return int(text) if text.lstrip("-").isdecimal() and text.isascii() else text


class SeenForm(forms.Form):
    """Knows the digest of what it was made from, so that nobody overwrites what he has not seen."""

    seen = forms.CharField(widget=forms.HiddenInput, required=False)


class CardForm(SeenForm):
    """One card, a field for each of its figures, names and texts."""

    def __init__(
        self,
        data: Any = None,
        *,
        card: Mapping[str, Json],
        cards: Sequence[Mapping[str, Json]],
        names: Mapping[str, Names],
    ) -> None:
        super().__init__(data, initial={"seen": digest(card)})
        self.card = card
        self.places = {field.at: field for field in fields_of(cards, card)}
        for at, field in self.places.items():
            self.fields[at] = _form_field(field, names)
            self.fields[at].label = capfirst(label_of(at))
            self.initial[at] = _shown(field, value_at(card, at, ABSENT))

    def written(self) -> dict[str, Json]:
        """The card as it is written now."""
        card = dict(self.card)
        for at, field in self.places.items():
            value = self.cleaned_data[at]
            if value is ABSENT or (_is_empty(value) and field.optional):
                card = without(card, at)
            else:
                card = with_value(card, at, None if _is_empty(value) and field.nullable else value)
        return card


def _is_empty(value: Any) -> bool:
    return value is None or value == ""


def _shown(field: CardField, value: Any) -> Any:
    if value is ABSENT:
        return ""
    return printed(value) if field.kind == "json" else value


def _form_field(field: CardField, names: Mapping[str, Names]) -> forms.Field:
    free = field.nullable or field.optional
    if field.kind == "flag":
        return forms.BooleanField(required=False)
    if field.kind == "number":
        return forms.IntegerField(required=not free)
    if field.kind == "figure":
        return FigureField(required=not free, max_length=40, widget=forms.TextInput(attrs={"size": 8}))
    if field.kind == "choice":
        choices = [(value, value_label(value, names, keys_of(field.at)[-1])) for value in field.choices]
        return forms.ChoiceField(choices=[("", "–"), *choices] if free else choices, required=not free)
    if field.kind == "json":
        return JsonField(required=not field.optional)
    required = keys_of(field.at)[0] == "names"
    area = field.kind == "text"
    widget = forms.Textarea(attrs={"rows": 3, "cols": 80}) if area else forms.TextInput(attrs={"size": 60})
    return forms.CharField(required=required, strip=not area, widget=widget)


class CardJsonForm(SeenForm):
    """One card as JSON."""

    card = JsonField(
        label=gettext_lazy("Card"), widget=forms.Textarea(attrs={"rows": 28, "spellcheck": "false", "class": "json"})
    )

    def clean_card(self) -> dict[str, Json]:
        card = self.cleaned_data["card"]
        if not isinstance(card, dict):
            raise forms.ValidationError(_("A card is an object: {…}."))
        if not isinstance(card.get("slug"), str):
            raise forms.ValidationError(_("A card needs a slug."))
        return card


class PartForm(SeenForm):
    """A part of a set that is no card: its names and texts one by one, and all of it as JSON."""

    whole = JsonField(
        label=gettext_lazy("JSON"), widget=forms.Textarea(attrs={"rows": 20, "spellcheck": "false", "class": "json"})
    )


class TextsForm(SeenForm):
    """Every display text in a part of a set, in both languages."""

    def __init__(self, data: Any = None, *, part: Json) -> None:
        super().__init__(data, initial={"seen": digest(part)})
        self.part = {"": part}
        self.texts = texts_in(part)
        for at, names in self.texts.items():
            for language, text in names.items():
                area = len(text.encode()) > LONG
                widget = forms.Textarea(attrs={"rows": 2, "cols": 80}) if area else forms.TextInput(attrs={"size": 60})
                place = f"{at}/{language}"
                field = forms.CharField(required=False, strip=not area, widget=widget)
                field.label = capfirst(" – ".join(filter(None, (text_label(part, at), word(language)))))
                self.fields[place], self.initial[place] = field, text

    def written(self) -> Json:
        part = self.part
        for at in self.texts:
            for language in ("ja", "en"):
                part = _put(part, ["", *keys_of(at), language], self.cleaned_data[f"{at}/{language}"])
        return part[""]


def texts_in(value: Json, at: str = "") -> dict[str, Names]:
    """Place -> text, wherever there is one in both languages."""
    if is_names(value):
        return {at: value}
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return {place: names for key, part in parts for place, names in texts_in(part, f"{at}/{key}").items()}


def _put(value: Json, keys: list[str], text: str) -> Json:
    if not keys:
        return text
    key, *rest = keys
    if isinstance(value, list):
        return [_put(part, rest, text) if str(i) == key else part for i, part in enumerate(value)]
    return {k: _put(part, rest, text) if k == key else part for k, part in value.items()}


def ruleset_choices() -> list[tuple[str, str]]:
    """Every ruleset by its name in the page's language."""
    return [(slug, in_language(shipped_ruleset(slug).names)) for slug in slugs()]


class NewDraftForm(forms.ModelForm):
    """A draft begins as the newest published set of a ruleset."""

    ruleset = forms.ChoiceField(label=gettext_lazy("ruleset"), choices=ruleset_choices)

    class Meta:
        model = CardSetDraft
        fields = ("ruleset", "note")


class NoteForm(forms.Form):
    note = forms.CharField(
        label=gettext_lazy("note"),
        max_length=400,
        required=False,
        widget=forms.TextInput(attrs={"size": 80}),
        help_text=gettext_lazy("What is new, in a sentence."),
    )


class PublishForm(NoteForm):
    """`seen` is the digest of what is going to be published."""

    seen = forms.CharField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["note"].required = True
