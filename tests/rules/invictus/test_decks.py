"""RULES.md 4: decks, every fault of theirs and the order of these."""

from typing import Any

import pytest

from rules.registry import shipped_ruleset
from tests.rules.invictus.positions import with_figures
from tests.rules.setups import starter

RULES = shipped_ruleset("invictus")
KINGDOM = starter("invictus", "kingdom-standard")
EGYPT = starter("invictus", "egypt-standard")


def deck(**cards: Any) -> dict[str, Any]:
    """A deck; `_` stands for `-`."""
    return {"cards": {slug.replace("_", "-"): copies for slug, copies in cards.items()}}


def faults(first: dict[str, Any], second: dict[str, Any] = EGYPT, **options: Any) -> list[dict[str, Any]]:
    return RULES.check_setup(options, [first, second])


@pytest.mark.parametrize("starter_deck", RULES.starter_decks, ids=lambda starter_deck: starter_deck.slug)
def test_starter_decks_are_legal_under_their_own_options(starter_deck: Any) -> None:
    """4.8"""
    cards = {"cards": starter_deck.cards}

    assert RULES.check_setup(starter_deck.options, [cards, cards]) == []


@pytest.mark.parametrize("slug", ["kingdom-short", "sengoku-short", "egypt-short"])
def test_short_starter_decks_also_serve_the_alliance(slug: str) -> None:
    """4.8, 4.1 `short_match` adds nothing to `alliance`."""
    decks = [starter("invictus", slug)] * 4

    assert RULES.check_setup({"alliance": True}, decks) == []
    assert RULES.check_setup({"alliance": True, "short_match": True}, decks) == []


def test_wrong_number_of_decks_is_the_only_error() -> None:
    """4.5"""
    assert RULES.check_setup({}, [deck(nobody=1)] * 3) == [{"code": "wrong_number_of_decks", "expected": 2}]


def test_all_faults_of_a_deck_come_in_the_order_of_4_5() -> None:
    cards = deck(zombie=True, angel=0, wizard=0, archer=True, musha=12, guardian=11)

    assert faults(cards) == [
        {"code": "unknown_card", "seat": 0, "card": "angel"},
        {"code": "unknown_card", "seat": 0, "card": "zombie"},
        {"code": "bad_copies", "seat": 0, "card": "archer"},
        {"code": "bad_copies", "seat": 0, "card": "wizard"},
        {"code": "too_many_copies", "seat": 0, "card": "guardian"},
        {"code": "too_many_copies", "seat": 0, "card": "musha"},
        {"code": "soldier_count", "seat": 0, "expected": 20, "actual": 23},
        {"code": "leader_count", "seat": 0, "expected": 1, "actual": 0},
        {"code": "mixed_editions", "seat": 0},
    ]


def test_faults_are_told_seat_by_seat() -> None:
    assert faults(deck(king_1=2, archer=10, wizard=10), deck(pharaoh_1=1, anubis=10)) == [
        {"code": "leader_count", "seat": 0, "expected": 1, "actual": 2},
        {"code": "soldier_count", "seat": 1, "expected": 20, "actual": 10},
    ]


@pytest.mark.parametrize("copies", [0, -1, True, False, "4", 4.0, None, [4]])
def test_copies_must_be_an_integer_of_at_least_one(copies: Any) -> None:
    """4.5 Such a card is left out of all later checks."""
    assert faults(deck(king_1=1, archer=10, priest=10, wizard=copies)) == [
        {"code": "bad_copies", "seat": 0, "card": "wizard"}
    ]


def test_ten_copies_are_the_content_of_one_box() -> None:
    """4.2, R21"""
    assert faults(deck(king_1=1, archer=10, priest=10)) == []
    assert faults(deck(king_1=1, archer=11, priest=9)) == [{"code": "too_many_copies", "seat": 0, "card": "archer"}]


def test_half_a_box_has_five_copies() -> None:
    """4.2"""
    half = deck(warrior=5, guardian=5, archer=5, priest=5)
    more = deck(warrior=6, guardian=5, archer=5, priest=4)

    assert faults(half, half, deck_building="shared_set") == []
    assert faults(half, more, deck_building="shared_set") == [{"code": "too_many_copies", "seat": 1, "card": "warrior"}]


