"""What the admin calls the fields of cards and sets: the words here, and each game's own (`card_fields` of its words).

A word that is in neither is shown as it stands in the JSON.
"""

from collections.abc import Callable, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from cards.engine import Names
from cards.rulesets.registry import game_definition, shipped_ruleset, slugs
from cards.text.infer_fields import Json, is_names, keys_of
from cards.text.language import in_language, page_language

WORDS: dict[str, Promise | str] = {
    "slug": _("slug"),
    "number": _("number"),
    "names": _("name"),
    "name": _("name"),
    "ja": _("Japanese"),
    "en": _("English"),
    "kind": _("kind"),
    "subkind": _("subkind"),
    "category": _("category"),
    "character": _("character"),
    "edition": _("edition"),
    "editions": _("editions"),
    "color": _("colour"),
    "colors": _("colours"),
    "suit": _("suit"),
    "army": _("army"),
    "armies": _("armies"),
    "rank": _("rank"),
    "ranks": _("ranks"),
    "class": _("class"),
    "classes": _("classes"),
    "nation": _("nation"),
    "nations": _("nations"),
    "rarity": _("rarity"),
    "leader": _("leader"),
    "unit": _("unit"),
    "generation": _("generation"),
    "stats": _("figures"),
    "cost": _("cost"),
    "attack": _("attack"),
    "health": _("health"),
    "active": _("upright"),
    "rested": _("sideways"),
    "military": _("military"),
    "labour": _("labour"),
    "strength": _("strength"),
    "defence": _("defence"),
    "arrows": _("arrows"),
    "n": _("ahead"),
    "ne": _("ahead right"),
    "e": _("right"),
    "se": _("behind right"),
    "s": _("behind"),
    "sw": _("behind left"),
    "w": _("left"),
    "nw": _("ahead left"),
    "ranged": _("ranged attack"),
    "grid": _("squares in reach"),
    "range": _("range"),
    "support": _("support"),
    "supports": _("supports"),
    "types": _("types"),
    "keywords": _("keywords"),
    "value": _("value"),
    "command": _("command"),
    "abilities": _("abilities"),
    "wild": _("wild"),
    "numbers": _("numbers"),
    "flag_effect": _("effect on the flag"),
    "effect": _("effect"),
    "op": _("operation"),
    "from": _("from"),
    "kinds": _("kinds"),
    "to": _("to"),
    "condition": _("condition"),
    "compare": _("comparison"),
    "state": _("state"),
    "x": _("X"),
    "draw": _("draw"),
    "return": _("put back"),
    "skip_draw": _("no other draw"),
    "sum_only": _("the sum alone counts"),
    "size": _("size"),
    "copies": _("copies"),
    "copies_in_set": _("copies in the box"),
    "text": _("text"),
    "source": _("source"),
    "field_sources": _("source of a field"),
    "note": _("note"),
    "notes": _("notes"),
    "default": _("everything else"),
    "source_legend": _("what the sources mean"),
    "categories": _("categories"),
    "characters": _("characters"),
    "directions": _("directions"),
    "display": _("display texts"),
    "constants": _("constants"),
    "values": _("values"),
    "value_names": _("names of values"),
    "options": _("options"),
    "reasons": _("reasons"),
    "sets": _("sets"),
    "starter_decks": _("starter decks"),
    "actions": _("actions"),
    "frames": _("frames"),
    "formations": _("formations"),
    "expected": _("expected"),
    "actual": _("actual"),
    "missing": _("missing"),
    "surplus": _("surplus"),
    "may_add": _("may be added"),
    "may_remove": _("may be taken out"),
    "swaps": _("exchanges"),
    "card": _("card"),
    "cards": _("cards"),
    "others": _("may become"),
}
"""In the order in which a card is read: what it is, its figures, what it can do, where it is from."""

SPELT: dict[str, Promise | str] = {
    "~null": _("none"),
    "~true": _("yes"),
    "~false": _("no"),
}
"""Values that are no words (survey.json_word)."""

SOURCES: dict[str, Promise | str] = {
    "rulebook": _("rulebook"),
    "published": _("other publications"),
    "reconstructed": _("made for this service"),
}
"""Where a figure or text of a card is from: every set says it with these words."""


LANGUAGES = ("ja", "en")
PLACES = {key: place for place, key in enumerate(WORDS)}


def card_fields() -> dict[str, Names]:
    """Field of cards -> what it is called, of all games; each game's in the order in which its cards are read."""
    return {key: names for slug in slugs() for key, names in game_definition(slug).words.get("card_fields", {}).items()}


def word(key: str) -> str:
    """What the field `key` of a card or set is called, in the page's language."""
    if key in WORDS:
        return str(WORDS[key])
    return in_language(card_fields().get(key), key)


def label_of(at: str, called: Callable[[str], str] = word) -> str:
    """`/health/active` -> "health › upright", `/names/en` -> "name (English)", and so `/source/unit.en`."""
    parts = [part for key in keys_of(at) for part in key.split(".")]
    if len(parts) < 2 or parts[-1] not in LANGUAGES:
        return " › ".join(map(called, parts))
    label, language = " › ".join(map(called, parts[:-1])), word(parts[-1])
    return f"{label}（{language}）" if page_language() == "ja" else f"{label} ({language})"


def card_label_of(at: str) -> str:
    """The same for a place in a card, where numbers count the items of lists: `/abilities/0` -> "abilities › no. 1"."""
    return label_of(at, lambda part: gettext("no. %(n)d") % {"n": int(part) + 1} if part.isdecimal() else word(part))


def reading_place(key: str) -> tuple[int, int, str]:
    """What a field is sorted by; games' own fields come before the text and the sources."""
    key = key.partition(".")[0]
    if key in PLACES:
        return (PLACES[key], 0, "")
    own = list(card_fields())
    return (PLACES["text"], own.index(key) - len(own) if key in own else 0, key)


def reading_places(at: str) -> list[tuple[int, int, str]]:
    """The same for a place, part by part."""
    return [reading_place(key) for key in keys_of(at)]


def in_reading_order(value: Json) -> Json:
    """A card, or part of one, with its fields as one reads them, whatever order they are stored in."""
    if isinstance(value, Mapping):
        return {key: in_reading_order(value[key]) for key in sorted(value, key=reading_place)}
    return [in_reading_order(part) for part in value] if isinstance(value, list) else value


def text_label(part: Json, at: str) -> str:
    """A place in a part of a set -> what it is called there: `/0/text` -> "Archer › text"."""
    labels, value = [], part
    for key in keys_of(at):
        value = value[int(key)] if isinstance(value, list) else value[key]
        names = value.get("names") if isinstance(value, Mapping) else None
        if is_names(names):
            labels.append(in_language(names))
        elif key != "names":
            labels.append(word(key))
    return " › ".join(labels)


def ruleset_name(slug: str) -> str:
    return in_language(shipped_ruleset(slug).names, slug) if slug in slugs() else slug


def value_label(value: Json, names: Mapping[str, Names], field: str = "") -> str:
    """A value of a field, by its display name where the set has one."""
    if isinstance(value, str):
        return in_language(names.get(f"{field}.{value}") or names.get(value), str(SOURCES.get(value, value)))
    if value is None or isinstance(value, bool):
        return str(SPELT[{None: "~null", True: "~true", False: "~false"}[value]])
    return str(value)
