"""RULES.md 6.2.2: the march (進軍)."""

import pytest

from rules.engine import IllegalAction
from rules.invictus.actions import Attack, March
from rules.invictus.effects import Deployed, Withdrew
from rules.invictus.prompts import BlockPrompt, MainPrompt
from tests.rules.invictus.positions import asked_now, board, drawn, legal, play, position

BOARD = """
    . . .
    anubis . .
    guardian- . .
    . . wizard
"""


def test_head_of_the_queue_marches_to_an_empty_cell() -> None:
    """6.2.2 (1), R14 The card is placed active."""
    table = position(BOARD, queues=["archer priest"])

    effects = play(table, (0, March("queue", "archer", "f1")))

    assert effects == [Deployed(0, 0, "queue", "archer", "f1", True)]
    assert drawn(table) == board(BOARD.replace("guardian- .", "guardian- archer"))
    assert table.state.sides[0].queue == ["priest"]
    assert asked_now(table) == [MainPrompt(0)]


def test_e13_march_to_an_occupied_cell_sends_its_card_to_the_tail() -> None:
    """E13, 6.2.2 (2), 13.1 The withdrawn card loses damage and state (R22)."""
    table = position(BOARD, queues=["archer wizard"])

    effects = play(table, (0, March("queue", "archer", "f0")))

    assert effects == [
        Withdrew(0, "f0", "guardian", "queue", None),
        Deployed(0, 0, "queue", "archer", "f0", True),
    ]
    assert table.state.sides[0].queue == ["wizard", "guardian"]
    assert drawn(table) == board(BOARD.replace("guardian-", "archer"))
    assert asked_now(table) == [MainPrompt(0)]


def test_only_the_head_marches_while_there_is_a_queue() -> None:
    """6.2.2 Empty front cells, occupied cells, and back cells behind an occupied one; not b1, whose front is empty."""
    table = position(BOARD, hands=["priest"], queues=["archer wizard"])

    assert legal(table, March) == [March("queue", "archer", cell) for cell in ("f0", "f1", "f2", "b0", "b2")]


def test_without_a_queue_any_card_of_the_hand_marches_leaders_too() -> None:
    """6.2.2 (3)"""
    table = position(BOARD, hands=["archer archer king-1"])

    assert legal(table, March) == [
        March("hand", card, cell) for card in ("archer", "king-1") for cell in ("f0", "f1", "f2", "b0", "b2")
    ]


def test_march_from_the_hand_to_an_occupied_cell_swaps_with_the_hand() -> None:
    """6.2.2 (4)"""
    table = position(BOARD, hands=["archer king-1"])

    effects = play(table, (0, March("hand", "archer", "b2")))

    assert effects == [
        Withdrew(0, "b2", "wizard", "hand", 0),
        Deployed(0, 0, "hand", "archer", "b2", True),
    ]
    assert table.state.realms[0].hand == ["king-1", "wizard"]
    assert drawn(table) == board(BOARD.replace("wizard", "archer"))
    assert asked_now(table) == [MainPrompt(0)]


def test_back_cell_whose_cell_ahead_is_empty_may_be_filled_only_with_the_option() -> None:
    """R3, `open_back_row`"""
    closed = position(BOARD, queues=["archer"])
    opened = position(BOARD, queues=["archer"], options={"open_back_row": True})

    assert March("queue", "archer", "b1") not in legal(closed, March)
    assert legal(opened, March) == [March("queue", "archer", cell) for cell in ("f0", "f1", "f2", "b0", "b1", "b2")]


def test_occupied_back_cell_may_be_entered_though_its_cell_ahead_is_empty() -> None:
    """6.2.2 (2) b2 holds the wizard, f2 is empty."""
    table = position(BOARD, queues=["archer"])

    assert March("queue", "archer", "b2") in legal(table, March)


def test_one_march_a_turn_and_no_attack_after_it() -> None:
    """6.2.1, 6.2.2"""
    table = position(BOARD.replace("guardian-", "guardian"), queues=["archer priest"])
    assert legal(table, Attack) == [Attack("f0", "f0")]

    play(table, (0, March("queue", "archer", "f1")))

    assert legal(table, March) == []
    assert legal(table, Attack) == []
    assert asked_now(table) == [MainPrompt(0)]


def test_no_march_after_an_attack() -> None:
    table = position(BOARD.replace("guardian-", "guardian"), queues=["archer priest"])

    play(table, (0, Attack("f0", "f0")))

    assert legal(table, March) == []
    with pytest.raises(IllegalAction):
        play(table, (0, March("queue", "archer", "f1")))
    assert asked_now(table) == [MainPrompt(0)]


def test_declared_attack_counts_though_its_block_is_still_open() -> None:
    table = position(BOARD.replace("guardian-", "guardian"), hands=["", "medjay"], queues=["archer"])

    play(table, (0, Attack("f0", "f0")))

    assert table.state.attacked
    assert asked_now(table) == [BlockPrompt(1)]


def test_full_queue_lets_its_head_march_onto_a_card() -> None:
    """2.6 The head leaves before the withdrawn card joins the tail."""
    table = position(BOARD, queues=["archer"], options={"queue_limits": [1, 5]})

    play(table, (0, March("queue", "archer", "f0")))

    assert table.state.sides[0].queue == ["guardian"]
