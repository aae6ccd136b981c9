"""What the admin calls the fields of cards and sets. A word that is not here is shown as it stands in the JSON."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from cards.engine import Names
from cards.language import in_language
from cards.rulesets.registry import shipped_ruleset, slugs
from cards.survey import Json, is_names, keys_of

WORDS: dict[str, Promise | str] = {
    "slug": _("slug"),
    "names": _("name"),
    "name": _("name"),
    "text": _("text"),
    "ja": _("Japanese"),
    "en": _("English"),
    "number": _("number"),
    "kind": _("kind"),
    "subkind": _("subkind"),
    "edition": _("edition"),
    "editions": _("editions"),
    "color": _("colour"),
    "colors": _("colours"),
    "attack": _("attack"),
    "health": _("health"),
    "active": _("upright"),
    "rested": _("sideways"),
    "range": _("range"),
    "support": _("support"),
    "supports": _("supports"),
    "copies": _("copies"),
    "copies_in_set": _("copies in the box"),
    "army": _("army"),
    "armies": _("armies"),
    "rank": _("rank"),
    "ranks": _("ranks"),
    "class": _("class"),
    "classes": _("classes"),
    "defence": _("defence"),
    "arrows": _("arrows"),
    "ranged": _("ranged attack"),
    "n": _("ahead"),
    "ne": _("ahead right"),
    "e": _("right"),
    "se": _("behind right"),
    "s": _("behind"),
    "sw": _("behind left"),
    "w": _("left"),
    "nw": _("ahead left"),
    "nation": _("nation"),
    "nations": _("nations"),
    "rarity": _("rarity"),
    "cost": _("cost"),
    "military": _("military"),
    "labour": _("labour"),
    "types": _("types"),
    "keywords": _("keywords"),
    "abilities": _("abilities"),
    "command": _("command"),
    "stats": _("figures"),
    "suit": _("suit"),
    "character": _("character"),
    "characters": _("characters"),
    "generation": _("generation"),
    "category": _("category"),
    "categories": _("categories"),
    "leader": _("leader"),
    "unit": _("unit"),
    "strength": _("strength"),
    "source": _("source"),
    "note": _("note"),
    "notes": _("notes"),
    "source_legend": _("what the sources mean"),
    "field_sources": _("source of a field"),
    "default": _("everything else"),
    "directions": _("directions"),
    "display": _("display texts"),
    "constants": _("constants"),
    "kinds": _("kinds"),
    "numbers": _("numbers"),
    "wild": _("wild"),
    "effect": _("effect"),
    "flag_effect": _("effect on the flag"),
    "op": _("operation"),
    "draw": _("draw"),
    "return": _("put back"),
    "skip_draw": _("no other draw"),
    "sum_only": _("the sum alone counts"),
    "from": _("from"),
    "to": _("to"),
    "condition": _("condition"),
    "compare": _("comparison"),
    "state": _("state"),
    "x": _("X"),
    "values": _("values"),
    "value_names": _("names of values"),
    "options": _("options"),
    "reasons": _("reasons"),
    "sets": _("sets"),
    "starter_decks": _("starter decks"),
    "actions": _("actions"),
    "frames": _("frames"),
    "formations": _("formations"),
    "size": _("size"),
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


def word(key: str) -> str:
    return str(WORDS.get(key, key))


def label_of(at: str) -> str:
    """`/health/active` -> "health › upright", and so `/source/unit.en`."""
    return " › ".join(word(part) for key in keys_of(at) for part in key.split("."))


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
