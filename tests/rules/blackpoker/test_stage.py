"""6. Chance, stage, passes."""

from rules.blackpoker.actions import PASS, Search
from rules.blackpoker.effects import (
    KeysDiscarded,
    Passed,
    Raised,
    ResolutionStarted,
    Resolved,
    Searched,
    Staged,
    Summoned,
    Targeted,
)
from rules.blackpoker.prompts import MainPrompt, RespondPrompt
from rules.blackpoker.state import Target
from rules.engine import Pass, legal_actions, view
from tests.rules.blackpoker.positions import (
    at,
    at_request,
    call,
    card,
    cards,
    do,
    drive,
    duel,
    names,
    prompts,
    side,
    soldier,
    throw_away,
)
from tests.rules.blackpoker.positions import bulwark as wall

ANYTHING = "♠2 ♥2 ♦2 ♣2 ♠3 ♥3 ♦3 ♣3 ♠J ♥A ★ ★"


def test_6_1_main_actions_need_the_own_turn_and_an_empty_stage() -> None:
    table = duel(side(ANYTHING, bulwarks=[wall("♣9"), wall("♣8")], soldiers=[soldier("♥9")]), side(ANYTHING))

    on_his_turn = names(table, 0)
    do(table, 0, call("end"))

    assert on_his_turn == {
        *("set_bulwark", "summon_soldier", "summon_hero", "summon_ace", "summon_magician", "equip", "recall", "end"),
        *("attack", "up", "down", "twist", "search", "destroy_bulwark", "throw", "death_lance", "reinforce"),
        *("reanimate", "hand_destruction", "reverse"),
    }
    assert names(table, 1) == {"up", "down", "twist", "search"}
    assert PASS in legal_actions(table, 1)
    assert prompts(table) == [RespondPrompt(1, 1)]


def test_2_4_12_1_lite_lacks_the_actions_of_the_standard() -> None:
    mine = side(ANYTHING, bulwarks=[wall("♣9"), wall("♣8")], soldiers=[soldier("♥9")])

    table = duel(mine, side(), format="lite")

    assert names(table, 0) == {
        *("set_bulwark", "summon_soldier", "summon_hero", "summon_ace", "equip", "end", "attack"),
        *("up", "down", "twist", "search", "destroy_bulwark", "throw"),
    }


def test_r9_no_pass_with_an_empty_stage_but_at_least_end() -> None:
    table = duel(side(), side("♠2"))

    assert legal_actions(table, 0) == [call("end"), call("attack")]
    assert prompts(table) == [MainPrompt(0)]


def test_r7_raising_a_normal_action_counts_as_a_pass() -> None:
    table = duel(side("♥A"), side("♠2"))

    raised = do(table, 0, call("summon_ace", "♥A"))
    shown = view(table, "public", 0).game
    passed = do(table, 1, PASS)

    assert raised[-1] == Staged(1)
    assert (shown.chance, shown.passes, [request.id for request in shown.stage]) == (1, 1, [1])
    assert passed == [
        Passed(1, False),
        ResolutionStarted(1, "summon_ace"),
        Summoned(0, 1, "ace", card("♥A"), "key"),
        Resolved(1, "summon_ace"),
    ]
    assert (table.state.chance, table.state.passes) == (0, 0)
    assert prompts(table) == [MainPrompt(0)]


def test_6_4_a_response_must_be_passed_by_both_before_what_lies_below() -> None:
    table = duel(side("♥A ♥2", soldiers=[soldier("♣9")]), side("♠5 ♠6 ♠7"))
    do(table, 0, call("summon_ace", "♥A"))

    do(table, 1, call("down", "♠5"), throw_away("♠6"), at(1))
    assert prompts(table) == [RespondPrompt(0, 2)]
    resolved = do(table, 0, PASS)

    assert Resolved(2, "down") in resolved
    assert [request.id for request in table.state.stage] == [1]
    assert (table.state.chance, table.state.passes) == (0, 0)
    assert prompts(table) == [RespondPrompt(0, 1)]
    do(table, 0, PASS)
    assert prompts(table) == [RespondPrompt(1, 1)]
    do(table, 1, PASS)
    assert prompts(table) == [MainPrompt(0)]


