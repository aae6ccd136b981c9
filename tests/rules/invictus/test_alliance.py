"""RULES.md 2.10, 2.11, 5.4, 5.5, 11.6: the alliance (連合軍), four seats on two sides."""

import pytest

from rules.engine import Drew, MatchEnded, Pass, ScriptedChance, TurnStarted, act, legal_actions, prompts, view
from rules.invictus.actions import (
    Attack,
    ChooseHand,
    ChooseOrder,
    Deploy,
    Divert,
    EndTurn,
    Enqueue,
    March,
    Resolve,
    Settle,
    UseSupport,
)
from rules.invictus.effects import (
    Attacked,
    Captured,
    Deployed,
    DiversionStarted,
    OrderSet,
    RevealedHand,
    TurnEnded,
    Withdrew,
)
from rules.invictus.ending import points
from rules.invictus.prompts import (
    BlockPrompt,
    ChooseHandPrompt,
    ChooseOrderPrompt,
    DiversionPrompt,
    MainPrompt,
    NegatePrompt,
    ResolveSupportPrompt,
    SetupBattlefieldPrompt,
    SetupKingdomPrompt,
    SetupQueuePrompt,
)
from rules.invictus.state import InvictusTable
from rules.registry import shipped_ruleset
from tests.rules.invictus.positions import asked_now, board, drawn, legal, play, position
from tests.rules.setups import starter

ALLIANCE = {"alliance": True}
BOARD = """
    . . .
    . wizard anubis
    archer wizard .
    . . .
"""


def started(first_side: int) -> InvictusTable:
    """All hands are chosen and side `first_side` is first. Every seat has two archers and a leader in hand."""
    decks = [starter("invictus", "kingdom-short")] * 4
    table = shipped_ruleset("invictus").start(ALLIANCE, decks, ScriptedChance([]))
    assert prompts(table) == [ChooseHandPrompt(seat, 2) for seat in range(4)]
    rest = sorted(table.state.realms[0].deck)[2:]
    table.chance = ScriptedChance([rest, rest, rest, rest, first_side])
    for seat in (2, 0, 3, 1):
        act(table, seat, ChooseHand(("archer", "archer")))
    return table


def test_each_side_names_who_goes_first_the_second_knowing_the_first() -> None:
    """5.4, R5, 13.1, 14.1 The lowest seat decides; the first choice records nothing."""
    table = started(first_side=1)
    assert prompts(table) == [ChooseOrderPrompt(1, None)]
    assert legal_actions(table, 1) == [ChooseOrder(1), ChooseOrder(3)]

    first = act(table, 1, ChooseOrder(3))
    assert prompts(table) == [ChooseOrderPrompt(0, 3)]
    assert legal_actions(table, 0) == [ChooseOrder(0), ChooseOrder(2)]
    second = act(table, 0, ChooseOrder(0))

    assert (first, second) == ([], [OrderSet((3, 0, 1, 2))])
    assert prompts(table) == [SetupBattlefieldPrompt(3)]


@pytest.mark.parametrize(("first_side", "named", "second"), [(0, 0, 1), (0, 2, 1), (1, 1, 0), (1, 3, 0)])
def test_lowest_seat_of_the_other_side_chooses_whomever_the_first_has_named(
    first_side: int, named: int, second: int
) -> None:
    """5.4, R5"""
    table = started(first_side)

    act(table, first_side, ChooseOrder(named))

    assert prompts(table) == [ChooseOrderPrompt(second, named)]
    assert legal_actions(table, second) == [ChooseOrder(second), ChooseOrder(second + 2)]


def test_order_and_facing_are_unknown_until_both_have_chosen() -> None:
    """2.10, 15.2"""
    table = started(first_side=1)
    act(table, 1, ChooseOrder(3))
    before = view(table, "public", 0).game

    act(table, 0, ChooseOrder(0))

    after = view(table, "public", 0).game
    assert (before.first_side, before.order, [seat.facing for seat in before.seats]) == (1, None, [None] * 4)
    assert (after.first_side, after.order, [seat.facing for seat in after.seats]) == (1, (3, 0, 1, 2), [3, 2, 1, 0])
    assert [seat.kp for seat in before.seats] == [0] * 4


