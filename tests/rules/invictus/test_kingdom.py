"""RULES.md 6.2.3, 9.2, 9.5: kingdoms, kingdom points and the founding of a realm."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine import MatchEnded, prompts
from rules.invictus.actions import Attack, EndTurn, Resolve, Settle, UseSupport
from rules.invictus.effects import Attacked, Captured, Recalled, Settled
from rules.invictus.ending import points
from rules.invictus.prompts import MainPrompt
from tests.rules.invictus.positions import asked_now, legal, play, position

BOARD = """
    . . .
    . wizard anubis
    . wizard .
    . . .
"""
SOLDIERS = ("warrior", "guardian", "archer", "priest", "wizard", "samurai", "musha", "gunner", "komuso", "ninja")
kingdoms = st.lists(st.sampled_from(SOLDIERS), max_size=8).map(" ".join)


def test_soldier_of_the_hand_settles_once_a_turn() -> None:
    """6.2.3, 2.9"""
    table = position(BOARD, hands=["archer archer king-1 priest"], kingdoms=["wizard"])
    assert legal(table, Settle) == [Settle("archer"), Settle("priest")]

    effects = play(table, (0, Settle("archer")))

    assert effects == [Settled(0, "archer")]
    assert table.state.realms[0].kingdom == ["archer", "wizard"]
    assert table.state.realms[0].hand == ["archer", "king-1", "priest"]
    assert table.state.settled
    assert legal(table, Settle) == []
    assert asked_now(table) == [MainPrompt(0)]


def test_settling_is_free_before_and_after_attacks_and_supports() -> None:
    """6.2, R11"""
    table = position(BOARD, hands=["archer warrior"])

    play(table, (0, UseSupport("warrior", "warrior")), (0, Attack("f1", "f1")))

    assert legal(table, Settle) == [Settle("archer")]
    assert asked_now(table) == [MainPrompt(0)]


def test_e7_points_are_the_colours_led() -> None:
    """E7 P more blue and red, E more green, yellow equal, purple none: P has 2 KP, E 1."""
    table = position(BOARD, kingdoms=["warrior warrior archer priest", "warrior guardian priest"])

    assert points(table) == [2, 1]


def test_colours_count_whatever_the_edition() -> None:
    """11.2 A samurai and a commander are as blue as a warrior."""
    table = position(BOARD, kingdoms=["warrior samurai", "commander musha"])

    assert points(table) == [1, 1]


@given(kingdoms, kingdoms)
def test_points_are_what_9_2_says(first: str, second: str) -> None:
    table = position(BOARD, kingdoms=[first, second])
    color = table.cards.color
    own, enemy = (Counter(color[card] for card in kingdom.split()) for kingdom in (first, second))

    assert points(table)[0] == sum(own[each] > enemy[each] for each in set(color.values()))
    assert points(table)[1] == sum(enemy[each] > own[each] for each in set(color.values()))


def test_settling_for_the_fourth_point_wins_at_once() -> None:
    """9.2, 9.5 (2)"""
    table = position(BOARD, hands=["wizard"], kingdoms=["warrior archer priest"])

    effects = play(table, (0, Settle("wizard")))

    scores = {"kp": [4, 0], "kingdom": [4, 0], "graveyard": [0, 0]}
    assert effects == [Settled(0, "wizard"), MatchEnded((0,), "founding", scores)]
    assert table.state.phase == "over"
    assert prompts(table) == []


def test_third_point_does_not_win() -> None:
    table = position(BOARD, hands=["wizard"], kingdoms=["warrior archer priest", "wizard"])

    assert play(table, (0, Settle("wizard"))) == [Settled(0, "wizard")]

    assert asked_now(table) == [MainPrompt(0)]


def test_forced_settlement_can_found_a_realm() -> None:
    """9.5 In every phase."""
    table = position(BOARD, hands=["wizard wizard wizard wizard wizard wizard"], kingdoms=["warrior archer priest"])

    effects = play(table, (0, EndTurn()), (0, Settle("wizard")))

    assert effects[-1] == MatchEnded((0,), "founding", {"kp": [4, 0], "kingdom": [4, 0], "graveyard": [0, 0]})
    assert table.state.settled and table.state.active == 0  # 15.2 They keep their last values.
    assert prompts(table) == []


def test_capture_for_the_fourth_point_wins_before_a_diversion_is_thought_of() -> None:
    """9.5 The kingdom has changed before the attack has taken effect: no diversion, no ruin."""
    table = position(BOARD.replace("anubis", "."), kingdoms=["warrior archer priest"])

    effects = play(table, (0, Attack("f1", "f1")))

    scores = {"kp": [4, 0], "kingdom": [4, 0], "graveyard": [0, 0]}
    assert effects == [
        Attacked(0, "f1", "f1", 1),
        Captured(1, "f1", "wizard", 0),
        MatchEnded((0,), "founding", scores),
    ]
    assert prompts(table) == []


@pytest.mark.parametrize(("kingdom", "over"), [("warrior archer priest guardian", True), ("warrior archer", False)])
def test_r19_sorcerer_can_give_the_enemy_its_fourth_point(kingdom: str, over: bool) -> None:
    """R19 Seat 1 takes the guardian that held seat 0's lead in green down."""
    table = position(BOARD, hands=["samurai", "sorcerer"], kingdoms=[f"{kingdom} warrior", "warrior guardian"])

    play(table, (0, UseSupport("samurai", "samurai")), (1, UseSupport("sorcerer", "sorcerer")))
    effects = play(table, (1, Resolve(card="guardian")))

    assert effects[0] == Recalled(1, "guardian")
    if over:
        scores = {"kp": [4, 0], "kingdom": [5, 1], "graveyard": [0, 0]}
        assert effects[1:] == [MatchEnded((0,), "founding", scores)]
        assert prompts(table) == []
    else:
        assert effects[1:] == []
        assert asked_now(table) == [MainPrompt(0)]


def test_sorcerer_cannot_lose_what_it_does_not_touch() -> None:
    """The neighbour of R19: recalling the warrior instead leaves green level."""
    table = position(
        BOARD,
        hands=["samurai", "sorcerer"],
        kingdoms=["warrior warrior archer priest guardian", "warrior guardian"],
    )

    play(table, (0, UseSupport("samurai", "samurai")), (1, UseSupport("sorcerer", "sorcerer")))
    effects = play(table, (1, Resolve(card="warrior")))

    assert effects == [Recalled(1, "warrior")]
    assert asked_now(table) == [MainPrompt(0)]
