"""7 Claiming a flag."""

import pytest

from rules.battle_line.actions import Claim, EndClaims, Play
from rules.battle_line.claims import claimable
from rules.battle_line.effects import CardPlayed, FlagClaimed, FormationCompleted
from rules.battle_line.state import ClaimRecord
from rules.engine import Table, TurnStarted
from tests.rules.battle_line.positions import CARDS, assert_asked_to_play, do, drawn, legal

BASIC = {"tactics": False}


def claims(side: str, opposite: str, *, first: int = 0, weather: str = "", seen: str = "", hand: str = "") -> list[int]:
    """Whether seat 0 may claim flag 4 with these sides: [4] or []."""
    table = drawn(
        {4: (side, opposite)}, (hand, ""), phase="claim", first={4: first}, weather={4: weather}, removed=seen
    )
    return claimable(table, 0)


def all_but(*cards: str) -> str:
    return " ".join(card for card in CARDS.troops if card not in cards)


# By comparison (7.2)


def test_the_higher_value_may_claim() -> None:
    assert claims("red-1 red-2 red-3", "blue-10 green-10 orange-10") == [4]
    assert claims("blue-10 green-10 orange-10", "red-1 red-2 red-3") == []
    assert claims("green-10 green-7 green-3", "blue-9 blue-8 blue-1") == [4]


def test_of_equal_values_the_first_complete_may_claim() -> None:
    assert claims("red-1 red-9 red-5", "blue-9 blue-5 blue-1", first=0) == [4]
    assert claims("red-1 red-9 red-5", "blue-9 blue-5 blue-1", first=1) == []


def test_one_point_more_beats_the_first_complete() -> None:
    assert claims("red-2 red-9 red-5", "blue-9 blue-5 blue-1", first=1) == [4]


def test_a_host_may_claim() -> None:
    """R28"""
    assert claims("red-10 blue-9 green-1", "red-9 green-9 blue-1") == [4]


# By proof (7.2, 7.4)


def test_an_incomplete_side_cannot_claim() -> None:
    """R33 Not even if the opponent could never reach what lies there already."""
    assert claims("red-10 red-9", "blue-1 green-5", seen=all_but("red-10", "red-9", "blue-1", "green-5", "red-8")) == []


def test_a_card_that_could_still_come_refutes_a_proof() -> None:
    assert claims("blue-2 blue-3 blue-4", "red-8 red-9") == []
    assert claims("blue-2 blue-3 blue-4", "red-8 red-9", seen="red-10") == []  # red-7
    assert claims("blue-2 blue-3 blue-4", "red-8 red-9", seen="red-10 red-7") == [4]


def test_equality_suffices_in_a_proof() -> None:
    """7.4"""
    assert claims("blue-8 blue-9 blue-10", "red-8 red-9") == [4]
    assert claims("blue-7 blue-8 blue-9", "red-8 red-9") == []
    assert claims("blue-7 blue-8 blue-9", "red-8 red-9", seen="red-10") == [4]


def test_the_best_wedge_is_proven_against_an_empty_side() -> None:
    assert claims("red-8 red-9 red-10", "") == [4]
    assert claims("red-7 red-8 red-9", "") == []


def test_what_the_claimant_holds_is_no_evidence() -> None:
    """7.3, R5 Not even a card in the seat's own hand."""
    nines = "green-9 orange-9 purple-9 yellow-9"

    assert claims("red-2 red-5 red-8", "blue-9 red-9", seen=nines) == [4]
    assert claims("red-2 red-5 red-8", "blue-9 red-9", seen="green-9 orange-9 purple-9", hand="yellow-9") == []


def test_a_tactics_card_that_might_come_is_not_considered() -> None:
    """R5 Every red and every 9 that could still help is seen; a leader would make the wedge all the same."""
    seen = "red-10 red-8 red-7 green-9 orange-9 purple-9 yellow-9 blue-9"

    assert claims("blue-1 green-1 orange-1", "red-9 red-6", seen=seen) == [4]


def test_morale_cards_that_lie_there_do_count() -> None:
    """7.3"""
    assert claims("blue-8 blue-9 blue-10", "alexander red-9") == [4]
    assert claims("blue-7 blue-8 blue-9", "alexander red-9") == []
    assert claims("blue-7 blue-8 blue-9", "alexander red-9", seen="red-10 red-8") == [4]
    assert claims("blue-7 blue-8 blue-9", "companion-cavalry red-9", seen="red-10") == [4]


