"""10 The end of a round, points, and the end of the match."""

from collections import Counter
from typing import Any

import pytest

from rules.battle_line.actions import Claim, Play
from rules.battle_line.effects import (
    Dealt,
    FlagClaimed,
    Passed,
    RoundEnded,
    RoundStarted,
)
from rules.battle_line.state import Flag, RoundResult
from rules.engine import MatchEnded, Outcome, Pass, Table, prompts, seats_to_act
from tests.rules.battle_line.endings import ENDINGS
from tests.rules.battle_line.positions import CARDS, RULES, assert_asked_to_play, do, drawn
from tests.rules.battle_line.setups import SETUPS, all_cards
from tests.rules.laws import random_game

TROOPS = list(CARDS.troops)
BASIC = {"tactics": False}
WEDGE = "red-8 red-9 red-10"


def claiming(owners: dict[int, int], **options: Any) -> Table:
    """Seat 0 may claim flag 4."""
    return drawn({4: (WEDGE, "")}, phase="claim", owners=owners, options={**BASIC, **options}, troop_deck="")


def wedge_claimed(seat: int = 0) -> FlagClaimed:
    return FlagClaimed(seat, 4, "proof", "wedge", 27, {})


def scores(points: list[int], flags: list[int], rounds_won: list[int]) -> dict[str, list[int]]:
    return {"points": points, "flags": flags, "rounds_won": rounds_won}


def test_three_adjacent_flags_break_through() -> None:
    """10.1, 10.4, 10.7 The winner has 5 points, the loser as many as their flags."""
    table = claiming({2: 0, 3: 0, 0: 1, 8: 1})

    effects = do(table, Claim(4))

    told = scores([5, 2], [3, 2], [1, 0])
    assert effects == [
        wedge_claimed(),
        RoundEnded(1, 0, "breakthrough", (3, 2), (5, 2)),
        MatchEnded((0,), "breakthrough", told),
    ]
    assert table.outcome == Outcome((0,), "breakthrough", told)
    assert prompts(table) == []


@pytest.mark.parametrize("owners", [{2: 0, 3: 1, 5: 0}, {2: 0, 6: 0, 8: 0}, {3: 0, 6: 0, 8: 0}])
def test_flags_that_are_not_adjacent_do_not_break_through(owners: dict[int, int]) -> None:
    """10.1 Four flags are not enough either."""
    table = claiming(owners)

    assert do(table, Claim(4))[0] == wedge_claimed()
    assert table.outcome is None
    assert_asked_to_play(table, 1)


def test_five_flags_envelop() -> None:
    """10.1"""
    table = claiming({0: 0, 2: 0, 6: 0, 8: 0, 1: 1, 7: 1})

    effects = do(table, Claim(4))

    assert effects[1] == RoundEnded(1, 0, "envelopment", (5, 2), (5, 2))
    assert table.outcome == Outcome((0,), "envelopment", scores([5, 2], [5, 2], [1, 0]))


def test_a_claim_that_gives_both_is_a_breakthrough() -> None:
    """R25"""
    table = claiming({0: 0, 3: 0, 5: 0, 8: 0})

    assert do(table, Claim(4))[1].reason == "breakthrough"


def test_the_claimant_alone_is_checked() -> None:
    """10.2 The opponent's flags were checked when the opponent claimed them."""
    table = claiming({0: 1, 2: 1, 6: 1, 8: 1})

    do(table, Claim(4))

    assert table.outcome is None
    assert_asked_to_play(table, 1)


def test_nothing_else_of_the_turn_happens() -> None:
    """10.1, 11.5 No card is drawn; the state stays as the claim left it."""
    table = drawn(
        {4: ("red-8 red-9", "")}, ("red-10", ""), owners={2: 0, 3: 0}, idle_turns=1, troop_deck="blue-1", options=BASIC
    )

    do(table, Play("red-10", 4), Claim(4))

    assert (table.state.troop_deck, list(seats_to_act(table))) == (["blue-1"], [])
    game = RULES.game(table, 0)
    assert (game.phase, game.active_seat, game.played, game.idle_turns) == ("over", None, "red-10", 1)


