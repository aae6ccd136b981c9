"""8 The turn."""

from typing import Any

import pytest

from rules.battle_line.actions import Claim, Draw, EndClaims, Play
from rules.battle_line.effects import CardPlayed, ClaimsEnded, Drew, FlagClaimed, FormationCompleted, Passed
from rules.battle_line.prompts import ClaimPrompt, DrawPrompt, PlayPrompt
from rules.engine import NotAsked, Pass, TurnStarted, act, legal_actions, prompts
from tests.rules.battle_line.positions import assert_asked_to_play, do, drawn, legal

BASIC = {"tactics": False}
ADVANCED = {"tactics": False, "claim_timing": "start_of_turn"}
WEDGE = "red-8 red-9 red-10"
SEVEN = "blue-1 blue-2 blue-3 blue-4 blue-5 blue-6 blue-7"
FULL_SIDES = {flag: ("", f"{color}-1 {color}-3 {color}-5") for flag, color in enumerate(["red", "orange", "yellow"])}


# The play phase (8.2)


def test_the_hand_is_offered_card_by_card_flags_ascending() -> None:
    table = drawn({1: ("red-1 red-2 red-3", "")}, ("blue-2 blue-10", ""), owners={3: 1}, options=BASIC)

    assert prompts(table) == [PlayPrompt(0)]
    assert legal(table) == [Play(card, flag) for card in ("blue-10", "blue-2") for flag in (0, 2, 4, 5, 6, 7, 8)]
    assert legal_actions(table, 1) == []


def test_nobody_acts_in_the_others_turn() -> None:
    """8.7"""
    table = drawn({}, ("blue-1", "blue-2"), options=BASIC)

    with pytest.raises(NotAsked):
        act(table, 1, Play("blue-2", 0))


def test_whoever_can_place_a_troop_card_must_play_a_card() -> None:
    """8.2, R11"""
    table = drawn({}, ("blue-1 fog", ""))

    assert legal(table) == [Play(card, flag) for card in ("blue-1", "fog") for flag in range(9)]


def test_whoever_holds_no_troop_card_may_pass() -> None:
    """8.2, R11 A playable tactics card does not take away the right to pass."""
    table = drawn({}, ("fog", ""))

    assert legal(table) == [*(Play("fog", flag) for flag in range(9)), Pass()]


def test_whoever_has_no_open_slot_may_pass() -> None:
    """8.2, R11 Also with troop cards in hand; weather can be played all the same."""
    full = {flag: (f"red-{flag + 1} blue-{flag + 1} green-{flag + 1}", "") for flag in range(9)}

    blocked = drawn(full, ("yellow-1 mud", ""), owners=dict.fromkeys(range(7), 1))
    open_one = drawn({**full, 8: ("red-9", "")}, ("yellow-1 mud", ""), owners=dict.fromkeys(range(7), 1))

    assert legal(blocked) == [Play("mud", 7), Play("mud", 8), Pass()]
    assert legal(open_one) == [Play("mud", 7), Play("mud", 8), Play("yellow-1", 8)]


def test_whoever_can_play_nothing_must_pass() -> None:
    """R11"""
    table = drawn({}, ("alexander fog", "blue-1"), tactics_played=(1, 0), troop_deck="", tactics_deck="")

    assert legal(table) == [Pass()]
    assert do(table, Pass()) == [Passed(0), TurnStarted(1, 21)]
    assert_asked_to_play(table, 1)


# The phases and their order (8.1)


def test_the_turn_is_play_claim_draw() -> None:
    """8.1, R2"""
    table = drawn({4: ("red-8 red-9", "")}, ("red-10 blue-1", "blue-2"), troop_deck="green-1", tactics_deck="fog mud")

    effects = do(table, Play("red-10", 4))
    assert effects == [CardPlayed(0, "red-10", 4), FormationCompleted(0, 4)]
    assert prompts(table) == [ClaimPrompt(0, (4,))]
    effects = do(table, Claim(4))
    assert effects == [FlagClaimed(0, 4, "proof", "wedge", 27, {})]
    assert prompts(table) == [DrawPrompt(0)]
    effects = do(table, Draw("tactics"))

    assert effects == [Drew(0, "tactics", 1, ("fog",)), TurnStarted(1, 21)]
    assert table.state.hands[0] == ["blue-1", "fog"]
    assert_asked_to_play(table, 1)


def test_the_advanced_turn_is_claim_play_draw() -> None:
    """8.1, R3, 13.2 What is completed now can be claimed at the start of the next turn, and at no other time."""
    table = drawn({4: ("red-8 red-9", "")}, ("red-10 blue-1", "blue-2 blue-3"), options=ADVANCED, troop_deck="green-1")

    effects = do(table, Play("red-10", 4))
    assert effects == [
        CardPlayed(0, "red-10", 4),
        FormationCompleted(0, 4),
        Drew(0, "troop", 1, ("green-1",)),
        TurnStarted(1, 21),
    ]
    assert_asked_to_play(table, 1)
    do(table, Play("blue-2", 0))

    assert prompts(table) == [ClaimPrompt(0, (4,))]
    assert do(table, Claim(4)) == [FlagClaimed(0, 4, "proof", "wedge", 27, {})]
    assert_asked_to_play(table, 0)
    assert do(table, Play("blue-1", 0))[-1] == TurnStarted(1, 23)


