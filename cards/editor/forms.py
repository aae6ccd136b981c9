"""Forms generated from the common fields of a set's cards (common/text/infer_fields.py). They know no game."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy

from cards.editor.card_sheet import Picture, compass, directions, square_label, squares_picture
from cards.editor.choices import words_for
from cards.models import CardSetDraft
from cards.sets.card_json import LARGEST, NotJson, is_too_large, printed, read_json
from common.text.card_faults import card_fault_texts
from common.text.infer_fields import LONG, CardField, Json, fields_of, is_names, json_word
from common.text.labels import label_of, reading_places, text_label, value_label, word
from common.text.language import in_language
from common.text.refusals import marked
from rules.engine import Names, digest
from rules.engine.json_pointers import keys_of, parent_of, put, value_at, within, without
from rules.registry import shipped_ruleset, slugs

ABSENT = object()
"""An optional field that was left empty."""


class JsonField(forms.CharField):
    """Any JSON value without fractions, neatly printed."""

    def __init__(self, **more: Any) -> None:
        more.setdefault("widget", forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "class": "json"}))
        super().__init__(strip=True, **more)

    def to_python(self, value: Any) -> Any:
        if value in self.empty_values:
            return ABSENT
        try:
            return read_json(value)
        except NotJson as error:
            raise forms.ValidationError(marked(in_language(error.texts))) from error

    def validate(self, value: Any) -> None:
        if self.required and value is ABSENT:
            raise forms.ValidationError(self.error_messages["required"], code="required")

    def run_validators(self, value: Any) -> None:
        """Skips validation: the ruleset checks the content."""


class FigureField(forms.CharField):
    """A number, or a word instead ("X")."""

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        return int(text) if text.lstrip("-").isdecimal() and text.isascii() else text


class SeenForm(forms.Form):
    """Knows the digest of the content it was made from, so that no author overwrites changes they haven't seen."""

    seen = forms.CharField(widget=forms.HiddenInput, required=False)


@dataclass(frozen=True)
class Row:
    """The content next to a label: a field, several, or some in the squares around the card."""

    label: str
    fields: list[forms.BoundField]
    picture: Picture | None = None
    help_text: str = ""
    is_source: bool = False
    """Whether it is about the card's origin, not its content."""

    @property
    def errors(self) -> list[str]:
        return [error for field in self.fields for error in field.errors]

    @property
    def is_group(self) -> bool:
        return self.picture is not None or len(self.fields) > 1 or bool(self.ticks)

    @property
    def ticks(self) -> list[forms.BoundField]:
        return [field for field in self.fields if isinstance(field.field, forms.MultipleChoiceField)]

    @property
    def values(self) -> list[forms.BoundField]:
        return [field for field in self.fields if field not in self.ticks]


