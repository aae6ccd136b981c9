"""1 Options."""

from typing import Any

import pytest

from tests.rules.lords_of_war.positions import RULES
from tests.rules.lords_of_war.setups import decks


def bad(*names: str) -> list[dict[str, Any]]:
    return [{"code": "bad_option", "option": name} for name in names]


@pytest.mark.parametrize(
    ("mode", "filled"),
    [
        ("duel", ("mat", 20, 4, "random")),
        ("three_player", ("mat", 20, 4, 0)),
        ("team_4", ("unbounded", 30, 7, "random")),
        ("team_6", ("unbounded", 50, 9, "random")),
    ],
)
def test_defaults_depend_on_the_mode(mode: str, filled: tuple[Any, ...]) -> None:
    """1.1"""
    options = RULES.read_options({"mode": mode})

    assert (options.battlefield, options.kill_goal, options.commander_goal, options.first_seat) == filled
    assert (options.mode, options.army_rule, options.intermediate_rules) == (mode, "core", False)


def test_the_default_mode_is_a_duel() -> None:
    """1.1"""
    assert RULES.read_options({}) == RULES.read_options({"mode": "duel"})


def test_unknown_options_come_first_sorted_then_bad_ones_in_the_order_of_the_table() -> None:
    """1.2"""
    given = {
        "zeal": 1,
        "first_seat": 2,
        "commander_goal": 7,
        "kill_goal": True,
        "intermediate_rules": 1,
        "army_rule": "any",
        "battlefield": None,
        "Age": 1,
    }

    unknown = [{"code": "unknown_option", "option": name} for name in ("Age", "zeal")]
    assert RULES.check_options(given) == unknown + bad(
        "battlefield", "army_rule", "intermediate_rules", "kill_goal", "commander_goal", "first_seat"
    )


@pytest.mark.parametrize("mode", ["Duel", None, 2, ["duel"], {"duel": 1}])
def test_after_a_bad_mode_no_further_value_is_checked(mode: object) -> None:
    """1.2"""
    given = {"mode": mode, "kill_goal": 99, "other": 1}

    assert RULES.check_options(given) == [{"code": "unknown_option", "option": "other"}, *bad("mode")]


@pytest.mark.parametrize(
    ("mode", "kills", "commanders"), [("duel", 36, 6), ("three_player", 36, 6), ("team_4", 72, 12), ("team_6", 108, 18)]
)
def test_goals_have_limits(mode: str, kills: int, commanders: int) -> None:
    """1.1"""
    assert RULES.check_options({"mode": mode, "kill_goal": kills, "commander_goal": commanders}) == []
    assert RULES.check_options({"mode": mode, "kill_goal": 1, "commander_goal": 1}) == []
    over = {"mode": mode, "kill_goal": kills + 1, "commander_goal": commanders + 1}
    assert RULES.check_options(over) == bad("kill_goal", "commander_goal")
    assert RULES.check_options({"mode": mode, "kill_goal": 0, "commander_goal": 0}) == bad(
        "kill_goal", "commander_goal"
    )


def test_what_a_value_may_be_depends_on_the_mode() -> None:
    """1.2"""
    for mode in ("team_4", "team_6"):
        assert RULES.check_options({"mode": mode, "battlefield": "mat"}) == bad("battlefield")
        assert RULES.check_options({"mode": mode, "first_seat": 1}) == []
    for first in ("random", 1):
        assert RULES.check_options({"mode": "three_player", "first_seat": first}) == bad("first_seat")
    assert RULES.check_options({"mode": "three_player", "battlefield": "unbounded", "first_seat": 0}) == []


@pytest.mark.parametrize("value", [False, True, 0.0, "0", 2, None])
def test_the_first_seat_is_compared_strictly(value: object) -> None:
    """1.2: `true` is not 1."""
    assert RULES.check_options({"first_seat": value}) == bad("first_seat")


def test_decks_are_checked_only_when_the_options_are_right() -> None:
    """1.2"""
    assert RULES.check_setup({"kill_goal": 0}, []) == bad("kill_goal")
    assert RULES.check_setup({}, []) == [{"code": "wrong_number_of_decks", "expected": 2}]
    assert RULES.check_setup({}, decks("orcs-core", "elves-core")) == []


@pytest.mark.parametrize("name", ["mode", "battlefield", "army_rule", "intermediate_rules", "kill_goal", "first_seat"])
def test_every_option_has_a_display_name(name: str) -> None:
    """1.1"""
    assert RULES.words["options"][name] == RULES.card_set["display"]["options"][name]["names"]
    assert RULES.words["reasons"] == RULES.card_set["display"]["reasons"]