@pytest.mark.parametrize(
    ("owners", "winner", "points"),
    [({}, None, (0, 0)), ({0: 1}, 1, (0, 5)), ({0: 1, 4: 0}, None, (1, 1)), ({0: 0, 2: 0, 4: 1}, 0, (5, 1))],
)
def test_two_idle_turns_end_the_round_by_deadlock(
    owners: dict[int, int], winner: int | None, points: tuple[int, int]
) -> None:
    """10.3, 10.4, R21 More flags win. Equal numbers are a draw, and each seat scores its flags."""
    table = drawn({}, owners=owners, options=BASIC, troop_deck="", idle_turns=1)
    owned = (list(owners.values()).count(0), list(owners.values()).count(1))

    effects = do(table, Pass())

    won = [int(winner == 0), int(winner == 1)]
    winners = () if winner is None else (winner,)
    assert effects == [
        Passed(0),
        RoundEnded(1, winner, "deadlock", owned, points),
        MatchEnded(winners, "deadlock", scores(list(points), list(owned), won)),
    ]
    assert table.outcome == Outcome(winners, "deadlock", scores(list(points), list(owned), won))
    assert table.state.idle_turns == 2


def test_two_passes_from_the_start_of_the_silence_are_needed() -> None:
    """8.6 Both players have had a claim phase since the last card."""
    table = drawn({}, options=BASIC, troop_deck="")

    do(table, Pass())
    assert_asked_to_play(table, 1)
    do(table, Pass())

    assert table.outcome is not None
    assert table.outcome.reason == "deadlock"


def test_the_winner_starts_the_next_round() -> None:
    """10.5 Everything is laid out anew; points stay."""
    table = claiming({2: 0, 3: 0, 0: 1}, rounds=2)

    effects = do(table, Claim(4))

    assert effects[1:3] == [RoundEnded(1, 0, "breakthrough", (3, 1), (5, 1)), RoundStarted(2, 0)]
    assert [type(effect).__name__ for effect in effects[3:]] == ["Shuffled", "Dealt", "Dealt", "TurnStarted"]
    state = table.state
    assert (state.round, state.turn, state.first_seat, state.points, state.rounds_won) == (2, 1, 0, [5, 1], [1, 0])
    assert state.results == [RoundResult(1, 0, 0, "breakthrough", (3, 1), (5, 1))]
    assert [flag.owner for flag in state.flags] == [None] * 9
    assert (len(state.troop_deck), [len(hand) for hand in state.hands]) == (46, [7, 7])
    assert (state.unseen, state.unclaimed, state.open_slots) == (CARDS.all_troops, 511, [511, 511])
    assert_asked_to_play(table, 0)


def test_a_new_round_forgets_what_was_played_in_the_last_one() -> None:
    """10.5, 9.1, 9.2, 9.10 All cards are collected: limits, leaders, weather and guile begin anew."""
    table = drawn(
        {4: (WEDGE, "alexander")},
        ("fog", "mud"),
        phase="claim",
        owners={2: 0, 3: 0},
        options={"rounds": 2},
        weather={7: "mud"},
        removed="darius blue-1",
        tactics_played=(1, 2),
        leader_played=(True, True),
        played="red-10",
    )
    table.state.guile = [["deserter"], ["redeploy"]]

    do(table, Claim(4))

    state = table.state
    assert (state.tactics_played, state.leader_played) == ([0, 0], [False, False])
    assert (state.guile, state.removed, state.played) == ([[], []], [], None)
    assert state.flags == [Flag(3)] * 9
    assert all_cards(table) == Counter([*CARDS.troops, *CARDS.tactics])
    assert_asked_to_play(table, 0)


def test_after_a_round_lost_by_its_first_player_the_winner_starts() -> None:
    """10.5"""
    table = drawn({4: ("", WEDGE)}, seat=1, phase="claim", owners={2: 1, 3: 1}, options={"rounds": 2})

    effects = do(table, Claim(4))

    assert RoundStarted(2, 1) in effects
    assert table.state.first_seat == 1
    assert effects[-3:-1] == [Dealt(1, 7, tuple(table.state.hands[1])), Dealt(0, 7, tuple(table.state.hands[0]))]
    assert_asked_to_play(table, 1)


