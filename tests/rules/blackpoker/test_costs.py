"""8. Costs, key cards and what can be raised at all."""

import pytest

from rules.blackpoker.actions import ChooseTarget, PayBulwark, PayDiscard
from rules.blackpoker.effects import Damaged, Discarded, Drove, Resolved, Staged
from rules.blackpoker.prompts import ChooseTargetPrompt, MainPrompt, PayBulwarkPrompt, PayDiscardPrompt
from rules.blackpoker.state import Character
from rules.engine import Pass, legal_actions
from tests.rules.blackpoker.positions import (
    at,
    at_request,
    both_pass,
    bulwark,
    call,
    card,
    do,
    drive,
    duel,
    may,
    names,
    prompts,
    side,
    soldier,
    throw_away,
)


def test_letters_are_paid_from_left_to_right_and_count_down() -> None:
    table = duel(side("♥K", bulwarks=[bulwark("♣9"), bulwark("♣8", driven=True), bulwark("♣7")]), side("♠2"))

    do(table, 0, call("summon_hero", "♥K"))
    assert prompts(table) == [PayBulwarkPrompt(0, 1, 2)]
    assert legal_actions(table, 0) == [PayBulwark(1), PayBulwark(3)]
    do(table, 0, drive(3))
    assert prompts(table) == [PayBulwarkPrompt(0, 1, 1)]
    assert legal_actions(table, 0) == [PayBulwark(1)]
    effects = do(table, 0, drive(1))

    assert effects[:2] == [Drove((1,)), Damaged(0, 1, 1, (card("♣2"),), card("♣2"), "cost")]


def test_r12_a_cost_takes_only_charged_bulwarks() -> None:
    one_short = duel(side("♥K", bulwarks=[bulwark("♣9"), bulwark("♣8", driven=True)]), side())
    enough = duel(side("♥K", bulwarks=[bulwark("♣9"), bulwark("♣8")]), side())

    assert may(one_short, 0, "summon_hero") == []
    assert may(enough, 0, "summon_hero") == [("heart-k",)]


def test_r11_e3_life_cannot_be_paid_from_an_empty_deck_the_last_card_loses_at_the_next_win_check() -> None:
    """An empty deck in a running game: a cost has just emptied it."""
    empty = duel(side("♥A", deck=""), side("♠2"))
    last = duel(side("♥A ♠3", deck="♣2"), side("♠2"))

    assert may(empty, 0, "summon_ace") == []
    do(last, 0, call("summon_ace", "♥A"))
    assert (len(last.state.sides[0].deck), last.outcome) == (0, None)
    effects = both_pass(last)

    assert Resolved(1, "summon_ace") in effects
    assert last.outcome is not None and last.outcome.winners == (1,)


def test_7_4_search_by_a_seat_with_an_empty_deck_is_not_offered() -> None:
    """R17 It needs at least one card in the deck."""
    assert may(duel(side("★", deck=""), side()), 0, "search") == []
    assert may(duel(side("★", deck="♣2"), side()), 0, "search") == [("joker",)]


def test_d_needs_a_card_beside_the_key_cards() -> None:
    target = soldier("♥9")
    alone = duel(side("♠5", soldiers=[target]), side())
    with_another = duel(side("♠5 ♥2", soldiers=[soldier("♥9")]), side())

    assert may(alone, 0, "down") == []
    assert may(with_another, 0, "down") == [("spade-5",)]
    do(with_another, 0, call("down", "♠5"))
    assert prompts(with_another) == [PayDiscardPrompt(0, 1, 1)]
    assert legal_actions(with_another, 0) == [PayDiscard(card("♥2"))]
    assert do(with_another, 0, throw_away("♥2")) == [Discarded(0, card("♥2"), "cost")]


def test_6_2_a_choice_is_a_prompt_even_if_one_is_left() -> None:
    table = duel(side("♠5 ♥2", soldiers=[soldier("♥9")]), side("♠2"))

    do(table, 0, call("down", "♠5"), throw_away("♥2"))

    assert prompts(table) == [ChooseTargetPrompt(0, 1)]
    assert legal_actions(table, 0) == [ChooseTarget(1)]


def test_r13_set_bulwark_needs_a_hand_card() -> None:
    assert "set_bulwark" not in names(duel(side(""), side()), 0)
    assert "set_bulwark" in names(duel(side("♠2"), side()), 0)
    assert "set_bulwark" not in names(duel(side("♠2", deck=""), side()), 0)


def test_r10_nothing_is_announced_that_has_no_target() -> None:
    hand = "♠5 ♥5 ♦5 ♣5 ♥9 ♦9"

    assert names(duel(side(hand), side(), format="lite"), 0) == {"set_bulwark", "end", "attack", "throw"}
    assert names(duel(side(hand), side(soldiers=[soldier("♣2")]), format="lite"), 0) == {
        *("set_bulwark", "end", "attack", "throw"),
        *("up", "down", "twist"),
    }
    assert names(duel(side(hand), side(bulwarks=[bulwark("♣2")]), format="lite"), 0) == {
        *("set_bulwark", "end", "attack", "throw"),
        *("twist", "destroy_bulwark"),
    }