class CardForm(SeenForm):
    """One card, with a field for each value, name and text. `card_type` is the ruleset's type of a card."""

    def __init__(
        self,
        data: Any = None,
        *,
        card: Mapping[str, Json],
        card_set: Mapping[str, Json],
        names: Mapping[str, Names],
        card_type: Any = None,
        built: Callable[[str], bool] = lambda at: False,
        seen: str | None = None,
    ) -> None:
        """`built(place)` says whether the builder writes a place that would otherwise be JSON (editor/builder)."""
        super().__init__(data, initial={"seen": digest(card) if seen is None else seen})
        self.card, self.names, self.steps = card, names, directions(card_set)
        words = partial(words_for, card_type=card_type, card_set=card_set)
        found = fields_of(card_set["cards"], card, words)
        found = sorted(found, key=lambda field: reading_places(field.at))
        self.built = [field.at for field in found if field.kind == "json" and built(field.at)]
        self.places = {field.at: field for field in found if field.at not in self.built}
        for at, field in self.places.items():
            self.fields[at] = _form_field(field, names)
            self.fields[at].label = capfirst(label_of(at))
            self.initial[at] = _shown(field, value_at(card, at, ABSENT))
            if field.kind == "json":
                self.fields[at].help_text = AS_JSON
            for name in field.valued:
                self._add_value(field, name)

    def _add_value(self, field: CardField, name: str) -> None:
        at = f"{field.at}:{name}"
        self.fields[at] = forms.IntegerField(required=False, label=value_label(name, self.names))
        held = value_at(self.card, field.at, ()) or ()
        self.initial[at] = next((item["value"] for item in held if item["name"] == name), None)

    def rows(self) -> Iterator[Row]:
        """The fields in reading order, as on the page."""
        drawn: set[str] = set()
        for at, field in self.places.items():
            parent = parent_of(at)
            if parent and keys_of(at)[-1] in self.steps:
                if parent not in drawn:
                    yield self._compass(parent)
                    drawn.add(parent)
            else:
                yield self._row(field)

    def _row(self, field: CardField) -> Row:
        bound = self[field.at]
        if field.kind == "squares":
            inputs = {square: option.tag() for square, option in zip(field.choices, bound.subwidgets, strict=True)}
            help_text = f"{SQUARES} {NONE if field.in_nullable else ''}".strip()
            return Row(bound.label, [bound], squares_picture([], inputs), help_text)
        if field.kind == "named":
            ticks = [bound] if len(field.choices) > len(field.valued) else []
            return Row(
                bound.label, [*ticks, *(self[f"{field.at}:{name}"] for name in field.valued)], help_text=str(VALUED)
            )
        help_text = str(NONE) if field.in_nullable else bound.help_text
        return Row(bound.label, [bound], help_text=help_text, is_source=keys_of(field.at)[0] in SOURCES)

    def _compass(self, parent: str) -> Row:
        """The fields of an object whose keys are directions."""
        bound = {keys_of(at)[-1]: self[at] for at in self.places if parent_of(at) == parent}
        picture = compass(self.steps, {}, {way: str(field) for way, field in bound.items()})
        return Row(capfirst(label_of(parent)), [*bound.values()], picture, str(SQUARES))

    def written(self) -> dict[str, Json]:
        """The card with the submitted values; unreadable values are as before."""
        card = dict(self.card)
        for at, field in self.places.items():
            if self._is_refused(field):
                continue
            value = self._value(field)
            parent = parent_of(at)
            if value is not ABSENT:
                if parent and value_at(card, parent) is None:
                    card = put(card, parent, {})
                card = put(card, at, value)
            elif not parent or isinstance(value_at(card, parent), Mapping):
                card = without(card, at)
                if field.in_nullable and not value_at(card, parent) and value_at(self.card, parent) != {}:
                    card = put(card, parent, None)
        return card

    def _is_refused(self, field: CardField) -> bool:
        return any(at in self.errors for at in (field.at, *(f"{field.at}:{name}" for name in field.valued)))

    def _value(self, field: CardField) -> Json:
        """The value in a field, or ABSENT."""
        value = self.cleaned_data[field.at]
        if field.kind in SEVERAL:
            chosen = self._several(field, value)
            before = value_at(self.card, field.at, ABSENT)
            return ABSENT if not chosen and field.optional and before != [] else chosen
        if value is ABSENT or (_is_empty(value) and field.optional):
            return ABSENT
        return None if _is_empty(value) and field.nullable else value

    def _several(self, field: CardField, chosen: Sequence[Json]) -> list[Json]:
        """Values that were chosen before keep their places; new ones follow."""
        if field.kind == "named":
            values = {name: self.cleaned_data[f"{field.at}:{name}"] for name in field.valued}
            chosen = [
                {"name": name} if name in chosen else {"name": name, "value": values[name]}
                for name in field.choices
                if name in chosen or values.get(name) is not None
            ]
        before = value_at(self.card, field.at, ABSENT)
        key = _name_of if field.kind == "named" else _itself
        order = [key(item) for item in before] if isinstance(before, list) else []
        return sorted(chosen, key=lambda item: order.index(key(item)) if key(item) in order else len(order))


SEVERAL = ("words", "named", "squares")
SOURCES = ("source", "field_sources", "note")
AS_JSON = gettext_lazy("Write it as JSON. Mistakes are shown, with their place, when you save.")
SQUARES = gettext_lazy("As seen from the card (■). Up is ahead.")
VALUED = gettext_lazy("To give the card this keyword, enter a number.")
NONE = gettext_lazy("Leave everything empty if there is none.")


def _name_of(item: Json) -> str:
    return str(item["name"])


def _itself(item: Json) -> Json:
    return item


def _is_empty(value: Any) -> bool:
    return value is None or value == ""


def _shown(field: CardField, value: Any) -> Any:
    if value is ABSENT or (value is None and field.kind != "json"):
        return [] if field.kind in SEVERAL else ""
    if field.kind == "json":
        return printed(value)
    if field.kind == "named":
        return [item["name"] for item in value if "value" not in item]
    if field.kind in SEVERAL:
        return [_code(item) for item in value]
    return json_word(value) if field.kind == "choice" else value


def _choice_label(value: Json, names: Mapping[str, Names], field: str) -> str:
    return square_label(value) if isinstance(value, tuple) else value_label(value, names, field)


