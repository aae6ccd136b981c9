"""RULES.md 7: attacks, captures and destructions."""

import pytest

from rules.engine import Effect, MatchEnded, legal_actions, prompts
from rules.invictus.actions import Attack, Settle, UseSupport
from rules.invictus.effects import Attacked, Captured, Damaged, Destroyed
from rules.invictus.prompts import BlockPrompt, MainPrompt
from tests.rules.invictus.positions import asked_now, board, drawn, legal, play, position, with_figures


def test_e1_blow_below_health_leaves_damage() -> None:
    """E1, 7.3 P's priest (attack 1) attacks E's active priest (health 2)."""
    table = position("""
        . . .
        . . priest
        archer priest .
        . . .
    """)

    effects = play(table, (0, Attack("f1", "f2")))

    assert effects == [Attacked(0, "f1", "f2", 1), Damaged(1, "f2", "priest", 1, 1)]
    assert drawn(table) == board("""
        . . .
        . . priest:1
        archer priest- .
        . . .
    """)
    assert table.state.attack is None
    assert asked_now(table) == [MainPrompt(0)]


def test_e2_damaged_card_is_destroyed_not_captured() -> None:
    """E2, 7.3 (2a) Damage 2 is its health, but it was damaged before."""
    table = position("""
        . . anubis
        . . priest:1
        archer priest- .
        . . .
    """)

    effects = play(table, (0, Attack("f0", "f2")))

    assert effects == [
        Attacked(0, "f0", "f2", 1),
        Damaged(1, "f2", "priest", 1, 2),
        Destroyed(1, "f2", "priest"),
    ]
    assert table.state.sides[1].graveyard == ["priest"]
    assert table.state.realms[0].kingdom == []
    assert asked_now(table) == [MainPrompt(0)]


def test_e3_blow_above_health_destroys() -> None:
    """E3, 7.3 (2b) P holds 2 cards; its warrior (X = 2) attacks a wizard (health 1)."""
    table = position(
        """
        . . .
        . wizard anubis
        . warrior .
        . . .
        """,
        hands=["archer priest"],
    )

    effects = play(table, (0, Attack("f1", "f1")))

    assert effects == [
        Attacked(0, "f1", "f1", 2),
        Damaged(1, "f1", "wizard", 2, 2),
        Destroyed(1, "f1", "wizard"),
    ]
    assert asked_now(table) == [MainPrompt(0)]


def test_e4_blow_of_exactly_the_health_captures() -> None:
    """E4, 7.3 (3) P's leader with power 2 attacks E's rested, undamaged guardian (health 2)."""
    table = position("""
        . . .
        . guardian- anubis
        king-4 . .
        . . .
    """)

    effects = play(table, (0, Attack("f0", "f1")))

    assert effects == [Attacked(0, "f0", "f1", 2), Captured(1, "f1", "guardian", 0)]
    assert table.state.realms[0].kingdom == ["guardian"]
    assert table.state.sides[1].graveyard == []
    assert drawn(table) == board("""
        . . .
        . . anubis
        king-4- . .
        . . .
    """)
    assert asked_now(table) == [MainPrompt(0)]


def test_active_card_has_its_active_health() -> None:
    """2.5 The neighbour of E4: an upright guardian has health 3."""
    table = position("""
        . . .
        . guardian anubis
        king-4 . .
        . . .
    """)

    play(table, (0, Attack("f0", "f1")))

    assert drawn(table).split("\n")[1] == ". guardian:2 anubis"


def test_e5_nobody_in_range_no_attack() -> None:
    """E5, 7.1 (4) P's guardian faces an empty cell."""
    table = position("""
        . priest .
        wizard . priest
        . guardian .
        . . .
    """)

    assert legal(table, Attack) == []


def test_e6_boosted_blow_captures_one_and_destroys_another() -> None:
    """E6 P uses ウォーリアー: its guardian has power 2 against a priest (health 2), or a wizard (health 1)."""
    drawing = """
        . . .
        . {} anubis
        . guardian .
        . . .
    """
    priest = position(drawing.format("priest"), hands=["warrior"])
    wizard = position(drawing.format("wizard"), hands=["warrior"])

    captured = play(priest, (0, UseSupport("warrior", "warrior")), (0, Attack("f1", "f1")))
    destroyed = play(wizard, (0, UseSupport("warrior", "warrior")), (0, Attack("f1", "f1")))

    assert captured == [Attacked(0, "f1", "f1", 2), Captured(1, "f1", "priest", 0)]
    assert destroyed == [
        Attacked(0, "f1", "f1", 2),
        Damaged(1, "f1", "wizard", 2, 2),
        Destroyed(1, "f1", "wizard"),
    ]
    assert asked_now(priest) == asked_now(wizard) == [MainPrompt(0)]


def test_range_decides_who_can_be_attacked_cards_in_between_do_not_matter() -> None:
    """2.4, 7.1 Attackers in the order of the cells, targets too."""
    table = position("""
        anubis . medjay
        commander slinger .
        wizard . archer
        wizard . .
    """)

    assert legal(table, Attack) == [
        Attack("f0", "f0"),
        Attack("f0", "b0"),
        Attack("f2", "f0"),
        Attack("b0", "f0"),
        Attack("b0", "b0"),
    ]


def test_side_1_faces_the_other_way() -> None:
    """2.4 An archer of side 1 on f2 reaches two files to its left and right: only f0 is on the board."""
    table = position(
        """
        . . .
        . . archer
        wizard priest guardian
        . warrior .
        """,
        active=1,
    )

    assert legal(table, Attack) == [Attack("f2", "f0"), Attack("f2", "b1")]


