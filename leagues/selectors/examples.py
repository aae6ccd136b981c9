"""Makes a complete example manifest for a game and format, with decks and bots that exist here."""

import json
from collections.abc import Mapping
from itertools import count, islice
from typing import Any

import msgspec

from cards.sets.selectors import newest_rules
from leagues.formats import Duel, Format, Gauntlet, Ladder, RoundRobin, Swiss
from leagues.models import League
from matches.bots.pairings import decks_that_may_meet
from matches.bots.roster import SEARCHING
from matches.search.deck_ids import deck_id, starter_slugs
from matches.services.seat_plans import enabled_bots
from rules.engine import Ruleset

EXAMPLE_FORMATS: Mapping[str, Format] = {
    "round_robin": RoundRobin(cycles=2),
    "swiss": Swiss(rounds=3),
    "gauntlet": Gauntlet(cycles=2),
    "duel": Duel(),
    "ladder": Ladder(rounds=20),
}
BOTS = ("random", "greedy", f"{SEARCHING}-10", f"{SEARCHING}-30")
_MOST_SEAT_DECKS = 2


def example_manifest(ruleset: str, format_name: str) -> dict[str, Any]:
    """A league with a season every night, bots of rising strength, and every field that you may want to change."""
    rules, format_ = newest_rules(ruleset), EXAMPLE_FORMATS[format_name]
    names = _entrant_names(2 if isinstance(format_, Duel) else len(BOTS))
    return {
        "league": _free_slug(f"{ruleset}-{format_name}".replace("_", "-")),
        "names": {"ja": "夜のリーグ", "en": "Nightly league"},
        "ruleset": ruleset,
        "entrants": [{"name": name, "bot": bot} for name, bot in names],
        "format": msgspec.to_builtins(format_),
        "options": {},
        "deals": 5,
        "decks": "of_seat",
        "seat_decks": _seat_decks(rules) if rules.builds_decks else [],
        "anchor": {"entrant": names[0][0], "elo": 0},
        "visibility": "public",
        "schedule": {"type": "cron", "cron": "0 3 * * *", "time_zone": "Asia/Tokyo"},
        "entry": None,
        "clock": None,
        "luck_adjusted": False,
        "twinned": None,
    }


def _free_slug(slug: str) -> str:
    used = set(League.objects.filter(slug__startswith=slug).values_list("slug", flat=True))
    return next(found for n in count(1) if (found := slug if n == 1 else f"{slug}-{n}") not in used)


def _entrant_names(wanted: int) -> list[tuple[str, str]]:
    """(name, bot) of enabled bots; some appear more than once if there are too few."""
    enabled = enabled_bots()
    bots = [bot for bot in BOTS if (SEARCHING if bot.startswith(SEARCHING) else bot) in enabled] or BOTS
    numbered = islice(((n, bot) for n in count(1) for bot in bots), wanted)
    return [(bot if n == 1 else f"{bot} {n}", bot) for n, bot in numbered]


def _seat_decks(rules: Ruleset) -> list[list[str | None]]:
    """Starter decks that can meet, different ones if possible. None for a seat that brings no deck."""
    slugs = starter_slugs(rules)
    found = [[slugs.get(deck_id(deck)) for deck in seats] for seats in decks_that_may_meet(rules, {})]
    return sorted(found, key=lambda seats: len(seats) - len(set(seats)))[:_MOST_SEAT_DECKS]


def written(manifest: Mapping[str, Any]) -> str:
    """A manifest as readable JSON: one line per field and per list element."""
    return "{\n" + ",\n".join(f"  {_json(name)}: {_written(value)}" for name, value in manifest.items()) + "\n}\n"


def _written(value: Any) -> str:
    if isinstance(value, list) and value:
        return "[\n" + ",\n".join(f"    {_json(item)}" for item in value) + "\n  ]"
    return _json(value)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
