"""7.4–7.8 Win check and triggers; 10 the end."""

import pytest

from rules.blackpoker.actions import Attacker, Block, Search
from rules.blackpoker.effects import Damaged, Destroyed, Milled, Triggered
from rules.blackpoker.prompts import MainPrompt
from rules.engine import MatchEnded, Outcome, view
from rules.registry import shipped_ruleset
from tests.rules.blackpoker.endings import ENDINGS
from tests.rules.blackpoker.positions import (
    at,
    both_pass,
    bulwark,
    call,
    card,
    cards,
    do,
    duel,
    prompts,
    side,
    soldier,
    throw_away,
)
from tests.rules.blackpoker.setups import SETUPS
from tests.rules.laws import random_game

LONG = "♣2 ♣3 ♥K ♣4 ♦A ♣5 ★ ♣6 ♣7 ♣8 ♣9"


def test_7_7_cards_go_until_one_comes_that_goes_to_the_hand() -> None:
    table = duel(side("♠10 ♥2"), side("♠2", deck=LONG, soldiers=[soldier("♥A")]))
    do(table, 0, call("down", "♠10"), throw_away("♥2"), at(1))

    effects = both_pass(table)

    assert effects[-2:] == [
        Triggered(1, "generation_change"),
        Milled(1, 2, tuple(cards("♣2 ♣3")), card("♣3"), True, card("♥K")),
    ]
    assert table.state.sides[1].graveyard == cards("♥A ♣2 ♣3")
    assert table.state.sides[1].hand == sorted(cards("♠2 ♥K"))
    assert prompts(table) == [MainPrompt(0)]


def test_e6_one_generation_change_for_each_card_of_an_equipped_soldier() -> None:
    """E6: ♠J and ♠A among its cards: two; the 10 counts for nothing."""
    table = duel(side("♠2 ♥2 ♠3"), side("♠2", deck=LONG, soldiers=[soldier("♠J ♠10 ♠A", bonus=-20)]))
    do(table, 0, call("down", "♠2"), throw_away("♥2"), at(1))

    effects = both_pass(table)

    assert effects[-4:] == [
        Triggered(1, "generation_change"),
        Milled(1, 2, tuple(cards("♣2 ♣3")), card("♣3"), True, card("♥K")),
        Triggered(1, "generation_change"),
        Milled(1, 1, (card("♣4"),), card("♣4"), True, card("♦A")),
    ]
    assert prompts(table) == [MainPrompt(0)]


def test_7_6_bulwarks_trigger_too_and_a_hit_at_once_mills_nothing() -> None:
    table = duel(side("♥2 ♦2"), side("♠2", deck="♥K ♣2", bulwarks=[bulwark("♦Q")]))
    do(table, 0, call("destroy_bulwark", "♥2 ♦2"), at(1))

    effects = both_pass(table)

    assert effects[-1] == Milled(1, 0, (), card("♦Q"), True, card("♥K"))
    assert prompts(table) == [MainPrompt(0)]


def test_7_7_if_none_comes_the_whole_deck_is_gone_and_that_loses() -> None:
    table = duel(side("♥2 ♦2"), side("♠2", deck="♣3 ♣2", bulwarks=[bulwark("♦Q")]))
    do(table, 0, call("destroy_bulwark", "♥2 ♦2"), at(1))

    effects = both_pass(table)

    assert effects[-2:] == [
        Milled(1, 2, tuple(cards("♣3 ♣2")), card("♣2"), False, None),
        MatchEnded((0,), "deck_out", {"life": [10, 0]}),
    ]


def test_7_1_e_the_win_check_comes_before_the_triggers() -> None:
    """The hero dies and its owner's deck is empty: the match is over before Generation Change."""
    table = duel(side("♥2 ♦2"), side("♠2", deck="", bulwarks=[bulwark("♦Q")]))
    do(table, 0, call("destroy_bulwark", "♥2 ♦2"), at(1))

    effects = both_pass(table)

    assert Destroyed(1, 1, "bulwark", (card("♦Q"),)) in effects
    assert not any(isinstance(effect, Triggered) for effect in effects)
    assert effects[-1] == MatchEnded((0,), "deck_out", {"life": [10, 0]})


def test_7_6_each_trigger_is_followed_by_a_win_check() -> None:
    """Two wait for the same seat; the first takes its whole deck, the second is not carried out."""
    table = duel(side("♠2 ♥2 ♠3"), side("♠2", deck="♣3 ♣2", soldiers=[soldier("♠J ♠A", bonus=-10)]))
    do(table, 0, call("down", "♠2"), throw_away("♥2"), at(1))

    effects = both_pass(table)

    assert [effect for effect in effects if isinstance(effect, Triggered)] == [Triggered(1, "generation_change")]
    assert effects[-2:] == [
        Milled(1, 2, tuple(cards("♣3 ♣2")), card("♣2"), False, None),
        MatchEnded((0,), "deck_out", {"life": [10, 0]}),
    ]