def test_a_and_b_open_the_battlefields_c_and_d_the_queues_and_all_a_kingdom() -> None:
    """5.5, 5.6"""
    table = started(first_side=0)
    act(table, 0, ChooseOrder(2))
    act(table, 1, ChooseOrder(1))
    asked = []
    for seat, action in (
        (2, Deploy("king-1", "f0")),
        (1, Deploy("archer", "f2")),
        (0, Enqueue("archer")),
        (3, Enqueue("archer")),
        (2, Settle("archer")),
        (1, Settle("archer")),
        (0, Settle("archer")),
    ):
        asked += prompts(table)
        act(table, seat, action)
    asked += prompts(table)
    effects = act(table, 3, Settle("archer"))

    assert asked == [
        SetupBattlefieldPrompt(2),
        SetupBattlefieldPrompt(1),
        SetupQueuePrompt(0),
        SetupQueuePrompt(3),
        SetupKingdomPrompt(2),
        SetupKingdomPrompt(1),
        SetupKingdomPrompt(0),
        SetupKingdomPrompt(3),
    ]
    assert isinstance(effects[-1], Drew) and effects[-1].seat == 2
    assert [len(realm.hand) for realm in table.state.realms] == [1, 1, 2, 1]
    assert prompts(table) == [MainPrompt(2)]


def test_turns_go_a_b_c_d_and_the_next_in_order_reacts() -> None:
    """2.11"""
    table = position(BOARD, options=ALLIANCE, order=(2, 1, 0, 3), active=2)
    seen = [(table.state.active, table.state.reaction)]
    for seat in (2, 1, 0, 3):
        play(table, (seat, EndTurn()))
        seen.append((table.state.active, table.state.reaction))

    assert seen == [(2, 1), (1, 0), (0, 3), (3, 2), (2, 1)]
    assert table.state.turn == 5


def test_active_seat_uses_its_sides_battlefield_queue_and_graveyard() -> None:
    """11.6"""
    table = position(
        BOARD, hands=["priest", "", "anubis"], queues=["medjay"], graveyards=["slinger"], options=ALLIANCE, active=2
    )

    marches = legal(table, March)
    assert {march.card for march in marches} == {"medjay"}
    assert legal(table, Attack) == [Attack("f0", "f2"), Attack("f1", "f1")]
    assert legal(table, Settle) == [Settle("anubis")]
    play(table, (2, UseSupport("anubis", "anubis")))

    assert table.state.sides[0].queue == ["medjay", "anubis"]
    assert legal_actions(table, 2)[0] == Resolve(card="slinger", cell="f2")
    assert asked_now(table) == [ResolveSupportPrompt(2, "anubis")]


def test_only_the_reaction_seat_may_answer() -> None:
    """11.6, R2 Seat 3 holds a block, but seat 1 is next after seat 0."""
    nobody = position(BOARD, hands=["", "", "", "guardian"], options=ALLIANCE)
    somebody = position(BOARD, hands=["", "archer", "", "guardian"], options=ALLIANCE)

    play(nobody, (0, Attack("f1", "f1")))
    play(somebody, (0, Attack("f1", "f1")))

    assert asked_now(nobody) == [MainPrompt(0)]
    assert asked_now(somebody) == [BlockPrompt(1)]
    assert legal_actions(somebody, 1) == [Pass()]
    assert legal_actions(somebody, 3) == []


def test_only_the_active_seat_may_answer_the_reaction_seat() -> None:
    """8.7, 11.6 Seat 2 holds a wizard, but seat 0 is active."""
    table = position(BOARD, hands=["archer", "guardian", "wizard"], options=ALLIANCE)

    play(table, (0, Attack("f1", "f1")), (1, UseSupport("guardian", "guardian")))

    assert asked_now(table) == [NegatePrompt(0)]
    assert legal_actions(table, 0) == [Pass()]


def test_active_seat_answers_the_reaction_seat_though_another_one_faces_it() -> None:
    """8.7, 11.6 Seat 2 reacts in the turn of seat 1; it faces seat 3, who holds a wizard."""
    table = position(BOARD, hands=["", "archer", "guardian", "wizard"], options=ALLIANCE, active=1)
    assert table.state.facing[2] == 3

    play(table, (1, Attack("f1", "f1")), (2, UseSupport("guardian", "guardian")))

    assert asked_now(table) == [NegatePrompt(1)]
    assert legal_actions(table, 1) == [Pass()]


def test_captured_card_goes_to_the_active_seats_kingdom() -> None:
    """11.6"""
    table = position(BOARD, options=ALLIANCE, active=2)

    effects = play(table, (2, Attack("f1", "f1")))

    assert effects == [Attacked(2, "f1", "f1", 1), Captured(1, "f1", "wizard", 2)]
    assert [realm.kingdom for realm in table.state.realms] == [[], [], ["wizard"], []]
    assert asked_now(table) == [MainPrompt(2)]


