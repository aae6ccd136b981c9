"""RULES.md 6: draw phase, main phase, end phase."""

from rules.engine import Drew, QuickChance, TurnStarted, legal_actions
from rules.invictus.actions import Attack, EndTurn, March, Settle, UseSupport
from rules.invictus.effects import Advanced, Deployed, Readied, Settled, TurnEnded
from rules.invictus.prompts import ForcedSettlementPrompt, MainPrompt
from tests.rules.invictus.positions import asked_now, board, drawn, legal, play, position

BOARD = """
    . . .
    . priest .
    archer . .
    . . .
"""


def test_turn_starts_with_a_card_ready_cards_and_a_closed_up_front_row() -> None:
    """6.1.2, 13.1 `readied` names those that were rested, in the order of the cells; files close up one by one."""
    table = position(
        """
        gunner- samurai komuso-
        musha-  .       .
        priest  .       .
        .       .       .
        """,
        hands=["", "ninja"],
        decks=["archer", "samurai musha"],
    )

    effects = play(table, (0, EndTurn()))

    assert effects == [
        TurnEnded(0, 1),
        TurnStarted(1, 2),
        Drew(1, 1, ("samurai",)),
        Readied(1, ("f0", "b0", "b2")),
        Advanced(1, "b1", "f1", "samurai"),
        Advanced(1, "b2", "f2", "komuso"),
    ]
    assert drawn(table) == board("""
        gunner . .
        musha samurai komuso
        priest . .
        . . .
    """)
    assert table.state.realms[1].hand == ["ninja", "samurai"]
    assert table.state.realms[1].deck == ["musha"]
    assert asked_now(table) == [MainPrompt(1)]


def test_readied_is_left_out_if_nothing_was_rested() -> None:
    table = position(BOARD)

    effects = play(table, (0, EndTurn()))

    assert effects == [TurnEnded(0, 1), TurnStarted(1, 2), Drew(1, 1, ("archer",))]


def test_cards_of_the_other_side_stay_rested() -> None:
    table = position(BOARD.replace("archer", "archer-"))

    play(table, (0, EndTurn()))

    assert drawn(table) == board(BOARD.replace("archer", "archer-"))


def test_empty_deck_of_the_second_seat_draws_nothing() -> None:
    """R20 It cannot happen with legal decks, and it is no armistice."""
    table = position(BOARD, decks=["archer", ""])

    effects = play(table, (0, EndTurn()))

    assert effects == [TurnEnded(0, 1), TurnStarted(1, 2)]
    assert asked_now(table) == [MainPrompt(1)]


def test_main_phase_offers_everything_in_the_order_of_6_2() -> None:
    table = position(
        """
        . . .
        . . wizard
        archer . .
        . . .
        """,
        hands=["guardian warrior"],
        queues=["priest"],
    )

    assert legal_actions(table, 0) == [
        Attack("f0", "f2"),
        March("queue", "priest", "f0"),
        March("queue", "priest", "f1"),
        March("queue", "priest", "f2"),
        March("queue", "priest", "b0"),
        Settle("guardian"),
        Settle("warrior"),
        UseSupport("warrior", "warrior"),
        EndTurn(),
    ]


def test_ending_the_turn_is_always_possible() -> None:
    """6.2.5"""
    table = position(BOARD, queues=["guardian"])
    play(table, (0, March("queue", "guardian", "f1")))

    assert legal_actions(table, 0) == [EndTurn()]


def test_end_of_turn_removes_damage_bonuses_and_flags() -> None:
    """6.3.2, 15.6"""
    table = position(
        """
        . . .
        . priest:1 .
        archer:1 . .
        . . .
        """
    )
    state = table.state
    state.attacked = state.settled = state.unbound = True
    state.boost, state.charge = 2, 3

    play(table, (0, EndTurn()))

    assert drawn(table) == board(BOARD)
    assert (state.attacked, state.marched, state.settled) == (False, False, False)
    assert (state.boost, state.charge, state.unbound) == (0, 0, False)


def test_healed_card_stays_rested_until_its_own_turn() -> None:
    """6.3.2, 6.1.2 Only the damage goes; a diverted card is readied, and told so, when its side's turn starts."""
    table = position(BOARD.replace("priest", "priest-:1").replace("archer", "archer-"))

    effects = play(table, (0, EndTurn()))

    assert effects == [TurnEnded(0, 1), TurnStarted(1, 2), Drew(1, 1, ("archer",)), Readied(1, ("f1",))]
    assert drawn(table) == board(BOARD.replace("archer", "archer-"))
    assert asked_now(table) == [MainPrompt(1)]


def test_six_cards_in_hand_force_a_settlement() -> None:
    """6.3.1, R1"""
    table = position(BOARD, hands=["archer archer guardian king-1 priest wizard"])

    assert play(table, (0, EndTurn())) == []

    assert asked_now(table) == [ForcedSettlementPrompt(0)]
    assert table.state.phase == "end"
    assert legal_actions(table, 0) == [Settle("archer"), Settle("guardian"), Settle("priest"), Settle("wizard")]


def test_forced_settlement_ends_the_turn() -> None:
    """6.3.1, 15.6"""
    table = position(BOARD, hands=["archer archer guardian king-1 priest wizard"])

    effects = play(table, (0, EndTurn()), (0, Settle("priest")))

    assert effects == [Settled(0, "priest"), TurnEnded(0, 1), TurnStarted(1, 2), Drew(1, 1, ("archer",))]
    assert table.state.realms[0].kingdom == ["priest"]
    assert not table.state.settled
    assert asked_now(table) == [MainPrompt(1)]


def test_five_cards_force_nothing() -> None:
    table = position(BOARD, hands=["archer archer guardian king-1 priest"])

    play(table, (0, EndTurn()))

    assert asked_now(table) == [MainPrompt(1)]


def test_who_has_settled_is_not_forced_to() -> None:
    """6.3.1"""
    table = position(BOARD, hands=["archer archer archer guardian king-1 priest wizard"])

    play(table, (0, Settle("archer")), (0, EndTurn()))

    assert asked_now(table) == [MainPrompt(1)]


def test_settlement_is_forced_after_a_march_too() -> None:
    """R1 Whether or not the player attacked or marched."""
    table = position(BOARD, hands=["archer archer guardian king-1 priest warrior wizard"])

    effects = play(table, (0, March("hand", "archer", "f2")))
    play(table, (0, EndTurn()))

    assert effects == [Deployed(0, 0, "hand", "archer", "f2", True)]
    assert asked_now(table) == [ForcedSettlementPrompt(0)]


def test_second_turn_of_a_seat_begins_with_fresh_flags() -> None:
    table = position(BOARD, queues=["guardian", "anubis"])
    table.chance = QuickChance(3)

    play(table, (0, March("queue", "guardian", "f1")), (0, EndTurn()), (1, EndTurn()))

    assert legal(table, Attack) == [Attack("f1", "f1")]
    assert asked_now(table) == [MainPrompt(0)]