def test_box_is_the_one_of_the_card_data() -> None:
    """R28"""
    rules = with_figures(archer={"copies_in_set": 7})
    shared = deck(warrior=5, guardian=5, archer=4, priest=5, wizard=1)

    assert rules.check_setup({}, [deck(king_1=1, archer=7, priest=10, wizard=3), EGYPT]) == []
    assert rules.check_setup({}, [deck(king_1=1, archer=8, priest=10, wizard=2), EGYPT]) == [
        {"code": "too_many_copies", "seat": 0, "card": "archer"}
    ]
    assert rules.check_setup({"deck_building": "shared_set"}, [shared, shared]) == [
        {"code": "too_many_copies", "seat": seat, "card": "archer"} for seat in (0, 1)
    ]


def test_leader_is_not_allowed_with_one_box() -> None:
    """4.1, 4.5 It replaces `leader_count`."""
    shared = starter("invictus", "kingdom-shared")

    assert faults(shared, KINGDOM, deck_building="shared_set") == [{"code": "leader_not_allowed", "seat": 1}]


@pytest.mark.parametrize("options", [{"short_match": True}, {"short_match": True, "deck_building": "shared_set"}])
def test_short_match_has_ten_soldiers(options: dict[str, Any]) -> None:
    """4.1, 11.4"""
    full = starter("invictus", "kingdom-shared")

    problems = RULES.check_setup(options, [full, full])

    assert {"code": "soldier_count", "seat": 0, "expected": 10, "actual": 20} in problems


def test_leader_counts_among_the_editions_of_a_deck() -> None:
    """4.3"""
    assert faults(deck(shogun_1=1, archer=10, priest=10)) == [{"code": "mixed_editions", "seat": 0}]


def test_multinational_deck_has_one_kind_a_colour() -> None:
    """4.3, 11.3 The leader is free. Colours come in alphabetical order."""
    mixed = deck(shogun_1=1, archer=4, gunner=4, wizard=4, ninja=4, anubis=4)
    legal = starter("invictus", "multinational-desert")

    assert faults(mixed, legal, multinational=True) == [
        {"code": "mixed_kinds", "seat": 0, "color": "purple"},
        {"code": "mixed_kinds", "seat": 0, "color": "red"},
    ]


def test_two_leaders_of_a_multinational_deck_are_no_mixed_kinds() -> None:
    """4.3, 4.5 One kind a colour is asked of soldiers."""
    legal = starter("invictus", "multinational-desert")
    two_leaders = {"cards": {**legal["cards"], "king-1": 1}}

    assert faults(two_leaders, legal, multinational=True) == [
        {"code": "leader_count", "seat": 0, "expected": 1, "actual": 2}
    ]


def test_foreign_match_may_be_forbidden() -> None:
    """4.4, 11.2 The edition is that of seat 0's deck."""
    assert faults(KINGDOM, EGYPT) == []
    assert faults(KINGDOM, EGYPT, foreign_match=False) == [{"code": "foreign_edition", "seat": 1}]
    assert faults(EGYPT, EGYPT, foreign_match=False) == []


def test_one_box_is_of_one_edition() -> None:
    """4.4"""
    kingdom = starter("invictus", "kingdom-shared")
    egypt = deck(commander=4, medjay=4, slinger=4, anubis=4, sorcerer=4)

    assert faults(kingdom, egypt, deck_building="shared_set") == [{"code": "foreign_edition", "seat": 1}]


def test_multinational_decks_are_never_foreign() -> None:
    """4.4"""
    assert faults(KINGDOM, EGYPT, foreign_match=False, multinational=True) == []


def test_mixed_deck_is_not_also_foreign() -> None:
    """4.7"""
    mixed = deck(king_1=1, anubis=10, medjay=10)

    assert faults(KINGDOM, mixed, foreign_match=False) == [{"code": "mixed_editions", "seat": 1}]


@pytest.mark.parametrize(
    ("first", "codes"),
    [
        (deck(king_1=1, anubis=10, medjay=10), ["mixed_editions"]),
        (deck(), ["soldier_count", "leader_count"]),
        (deck(wizard=0), ["bad_copies", "soldier_count", "leader_count"]),
    ],
)
def test_no_deck_is_foreign_to_a_mixed_or_empty_one(first: dict[str, Any], codes: list[str]) -> None:
    """4.7"""
    problems = faults(first, EGYPT, foreign_match=False)

    assert [(problem["code"], problem["seat"]) for problem in problems] == [(code, 0) for code in codes]


def test_deck_editor_judges_one_deck_by_itself() -> None:
    options = RULES.read_options({"foreign_match": False})

    assert RULES.check_deck(options, EGYPT, 1) == []
    assert RULES.check_deck(options, deck(pharaoh_1=1), 1) == [
        {"code": "soldier_count", "seat": 1, "expected": 20, "actual": 0}
    ]
