"""Every mode, battlefield, army rule and the intermediate rules, with all six armies."""

from collections import Counter
from typing import Any

from rules.engine import Table
from tests.rules.setups import Setup, starter

RULESET = "lords_of_war"


def decks(*slugs: str) -> list[dict[str, Any]]:
    """Starter decks by slug; an empty slug is the empty deck."""
    return [starter(RULESET, slug) if slug else {"cards": {}} for slug in slugs]


def setup(name: str, options: dict[str, Any], *slugs: str) -> Setup:
    return Setup(RULESET, name, options, decks(*slugs))


SETUPS = [
    setup("duel", {}, "templars-core", "undead-core"),
    setup("duel-intermediate", {"intermediate_rules": True, "first_seat": 1}, "dwarves-core", "orcs-core"),
    setup("duel-short", {"kill_goal": 5, "commander_goal": 1}, "elves-core", "lizardmen-core"),
    setup("duel-long", {"kill_goal": 36, "commander_goal": 6}, "elves-core", "lizardmen-core"),
    setup(
        "duel-unbounded-mercenary",
        {"battlefield": "unbounded", "army_rule": "mercenary", "intermediate_rules": True},
        "orcs-with-quillshots",
        "grave-company",
    ),
    setup("duel-custom", {"army_rule": "custom", "first_seat": 0}, "orcs-artillery", "templar-siege"),
    setup("three-player", {"mode": "three_player"}, "undead-core", "dwarves-core", ""),
    setup(
        "three-player-unbounded",
        {"mode": "three_player", "battlefield": "unbounded", "army_rule": "mercenary", "intermediate_rules": True},
        "templars-core",
        "grave-company",
        "",
    ),
    setup(
        "team-4",
        {"mode": "team_4", "intermediate_rules": True, "kill_goal": 12},
        "orcs-core",
        "elves-core",
        "orcs-core",
        "lizardmen-core",
    ),
    setup(
        "team-6",
        {"mode": "team_6", "army_rule": "custom", "kill_goal": 20, "commander_goal": 4},
        "templar-siege",
        "orcs-artillery",
        "templars-core",
        "orcs-core",
        "dwarves-core",
        "undead-core",
    ),
]

PRIVATE_FIELDS = {"general_set_aside.card", "shuffled.order", "drew.cards"}


def all_cards(table: Table[Any, Any]) -> Counter[str]:
    """Every card, wherever it lies."""
    state = table.state
    found = Counter(state.reserve)
    for zone in (*state.hands, *state.decks, *state.trophies):
        found.update(zone)
    found.update(unit.card for unit in state.units.values())
    return found