def _code(value: Json) -> str:
    """The form value that represents a JSON value."""
    return ",".join(map(str, value)) if isinstance(value, list | tuple) else json_word(value)


def _decoded(choices: Sequence[Json]) -> Callable[[str], Json]:
    values = {_code(value): list(value) if isinstance(value, tuple) else value for value in choices}
    return lambda code: values[code]


def _form_field(field: CardField, names: Mapping[str, Names]) -> forms.Field:
    free = field.nullable or field.optional
    if field.kind == "flag":
        return forms.BooleanField(required=False)
    if field.kind == "number":
        return forms.IntegerField(required=not free)
    if field.kind == "figure":
        return FigureField(required=not free, max_length=40, widget=forms.TextInput(attrs={"size": 8}))
    if field.kind == "choice":
        choices = [(_code(value), value_label(value, names, keys_of(field.at)[-1])) for value in field.choices]
        return forms.TypedChoiceField(
            choices=[("", "–"), *choices] if free else choices, required=not free, coerce=_decoded(field.choices)
        )
    if field.kind in SEVERAL:
        plain = [value for value in field.choices if value not in field.valued]
        field_name = keys_of(field.at)[-1]
        return forms.TypedMultipleChoiceField(
            choices=[(_code(value), _choice_label(value, names, field_name)) for value in plain],
            coerce=_decoded(plain),
            widget=forms.CheckboxSelectMultiple,
            required=False,
        )
    if field.kind == "json":
        return JsonField(required=not field.optional)
    required = keys_of(field.at)[0] == "names"
    area = field.kind == "text"
    widget = forms.Textarea(attrs={"rows": 3, "cols": 80}) if area else forms.TextInput(attrs={"size": 60})
    return forms.CharField(required=required, strip=not area, widget=widget)


def _refused(code: str, **params: int) -> forms.ValidationError:
    return forms.ValidationError(marked(in_language(card_fault_texts({"code": code, **params}))))


class CardJsonForm(SeenForm):
    """One card as JSON."""

    card = JsonField(
        label=gettext_lazy("Card"), widget=forms.Textarea(attrs={"rows": 28, "spellcheck": "false", "class": "json"})
    )

    def clean_card(self) -> dict[str, Json]:
        card = self.cleaned_data["card"]
        if not isinstance(card, dict):
            raise _refused("card_no_object")
        if not isinstance(card.get("slug"), str):
            raise _refused("slug_missing")
        if is_too_large(card):
            raise _refused("card_too_large", most=LARGEST)
        return card


class PartForm(SeenForm):
    """A part of a set that isn't a card: its names and texts one by one, and all of it as JSON."""

    whole = JsonField(
        label=gettext_lazy("JSON"), widget=forms.Textarea(attrs={"rows": 20, "spellcheck": "false", "class": "json"})
    )


class TextsForm(SeenForm):
    """Every display text in a part of a set, in both languages."""

    def __init__(self, data: Any = None, *, part: Json) -> None:
        super().__init__(data, initial={"seen": digest(part)})
        self.part = part
        self.texts = texts_in(part)
        for at, names in self.texts.items():
            for language, text in names.items():
                area = len(text.encode()) > LONG
                widget = forms.Textarea(attrs={"rows": 2, "cols": 80}) if area else forms.TextInput(attrs={"size": 60})
                place = within(at, language)
                field = forms.CharField(required=False, strip=not area, widget=widget)
                field.label = capfirst(" – ".join(filter(None, (text_label(part, at), word(language)))))
                self.fields[place], self.initial[place] = field, text

    def written(self) -> Json:
        part = self.part
        for at in self.texts:
            for language in ("ja", "en"):
                place = within(at, language)
                part = put(part, place, self.cleaned_data[place])
        return part


def texts_in(value: Json, at: str = "") -> dict[str, Names]:
    """Place -> text, for every text in both languages."""
    if is_names(value):
        return {at: value}
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return {place: names for key, part in parts for place, names in texts_in(part, within(at, key)).items()}


def ruleset_choices() -> list[tuple[str, str]]:
    """Every ruleset by its name in the page's language."""
    return [(slug, in_language(shipped_ruleset(slug).names)) for slug in slugs()]


class NewDraftForm(forms.ModelForm):
    """A draft starts as a copy of the newest published set of a ruleset."""

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
        help_text=gettext_lazy("The changes, in one sentence."),
    )


class PublishForm(NoteForm):
    """`seen` is the digest of the set that will be published."""

    seen = forms.CharField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["note"].required = True