def test_once_a_turn_marks_are_set_at_the_announcement() -> None:
    table = duel(side("♠2 ♠3"), side("♠4"))
    do(table, 0, call("attack"))

    both_pass(table)  # Attack
    both_pass(table)  # Block
    both_pass(table)  # Damage Judgment

    assert prompts(table) == [MainPrompt(0)]
    assert names(table, 0) == {"set_bulwark", "end"}


@pytest.mark.parametrize(
    ("hand", "action", "keys"),
    [
        ("♥5 ♥K ♦2", "recall", [("heart-5", "heart-k")]),
        ("★ ★", "recall", []),
        ("★ ★", "reverse", [("joker", "joker")]),
        ("★ ♥5 ♠5 ♦6", "reverse", [("heart-5", "spade-5")]),
        ("♥5 ♥6 ♦5", "destroy_bulwark", [("diamond-5", "heart-5"), ("diamond-5", "heart-6")]),
        ("♥5 ♣6", "destroy_bulwark", []),
    ],
)
def test_r15_r16_pairs_and_slots(hand: str, action: str, keys: list[tuple[str, str]]) -> None:
    """R15 Jokers are a pair by number, not by suit; R16 each slot takes a card of its suit."""
    table = duel(side(hand, bulwarks=[bulwark("♣9")]), side())

    assert may(table, 0, action) == keys


def test_the_same_two_key_cards_serve_several_actions_and_equal_slugs_appear_once() -> None:
    table = duel(side("♥5 ♦5 ★ ★", bulwarks=[bulwark("♣9")]), side())

    assert [one.action for one in legal_actions(table, 0) if one.keys == ("diamond-5", "heart-5")] == [
        "destroy_bulwark",
        "reverse",
    ]
    assert may(table, 0, "search") == may(table, 0, "summon_magician") == [("joker",)]


@pytest.mark.parametrize("rank", ["J", "Q", "K"])
def test_quick_magic_takes_a_to_10(rank: str) -> None:
    table = duel(side(f"♠{rank} ♠10 ♠A", soldiers=[soldier("♥9")]), side())

    assert may(table, 0, "down") == [("spade-10",), ("spade-a",)]


def test_e13_8_20_r28_r29_a_magicians_quick_magic_costs_nothing() -> None:
    """E13; not the other's, and not Recall, which is of type summon (R29)."""
    table = duel(side("♥5 ♦6 ♦7", soldiers=[soldier("★")], bulwarks=[bulwark("♣9")]), side("♥6 ♣2"))

    do(table, 0, call("up", "♥5"))
    assert prompts(table) == [ChooseTargetPrompt(0, 1)]
    do(table, 0, at(1))
    do(table, 1, call("up", "♥6"))
    assert prompts(table) == [PayDiscardPrompt(1, 2, 1)]
    do(table, 1, throw_away("♣2"), at(1))
    do(table, 0, call("recall", "♦6 ♦7"))
    assert prompts(table) == [PayBulwarkPrompt(0, 3, 1)]


def test_8_20_with_a_magician_the_last_card_can_be_a_key() -> None:
    assert may(duel(side("♥5", soldiers=[soldier("★")]), side()), 0, "up") == [("heart-5",)]
    assert may(duel(side("♥5", soldiers=[soldier("♠K")]), side()), 0, "up") == []


def test_r44_the_prompt_of_a_window_does_not_depend_on_the_hand() -> None:
    """Neither a card that could answer nor one that could not changes whether seat 1 is asked."""
    able = duel(side("♥A"), side("♣A ♣2"))
    unable = duel(side("♥A"), side("♥K ♥Q"))
    for table in (able, unable):
        do(table, 0, call("summon_ace", "♥A"))

    assert prompts(able) == prompts(unable)
    assert names(able, 1) == {"counter"}
    assert legal_actions(unable, 1) == [Pass()]


@pytest.mark.parametrize(
    ("action", "key", "answers"),
    [("up", "♥5", [at(1)]), ("down", "♠5", [at(1)]), ("twist", "♦5", [at(1)]), ("counter", "♣5", [at_request(1)])],
)
@pytest.mark.parametrize("magician", [soldier("★", driven=True), soldier("★", fresh="★")], ids=["driven", "fresh"])
def test_8_20_e13_with_a_magician_each_quick_magic_costs_nothing(
    action: str, key: str, answers: list[ChooseTarget], magician: Character
) -> None:
    """However the magician lies, and in response, too."""
    table = duel(side("♠9 ♣9"), side(f"{key} ♠2", soldiers=[magician.clone()]))
    do(table, 0, call("throw", "♠9 ♣9"))

    effects = do(table, 1, call(action, key), *answers)

    assert not any(isinstance(effect, Discarded) for effect in effects)
    assert Staged(2) in effects


def test_8_20_a_joker_that_lies_as_a_bulwark_is_no_magician_nor_is_the_others() -> None:
    table = duel(side("♠5 ♥2", bulwarks=[bulwark("★")]), side("♠2", soldiers=[soldier("★")]))

    do(table, 0, call("down", "♠5"))

    assert prompts(table) == [PayDiscardPrompt(0, 1, 1)]
