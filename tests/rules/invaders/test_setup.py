"""2, 3.4, 5: options, decks, and the way to the first year."""

from typing import Any

import pytest

from rules.engine import QuickChance, ScriptedChance, Table
from rules.registry import shipped_ruleset
from tests.rules.invaders.positions import as_json, asked_for, card, do, legal, rules_with, seen, types
from tests.rules.setups import starter

RULES = shipped_ruleset("invaders")
DECKS = [starter("invaders", "japan-starter"), starter("invaders", "usa-starter")]


def new(options: dict[str, Any] | None = None, chance: Any = None) -> Table[Any, Any]:
    return RULES.start(options or {}, DECKS, chance or QuickChance(1))


def test_option_errors_come_unknown_names_first_and_alone() -> None:
    """2.2"""
    options = {"year_limit": True, "zeal": 1, "first_player": "coin", "age": 2}

    assert RULES.check_setup(options, []) == [
        {"code": "unknown_option", "option": "age"},
        {"code": "unknown_option", "option": "zeal"},
        {"code": "bad_option", "option": "first_player"},
        {"code": "bad_option", "option": "year_limit"},
    ]


@pytest.mark.parametrize(("limit", "faults"), [(9, 1), (10, 0), (100, 0), (101, 1), ("10", 1)])
def test_the_year_limit_has_bounds(limit: Any, faults: int) -> None:
    assert len(RULES.check_options({"year_limit": limit})) == faults


def test_two_decks_are_wanted_before_they_are_judged() -> None:
    """2.3"""
    assert RULES.check_setup({}, DECKS[:1]) == [{"code": "wrong_number_of_decks", "expected": 2}]


def test_all_faults_of_a_deck_are_told_in_order() -> None:
    """3.4"""
    deck = {
        "cards": {
            "zeppelin": 1, "airship": 2, "rice-brokers": True, "town-militia": 4, "line-infantry": 0,
            "frontier-riders": 5,
        }
    }  # fmt: skip

    assert RULES.check_setup({}, [DECKS[0], deck]) == [
        {"code": "unknown_card", "seat": 1, "card": "airship"},
        {"code": "unknown_card", "seat": 1, "card": "zeppelin"},
        {"code": "bad_copies", "seat": 1, "card": "line-infantry"},
        {"code": "bad_copies", "seat": 1, "card": "rice-brokers"},
        {"code": "too_many_copies", "seat": 1, "card": "frontier-riders"},
        {"code": "too_many_copies", "seat": 1, "card": "town-militia"},
        {"code": "deck_size", "seat": 1, "expected": 40, "actual": 9},
        {"code": "mixed_nations", "seat": 1},
    ]


def test_every_starter_deck_is_legal() -> None:
    """3.5"""
    assert len(RULES.starter_decks) == 8
    for deck in RULES.starter_decks:
        assert RULES.check_deck(None, {"cards": deck.cards}, 0) == []


def test_seat_0_first_skips_to_the_mulligan() -> None:
    """5.2"""
    table = new({"first_player": "seat_0"})

    assert types(as_json(table.effects)) == [
        "shuffled", "shuffled", "first_player_decided", "phase_changed", "drew", "drew",
    ]  # fmt: skip
    assert as_json(table.effects)[2] == {"type": "first_player_decided", "seat": 0, "by": "option"}
    assert asked_for(table) == [(0, "mulligan"), (1, "mulligan")]


def test_random_first_player_is_picked_by_chance() -> None:
    """5.2"""
    orders = [sorted(s for s, n in deck["cards"].items() for _ in range(n)) for deck in DECKS]
    table = new({"first_player": "random"}, ScriptedChance([*orders, 1]))

    assert as_json(table.effects)[2:4] == [
        {"type": "picked", "what": "first_player", "n": 2, "result": 1},
        {"type": "first_player_decided", "seat": 1, "by": "chance"},
    ]
    assert [effect["seat"] for effect in as_json(table.effects)[-2:]] == [1, 0]


def test_janken_is_held_until_both_have_chosen() -> None:
    """5.3"""
    table = new()
    assert asked_for(table) == [(0, "janken"), (1, "janken")]
    assert (seen(table)["first_player"], seen(table)["turn_player"], seen(table)["year"]) == (None, None, 0)

    first = do(table, 0, type="janken", hand="rock")

    assert first == [{"type": "chose", "seat": 0}]
    assert seen(table, 1)["seats"][0]["pending"] is True
    assert seen(table, 0)["seats"][0]["pending"] == {"type": "janken", "hand": "rock"}
    assert asked_for(table) == [(1, "janken")]
    assert do(table, 1, type="janken", hand="scissors") == [
        {"type": "chose", "seat": 1},
        {"type": "janken_shown", "hands": ["rock", "scissors"], "winner": 0},
        {"type": "phase_changed", "phase": "choose_first"},
    ]
    do(table, 0, type="choose_first", first=False)
    assert seen(table)["first_player"] == 1
    assert asked_for(table) == [(0, "mulligan"), (1, "mulligan")]