def test_both_seats_claim_before_they_play_in_the_advanced_game() -> None:
    """8.1, 13.2 The wedge of seat 1 has survived the turn of seat 0."""
    table = drawn({4: ("", WEDGE)}, ("blue-1", "blue-2"), options=ADVANCED, troop_deck="")

    do(table, Play("blue-1", 0))

    assert prompts(table) == [ClaimPrompt(1, (4,))]
    assert do(table, Claim(4)) == [FlagClaimed(1, 4, "proof", "wedge", 27, {})]
    assert_asked_to_play(table, 1)


def test_ending_the_claims_ends_the_phase() -> None:
    """8.3"""
    table = drawn({4: (WEDGE, ""), 5: ("blue-8 blue-9 blue-10", "")}, phase="claim", options=BASIC, troop_deck="")

    assert legal(table) == [Claim(4), Claim(5), EndClaims()]
    assert do(table, EndClaims()) == [ClaimsEnded(0), TurnStarted(1, 21)]


def test_the_claim_phase_follows_a_pass() -> None:
    """8.3"""
    table = drawn({4: (WEDGE, "")}, options=BASIC)

    assert do(table, Pass()) == [Passed(0)]
    assert prompts(table) == [ClaimPrompt(0, (4,))]


def test_the_claim_phase_is_skipped_when_nothing_may_be_claimed() -> None:
    """8.3"""
    table = drawn({4: ("red-1 red-2", "")}, ("red-3", "blue-1"), options=BASIC, troop_deck="")

    do(table, Play("red-3", 4))

    assert_asked_to_play(table, 1)


# Drawing (8.4, 8.5)


def test_the_deck_is_chosen_when_both_have_cards() -> None:
    """8.5, 3.5 The hand stays sorted."""
    table = drawn({}, ("blue-1 yellow-9", ""), troop_deck="red-1 red-2", tactics_deck="fog mud")

    do(table, Play("blue-1", 0))

    assert prompts(table) == [DrawPrompt(0)]
    assert legal(table) == [Draw("troop"), Draw("tactics")]
    assert do(table, Draw("troop")) == [Drew(0, "troop", 1, ("red-1",)), TurnStarted(1, 21)]
    assert (table.state.troop_deck, table.state.tactics_deck) == (["red-2"], ["fog", "mud"])
    assert table.state.hands[0] == ["red-1", "yellow-9"]


@pytest.mark.parametrize(
    ("decks", "drew"),
    [
        ({"troop_deck": "red-1 red-2", "tactics_deck": ""}, [Drew(0, "troop", 1, ("red-1",))]),
        ({"troop_deck": "", "tactics_deck": "fog mud"}, [Drew(0, "tactics", 1, ("fog",))]),
        ({"troop_deck": "", "tactics_deck": ""}, []),
    ],
)
def test_from_one_deck_the_card_is_drawn_at_once_and_from_none_no_card(decks: dict[str, Any], drew: list[Drew]) -> None:
    """8.4, 8.5, R13, R36"""
    table = drawn({}, ("blue-1 blue-2", "blue-3"), **decks)

    effects = do(table, Play("blue-1", 0))

    assert effects == [CardPlayed(0, "blue-1", 0), *drew, TurnStarted(1, 21)]
    assert_asked_to_play(table, 1)


def test_a_hand_of_seven_draws_nothing_and_one_of_six_does() -> None:
    """8.4, R12"""
    full = drawn({4: (WEDGE, "")}, (SEVEN, ""), phase="claim", options=BASIC)
    short = drawn({4: (WEDGE, "")}, (SEVEN.removesuffix(" blue-7"), ""), phase="claim", options=BASIC)

    assert do(full, EndClaims()) == [ClaimsEnded(0), TurnStarted(1, 21)]
    assert [type(effect) for effect in do(short, EndClaims())] == [ClaimsEnded, Drew, TurnStarted]


def test_a_card_is_drawn_after_a_pass_too() -> None:
    """R12"""
    table = drawn({}, ("fog", ""), tactics_played=(1, 0), troop_deck="red-1", tactics_deck="")

    effects = do(table, Pass())

    assert effects == [Passed(0), Drew(0, "troop", 1, ("red-1",)), TurnStarted(1, 21)]
    assert table.state.idle_turns == 0


# Idle turns (8.6)


def test_a_turn_without_a_card_played_or_drawn_is_idle() -> None:
    """8.6"""
    table = drawn({}, ("fog", "blue-1"), tactics_played=(1, 0), troop_deck="", tactics_deck="")

    do(table, Pass())
    assert table.state.idle_turns == 1
    do(table, Play("blue-1", 0))

    assert table.state.idle_turns == 0
    assert_asked_to_play(table, 0)


def test_claims_do_not_matter_to_an_idle_turn() -> None:
    """8.6"""
    table = drawn({4: (WEDGE, "")}, ("", "blue-1"), options=BASIC, troop_deck="")

    do(table, Pass(), Claim(4))

    assert table.state.idle_turns == 1
    assert_asked_to_play(table, 1)


def test_the_longest_list_of_actions_stays_below_500() -> None:
    """8.8 Six flags half filled by both seats: nine cards to move, and many slots to move them to."""
    numbers = range(1, 10)
    flags = {n - 1: (f"red-{n} blue-{n}", f"green-{n} orange-{n}") for n in numbers}

    table = drawn(flags, ("traitor redeploy deserter fog mud alexander companion-cavalry", ""))

    assert len(legal(table)) == 18 * 9 + 18 * 9 + 18 + 9 + 9 + 9 + 9 + 1 < 500