def test_medjay_returns_a_partners_card_to_the_reaction_seats_hand() -> None:
    """8.6, 11.6"""
    table = position(BOARD.replace("wizard anubis", "pharaoh-1 anubis"), hands=["", "medjay"], options=ALLIANCE)

    effects = play(table, (0, Attack("f1", "f1")), (1, UseSupport("medjay", "medjay")))

    assert effects[-1] == Withdrew(1, "f1", "pharaoh-1", "hand", 1)
    assert table.state.realms[1].hand == ["pharaoh-1"]
    assert asked_now(table) == [MainPrompt(0)]


def test_medjay_of_a_sides_higher_seat_returns_the_card_to_its_own_hand() -> None:
    """8.6, 11.6 Seat 2 reacts in the turn of seat 1: the card is not its partner's."""
    table = position(BOARD, hands=["priest", "", "medjay"], options=ALLIANCE, active=1)

    effects = play(table, (1, Attack("f1", "f1")), (2, UseSupport("medjay", "medjay")))

    assert effects[-1] == Withdrew(0, "f1", "wizard", "hand", 2)
    assert [realm.hand for realm in table.state.realms] == [["priest"], [], ["wizard"], []]
    assert asked_now(table) == [MainPrompt(1)]


def test_spy_looks_into_the_reaction_seats_hand() -> None:
    """R2 Not the facing seat's: seat 1 faces 0, but 2 is next after it."""
    table = position(
        BOARD.replace("wizard anubis", "ninja anubis"),
        hands=["archer", "ninja", "priest", "wizard"],
        options=ALLIANCE,
        active=1,
    )

    effects = play(table, (1, UseSupport("ninja", "ninja_spy")), (2, Pass()))

    assert effects == [RevealedHand(2, ("priest",))]
    assert table.state.facing[1] == 0
    assert asked_now(table) == [ResolveSupportPrompt(1, "ninja_spy", ("priest",))]


def test_spy_needs_a_hand_of_the_reaction_seat_whatever_the_facing_seat_holds() -> None:
    """8.4, R2"""
    somebody = position(BOARD, hands=["", "ninja", "priest", ""], options=ALLIANCE, active=1)
    nobody = position(BOARD, hands=["priest", "ninja", "", ""], options=ALLIANCE, active=1)

    assert legal(somebody, UseSupport) == [UseSupport("ninja", "ninja_spy")]
    assert legal(nobody, UseSupport) == []


def test_points_are_those_of_facing_seats_and_one_seat_with_four_wins_for_its_team() -> None:
    """9.2, 11.6 A and B, C and D: here 0 and 1, 2 and 3."""
    table = position(
        BOARD,
        hands=["", "", "wizard"],
        kingdoms=["", "warrior archer priest wizard", "warrior archer priest", "guardian"],
        options=ALLIANCE,
        active=2,
    )
    assert points(table) == [0, 4, 3, 1]
    assert [seat.kp for seat in view(table, "public", 0).game.seats] == [0, 4, 3, 1]

    effects = play(table, (2, Settle("wizard")))

    scores = {"kp": [4, 5], "kingdom": [4, 5], "graveyard": [0, 0]}
    assert effects[-1] == MatchEnded((0, 2), "founding", scores)
    assert prompts(table) == []


def test_partners_cannot_add_up_their_points() -> None:
    table = position(BOARD, hands=["wizard"], kingdoms=["warrior archer", "", "priest guardian", ""], options=ALLIANCE)

    play(table, (0, Settle("wizard")))

    assert points(table) == [3, 0, 2, 0]
    assert asked_now(table) == [MainPrompt(0)]


def test_diversion_uses_the_facing_kingdom_and_then_the_queue_never_the_partners() -> None:
    """10.2, R24"""
    table = position(
        BOARD.replace("anubis", "."),
        queues=["", "medjay slinger"],
        kingdoms=["", "priest", "", "guardian guardian"],
        options=ALLIANCE,
    )

    effects = play(table, (0, Attack("f1", "f1")))
    first = legal_actions(table, 0)
    play(table, (0, Divert("kingdom", "priest", "f0")))
    second = legal_actions(table, 0)
    last = play(table, (0, Divert("queue", "medjay", "f1")))

    assert effects[-1] == DiversionStarted(0)
    assert first == [Divert("kingdom", "priest", cell) for cell in ("f0", "f1", "f2")]
    assert second == [Divert("queue", "medjay", cell) for cell in ("f1", "f2")]
    assert last == [Deployed(0, 1, "queue", "medjay", "f1", False)]
    assert table.state.realms[3].kingdom == ["guardian", "guardian"]
    assert asked_now(table) == [MainPrompt(0)]