def test_fewer_unseen_troops_than_the_opponent_lacks_prove_a_claim() -> None:
    """7.2, R9"""
    side, opposite = "red-1 blue-2 red-4", "green-10"

    assert claims(side, opposite, seen=all_but(*side.split(), opposite, "green-9")) == [4]
    assert claims(side, opposite, seen=all_but(*side.split(), opposite, "green-9", "green-8")) == []


@pytest.mark.parametrize(("yellow_ten", "expected"), [("", []), ("yellow-10 blue-10 green-10", [4])])
def test_under_fog_a_proof_is_about_sums(yellow_ten: str, expected: list[int]) -> None:
    """R34 21 and an unseen 10 make 31; without it 30 is enough."""
    tens = f"red-10 orange-10 purple-10 {yellow_ten}"

    assert claims("red-9 blue-9 red-6 red-5", "green-9 orange-9", weather="fog mud", seen="") == []
    assert claims("red-9 blue-8 red-6 red-7", "green-7 orange-8 blue-6", weather="fog mud", seen=tens) == expected


def test_under_mud_a_proof_is_about_four_cards() -> None:
    assert claims("red-5 red-6 red-7 red-8", "blue-10 blue-9 blue-8", weather="mud") == []
    assert claims("red-5 red-6 red-7 red-8", "blue-10 blue-9 blue-8", weather="mud", seen="blue-7") == [4]
    assert claims("red-5 red-6 red-7", "blue-1 green-3", weather="mud", seen="blue-7") == []


# The claim (7.6, 8.3)


def position() -> Table:
    flags = {
        1: ("red-8 red-9 red-10", ""),
        4: ("blue-8 blue-9", "green-2"),
        7: ("green-10 yellow-10 orange-10", "red-1"),
    }
    return drawn(flags, ("blue-10 blue-1", ""), options=BASIC, troop_deck="")


def test_claims_are_taken_one_after_another() -> None:
    """7.1, 8.3"""
    table = position()

    do(table, Play("blue-10", 4))
    assert legal(table) == [Claim(1), Claim(4), EndClaims()]
    effects = do(table, Claim(4))
    assert effects == [FlagClaimed(0, 4, "proof", "wedge", 27, {})]
    assert legal(table) == [Claim(1), EndClaims()]
    effects = do(table, Claim(1))

    assert effects == [FlagClaimed(0, 1, "proof", "wedge", 27, {}), TurnStarted(1, 21)]
    assert [flag.owner for flag in table.state.flags] == [None, 0, None, None, 0, None, None, None, None]
    assert_asked_to_play(table, 1)


def test_a_card_just_placed_at_another_flag_is_evidence() -> None:
    """7.3, E3 The last card that could beat the phalanx of tens is the own wedge's."""
    table = drawn(
        {1: ("green-10 yellow-10 orange-10", "blue-9 blue-8"), 4: ("blue-6", "green-2")},
        ("blue-10 blue-7", ""),
        options=BASIC,
        troop_deck="",
    )

    do(table, Play("blue-7", 4))
    assert_asked_to_play(table, 1)  # blue-10 is unseen in seat 0's own hand
    again = drawn(
        {1: ("green-10 yellow-10 orange-10", "blue-9 blue-8"), 4: ("blue-7", "green-2")},
        ("blue-10 blue-6", ""),
        options=BASIC,
        troop_deck="",
    )
    do(again, Play("blue-10", 4))
    assert legal(again) == [Claim(1), EndClaims()]


def test_claiming_is_voluntary() -> None:
    """R4 A flag not claimed now may be claimed in a later turn."""
    table = position()

    effects = do(table, Play("blue-10", 4), EndClaims())

    assert effects[:2] == [CardPlayed(0, "blue-10", 4), FormationCompleted(0, 4)]
    assert [flag.owner for flag in table.state.flags] == [None] * 9
    assert_asked_to_play(table, 1)


def test_a_claim_by_comparison_says_so_and_records_the_stand_ins() -> None:
    """7.6, 6.5"""
    table = drawn(
        {4: ("red-8 alexander", "blue-1 blue-2 blue-3")}, ("red-9", ""), leader_played=(True, False), troop_deck=""
    )

    do(table, Play("red-9", 4))
    effects = do(table, Claim(4))

    assert effects[0] == FlagClaimed(0, 4, "comparison", "wedge", 27, {"alexander": "red-10"})
    flag = table.state.flags[4]
    assert (flag.owner, flag.first_complete) == (0, 1)
    assert flag.claim == ClaimRecord("comparison", "wedge", 27, {"alexander": "red-10"})
