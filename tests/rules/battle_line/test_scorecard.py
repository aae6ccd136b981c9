"""10.7 The scorecard: flags, formations and lines by hand, and what must agree with the last table."""

import random
from collections.abc import Mapping
from typing import Any

import pytest

from rules.battle_line.actions import Claim
from rules.battle_line.scorecard import Scorecard, SideTally, score_tables, tally
from rules.engine import LoggedEvent, Pass, Table, Tiebreak, legal_actions, seats_to_act
from tests.rules import laws
from tests.rules.battle_line.positions import do, drawn
from tests.rules.battle_line.setups import SETUPS
from tests.rules.setups import Setup

WEDGE, PHALANX = "red-8 red-9 red-10", "blue-2 green-2 orange-2"


def claimed(owners: Mapping[int, int], flag: int, sides: tuple[str, str] = (WEDGE, PHALANX)) -> Scorecard:
    """Seat 0 claims one more flag."""
    table = drawn({flag: sides}, owners=owners, first={flag: 0}, phase="claim")
    return tally(table, [LoggedEvent(0, tuple(do(table, Claim(flag))))])


def random_log(setup: Setup, seed: int) -> tuple[Table[Any, Any], list[LoggedEvent]]:
    rng, mover = random.Random(seed), None
    table = setup.start(seed)
    log: list[LoggedEvent] = []
    while True:
        log.append(LoggedEvent(mover, tuple(table.effects)))
        if table.outcome is not None:
            return table, log
        mover = rng.choice(list(seats_to_act(table)))
        laws.act(table, mover, rng.choice(legal_actions(table, mover)))


def test_three_flags_in_a_row_win() -> None:
    """10.1 With flags 1, 2 and 4, the seat claims 3. That makes two rows of three, and the first counts."""
    card = claimed({1: 0, 2: 0, 4: 0, 7: 1}, 3)

    assert (card.decided.by, card.decided.rule) == ("breakthrough", "10.1")
    (told,) = card.rounds
    assert (told.winner, told.reason, told.points, told.line) == (0, "breakthrough", [5, 1], [1, 2, 3])
    assert told.flags[3].sides == [
        SideTally(WEDGE.split(), "wedge", 27), SideTally(PHALANX.split(), "phalanx", 6),
    ]  # fmt: skip
    assert (told.flags[3].owner, told.flags[3].is_proved) == (0, False)
    assert [flag.owner for flag in told.flags] == [None, 0, 0, 0, 0, None, None, 1, None]


def test_five_flags_win() -> None:
    card = claimed({0: 0, 2: 0, 4: 0, 6: 0}, 8)

    assert (card.decided.by, card.rounds[0].line, card.rounds[0].points) == ("envelopment", [0, 2, 4, 6, 8], [5, 0])


def test_a_proof_is_told_apart_and_an_open_side_has_no_formation() -> None:
    """7.2 Nothing beats 10-9-8 of one colour, and who completes it first wins a tie."""
    card = claimed({0: 0, 2: 0, 4: 0, 6: 0}, 8, (WEDGE, "blue-2"))

    flag = card.rounds[0].flags[8]
    assert flag.is_proved
    assert flag.sides[1] == SideTally(["blue-2"], None, None)


def test_weather_is_told_and_counts() -> None:
    """9.5 Under fog a formation is a host."""
    table = drawn({8: (WEDGE, PHALANX)}, owners={0: 0, 2: 0, 4: 0, 6: 0}, weather={8: "fog"}, phase="claim")

    card = tally(table, [LoggedEvent(0, tuple(do(table, Claim(8))))])

    flag = card.rounds[0].flags[8]
    assert (flag.weather, flag.sides[0].formation, flag.sides[0].sum) == (["fog"], "host", 27)


@pytest.mark.parametrize(
    ("owners", "by", "flags"), [({0: 1, 3: 1, 5: 0}, "deadlock", (1, 2)), ({0: 1, 3: 0}, "deadlock_draw", (1, 1))]
)
def test_a_deadlock_compares_flags(owners: dict[int, int], by: str, flags: tuple[int, int]) -> None:
    """10.3 The second idle turn in a row: the decks are empty, and nothing in the hand can be played."""
    table = drawn(owners=owners, hands=("", ""), troop_deck="", tactics_deck="", idle_turns=1)

    card = tally(table, [LoggedEvent(0, tuple(do(table, Pass())))])

    assert (card.decided.by, card.decided.rule) == (by, "10.3")
    assert card.decided.tiebreaks == (Tiebreak("flags", flags),)
    assert card.rounds[0].points == ([1, 5] if by == "deadlock" else [1, 1])
    assert card.rounds[0].line == []


@pytest.mark.sampled(5)
@pytest.mark.parametrize("setup", SETUPS, ids=str)
@pytest.mark.parametrize("seed", range(3))
def test_what_was_told_agrees_with_the_table(setup: Setup, seed: int) -> None:
    table, log = random_log(setup, seed)

    card = tally(table, log)

    state = table.state
    assert [told.points for told in card.rounds] == [list(result.points) for result in state.results]
    assert [told.winner for told in card.rounds] == [result.winner for result in state.results]
    assert len(card.rounds) == table.options.rounds
    for told, result in zip(card.rounds, state.results, strict=True):
        owners = [flag.owner for flag in told.flags]
        assert [owners.count(seat) for seat in (0, 1)] == list(result.flags)
        assert all(flag.turn is not None for flag in told.flags if flag.owner is not None)
        assert len(told.line) == {"breakthrough": 3, "envelopment": 5, "deadlock": 0}[result.reason]
    last = card.rounds[-1]
    assert [[side.cards for side in flag.sides] for flag in last.flags] == [
        [list(side) for side in flag.sides] for flag in state.flags
    ]
    assert [flag.claim.sum for flag in state.flags if flag.claim] == [
        flag.sides[flag.owner].sum for flag in last.flags if flag.owner is not None
    ]
    assert (card.tactics_played == [0, 0]) or table.options.tactics


def test_the_rounds_before_the_last_are_tallied_from_what_was_told() -> None:
    """All cards at flags lie there when the round ends, as the effects of the round have put them."""
    table, log = random_log(SETUPS[3], 1)
    ends = [
        number for number, told in enumerate(log) for effect in told.effects if type(effect).__name__ == "RoundEnded"
    ]
    one_round = tally(table, log[: ends[0] + 1]).rounds[0]

    card = tally(table, log)

    placed = [len(side.cards) for flag in card.rounds[0].flags for side in flag.sides]
    assert len(card.rounds) == 3 and one_round.points == card.rounds[0].points
    assert sum(placed) > 10 and max(placed) <= 4
    assert score_tables(card)[0].name == "rounds"


@pytest.mark.parametrize("setup", SETUPS, ids=str)
@pytest.mark.parametrize("reason", ["resignation", "aborted"])
def test_a_match_that_was_ended_at_once_has_a_scorecard_too(setup: Setup, reason: str) -> None:
    table = setup.start(1)
    log = [LoggedEvent(None, tuple(table.effects))]
    table.rules.concede(table, [0], reason)

    card = tally(table, log)

    assert (card.decided.by, card.decided.rule) == (reason, "")
    assert [(told.reason, told.points, told.line) for told in card.rounds] == [(None, None, [])]
    assert score_tables(card)