def test_after_a_drawn_round_the_other_player_starts() -> None:
    """10.5, R22 The first player of the drawn round was seat 0."""
    table = drawn({}, seat=0, options={**BASIC, "rounds": 2}, troop_deck="", idle_turns=1)

    assert do(table, Pass())[1:3] == [RoundEnded(1, None, "deadlock", (0, 0), (0, 0)), RoundStarted(2, 1)]
    assert table.state.idle_turns == 0
    assert_asked_to_play(table, 1)


def in_last_round(first_points: list[int], rounds_won: list[int], owners: dict[int, int], seat: int) -> Table:
    """Round 2 of 2; `seat` may claim flag 4."""
    sides = (WEDGE, "") if seat == 0 else ("", WEDGE)
    table = drawn({4: sides}, seat=seat, phase="claim", owners=owners, options={**BASIC, "rounds": 2}, troop_deck="")
    first = RoundResult(1, 1, 0, "envelopment", (5, 3), tuple(first_points))
    table.state.round, table.state.points, table.state.rounds_won = 2, first_points, rounds_won
    table.state.results = [first]
    return table


def test_after_the_last_round_points_decide() -> None:
    """10.6, E14"""
    table = in_last_round([5, 3], [1, 0], {2: 1, 3: 1, 0: 0, 8: 0}, seat=1)

    effects = do(table, Claim(4))

    told = scores([7, 8], [7, 6], [1, 1])
    assert effects[1:] == [RoundEnded(2, 1, "breakthrough", (2, 3), (2, 5)), MatchEnded((1,), "points", told)]
    assert table.state.results[1] == RoundResult(2, 0, 1, "breakthrough", (2, 3), (2, 5))
    assert table.outcome == Outcome((1,), "points", told)


def test_equal_points_are_a_draw() -> None:
    """10.6, R24"""
    table = in_last_round([5, 3], [1, 0], {2: 1, 3: 1, 0: 0, 8: 0, 6: 0}, seat=1)

    do(table, Claim(4))

    assert table.outcome == Outcome((), "points", scores([8, 8], [8, 6], [1, 1]))


def test_a_decided_series_is_played_to_its_end() -> None:
    """R23 After two of three rounds seat 0 cannot be caught up with any more."""
    table = claiming({2: 0, 3: 0}, rounds=3)
    table.state.round, table.state.points, table.state.rounds_won = 2, [5, 0], [1, 0]

    do(table, Claim(4))

    assert table.state.points == [10, 0]
    assert table.outcome is None
    assert_asked_to_play(table, 0)


@pytest.mark.parametrize(("reason", "winners"), [("resignation", (1,)), ("timeout", (1,)), ("aborted", ())])
def test_an_end_by_the_service_leaves_the_game_as_it_was(reason: str, winners: tuple[int, ...]) -> None:
    """10.9 The scores cover the finished rounds only."""
    table = claiming({2: 0, 0: 1}, rounds=3)
    table.state.results = [RoundResult(1, 1, 0, "envelopment", (5, 3), (5, 3))]
    table.state.round, table.state.points, table.state.rounds_won = 2, [5, 3], [1, 0]
    before = RULES.game(table, "audit")

    outcome = RULES.concede(table, [0] if winners else [], reason)

    assert outcome == Outcome(winners, reason, scores([5, 3], [5, 3], [1, 0]))
    assert RULES.game(table, "audit") == before
    assert (before.phase, before.active_seat) == ("claim", 0)
    assert prompts(table) == []


@pytest.mark.parametrize("reason", ENDINGS)
def test_every_reason_is_reached_by_play(reason: str) -> None:
    """10.8"""
    name, seed = ENDINGS[reason]
    setup = next(setup for setup in SETUPS if setup.name == name)

    *_, last = random_game(setup, seed)

    assert last.outcome is not None
    assert last.outcome.reason == reason
    assert set(ENDINGS) == set(RULES.words["reasons"])


def test_reasons_are_called_as_in_10_8() -> None:
    names = {
        "breakthrough": {"ja": "突破", "en": "Breakthrough"},
        "envelopment": {"ja": "包囲", "en": "Envelopment"},
        "deadlock": {"ja": "手詰まり", "en": "Deadlock"},
        "points": {"ja": "得点", "en": "Points"},
    }

    assert RULES.words["reasons"] == RULES.card_set["reasons"] == names
