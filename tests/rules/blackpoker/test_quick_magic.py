"""8.5–8.8 Up, Down, Twist, Counter, Search."""

import pytest

from rules.blackpoker.actions import ChooseTarget, Search, SetState
from rules.blackpoker.effects import (
    Charged,
    Destroyed,
    Drove,
    Fizzled,
    HadNoEffect,
    KeysDiscarded,
    Negated,
    NumberChanged,
    ResolutionStarted,
    Resolved,
    Searched,
)
from rules.blackpoker.prompts import (
    ChooseSearchPrompt,
    ChooseStatePrompt,
    MainPrompt,
    RespondPrompt,
)
from rules.blackpoker.state import GameTable
from rules.engine import Shuffled, legal_actions, view
from tests.rules.blackpoker.positions import (
    at,
    at_request,
    both_pass,
    bulwark,
    call,
    card,
    cards,
    do,
    drive,
    duel,
    may,
    prompts,
    side,
    soldier,
    throw_away,
)


def test_8_5_up_and_down_change_the_bonus() -> None:
    table = duel(side("♥5 ♥2 ♠3", soldiers=[soldier("♣4")]), side("♠6 ♣2 ♣3"))
    do(table, 0, call("up", "♥5"), throw_away("♥2"), at(1))

    up = both_pass(table)

    assert up[2:] == [NumberChanged(1, 5, 9), Resolved(1, "up"), KeysDiscarded(1, 0, (card("♥5"),))]
    do(table, 0, call("end"))
    do(table, 1, call("down", "♠6"), throw_away("♣2"), at(1))
    down = both_pass(table)
    assert down[2:] == [NumberChanged(1, -6, 3), Resolved(3, "down"), KeysDiscarded(3, 1, (card("♠6"),))]
    shown = view(table, 1, 0).game.seats[0].soldiers[0]
    assert (shown.bonus, shown.number) == (-1, 3)
    assert prompts(table) == [RespondPrompt(0, 2)]


def test_e2_the_target_of_up_is_lost() -> None:
    table = duel(side("♥5 ♥2 ♣A", soldiers=[soldier("♣4")]), side("♠6 ♣2 ♣3"))
    do(table, 0, call("up", "♥5"), throw_away("♥2"), at(1))
    do(table, 1, call("down", "♠6"), throw_away("♣2"), at(1))

    down, up = both_pass(table), both_pass(table)

    assert down[2:4] == [NumberChanged(1, -6, -2), Destroyed(0, 1, "soldier", (card("♣4"),))]
    assert up[2:] == [
        ResolutionStarted(1, "up"),
        Fizzled(1, "up"),
        Resolved(1, "up"),
        KeysDiscarded(1, 0, (card("♥5"),)),
    ]
    assert prompts(table) == [MainPrompt(0)]


@pytest.mark.parametrize(("number", "stands"), [("♣7", True), ("♣6", False), ("♣5", False)])
def test_8_5_down_kills_at_zero_or_less(number: str, stands: bool) -> None:
    table = duel(side("♠6 ♥2", soldiers=[]), side("♠2", soldiers=[soldier(number)]))
    do(table, 0, call("down", "♠6"), throw_away("♥2"), at(1))

    both_pass(table)

    assert bool(table.state.sides[1].soldiers) == stands


@pytest.mark.parametrize(("bonus", "stands"), [(0, True), (-7, True), (-8, False)])
def test_8_5_down_looks_at_the_sum_of_an_equipped_soldier(bonus: int, stands: bool) -> None:
    """♠5 with ♠9 is 14."""
    table = duel(side("♠6 ♥2"), side("♠2", soldiers=[soldier("♠5 ♠9", bonus=bonus)]))
    do(table, 0, call("down", "♠6"), throw_away("♥2"), at(1))

    both_pass(table)

    assert bool(table.state.sides[1].soldiers) == stands


