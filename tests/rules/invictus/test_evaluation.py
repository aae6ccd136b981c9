"""What bots know of Invictus: what a table is worth, and quick answers."""

import pytest

from rules.engine import Action, Pass, Seat, legal_actions, seats_to_act
from rules.invictus.actions import Attack, Divert, EndTurn, Resolve, Settle, UseSupport
from rules.invictus.evaluation import EVALUATION
from rules.invictus.state import InvictusTable
from tests.rules import laws
from tests.rules.invictus.positions import play, position
from tests.rules.invictus.setups import SETUPS
from tests.rules.setups import Setup

BOARD = """
    . . .
    . wizard anubis
    archer wizard .
    . . .
"""


def reply(table: InvictusTable) -> tuple[Seat, Action]:
    seat = seats_to_act(table)[0]
    return seat, EVALUATION.reply(table, seat, legal_actions(table, seat))


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_replies_are_legal_and_values_are_moderate_through_a_whole_game(setup: Setup) -> None:
    """What is good for one side is as bad for the other."""
    table = setup.start(2)
    while table.outcome is None:
        seat, action = reply(table)
        laws.act(table, seat, action)
        if table.outcome is None:
            assert EVALUATION.value(table, 0) == pytest.approx(-EVALUATION.value(table, 1))
            assert abs(EVALUATION.value(table, 0)) < 1.5


def test_led_colours_are_worth_something_and_the_third_one_more() -> None:
    values = [
        EVALUATION.value(position(BOARD, kingdoms=[kingdom]), 0)
        for kingdom in ("", "archer", "archer archer", "archer wizard", "archer wizard priest")
    ]

    assert values == sorted(values)
    assert values[4] - values[3] > values[1] - values[0] > values[2] - values[1]


def test_leader_is_safe_in_hand_and_in_danger_in_front() -> None:
    front = position(BOARD.replace("archer", "king-1"))
    behind = position(BOARD.replace("archer wizard .\n    . . .", "archer wizard .\n    king-1 . ."))
    hand = position(BOARD, hands=["king-1"])

    assert EVALUATION.value(front, 0) < EVALUATION.value(behind, 0) < EVALUATION.value(hand, 0)


def test_only_a_main_phase_and_the_setup_are_quiet() -> None:
    table = position(BOARD, hands=["archer", "medjay"])
    assert EVALUATION.is_quiet(table) and EVALUATION.is_quiet(SETUPS[0].start(1))

    play(table, (0, UseSupport("archer", "archer")))
    assert not EVALUATION.is_quiet(table)
    play(table, (1, Pass()))
    assert not EVALUATION.is_quiet(table)


def test_captures_come_before_settlements_and_these_before_the_end_of_the_turn() -> None:
    table = position(BOARD.replace("archer", "guardian"), hands=["priest"])
    assert reply(table) == (0, Attack("f1", "f1"))
    play(table, (0, Attack("f1", "f1")))
    assert reply(table) == (0, Settle("priest"))
    play(table, (0, Settle("priest")))
    assert reply(table) == (0, EndTurn())


def test_block_is_for_what_would_take_the_card() -> None:
    lethal = position(BOARD, hands=["", "guardian"])
    harmless = position(BOARD.replace(". wizard anubis", ". medjay anubis"), hands=["", "guardian"])
    for table in (lethal, harmless):
        play(table, (0, Attack("f1", "f1")))

    assert reply(lethal) == (1, UseSupport("guardian", "guardian"))
    assert reply(harmless) == (1, Pass())


def test_leader_in_hand_blocks_for_a_leader_alone() -> None:
    soldier = position(BOARD, hands=["", "king-1"])
    leader = position(BOARD.replace(". wizard anubis", ". pharaoh-4-:1 anubis"), hands=["", "king-1"])
    for table in (soldier, leader):
        play(table, (0, Attack("f1", "f1")))

    assert reply(soldier) == (1, Pass())
    assert reply(leader) == (1, UseSupport("king-1", "guardian"))


def test_blows_are_negated_bonuses_are_not() -> None:
    blow = position(BOARD, hands=["archer", "wizard"])
    bonus = position(BOARD, hands=["warrior", "wizard"])
    play(blow, (0, UseSupport("archer", "archer")))
    play(bonus, (0, UseSupport("warrior", "warrior")))

    assert reply(blow) == (1, UseSupport("wizard", "wizard"))
    assert reply(bonus) == (1, Pass())


def test_volley_goes_where_somebody_falls() -> None:
    table = position(BOARD.replace(". wizard anubis", "medjay anubis wizard"), hands=["archer"])
    play(table, (0, UseSupport("archer", "archer")))

    assert reply(table) == (0, Resolve(cell="f2"))


def test_diversion_takes_what_the_enemy_leads_by_one() -> None:
    """Yellow, rather than blue, where it would still lead."""
    table = position(BOARD.replace("anubis", "."), kingdoms=["", "warrior warrior warrior priest"])
    play(table, (0, Attack("f1", "f1")))

    seat, action = reply(table)

    assert isinstance(action, Divert)
    assert (seat, action.from_, action.card) == (0, "kingdom", "priest")