def test_rested_card_does_not_attack_until_it_is_active_again() -> None:
    """7.1, 7.4"""
    table = position(
        """
        . . .
        . guardian .
        . medjay .
        . . .
        """,
        hands=["commander"],
    )
    play(table, (0, Attack("f1", "f1")))
    assert legal(table, Attack) == []

    play(table, (0, UseSupport("commander", "commander")))

    assert legal(table, Attack) == [Attack("f1", "f1")]


def test_power_of_x_counts_the_hand_after_everything_used_before() -> None:
    """7.2, R16"""
    table = position(
        """
        . . .
        . guardian .
        . warrior .
        . . .
        """,
        hands=["archer king-1 priest warrior"],
    )

    play(table, (0, Settle("archer")), (0, UseSupport("warrior", "warrior")))
    effects = play(table, (0, Attack("f1", "f1")))

    assert effects[0] == Attacked(0, "f1", "f1", 3)  # Two cards in hand, and the bonus.


def test_attack_with_power_0_is_legal_changes_nothing_and_can_draw_out_a_block() -> None:
    """R7, 7.3"""
    drawing = """
        . . .
        . guardian .
        . warrior .
        . . .
    """
    unanswered, answered = position(drawing), position(drawing, hands=["", "medjay"])

    effects = play(unanswered, (0, Attack("f1", "f1")))
    play(answered, (0, Attack("f1", "f1")))

    assert effects == [Attacked(0, "f1", "f1", 0)]
    assert drawn(unanswered) == board(drawing.replace("warrior", "warrior-"))
    assert prompts(answered) == [BlockPrompt(1)]


def test_attack_in_the_first_turn_is_allowed() -> None:
    """R15"""
    table = position(
        """
        . . .
        . guardian .
        . warrior .
        . . .
        """,
        turn=1,
    )

    assert legal(table, Attack) == [Attack("f1", "f1")]


def test_captured_leader_goes_to_its_own_graveyard_and_the_game_is_over() -> None:
    """R8, 9.1, 13.1"""
    table = position(
        """
        . . .
        . pharaoh-4- medjay
        king-4 warrior .
        . . .
        """,
        hands=["archer priest"],
    )

    effects = play(table, (0, Attack("f1", "f1")))

    scores = {"kp": [0, 0], "kingdom": [0, 0], "graveyard": [0, 1]}
    assert effects == [
        Attacked(0, "f1", "f1", 2),
        Captured(1, "f1", "pharaoh-4", 0),
        MatchEnded((0,), "banishment", scores),
    ]
    assert table.state.sides[1].graveyard == ["pharaoh-4"]
    assert prompts(table) == []


def test_destroyed_leader_ends_the_game() -> None:
    """9.1"""
    table = position("""
        . . .
        . pharaoh-4-:1 medjay
        king-4 . .
        . . .
    """)

    effects = play(table, (0, Attack("f0", "f1")))

    assert effects[1:3] == [Damaged(1, "f1", "pharaoh-4", 2, 3), Destroyed(1, "f1", "pharaoh-4")]
    assert effects[3:] == [MatchEnded((0,), "banishment", {"kp": [0, 0], "kingdom": [0, 0], "graveyard": [0, 1]})]
    assert prompts(table) == []


def test_during_an_attack_the_active_seat_may_not_settle_or_support() -> None:
    """8.10, R11"""
    table = position(
        """
        . . .
        . guardian .
        . medjay .
        . . .
        """,
        hands=["archer warrior", "wizard"],
    )

    play(table, (0, Attack("f1", "f1")))

    assert legal_actions(table, 0) == []
    assert asked_now(table) == [BlockPrompt(1)]


@pytest.mark.parametrize(
    ("health", "effect"),
    [
        (1, Damaged(1, "f1", "priest", 2, 2)),
        (2, Captured(1, "f1", "priest", 0)),
        (3, Damaged(1, "f1", "priest", 2, 2)),
    ],
)
def test_figures_come_from_the_card_set(health: int, effect: Effect) -> None:
    """1.3 Nothing in the code depends on them: here a wizard strikes with 2, and a priest stands more or less."""
    table = position(
        """
        . . .
        . priest anubis
        . wizard .
        . . .
        """,
        rules=with_figures(wizard={"attack": 2}, priest={"health": {"active": health, "rested": 1}}),
    )

    effects = play(table, (0, Attack("f1", "f1")))

    assert effects[:2] == [Attacked(0, "f1", "f1", 2), effect]
    assert asked_now(table) == [MainPrompt(0)]


def test_attack_of_the_second_side_captures_into_its_own_kingdom() -> None:
    table = position(
        """
        . . .
        . wizard medjay
        . priest- archer
        . . .
        """,
        active=1,
        hands=["", "warrior"],
    )

    effects = play(table, (1, UseSupport("warrior", "warrior")), (1, Attack("f1", "f1")))

    assert effects == [Attacked(1, "f1", "f1", 2), Captured(0, "f1", "priest", 1)]
    assert table.state.realms[1].kingdom == ["priest"]
    assert asked_now(table) == [MainPrompt(1)]


def test_supports_between_two_attacks_are_no_hindrance() -> None:
    """7.4, 6.2"""
    table = position(
        """
        . . .
        . guardian anubis
        . medjay .
        . wizard .
        """,
        hands=["warrior"],
    )

    play(table, (0, Attack("f1", "f1")), (0, UseSupport("warrior", "warrior")))
    effects = play(table, (0, Attack("b1", "f1")))

    assert effects == [
        Attacked(0, "b1", "f1", 2),
        Damaged(1, "f1", "guardian", 2, 3),
        Destroyed(1, "f1", "guardian"),
    ]
    assert asked_now(table) == [MainPrompt(0)]