def test_r26_a_joker_soldier_with_0_stands_until_a_down_is_resolved() -> None:
    table = duel(side("♠A ♥2 ♥A ♦A ♥3", soldiers=[soldier("★")]), side("♠2"))
    do(table, 0, call("up", "♥A"), at(1))
    both_pass(table)
    assert table.state.sides[0].soldiers[0].bonus == 1

    do(table, 0, call("down", "♠A"), at(1))
    effects = both_pass(table)

    assert NumberChanged(1, -1, 0) in effects and Destroyed(0, 1, "magician", ("joker",)) in effects


def test_r46_the_keys_of_up_and_down_go_to_the_graveyard_when_resolved() -> None:
    table = duel(side("♥5 ♥2", soldiers=[soldier("♣4")]), side("♠6"))
    do(table, 0, call("up", "♥5"), throw_away("♥2"), at(1))

    both_pass(table)

    assert table.state.sides[0].graveyard == cards("♥2 ♥5")


@pytest.mark.parametrize(
    ("state", "effect"), [("charged", Charged((1,))), ("driven", Drove((1,)))], ids=["charged", "driven"]
)
@pytest.mark.parametrize("driven", [False, True])
def test_8_6_4_3_twist_to_either_state_even_to_the_one_it_has(state: str, effect: object, driven: bool) -> None:
    table = duel(side("♦6 ♥2"), side("♠2", bulwarks=[bulwark("♣9", driven=driven)]))
    do(table, 0, call("twist", "♦6"), throw_away("♥2"), at(1))
    both_pass(table)
    assert prompts(table) == [ChooseStatePrompt(0, 1)]
    assert legal_actions(table, 0) == [SetState("charged"), SetState("driven")]
    shown = view(table, 1, 0).game
    assert (shown.resolving, shown.chance, shown.passes) == (1, None, 0)

    effects = do(table, 0, SetState(state))

    assert effects == [effect, Resolved(1, "twist"), KeysDiscarded(1, 0, (card("♦6"),))]
    assert table.state.sides[1].bulwarks[0].charged == (state == "charged")
    assert prompts(table) == [MainPrompt(0)]


def war(hand: str, other: str) -> GameTable:
    return duel(side(hand, soldiers=[soldier("♣9")], bulwarks=[bulwark("♦9"), bulwark("♦8")]), side(other))


def test_e4_a_counter_war() -> None:
    table = war("♥5 ♥2 ♣6 ♥3 ♥4", "♠6 ♠2 ♣6 ♠3 ♠4")
    do(table, 0, call("up", "♥5"), throw_away("♥2"), at(1))
    do(table, 1, call("down", "♠6"), throw_away("♠2"), at(1))
    do(table, 0, call("counter", "♣6"), throw_away("♥3"), at_request(2))
    do(table, 1, call("counter", "♣6"), throw_away("♠3"), at_request(3))

    effects = both_pass(table)

    assert effects[1:] == [
        ResolutionStarted(4, "counter"),
        Negated(3, "counter", 4),
        KeysDiscarded(3, 0, (card("♣6"),)),
        Resolved(4, "counter"),
        KeysDiscarded(4, 1, (card("♣6"),)),
    ]
    assert [request.id for request in table.state.stage] == [1, 2]
    both_pass(table)
    assert table.state.sides[0].soldiers[0].bonus == -6
    both_pass(table)
    assert table.state.sides[0].soldiers[0].bonus == -1
    assert prompts(table) == [MainPrompt(0)]


@pytest.mark.parametrize(
    ("action", "keys", "answers", "is_negated"),
    [
        ("summon_soldier", "♥7", [drive(2)], False),
        ("summon_soldier", "♥6", [drive(2)], True),
        ("throw", "♠K ♣K", [], True),
        ("summon_hero", "♥J", [drive(2), drive(3)], False),
    ],
)
def test_e5_r36_a_counter_by_number(action: str, keys: str, answers: list[object], is_negated: bool) -> None:
    """A weaker counter may be raised all the same."""
    table = war(f"{keys} ♠2", "♣6 ♠2 ♠3")
    do(table, 0, call(action, keys), *answers)
    do(table, 1, call("counter", "♣6"), throw_away("♠2"), at_request(1))

    effects = both_pass(table)

    kind = Negated(1, action, 2) if is_negated else HadNoEffect(2, "counter")
    assert effects[2] == kind
    assert [request.id for request in table.state.stage] == ([] if is_negated else [1])
    assert prompts(table) == [MainPrompt(0) if is_negated else RespondPrompt(0, 1)]