def test_r24_r38_triggers_of_the_turn_player_come_first_then_the_others() -> None:
    """Both fall in one judgment; the last card found is also the last of the deck: a win check after each."""
    table = duel(side("♠2", deck="♣2 ♥K ♣3", soldiers=[soldier("♠K")]), side("♠2", deck="♥A", soldiers=[soldier("♦K")]))
    table.state.sides[0].hand, table.state.sides[1].hand = [], []
    do(table, 0, call("attack"))

    do(table, 0, Attacker(1))
    effects = do(table, 1, Block(1, 2))

    tail = effects[effects.index(Destroyed(0, 1, "hero", (card("♠K"),))) :]
    assert tail[1] == Destroyed(1, 2, "hero", (card("♦K"),))
    assert tail[4:] == [
        Triggered(0, "generation_change"),
        Milled(0, 1, (card("♣2"),), card("♣2"), True, card("♥K")),
        Triggered(1, "generation_change"),
        Milled(1, 0, (), card("♦K"), True, card("♥A")),
        MatchEnded((0,), "deck_out", {"life": [1, 0]}),
    ]
    assert prompts(table) == []


def test_e3_damage_as_far_as_possible() -> None:
    table = duel(side("♠5 ♣3"), side("♠2", deck="♥2"))
    do(table, 0, call("throw", "♠5 ♣3"))

    effects = both_pass(table)

    assert effects[2] == Damaged(1, 5, 1, (card("♥2"),), card("♥2"), "throw")
    assert effects[-1] == MatchEnded((0,), "deck_out", {"life": [10, 0]})
    assert prompts(table) == []


def test_e3_with_one_card_left_it_goes_on() -> None:
    table = duel(side("♠5 ♣3"), side("♠2", deck="♥2 ♥3 ♥4 ♥5 ♥6 ♥7"))
    do(table, 0, call("throw", "♠5 ♣3"))

    both_pass(table)

    assert len(table.state.sides[1].deck) == 1
    assert prompts(table) == [MainPrompt(0)]


def test_7_5_damage_to_an_empty_deck_is_told() -> None:
    """The deck was emptied by a cost, and the soldier hits before the win check."""
    table = duel(side("♠5 ♣3"), side("♠2", deck="", graveyard="♥2"))
    do(table, 0, call("throw", "♠5 ♣3"))

    effects = both_pass(table)

    assert effects[2] == Damaged(1, 5, 0, (), card("♥2"), "throw")


def test_r34_both_decks_empty_at_the_same_win_check_is_a_draw() -> None:
    """Seat 0 pays its last card, seat 1 searches its last card in response."""
    table = duel(side("♥A ♥2", deck="♣2"), side("★", deck="♣3"), script=[[]])
    do(table, 0, call("summon_ace", "♥A"))

    effects = do(table, 1, call("search", "★"), Search(card("♣3")))

    assert effects[-1] == MatchEnded((), "double_deck_out", {"life": [0, 0]})
    assert table.outcome == Outcome((), "double_deck_out", {"life": [0, 0]})
    assert prompts(table) == []


def test_7_4_there_is_no_win_check_between_a_cost_and_the_end_of_the_action() -> None:
    table = duel(side("♥A ♥2", deck="♣2"), side("♠2"))

    do(table, 0, call("summon_ace", "♥A"))

    assert (table.outcome, len(table.state.sides[0].deck)) == (None, 0)


def test_10_3_everything_stays_as_it_lies_and_nobody_has_the_chance() -> None:
    table = duel(side("♠5 ♣3", soldiers=[soldier("♥9")]), side("♠2", deck="♥2"))
    do(table, 0, call("throw", "♠5 ♣3"))

    both_pass(table)

    game = view(table, "audit", 0).game
    assert (game.chance, game.passes, game.stage, game.raising, game.resolving) == (None, 0, (), None, None)
    assert game.seats[0].graveyard.cards == tuple(cards("♣3 ♠5"))
    assert [one.id for one in game.seats[0].soldiers] == [1]


@pytest.mark.parametrize(("reason", "winners"), [("resignation", (1,)), ("timeout", (1,)), ("aborted", ())])
def test_10_5_when_the_service_ends_it_the_game_stays_as_it_was(reason: str, winners: tuple[int, ...]) -> None:
    table = duel(side("♥A ♥2"), side("♠2"))
    do(table, 0, call("summon_ace", "♥A"))
    before = view(table, "audit", 0).game

    outcome = table.rules.concede(table, [0], reason)

    assert outcome == Outcome(winners, reason, {"life": [9, 10]})
    assert view(table, "audit", 0).game == before
    assert prompts(table) == []


@pytest.mark.parametrize("reason", ENDINGS)
def test_a_random_game_ends_for_each_reason(reason: str) -> None:
    name, seed = ENDINGS[reason]
    (setup,) = [setup for setup in SETUPS if setup.name == name]

    *_, table = random_game(setup, seed)

    assert table.outcome is not None and table.outcome.reason == reason
    assert set(ENDINGS) == set(shipped_ruleset("blackpoker").words["reasons"])
