"""The evaluation of Battle Line: values and replies."""

import pytest

from matches.bots.roster import house_bot
from matches.bots.seated import SeatedBot
from rules.battle_line.actions import Claim, Play, ScoutReturn
from rules.battle_line.evaluation import EVALUATION, flag_chances
from rules.engine import Pass, QuickChance, legal_actions, seats_to_act
from tests.rules.battle_line.positions import NO_DECKS, RULES, do, drawn, legal
from tests.rules.battle_line.setups import SETUPS
from tests.rules.laws import random_game
from tests.rules.setups import Setup

BASIC = {"tactics": False}


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_the_value_of_a_position_does_not_depend_on_what_the_seat_cannot_know(setup: Setup) -> None:
    """Nor for a seat that is not to move. The value is bounded, and what is good for one seat is bad for the other."""
    for number, table in zip(range(70), random_game(setup, 4), strict=False):
        if table.outcome is not None:
            break
        for seat in (0, 1):
            before = EVALUATION.value(table, seat)
            world = table.clone(QuickChance(number))
            RULES.redeal(world, seat, QuickChance(number))
            assert -1 < before < 1
            assert EVALUATION.value(world, seat) == before


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_a_reply_is_one_of_the_choices(setup: Setup) -> None:
    for table in random_game(setup, 4):
        for seat in seats_to_act(table):
            choices = legal_actions(table, seat)
            assert EVALUATION.reply(table, seat, choices) in choices


def test_a_flag_is_worth_the_chance_to_win_it() -> None:
    table = drawn(
        {0: ("red-8 red-9 red-10", ""), 1: ("", "blue-8 blue-9 blue-10"), 2: ("green-1 orange-5", "yellow-1 yellow-2")},
        ("orange-6 blue-3", ""),
        owners={3: 0, 4: 1},
        options=BASIC,
    )

    chances = flag_chances(table, 0)

    assert (chances[0], chances[1], chances[3], chances[4]) == (0.985, pytest.approx(0.015), 1.0, 0.0)
    assert 0 < chances[2] < 0.5
    assert 0 < chances[5] == chances[6] < 1


def test_a_flag_is_worth_little_until_both_sides_have_shown_something() -> None:
    strong, weak = "red-8 red-9", "green-1 orange-5"
    table = drawn({0: (strong, ""), 1: (strong, "blue-4"), 2: (strong, weak), 3: ("", "")}, options=BASIC)

    alone, answered, certain, untouched = flag_chances(table, 0)[:4]

    assert untouched == 0.5 < alone < answered < certain


def test_it_is_worth_more_to_be_the_next_to_play() -> None:
    """With all else equal. Otherwise a search would consider every other move a mistake."""
    flags = {4: ("red-1 blue-6", "green-1 orange-6")}

    to_play = drawn(flags, seat=0, options=BASIC)
    to_wait = drawn(flags, seat=1, options=BASIC)

    assert EVALUATION.value(to_play, 0) > EVALUATION.value(to_wait, 0)


def test_what_may_be_claimed_is_claimed() -> None:
    table = drawn({4: ("red-8 red-9 red-10", "")}, phase="claim", options=BASIC)

    assert EVALUATION.reply(table, 0, legal(table)) == Claim(4)


@pytest.mark.parametrize("bot", ["greedy", "ismcts-100"])
def test_a_bot_that_plays_its_best_claims_a_flag_rather_than_ending_its_claims(bot: str) -> None:
    table = drawn(
        {4: ("red-8 red-9 red-10", ""), 6: ("red-1", "blue-1")}, ("green-2", ""), phase="claim", options=BASIC
    )

    for seed in range(10):
        assert SeatedBot(house_bot(bot), RULES, table.options, 0, NO_DECKS[0], seed).choose(table, 0) == Claim(4)


def test_a_tactics_card_takes_the_place_of_a_troop() -> None:
    flags = {4: ("red-1", "blue-1")}

    with_troops = drawn(flags, ("green-2 green-3", ""))
    with_one = drawn(flags, ("green-2 scout", ""))
    with_two = drawn(flags, ("deserter scout", ""))

    values = [EVALUATION.value(table, 0) for table in (with_troops, with_one, with_two)]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == 3


def test_a_card_goes_where_it_completes_the_best_formation() -> None:
    table = drawn(
        {4: ("red-8 red-9", ""), 6: ("blue-10 green-3", "")},
        ("red-10", ""),
        owners={0: 0, 1: 1, 2: 0, 3: 1, 5: 1, 7: 0, 8: 1},
        options=BASIC,
    )

    assert EVALUATION.reply(table, 0, legal(table)) == Play("red-10", 4)


def test_whoever_can_place_nothing_passes_rather_than_wasting_guile() -> None:
    table = drawn({4: ("red-1", "blue-1")}, ("deserter", ""))

    assert EVALUATION.reply(table, 0, legal(table)) == Pass()


def test_the_scout_puts_low_troops_back() -> None:
    table = drawn({}, ("scout red-4 fog red-9", ""), troop_deck="blue-2 blue-7 blue-8", tactics_deck="")
    do(table, Play("scout"))

    assert EVALUATION.reply(table, 0, legal(table)) == ScoutReturn("blue-2")


def test_a_position_is_quiet_when_the_next_card_is_to_be_played() -> None:
    table = drawn({4: ("red-8 red-9 red-10", "")}, ("blue-1", "blue-2"), options=BASIC, troop_deck="")

    assert EVALUATION.is_quiet(table)
    do(table, Play("blue-1", 0))

    assert not EVALUATION.is_quiet(table)
