"""Labels of the fields of cards and sets in the admin: those here, and each game's own (`card_fields` of its words).

A word without a label is shown as in the JSON.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from common.text.infer_fields import Json, is_names
from common.text.language import in_language, page_language
from rules.engine import Names
from rules.engine.json_pointers import keys_of
from rules.registry import game_definition, slugs

WORDS: dict[str, Promise | str] = {
    "slug": _("slug"),
    "number": _("number"),
    "names": _("name"),
    "name": _("name"),
    "ja": _("Japanese"),
    "en": _("English"),
    "kind": _("kind"),
    "n": _("ahead"),
    "ne": _("ahead right"),
    "e": _("right"),
    "se": _("behind right"),
    "s": _("behind"),
    "sw": _("behind left"),
    "w": _("left"),
    "nw": _("ahead left"),
    "abilities": _("abilities"),
    "copies": _("copies"),
    "text": _("text"),
    "source": _("source"),
    "field_sources": _("field source"),
    "note": _("note"),
    "notes": _("notes"),
    "default": _("everything else"),
    "source_legend": _("meaning of the sources"),
    "display": _("display texts"),
    "constants": _("constants"),
    "values": _("values"),
    "value_names": _("value names"),
    "options": _("options"),
    "reasons": _("reasons"),
    "sets": _("sets"),
    "starter_decks": _("starter decks"),
    "card": _("card"),
    "cards": _("cards"),
}
"""Fields of all games' sets, in reading order: what a card is, what it can do, where it is from."""

SPELT: dict[str, Promise | str] = {
    "~null": _("none"),
    "~true": _("yes"),
    "~false": _("no"),
}
"""Values that are not words (`infer_fields.json_word`)."""

SOURCES: dict[str, Promise | str] = {
    "rulebook": _("rulebook"),
    "published": _("other publications"),
    "reconstructed": _("made for this service"),
}
"""Sources of a card's figures and texts; every set uses these words."""


LANGUAGES = ("ja", "en")
PLACES = {key: place for place, key in enumerate(WORDS)}


def card_fields() -> dict[str, Names]:
    """Field of cards -> its label, for all games. The order keeps that of each game if they agree."""
    fields = {slug: game_definition(slug).words.get("card_fields", {}) for slug in slugs()}
    names = {key: name for own in fields.values() for key, name in own.items()}
    return {key: names[key] for key in _merged([list(own) for own in fields.values()])}


def _merged(orders: Iterable[Sequence[str]]) -> list[str]:
    """Merge several orders, with each key once. A key follows its predecessor in the first order that has it. Unrelated
    orders go to the end.
    """
    merged: list[str] = []
    for order in orders:
        place = next((merged.index(key) for key in order if key in merged), len(merged))
        for key in order:
            if key not in merged:
                merged.insert(place, key)
            place = merged.index(key) + 1
    return merged


def word(key: str) -> str:
    """The label of the field `key` of a card or set, in the page's language."""
    if key in WORDS:
        return str(WORDS[key])
    return in_language(card_fields().get(key), key)


def label_of(at: str, called: Callable[[str], str] = word) -> str:
    """The label of a place: `/health/active` -> "health › upright", `/names/en` -> "name (English)"."""
    parts = [part for key in keys_of(at) for part in key.split(".")]
    if len(parts) < 2 or parts[-1] not in LANGUAGES:
        return " › ".join(map(called, parts))
    label, language = " › ".join(map(called, parts[:-1])), word(parts[-1])
    return f"{label}（{language}）" if page_language() == "ja" else f"{label} ({language})"


def card_label_of(at: str) -> str:
    """The label of a place in a card. Numbers are items of lists: `/abilities/0` -> "abilities › no. 1"."""
    return label_of(at, lambda part: gettext("no. %(n)d") % {"n": int(part) + 1} if part.isdecimal() else word(part))


def reading_place(key: str) -> tuple[int, int, str]:
    """Sort key of a field. Games' own fields come before the abilities, the text and the sources."""
    key = key.partition(".")[0]
    if key in PLACES:
        return (PLACES[key], 0, "")
    own = list(card_fields())
    return (PLACES["abilities"], own.index(key) - len(own) if key in own else 0, key)


def reading_places(at: str) -> list[tuple[int, int, str]]:
    """The sort key of a place: that of each part."""
    return [reading_place(key) for key in keys_of(at)]


def in_reading_order(value: Json) -> Json:
    """A card, or part of one, with its fields in reading order, whatever order they are stored in."""
    if isinstance(value, Mapping):
        return {key: in_reading_order(value[key]) for key in sorted(value, key=reading_place)}
    return [in_reading_order(part) for part in value] if isinstance(value, list) else value


def text_label(part: Json, at: str) -> str:
    """The label of a place in a part of a set: `/0/text` -> "Archer › text"."""
    labels, value = [], part
    for key in keys_of(at):
        value = value[int(key)] if isinstance(value, list) else value[key]
        names = value.get("names") if isinstance(value, Mapping) else None
        if is_names(names):
            labels.append(in_language(names))
        elif key != "names":
            labels.append(word(key))
    return " › ".join(labels)


def value_label(value: Json, names: Mapping[str, Names], field: str = "") -> str:
    """A value of a field, by its display name if the set has one."""
    if isinstance(value, str):
        return in_language(names.get(f"{field}.{value}") or names.get(value), str(SOURCES.get(value, value)))
    if value is None or isinstance(value, bool):
        return str(SPELT[{None: "~null", True: "~true", False: "~false"}[value]])
    return str(value)