def test_6_8_r44_a_seat_without_a_card_passes_by_itself_one_with_a_useless_card_is_asked() -> None:
    bare = duel(side("♥A"), side(""))
    useless = duel(side("♥A"), side("♥K"))

    effects = do(bare, 0, call("summon_ace", "♥A"))
    do(useless, 0, call("summon_ace", "♥A"))

    assert effects[3:5] == [Passed(1, True), ResolutionStarted(1, "summon_ace")]
    assert prompts(bare) == [MainPrompt(0)]
    assert legal_actions(useless, 1) == [Pass()]
    assert prompts(useless) == [RespondPrompt(1, 1)]


def test_6_8_both_without_cards_pass_until_someone_must_choose() -> None:
    table = duel(side(""), side(""))

    effects = do(table, 0, call("attack"))

    assert [effect for effect in effects if isinstance(effect, Passed)] == [
        Passed(1, True),
        *(Passed(0, True), Passed(1, True)),
        *(Passed(0, True), Passed(1, True)),
    ]
    assert prompts(table) == [MainPrompt(0)]


def test_r8_an_immediate_action_resets_the_row_of_passes() -> None:
    """Seat 1 searches in response. It keeps the chance, and then both seats must pass again."""
    table = duel(side("♥A ♥2"), side("★", deck="♠5 ♠6"), script=[cards("♠6")])
    do(table, 0, call("summon_ace", "♥A"))

    effects = do(table, 1, call("search", "★"), Search(card("♠5")))

    assert effects[:2] == [Raised(2, "search", 1, ("joker",), "player"), Searched(1, card("♠5"))]
    assert (table.state.chance, table.state.passes) == (1, 0)
    do(table, 1, PASS)
    assert prompts(table) == [RespondPrompt(0, 1)]
    do(table, 0, PASS)
    assert prompts(table) == [MainPrompt(0)]


def test_6_2_e1_the_steps_of_raising_and_what_is_shown_meanwhile() -> None:
    """E1: a bulwark is driven, the deck is 1 smaller, the request is on the stage, the other has the chance."""
    table = duel(side("♥7", bulwarks=[wall("♣9")]), side("♠2"))

    announced = do(table, 0, call("summon_soldier", "♥7"))
    raising = view(table, "public", 0).game.raising
    assert raising is not None
    paid = do(table, 0, drive(1))

    assert announced == [Raised(1, "summon_soldier", 0, (card("♥7"),), "player")]
    assert (raising.id, raising.keys, raising.target, raising.unpaid) == (1, (card("♥7"),), None, "BL")
    assert [effect.__struct_config__.tag for effect in paid] == ["drove", "damaged", "staged"]
    assert len(table.state.sides[0].deck) == 9
    assert table.state.raising is None
    assert prompts(table) == [RespondPrompt(1, 1)]


def test_6_5_passes_are_zero_while_an_action_is_raised_in_response() -> None:
    table = duel(side("♥A", soldiers=[soldier("♣9")]), side("♠5 ♠6"))
    do(table, 0, call("summon_ace", "♥A"))
    assert table.state.passes == 1

    do(table, 1, call("down", "♠5"))

    assert (table.state.passes, table.state.chance) == (0, 1)


def test_6_6_a_request_raised_by_rule_has_no_implied_pass() -> None:
    table = duel(side("♠2"), side("♠2"))
    do(table, 0, call("attack"))

    effects = do(table, 1, PASS)

    assert effects[-2:] == [Raised(2, "block", 0, (), "rule"), Staged(2)]
    assert (table.state.passes, table.state.chance) == (0, 0)
    assert prompts(table) == [RespondPrompt(0, 2)]


def test_r35_a_negated_actions_costs_stay_paid() -> None:
    table = duel(side("♥A"), side("♣A ♣2"))
    do(table, 0, call("summon_ace", "♥A"))
    life = len(table.state.sides[0].deck)

    effects = do(table, 1, call("counter", "♣A"), throw_away("♣2"), at_request(1))

    assert KeysDiscarded(1, 0, (card("♥A"),)) in effects
    assert len(table.state.sides[0].deck) == life == 9
    assert prompts(table) == [MainPrompt(0)]


def test_6_2_the_opponent_is_a_target_but_not_a_prompt() -> None:
    table = duel(side("♠8 ♣2"), side("♠2"))

    effects = do(table, 0, call("throw", "♠8 ♣2"))

    assert effects[1:] == [Targeted(1, Target(seat=1)), Staged(1)]
    assert prompts(table) == [RespondPrompt(1, 1)]