@pytest.mark.parametrize(
    ("one", "other", "winner"),
    [
        ("rock", "scissors", 0), ("scissors", "paper", 0), ("paper", "rock", 0), ("scissors", "rock", 1),
        ("paper", "scissors", 1), ("rock", "paper", 1), ("rock", "rock", None), ("scissors", "scissors", None),
    ],
)  # fmt: skip
def test_what_beats_what(one: str, other: str, winner: int | None) -> None:
    """5.3; the winner chooses, and may give the first year away (5.4)."""
    table = new()
    do(table, 1, type="janken", hand=other)

    effects = do(table, 0, type="janken", hand=one)

    assert effects[1]["winner"] == winner
    if winner is None:
        assert asked_for(table) == [(0, "janken"), (1, "janken")]
        return
    assert asked_for(table) == [(winner, "choose_first")]
    assert do(table, winner, type="choose_first", first=True)[0] == {
        "type": "first_player_decided", "seat": winner, "by": "janken",
    }  # fmt: skip


def test_after_three_ties_chance_decides() -> None:
    """R4"""
    table = new()
    for round_ in (1, 2, 3):
        assert seen(table)["janken"] == {"round": round_}
        do(table, 0, type="janken", hand="paper")
        table.chance = ScriptedChance([1] if round_ == 3 else [])
        effects = do(table, 1, type="janken", hand="paper")

    assert effects == [
        {"type": "chose", "seat": 1},
        {"type": "picked", "what": "janken_winner", "n": 2, "result": 1},
        {"type": "janken_shown", "hands": ["paper", "paper"], "winner": 1},
        {"type": "phase_changed", "phase": "choose_first"},
    ]
    assert asked_for(table) == [(1, "choose_first")]


def test_mulligan_exchanges_any_part_of_the_hand_once() -> None:
    """5.5"""
    table = new({"first_player": "seat_0"})
    hand, deck = seen(table)["seats"][0]["hand"]["cards"], list(table.state.seats[0].deck)
    back = hand[:2]

    do(table, 1, type="mulligan", cards=[])
    table.chance = ScriptedChance([deck + back])
    effects = do(table, 0, type="mulligan", cards=back)

    assert effects[:5] == [
        {"type": "chose", "seat": 0},
        {"type": "mulliganed", "seat": 0, "count": 2, "cards": back},
        {"type": "shuffled", "seat": 0, "zone": "deck", "order": deck + back},
        {"type": "drew", "seat": 0, "count": 2, "cards": deck[:2]},
        {"type": "mulliganed", "seat": 1, "count": 0, "cards": []},
    ]
    assert types(effects[5:]) == ["turn_started", "refilled", "drew", "phase_changed"]
    assert asked_for(table) == [(0, "main")]


def test_the_first_player_exchanges_first_and_begins() -> None:
    """5.5, 6.1"""
    orders = [sorted(s for s, n in deck["cards"].items() for _ in range(n)) for deck in DECKS]
    table = new({"first_player": "random"}, ScriptedChance([*orders, 1]))

    do(table, 0, type="mulligan", cards=[])
    effects = do(table, 1, type="mulligan", cards=[])

    assert [(effect["type"], effect["seat"]) for effect in effects[1:4]] == [
        ("mulliganed", 1), ("mulliganed", 0), ("turn_started", 1),
    ]  # fmt: skip
    assert (seen(table)["turn_player"], seen(table)["year"]) == (1, 1)


def test_equal_cards_are_not_told_apart_in_a_mulligan() -> None:
    """5.5 Any sub-multiset of the hand, R31."""
    table = new({"first_player": "seat_0"})
    table.state.seats[0].hand = ["a", "a", "b"]

    assert [action["cards"] for action in legal(table, 0)] == [
        [], ["a"], ["b"], ["a", "a"], ["a", "b"], ["a", "a", "b"],
    ]  # fmt: skip


def test_other_definitions_are_played_with() -> None:
    rules = rules_with(card("militia-abroad"))

    assert rules.check_deck(None, {"cards": {"militia-abroad": 3}}, 0)[0]["actual"] == 3
