"""What bots are compared on: option sets of each ruleset, and the starter decks that may meet under them."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from cards.engine import Deck, Ruleset

MOST_PAIRINGS = 400
"""If every combination of starter decks would be more, each deck meets those listed next to it."""

OPTION_SETS: dict[str, dict[str, dict[str, Any]]] = {
    "battle_line": {
        "tactics": {},
        "troops": {"tactics": False},
        "start-of-turn": {"claim_timing": "start_of_turn"},
        "rounds": {"rounds": 2},
    },
    "blackpoker": {
        "lite": {},
        "std": {"format": "std"},
        "regular": {"format": "std", "frame": "regular"},
        "constructed40": {"format": "std", "frame": "constructed40"},
        "random40": {"frame": "random40"},
        "entry20": {"frame": "entry20"},
        "entry16": {"frame": "entry16"},
    },
    "invaders": {
        "janken": {},
        "seat-0": {"first_player": "seat_0"},
        "30-years": {"first_player": "random", "year_limit": 30},
    },
    "invictus": {
        "default": {},
        "short": {"short_match": True},
        "multinational": {"multinational": True},
        "shared": {"deck_building": "shared_set"},
        "alliance": {"alliance": True},
    },
    "lords_of_war": {
        "duel": {},
        "intermediate": {"intermediate_rules": True},
        "unbounded": {"battlefield": "unbounded"},
        "mercenary": {"army_rule": "mercenary"},
        "three-player": {"mode": "three_player"},
        "team-4": {"mode": "team_4"},
        "team-6": {"mode": "team_6"},
    },
}
"""Ruleset -> name -> options. A ruleset that is not listed has its default options alone."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """One way to start a comparison: the options, and a deck a seat."""

    option_set: str
    options: Mapping[str, Any]
    decks: tuple[Deck, ...]


def option_sets(rules: Ruleset) -> dict[str, dict[str, Any]]:
    return OPTION_SETS.get(rules.slug, {"default": {}})


def pairings(rules: Ruleset, name: str) -> list[Pairing]:
    """All that may meet under one option set, of the starter decks and the empty deck; never none."""
    options = option_sets(rules)[name]
    seats = rules.seats(rules.read_options(options))
    decks: list[Deck] = [{"cards": dict(deck.cards)} for deck in rules.starter_decks]
    found = _legal(rules, name, seats, decks) or _legal(rules, name, seats, [*decks, {"cards": {}}])
    if not found:
        raise ValueError(f"no starter decks of {rules.slug} may meet under the option set {name!r}")
    return found


def _legal(rules: Ruleset, name: str, seats: int, decks: list[Deck]) -> list[Pairing]:
    options = option_sets(rules)[name]
    alone = [
        [deck for deck in decks if not rules.check_deck(rules.read_options(options), deck, seat)]
        for seat in range(seats)
    ]
    combinations = 1
    for candidates in alone:
        combinations *= len(candidates)
    if combinations > MOST_PAIRINGS:
        rounds = max(map(len, alone))
        tables = [tuple(own[(start + seat) % len(own)] for seat, own in enumerate(alone)) for start in range(rounds)]
    else:
        tables = list(product(*alone))
    return [Pairing(name, options, table) for table in tables if not rules.check_setup(options, table)]
