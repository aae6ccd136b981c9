"""RULES.md 3: options, their faults and the order of these."""

import json
from typing import Any

import msgspec
import pytest

from rules.engine import view
from rules.registry import shipped_ruleset
from tests.rules.invictus.setups import SETUPS
from tests.rules.setups import starter

RULES = shipped_ruleset("invictus")
DEFAULTS = {
    "alliance": False,
    "short_match": False,
    "multinational": False,
    "foreign_match": True,
    "deck_building": "own_set",
    "queue_limits": [5, 5],
    "open_back_row": False,
}


def test_view_always_shows_all_seven_options() -> None:
    """3.1"""
    table = SETUPS[0].start(1)

    assert json.loads(msgspec.json.encode(view(table, "public", 0).options)) == DEFAULTS


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("alliance", 1),
        ("short_match", None),
        ("multinational", "true"),
        ("foreign_match", 0),
        ("deck_building", "draft"),
        ("deck_building", ["own_set"]),
        ("queue_limits", [5]),
        ("queue_limits", [5, 5, 5]),
        ("queue_limits", [0, 5]),
        ("queue_limits", [5, 6]),
        ("queue_limits", [True, 5]),
        ("queue_limits", [5.0, 5]),
        ("queue_limits", "55"),
        ("queue_limits", {"0": 5, "1": 5}),
        ("open_back_row", "no"),
    ],
)
def test_value_that_is_not_allowed_is_a_bad_option(option: str, value: Any) -> None:
    assert RULES.check_setup({option: value}, []) == [{"code": "bad_option", "option": option}]


@pytest.mark.parametrize("limits", [[1, 1], [5, 1], [3, 4]])
def test_queue_limits_from_one_to_five_are_allowed(limits: list[int]) -> None:
    assert RULES.check_options({"queue_limits": limits}) == []


def test_faults_are_told_all_at_once_in_order_and_before_conflicts_and_decks() -> None:
    """3.1 Unknown names sorted, then bad values in the order of the table; conflicts only without these."""
    options = {
        "zeal": 1,
        "open_back_row": 1,
        "queue_limits": [],
        "alliance": "yes",
        "deck_building": "shared_set",
        "multinational": True,
        "bonus": True,
    }

    assert RULES.check_setup(options, []) == [
        {"code": "unknown_option", "option": "bonus"},
        {"code": "unknown_option", "option": "zeal"},
        {"code": "bad_option", "option": "alliance"},
        {"code": "bad_option", "option": "queue_limits"},
        {"code": "bad_option", "option": "open_back_row"},
    ]


def test_one_box_goes_with_neither_alliance_nor_mixed_decks() -> None:
    """3.1, R4"""
    options = {"deck_building": "shared_set", "multinational": True, "alliance": True}

    assert RULES.check_setup(options, []) == [
        {"code": "option_conflict", "options": ["alliance", "deck_building"]},
        {"code": "option_conflict", "options": ["deck_building", "multinational"]},
    ]


def test_conflicting_options_at_their_harmless_values_do_not_conflict() -> None:
    assert RULES.check_options({"deck_building": "shared_set", "multinational": False, "alliance": False}) == []
    assert RULES.check_options({"deck_building": "own_set", "multinational": True, "alliance": True}) == []


def test_alliance_has_four_seats_in_two_teams() -> None:
    """2.1, 3.2"""
    duel, alliance = RULES.read_options({}), RULES.read_options({"alliance": True})

    assert (RULES.seats(duel), RULES.has_teams(duel)) == (2, False)
    assert (RULES.seats(alliance), RULES.has_teams(alliance)) == (4, True)
    assert [RULES.team(alliance, seat) for seat in range(4)] == [0, 1, 0, 1]


def test_decks_are_judged_once_the_options_have_no_error() -> None:
    decks = [starter("invictus", "kingdom-standard")]

    assert RULES.check_setup({}, decks) == [{"code": "wrong_number_of_decks", "expected": 2}]
    assert RULES.check_setup({"alliance": True}, decks) == [{"code": "wrong_number_of_decks", "expected": 4}]