def test_partners_kingdom_does_not_save_a_side_from_ruin() -> None:
    """R24"""
    table = position(
        BOARD.replace("anubis", "."),
        queues=["", "medjay"],
        kingdoms=["", "", "", "guardian guardian"],
        options=ALLIANCE,
    )

    effects = play(table, (0, Attack("f1", "f1")))

    assert effects[-1] == MatchEnded((0, 2), "ruin", {"kp": [1, 1], "kingdom": [1, 2], "graveyard": [0, 0]})
    assert prompts(table) == []


def test_diversion_of_a_seat_that_comes_later_uses_its_own_facing_seat() -> None:
    table = position(
        BOARD.replace("anubis", "."), kingdoms=["", "priest priest", "", "guardian wizard"], options=ALLIANCE, active=2
    )

    play(table, (2, Attack("f1", "f1")))

    assert asked_now(table) == [DiversionPrompt(2, 2)]
    assert {action.card for action in legal_actions(table, 2)} == {"guardian", "wizard"}


def test_diversion_can_give_a_later_seat_its_fourth_point() -> None:
    """R18, 10.4, 11.6 Seat 2 counts against seat 3, and wins for its team."""
    table = position(
        BOARD.replace("anubis", "."),
        kingdoms=["", "", "warrior archer guardian", "guardian priest"],
        options=ALLIANCE,
        active=2,
    )
    play(table, (2, Attack("f1", "f1")))

    effects = play(table, (2, Divert("kingdom", "guardian", "f0")))

    assert effects == [
        Deployed(2, 1, "kingdom", "guardian", "f0", False),
        MatchEnded((0, 2), "founding", {"kp": [4, 1], "kingdom": [4, 1], "graveyard": [0, 0]}),
    ]
    assert prompts(table) == []


def test_one_lost_leader_decides_for_the_team() -> None:
    """9.1, 11.6 The leader of seat 3 falls to seat 0."""
    table = position(
        """
        . . .
        . pharaoh-4-:1 anubis
        king-4 . .
        . . .
        """,
        options=ALLIANCE,
    )

    effects = play(table, (0, Attack("f0", "f1")))

    assert effects[-1] == MatchEnded((0, 2), "banishment", {"kp": [0, 0], "kingdom": [0, 0], "graveyard": [0, 1]})
    assert prompts(table) == []


def test_armistice_adds_up_the_team() -> None:
    """9.4 Only A's empty deck ends the game."""
    table = position(
        BOARD,
        kingdoms=["warrior", "archer archer", "priest", "wizard"],
        decks=["", "archer", "archer", "archer"],
        options=ALLIANCE,
        active=3,
    )

    effects = play(table, (3, EndTurn()))

    assert effects[-1] == MatchEnded((1, 3), "armistice", {"kp": [2, 2], "kingdom": [2, 3], "graveyard": [0, 0]})
    assert prompts(table) == []


def test_empty_deck_of_the_first_seats_partner_ends_nothing() -> None:
    """6.1.1, R20 Seat 2 is of A's side, but not A: it draws nothing."""
    table = position(BOARD, decks=["archer", "archer", "", "archer"], options=ALLIANCE, active=1)

    effects = play(table, (1, EndTurn()))

    assert effects == [TurnEnded(1, 2), TurnStarted(2, 3)]
    assert asked_now(table) == [MainPrompt(2)]


def test_partners_do_not_see_each_others_hands() -> None:
    """R13, 15.4"""
    table = position(BOARD, hands=["archer", "priest", "wizard", "ninja"], options=ALLIANCE)

    seen = {viewer: [seat.hand.cards for seat in view(table, viewer, 0).game.seats] for viewer in (0, 2, "public")}

    assert seen == {
        0: [("archer",), None, None, None],
        2: [None, None, ("wizard",), None],
        "public": [None] * 4,
    }


def test_damage_of_the_turn_stays_on_the_common_battlefield_until_its_end() -> None:
    """6.3.2, 2.5"""
    table = position(BOARD.replace("wizard anubis", "medjay anubis"), options=ALLIANCE)

    play(table, (0, Attack("f1", "f1")))
    during = drawn(table)
    play(table, (0, EndTurn()))

    assert during == board(BOARD.replace("wizard anubis", "medjay:1 anubis").replace("archer wizard", "archer wizard-"))
    assert drawn(table) == board(
        BOARD.replace("wizard anubis", "medjay anubis").replace("archer wizard", "archer wizard-")
    )
    assert asked_now(table) == [MainPrompt(1)]
