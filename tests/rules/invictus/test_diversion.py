"""RULES.md 10: the diversion (陽動作戦), and ruin."""

import pytest

from rules.engine import MatchEnded, legal_actions, prompts
from rules.invictus.actions import Attack, Divert, March, Resolve, UseSupport
from rules.invictus.effects import (
    Attacked,
    Captured,
    Damaged,
    Deployed,
    Destroyed,
    DiversionStarted,
)
from rules.invictus.prompts import DiversionPrompt, MainPrompt
from tests.rules.invictus.positions import asked_now, board, drawn, legal, play, position

LAST_CARD = """
    . . .
    . wizard .
    . wizard archer
    . . .
"""
TAKE_IT = (0, Attack("f1", "f1"))


def test_e8_two_cards_of_the_kingdom_are_put_rested_on_the_front_row_and_the_turn_goes_on() -> None:
    """E8, 10.3, 13.1"""
    table = position(LAST_CARD, queues=["", "priest"], kingdoms=["", "guardian warrior wizard"])

    started = play(table, TAKE_IT)
    assert started == [Attacked(0, "f1", "f1", 1), Captured(1, "f1", "wizard", 0), DiversionStarted(0)]
    assert asked_now(table) == [DiversionPrompt(0, 2)]

    first = play(table, (0, Divert("kingdom", "warrior", "f0")))
    assert asked_now(table) == [DiversionPrompt(0, 1)]
    second = play(table, (0, Divert("kingdom", "guardian", "f2")))

    assert first == [Deployed(0, 1, "kingdom", "warrior", "f0", False)]
    assert second == [Deployed(0, 1, "kingdom", "guardian", "f2", False)]
    assert drawn(table) == board("""
        . . .
        warrior- . guardian-
        . wizard- archer
        . . .
    """)
    assert table.state.realms[1].kingdom == ["wizard"]
    assert table.state.sides[1].queue == ["priest"]
    assert asked_now(table) == [MainPrompt(0)]
    assert legal(table, Attack) == [Attack("f2", "f0")]


def test_any_card_of_the_kingdom_goes_to_any_empty_front_cell() -> None:
    """10.3"""
    table = position(LAST_CARD, kingdoms=["", "guardian guardian wizard"])
    play(table, TAKE_IT)

    first = legal_actions(table, 0)
    play(table, (0, Divert("kingdom", "guardian", "f1")))

    assert first == [Divert("kingdom", card, cell) for card in ("guardian", "wizard") for cell in ("f0", "f1", "f2")]
    assert legal_actions(table, 0) == [
        Divert("kingdom", card, cell) for card in ("guardian", "wizard") for cell in ("f0", "f2")
    ]
    assert asked_now(table) == [DiversionPrompt(0, 1)]


def test_e9_first_the_kingdoms_card_then_the_head_of_the_queue() -> None:
    """E9, 10.3"""
    table = position(LAST_CARD, queues=["", "warrior medjay"], kingdoms=["", "priest"])
    play(table, TAKE_IT)

    first = legal_actions(table, 0)
    play(table, (0, Divert("kingdom", "priest", "f0")))
    second = legal_actions(table, 0)
    effects = play(table, (0, Divert("queue", "warrior", "f1")))

    assert first == [Divert("kingdom", "priest", cell) for cell in ("f0", "f1", "f2")]
    assert second == [Divert("queue", "warrior", cell) for cell in ("f1", "f2")]
    assert effects == [Deployed(0, 1, "queue", "warrior", "f1", False)]
    assert table.state.sides[1].queue == ["medjay"]
    assert asked_now(table) == [MainPrompt(0)]


def test_queue_alone_is_taken_from_the_head_leaders_too() -> None:
    """R23, R24"""
    table = position(LAST_CARD, queues=["", "pharaoh-1 medjay"])
    play(table, TAKE_IT)

    first = legal_actions(table, 0)
    play(table, (0, Divert("queue", "pharaoh-1", "f1")), (0, Divert("queue", "medjay", "f0")))

    assert first == [Divert("queue", "pharaoh-1", cell) for cell in ("f0", "f1", "f2")]
    assert drawn(table).split("\n")[1] == "medjay- pharaoh-1- ."
    assert asked_now(table) == [MainPrompt(0)]


@pytest.mark.parametrize(("queue", "kingdom"), [("", ""), ("medjay", ""), ("", "medjay")])
def test_e10_fewer_than_two_cards_are_ruin(queue: str, kingdom: str) -> None:
    """E10, 10.2, R25 Nothing is moved, and no diversion starts."""
    table = position(LAST_CARD, queues=["", queue], kingdoms=["", kingdom])

    effects = play(table, TAKE_IT)

    scores = {"kp": [1, len(kingdom.split())], "kingdom": [1, len(kingdom.split())], "graveyard": [0, 0]}
    assert effects == [
        Attacked(0, "f1", "f1", 1),
        Captured(1, "f1", "wizard", 0),
        MatchEnded((0,), "ruin", scores),
    ]
    assert drawn(table).split("\n")[1] == ". . ."
    assert prompts(table) == []


