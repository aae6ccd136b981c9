"""2, 3 Options, decks, and all that can be wrong with a start."""

from typing import Any

import pytest

from rules.battle_line.options import Options
from rules.engine import SeededChance
from tests.rules.battle_line.positions import CARDS, NO_DECKS, RULES

TROOPS = dict.fromkeys(CARDS.troops, 1)
FULL = dict.fromkeys([*CARDS.troops, *CARDS.tactics], 1)
DEFAULT = Options()


def problems(deck: dict[str, Any], options: Options = DEFAULT, seat: int = 0) -> list[dict[str, Any]]:
    return RULES.check_deck(options, {"cards": deck}, seat)


def test_absent_options_take_their_defaults() -> None:
    """2.2"""
    assert RULES.read_options({}) == Options(tactics=True, claim_timing="end_of_turn", rounds=1)
    assert RULES.read_options({"rounds": 2}) == Options(rounds=2)


@pytest.mark.parametrize(
    "options",
    [
        {"tactics": tactics, "claim_timing": timing, "rounds": rounds}
        for tactics in (True, False)
        for timing in ("end_of_turn", "start_of_turn")
        for rounds in (1, 10)
    ],
)
def test_all_options_combine(options: dict[str, Any]) -> None:
    """2.3, 13.4"""
    assert RULES.check_options(options) == []
    assert RULES.start(options, NO_DECKS, SeededChance(bytes(32))).options == RULES.read_options(options)


def test_option_problems_come_unknown_first_and_then_in_the_order_of_the_table() -> None:
    """2.3"""
    faults = {"zeal": 1, "rounds": 0, "claim_timing": "now", "tactics": 1, "army": None}

    assert RULES.check_options(faults) == [
        {"code": "unknown_option", "option": "army"},
        {"code": "unknown_option", "option": "zeal"},
        {"code": "bad_option", "option": "tactics"},
        {"code": "bad_option", "option": "claim_timing"},
        {"code": "bad_option", "option": "rounds"},
    ]


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("tactics", 0), ("tactics", "true"), ("tactics", None),
        ("claim_timing", "start"), ("claim_timing", True), ("claim_timing", ["end_of_turn"]), ("claim_timing", None),
        ("rounds", 11), ("rounds", -1), ("rounds", True), ("rounds", 1.0), ("rounds", "1"),
    ],
)  # fmt: skip
def test_a_value_that_is_not_allowed_is_a_problem(option: str, value: object) -> None:
    """2.3 A boolean is not an integer and an integer is not a boolean."""
    assert RULES.check_options({option: value}) == [{"code": "bad_option", "option": option}]


def test_a_deck_is_empty_or_the_shared_set() -> None:
    """3.3"""
    assert problems({}) == problems(FULL) == []
    assert problems({}, Options(tactics=False)) == problems(TROOPS, Options(tactics=False)) == []


@pytest.mark.parametrize(
    ("deck", "options"),
    [
        (TROOPS, DEFAULT),
        (FULL, Options(tactics=False)),
        ({"red-1": 1}, DEFAULT),
        ({**FULL, "red-1": 2}, DEFAULT),
        ({slug: 1 for slug in FULL if slug != "fog"}, DEFAULT),
    ],
)
def test_any_other_deck_is_not_the_shared_set(deck: dict[str, int], options: Options) -> None:
    """3.4"""
    assert problems(deck, options, seat=1) == [{"code": "not_the_shared_set", "seat": 1}]


def test_deck_problems_name_unknown_cards_and_then_bad_copies_sorted() -> None:
    """3.4 With one of these the shared set is not asked about."""
    deck = {"yellow-1": 0, "zebra": 1, "fog": True, "blue-10": -1, "ant": 0, "blue-2": 1.0, "red-1": "1", "red-2": 1}

    assert problems(deck, seat=1) == [
        {"code": "unknown_card", "seat": 1, "card": "ant"},
        {"code": "unknown_card", "seat": 1, "card": "zebra"},
        {"code": "bad_copies", "seat": 1, "card": "blue-10"},
        {"code": "bad_copies", "seat": 1, "card": "blue-2"},
        {"code": "bad_copies", "seat": 1, "card": "fog"},
        {"code": "bad_copies", "seat": 1, "card": "red-1"},
        {"code": "bad_copies", "seat": 1, "card": "yellow-1"},
    ]


@pytest.mark.parametrize("number", [0, 1, 3])
def test_there_must_be_two_decks(number: int) -> None:
    """3.6 What is wrong inside them is not told then."""
    assert RULES.check_setup({}, [{"cards": {"ant": 1}}] * number) == [{"code": "wrong_number_of_decks", "expected": 2}]


def test_option_problems_hide_those_of_the_decks() -> None:
    """3.6"""
    assert RULES.check_setup({"rounds": 0}, []) == [{"code": "bad_option", "option": "rounds"}]


def test_deck_problems_come_in_seat_order() -> None:
    """3.6"""
    decks = [{"cards": {"red-1": 1}}, {"cards": {"ant": 1}}]

    assert RULES.check_setup({}, decks) == [
        {"code": "not_the_shared_set", "seat": 0},
        {"code": "unknown_card", "seat": 1, "card": "ant"},
    ]


def test_a_deck_has_no_influence_on_the_match() -> None:
    """3.3"""
    empty = RULES.start({}, NO_DECKS, SeededChance(bytes(32)))
    full = RULES.start({}, [{"cards": FULL}] * 2, SeededChance(bytes(32)))

    assert full.effects == empty.effects


def test_every_starter_deck_is_legal_under_its_options() -> None:
    assert [deck.slug for deck in RULES.starter_decks] == ["shared", "shared-troops", "shared-full"]
    for deck in RULES.starter_decks:
        assert RULES.check_setup(deck.options, [{"cards": deck.cards}] * 2) == []
    assert RULES.builds_decks is False
