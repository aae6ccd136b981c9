"""Describes every field of a manifest for operators: type, default and bounds from the Struct, and its meaning."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from leagues.manifest import Manifest
from rules.json_schemas import Schema, json_schema

MEANINGS: Mapping[str, Any] = {
    "league": gettext_lazy(
        "The league's name in addresses. It can contain lower-case letters a to z, digits, and single "
        "hyphens between them. You can't change it later."
    ),
    "names": gettext_lazy("The name that pages show."),
    "names.ja": gettext_lazy("The name in Japanese."),
    "names.en": gettext_lazy("The name in English."),
    "ruleset": gettext_lazy("Short name of the game, such as battle_line."),
    "entrants": gettext_lazy(
        "The entrants. A duel has exactly two. In a gauntlet, the first entrant plays each of the others."
    ),
    "entrants[].name": gettext_lazy("The entrant's name in tables. Each name must be different."),
    "entrants[].bot": gettext_lazy(
        "A house bot: learning, easy, medium, strong, hard, random, greedy, ismcts (a search bot), or ismcts-30 "
        "(with 30 iterations; up to 999). Set either bot or account, not both."
    ),
    "entrants[].account": gettext_lazy("Name of the bot account that plays. Set it instead of bot."),
    "entrants[].version": gettext_lazy("Version of the house bot. Default: the current one."),
    "entrants[].deck": gettext_lazy(
        "If decks is of_entrant, the entrant's deck: the slug of a starter deck, the id of one of your "
        "decks, or a list of cards."
    ),
    "entrants[].deck.cards": gettext_lazy("Number of copies of each card, by card slug."),
    "format": gettext_lazy("How pairings are made."),
    "format.type": gettext_lazy(
        "round_robin: everyone plays everyone. swiss: entrants with similar scores meet. gauntlet: the "
        "first entrant plays each of the others. duel: two entrants play until a test decides which is "
        "better. ladder: the entrant with the least certain rating plays the one rated closest."
    ),
    "format.cycles": gettext_lazy("Round robin and gauntlet: how many times each pairing is played."),
    "format.rounds": gettext_lazy(
        "Swiss and ladder: number of rounds. In a Swiss, the same two entrants never meet twice."
    ),
    "format.elo0": gettext_lazy("Duel: the rating difference, in Elo, that the test treats as too small to matter."),
    "format.elo1": gettext_lazy(
        "Duel: the rating difference, in Elo, that the test looks for. Must be greater than elo0."
    ),
    "format.alpha_per_mille": gettext_lazy(
        "If the true difference is elo0, how many tests in 1,000 may wrongly decide for elo1."
    ),
    "format.beta_per_mille": gettext_lazy(
        "If the true difference is elo1, how many tests in 1,000 may wrongly decide for elo0."
    ),
    "format.most_deals": gettext_lazy("Duel: the number of deals after which it ends undecided."),
    "options": gettext_lazy("Options of the game, by name. Options you leave out keep their default."),
    "deals": gettext_lazy("Deals per pairing and round. Each deal is played twice, with the sides exchanged."),
    "decks": gettext_lazy(
        "of_seat: decks belong to the seats, so both sides play the same ones. of_entrant: each entrant brings a deck."
    ),
    "seat_decks": gettext_lazy(
        "If decks is of_seat, the pairs of decks to use in turn, with one deck per seat. Write decks as in "
        "entrants[].deck, and null for a seat without a deck. Default: the starter decks."
    ),
    "seat_decks[][].cards": gettext_lazy("Number of copies of each card, by card slug."),
    "anchor": gettext_lazy("The entrant whose rating is fixed. The others are measured from it."),
    "anchor.entrant": gettext_lazy("Name of that entrant. Default: the first one."),
    "anchor.elo": gettext_lazy("Rating of that entrant."),
    "visibility": gettext_lazy(
        "Visibility of the league and its matches. public: everyone. unlisted: anyone with the address. "
        "private: operators and entrants."
    ),
    "schedule": gettext_lazy("When seasons start."),
    "schedule.type": gettext_lazy(
        "once: one season, right away. at: one season, at a given time. cron: seasons that repeat."
    ),
    "schedule.at": gettext_lazy("With at: the time, with its offset, such as 2026-12-01T03:00:00+09:00."),
    "schedule.cron": gettext_lazy(
        "With cron: minute, hour, day, month and day of the week. 0 3 * * * is every night at 3:00, and 30 "
        "21 * * 6 is every Saturday at 21:30."
    ),
    "schedule.time_zone": gettext_lazy("With cron: the time zone, such as Asia/Tokyo or Europe/Berlin."),
    "entry": gettext_lazy("Set it to let bot accounts join before a season. Without it, or with null, they can't."),
    "entry.most": gettext_lazy("Most entrants allowed, including those listed above."),
    "entry.confirmed_address": gettext_lazy(
        "If true, the owner of an account that joins needs a confirmed mail address, "
        "and no two entries can use the same address."
    ),
    "clock": gettext_lazy(
        "The clock for matches with bot accounts; required if there are any. House bots have no clock."
    ),
    "clock.type": gettext_lazy(
        "per_decision: seconds for each decision. fischer: seconds for the whole match, plus some after "
        "each decision. correspondence: days for each decision."
    ),
    "clock.seconds": gettext_lazy("With per_decision: seconds for each decision."),
    "clock.initial_seconds": gettext_lazy("With fischer: seconds for the whole match."),
    "clock.increment_seconds": gettext_lazy("With fischer: seconds added after each decision."),
    "clock.days": gettext_lazy("With correspondence: days for each decision."),
    "luck_adjusted": gettext_lazy(
        "If true, house bots play the deals of bot accounts again afterwards, and the table also shows shares adjusted "
        "for luck. decks must be of_seat."
    ),
    "twinned": gettext_lazy(
        "Set it to let both accounts of a pairing play against the same house bot, with the same cards on the same "
        "side. All entrants must be accounts, decks must be of_seat, and matches must have two seats."
    ),
    "twinned.bot": gettext_lazy("That house bot, written as in entrants[].bot."),
    "twinned.version": gettext_lazy("Version of the house bot. Default: the one that is current when a season starts."),
}


class DescribedField(NamedTuple):
    name: str
    type: str
    meaning: str
    default: str
    """Empty if the field is required."""
    bounds: str


def manifest_fields() -> list[DescribedField]:
    """All fields in order, each before the fields nested in it. `[]` stands for an element of a list."""
    schema = json_schema(Manifest)
    return list(_within("", [schema], schema["$defs"]))


def _within(prefix: str, shapes: Sequence[Schema], defs: Mapping[str, Schema]) -> Iterator[DescribedField]:
    """The fields of all objects allowed in one place, each name once. One is required if any of them requires it."""
    objects = [found for shape in shapes for found in _options(shape, defs) if "properties" in found]
    for name in dict.fromkeys(name for found in objects for name in found["properties"]):
        having = [found for found in objects if name in found["properties"]]
        of_kinds = [found["properties"][name] for found in having]
        is_needed = any(name in found["required"] for found in having)
        yield from _field(prefix + name, of_kinds, is_needed, defs)


def _field(
    name: str, shapes: Sequence[Schema], is_needed: bool, defs: Mapping[str, Schema]
) -> Iterator[DescribedField]:
    options = [option for shape in shapes for option in _options(shape, defs) if option != {"type": "null"}]
    default = "" if is_needed else json.dumps(shapes[0]["default"], ensure_ascii=False)
    bounds = _("one of %(words)s") % {"words": ", ".join(_words(options))} if _words(options) else _bounds(options[0])
    yield DescribedField(name, _type(options), str(MEANINGS[name]), default, bounds)
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
        "boolean": _("true or false"),
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
            return _("at least %(least)d") % {"least": least}
        case {"maxItems": most} | {"maxProperties": most}:
            return _("at most %(most)d") % {"most": most}
    return ""