def test_8_7_a_joker_key_has_number_0() -> None:
    table = war("★ ♠2 ♠3", "♣A ♠2 ♠3")
    do(table, 0, call("summon_magician", "★"), drive(2), throw_away("♠3"))
    do(table, 1, call("counter", "♣A"), throw_away("♠2"), at_request(1))

    effects = both_pass(table)

    assert effects[2:4] == [Negated(1, "summon_magician", 2), KeysDiscarded(1, 0, ("joker",))]
    assert prompts(table) == [MainPrompt(0)]


def test_r36_own_requests_may_be_countered_those_without_keys_may_not() -> None:
    table = war("♣6 ♠2", "♣6 ♠2 ♠3")

    do(table, 0, call("attack"))
    assert may(table, 1, "counter") == []

    own = war("♥6 ♥2 ♣6 ♠2 ♠3", "♣6 ♠2 ♠3 ♠4")
    do(own, 0, call("up", "♥6"), throw_away("♥2"), at(1))
    do(own, 1, call("counter", "♣6"), throw_away("♠2"))
    assert legal_actions(own, 1) == [ChooseTarget(request=1)]
    do(own, 1, at_request(1))
    do(own, 0, call("counter", "♣6"), throw_away("♠2"))
    assert legal_actions(own, 0) == [ChooseTarget(request=1), ChooseTarget(request=2)]


def test_8_7_two_counters_against_one_request() -> None:
    table = war("♥6 ♥2 ♣9 ♠3 ♠4", "♣6 ♠2 ♠3")
    do(table, 0, call("up", "♥6"), throw_away("♥2"), at(1))
    do(table, 1, call("counter", "♣6"), throw_away("♠2"), at_request(1))
    do(table, 0, call("counter", "♣9"), throw_away("♠3"), at_request(1))

    first, second = both_pass(table), both_pass(table)

    assert first[2] == Negated(1, "up", 3)
    assert second[2:] == [
        ResolutionStarted(2, "counter"),
        Fizzled(2, "counter"),
        Resolved(2, "counter"),
        KeysDiscarded(2, 1, (card("♣6"),)),
    ]
    assert prompts(table) == [MainPrompt(0)]


def test_8_8_r17_search_names_any_card_of_the_deck_and_shuffles_the_rest() -> None:
    table = duel(side("★ ♠2", deck="♣2 ♥K ♣3 ♥4"), side("♠2"), format="lite", script=[cards("♥4 ♣3 ♣2")])

    do(table, 0, call("search", "★"))
    assert prompts(table) == [ChooseSearchPrompt(0, 1)]
    assert legal_actions(table, 0) == [Search(slug) for slug in sorted(cards("♣2 ♥K ♣3 ♥4"))]
    effects = do(table, 0, Search(card("♥K")))

    assert effects == [
        Searched(0, card("♥K")),
        Shuffled(0, "deck", tuple(cards("♥4 ♣3 ♣2"))),
        Resolved(1, "search"),
        KeysDiscarded(1, 0, ("joker",)),
    ]
    assert view(table, "audit", 0).game.seats[0].deck.cards == tuple(cards("♥4 ♣3 ♣2"))
    assert prompts(table) == [MainPrompt(0)]


def test_8_8_r17_taking_the_last_card_loses() -> None:
    table = duel(side("★", deck="♣2"), side("♠2"), script=[[]])

    effects = do(table, 0, call("search", "★"), Search(card("♣2")))

    assert Shuffled(0, "deck", ()) in effects
    assert table.outcome is not None and (table.outcome.winners, table.outcome.reason) == ((1,), "deck_out")
    assert prompts(table) == []
    assert view(table, "public", 0).game.chance is None