@pytest.mark.parametrize(("queue", "kingdom"), [("medjay medjay", ""), ("medjay", "medjay"), ("", "medjay medjay")])
def test_two_cards_in_kingdom_and_queue_together_are_enough(queue: str, kingdom: str) -> None:
    """10.2 The neighbours of E10."""
    table = position(LAST_CARD, queues=["", queue], kingdoms=["", kingdom])

    play(table, TAKE_IT)

    assert asked_now(table) == [DiversionPrompt(0, 2)]


def test_support_that_empties_the_battlefield_makes_a_diversion_too() -> None:
    """10.1"""
    table = position(LAST_CARD, hands=["archer"], queues=["", "medjay medjay"])

    effects = play(table, (0, UseSupport("archer", "archer")), (0, Resolve(cell="f1")))

    assert effects == [Damaged(1, "f1", "wizard", 1, 1), Destroyed(1, "f1", "wizard"), DiversionStarted(0)]
    assert asked_now(table) == [DiversionPrompt(0, 2)]


def test_diversion_after_a_support_leaves_attack_and_march_open() -> None:
    """10.4 A diversion is no march, and no attack either."""
    table = position(LAST_CARD, hands=["archer"], queues=["", "medjay medjay"])
    play(table, (0, UseSupport("archer", "archer")), (0, Resolve(cell="f1")))

    play(table, (0, Divert("queue", "medjay", "f0")), (0, Divert("queue", "medjay", "f1")))

    assert legal(table, Attack) == [Attack("f1", "f1"), Attack("f2", "f0")]
    assert legal(table, March) == [March("queue", "archer", cell) for cell in ("f0", "f1", "f2", "b1", "b2")]
    assert asked_now(table) == [MainPrompt(0)]


def test_support_without_a_choice_can_empty_it_as_well() -> None:
    table = position(LAST_CARD, hands=["slinger"])

    effects = play(table, (0, UseSupport("slinger", "slinger")))

    assert effects[1:3] == [Damaged(1, "f1", "wizard", 2, 2), Destroyed(1, "f1", "wizard")]
    assert effects[3] == MatchEnded((0,), "ruin", {"kp": [0, 0], "kingdom": [0, 0], "graveyard": [0, 1]})
    assert prompts(table) == []


def test_card_in_the_back_row_is_enough_to_hold_the_battlefield() -> None:
    """10.1"""
    table = position(LAST_CARD.replace(". . .\n    . wizard .", ". medjay .\n    . wizard .", 1))

    play(table, TAKE_IT)

    assert asked_now(table) == [MainPrompt(0)]


def test_r18_fourth_point_ends_the_diversion_after_its_first_card() -> None:
    """R18, 10.4 The guardian that leaves the enemy kingdom gives the active seat its fourth point."""
    table = position(LAST_CARD, kingdoms=["warrior archer guardian", "guardian warrior"])
    play(table, TAKE_IT)

    effects = play(table, (0, Divert("kingdom", "warrior", "f0")))
    assert effects == [Deployed(0, 1, "kingdom", "warrior", "f0", False)]
    assert asked_now(table) == [DiversionPrompt(0, 1)]
    effects = play(table, (0, Divert("kingdom", "guardian", "f1")))

    scores = {"kp": [4, 0], "kingdom": [4, 0], "graveyard": [0, 0]}
    assert effects == [Deployed(0, 1, "kingdom", "guardian", "f1", False), MatchEnded((0,), "founding", scores)]
    assert prompts(table) == []


def test_r18_second_card_is_not_put_if_the_first_decides() -> None:
    table = position(LAST_CARD, kingdoms=["warrior archer guardian", "guardian priest"])
    play(table, TAKE_IT)

    effects = play(table, (0, Divert("kingdom", "guardian", "f1")))

    scores = {"kp": [4, 1], "kingdom": [4, 1], "graveyard": [0, 0]}
    assert effects == [Deployed(0, 1, "kingdom", "guardian", "f1", False), MatchEnded((0,), "founding", scores)]
    assert table.state.realms[1].kingdom == ["priest"]
    assert prompts(table) == []


def test_two_diversions_can_follow_in_one_turn() -> None:
    """10.4 The main phase goes on: the diverted cards may fall in their turn."""
    table = position(
        """
        . . .
        . wizard .
        anubis wizard anubis
        . . .
        """,
        queues=["", "wizard wizard wizard wizard"],
    )
    diverted = ((0, Divert("queue", "wizard", "f0")), (0, Divert("queue", "wizard", "f2")))

    play(table, TAKE_IT, *diverted, (0, Attack("f0", "f0")))
    effects = play(table, (0, Attack("f2", "f2")))

    assert effects == [Attacked(0, "f2", "f2", 1), Captured(1, "f2", "wizard", 0), DiversionStarted(0)]
    assert asked_now(table) == [DiversionPrompt(0, 2)]
