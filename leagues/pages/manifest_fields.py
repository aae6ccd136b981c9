"""The table of a manifest's fields: types, defaults and bounds from its Struct, meanings in words of both languages."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from leagues.manifest import Manifest
from rules.json_schemas import Schema, json_schema

MEANINGS: Mapping[str, Any] = {
    "league": gettext_lazy(
        "Name of the league in addresses: small letters a to z, digits, and hyphens between them. It never changes."
    ),
    "names": gettext_lazy("What pages call the league."),
    "names.ja": gettext_lazy("Its name in Japanese."),
    "names.en": gettext_lazy("Its name in English."),
    "ruleset": gettext_lazy("The game, by its short name, such as battle_line."),
    "entrants": gettext_lazy("Who plays. A duel has two; a gauntlet is the first against each of the others."),
    "entrants[].name": gettext_lazy("What tables call the entrant; no two have the same."),
    "entrants[].bot": gettext_lazy(
        "The house bot that plays: random, greedy, ismcts (it searches), or ismcts-30 (with 30 iterations, up to 999). "
        "Every entrant has either this or account."
    ),
    "entrants[].account": gettext_lazy("The bot account that plays, by its name, in place of bot."),
    "entrants[].version": gettext_lazy("The version of the house bot; without it the one that there is."),
    "entrants[].deck": gettext_lazy(
        "The entrant's own deck, if decks is of_entrant: slug of a starter deck, id of a deck of yours, or its cards."
    ),
    "entrants[].deck.cards": gettext_lazy("How many copies of which card, by the card's slug."),
    "format": gettext_lazy("Who meets whom."),
    "format.type": gettext_lazy(
        "round_robin: everybody meets everybody. swiss: equals meet. gauntlet: the first meets each of the others. "
        "duel: two, until a test decides which is better. ladder: who is known least meets the nearest."
    ),
    "format.cycles": gettext_lazy("Of a round robin or a gauntlet: how often everybody is met."),
    "format.rounds": gettext_lazy("Of a Swiss or a ladder: how many rounds; in a Swiss nobody meets anybody twice."),
    "format.elo0": gettext_lazy("Of a duel: the first is better only by so much …"),
    "format.elo1": gettext_lazy("… or by so much? Which of the two is true the test decides. It is above elo0."),
    "format.alpha_per_mille": gettext_lazy("How often of 1,000 the test may say elo1 where elo0 is true."),
    "format.beta_per_mille": gettext_lazy("How often of 1,000 the test may say elo0 where elo1 is true."),
    "format.most_deals": gettext_lazy("Of a duel: after so many deals it ends undecided."),
    "options": gettext_lazy("Options of the game, by name; without one its usual value holds."),
    "deals": gettext_lazy("Deals of each pairing in a round; each is played twice, with the sides exchanged."),
    "decks": gettext_lazy(
        "of_seat: decks stay on their seats, so that both sides get the same. of_entrant: everybody brings a deck."
    ),
    "seat_decks": gettext_lazy(
        "If decks is of_seat: the decks that meet, one for each seat, in turn; without them the starter decks. As "
        "entrants[].deck; null on a seat that brings none."
    ),
    "seat_decks[][].cards": gettext_lazy("How many copies of which card, by the card's slug."),
    "anchor": gettext_lazy("Ratings are counted from this entrant's."),
    "anchor.entrant": gettext_lazy("Its name; without one it is the first entrant."),
    "anchor.elo": gettext_lazy("The rating that it is given."),
    "visibility": gettext_lazy(
        "Who may watch: public, everybody; unlisted, whoever knows the address; private, operators and entrants. So "
        "are its matches."
    ),
    "schedule": gettext_lazy("When seasons start."),
    "schedule.type": gettext_lazy("once: one season, now. at: one, at a moment. cron: again and again."),
    "schedule.at": gettext_lazy("Of at: the moment with its offset, as 2026-12-01T03:00:00+09:00."),
    "schedule.cron": gettext_lazy(
        "Of cron: minute, hour, day, month and day of the week; 0 3 * * * is every night at three, 30 21 * * 6 every "
        "Saturday at half past nine in the evening."
    ),
    "schedule.time_zone": gettext_lazy("Of cron: whose clock that is, as Asia/Tokyo or Europe/Berlin."),
    "entry": gettext_lazy("With it bot accounts join by themselves before a season; null or nothing: they do not."),
    "entry.most": gettext_lazy("So many entrants there are at the most, with those that are named above."),
    "clock": gettext_lazy("The clock where bot accounts play, and needed there; house bots have none."),
    "clock.type": gettext_lazy(
        "per_decision: so much for each. fischer: so much for a match, and more with each decision. correspondence: "
        "days."
    ),
    "clock.seconds": gettext_lazy("Of per_decision: seconds for each decision."),
    "clock.initial_seconds": gettext_lazy("Of fischer: seconds for the whole match."),
    "clock.increment_seconds": gettext_lazy("Of fischer: seconds that each decision adds."),
    "clock.days": gettext_lazy("Of correspondence: days for each decision."),
}


class FieldShown(NamedTuple):
    name: str
    type: str
    meaning: str
    default: str
    """Empty: the field is needed."""
    bounds: str


def manifest_fields() -> list[FieldShown]:
    """Every field, those within another after it; `[]` stands for each of a list."""
    schema = json_schema(Manifest)
    return list(_within("", [schema], schema["$defs"]))


def _within(prefix: str, shapes: Sequence[Schema], defs: Mapping[str, Schema]) -> Iterator[FieldShown]:
    """The fields of objects that may stand in one place, each name once; a field of one alone is needed there alone."""
    objects = [found for shape in shapes for found in _options(shape, defs) if "properties" in found]
    for name in dict.fromkeys(name for found in objects for name in found["properties"]):
        having = [found for found in objects if name in found["properties"]]
        of_kinds = [found["properties"][name] for found in having]
        is_needed = any(name in found["required"] for found in having)
        yield from _field(prefix + name, of_kinds, is_needed, defs)


def _field(name: str, shapes: Sequence[Schema], is_needed: bool, defs: Mapping[str, Schema]) -> Iterator[FieldShown]:
    options = [option for shape in shapes for option in _options(shape, defs) if option != {"type": "null"}]
    default = "" if is_needed else json.dumps(shapes[0]["default"], ensure_ascii=False)
    bounds = _("one of %(words)s") % {"words": ", ".join(_words(options))} if _words(options) else _bounds(options[0])
    yield FieldShown(name, _type(options), str(MEANINGS[name]), default, bounds)
    items, below = options, name
    while any("items" in option for option in items):
        items, below = [found for option in items for found in _options(option.get("items", {}), defs)], f"{below}[]"
    yield from _within(f"{below}.", items, defs)


def _options(shape: Schema, defs: Mapping[str, Schema]) -> list[Schema]:
    if "$ref" in shape:
        return _options(defs[shape["$ref"].rpartition("/")[2]], defs)
    if "anyOf" in shape:
        return [found for option in shape["anyOf"] for found in _options(option, defs)]
    return [shape]


def _words(options: Sequence[Schema]) -> list[str]:
    return [word for option in options for word in option.get("enum", ())]


def _type(options: Sequence[Schema]) -> str:
    words = {
        "string": _("text"),
        "integer": _("whole number"),
        "array": _("list"),
        "object": _("object"),
    }
    found = dict.fromkeys(words[option.get("type", "string")] for option in options)
    return _(" or ").join(found)


def _bounds(option: Schema) -> str:
    match option:
        case {"minLength": least, "maxLength": most}:
            return _("%(least)d to %(most)d characters") % {"least": least, "most": most}
        case {"maxLength": most}:
            return _("at most %(most)d characters") % {"most": most}
        case {"minimum": least, "maximum": most}:
            return _("%(least)d to %(most)d") % {"least": least, "most": most}
        case {"minimum": least}:
            return _("from %(least)d on") % {"least": least}
        case {"maxItems": most} | {"maxProperties": most}:
            return _("at most %(most)d") % {"most": most}
    return ""
