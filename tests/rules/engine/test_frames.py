"""Frames: nested windows, simultaneous decisions, the end of a match; shown on Raid and on frames of our own."""

from typing import Any

import pytest

from rules.engine import (
    Drew,
    Frame,
    IllegalAction,
    MatchEnded,
    NotAsked,
    Outcome,
    Pass,
    Picked,
    Question,
    QuickChance,
    Rolled,
    ScriptedChance,
    SeededChance,
    Shuffled,
    Table,
    TurnStarted,
    act,
    apply,
    legal_actions,
    match_key,
    prompts,
    seats_to_act,
    state_hash,
)
from rules.engine.frames import begin_match
from tests import toy
from tests.toy import (
    Attack,
    AttackPrompt,
    Block,
    BlockNegated,
    BlockPrompt,
    BlockWindow,
    Counteract,
    CounterPrompt,
    Gained,
    Keep,
    Mulligan,
    Mulliganed,
    MulliganPrompt,
    Played,
    Raid,
    RaidStopped,
    RaidTable,
    Turns,
)

RULES = toy.raid_rules(toy.CARD_SET)
ONES = {"cards": {"raider-1": 6}}


def raid_table(hands: list[list[str]], script: list[Any], points: tuple[int, int] = (0, 0)) -> RaidTable:
    """Seat 0 is to raid in turn 3; every deck holds one more card."""
    state = toy.RaidState(3, list(points), hands, [["raider-2"], ["raider-2"]], [[], []])
    frames: list[Frame] = [Turns(1), toy.AttackChoice(0)]
    return Table(RULES, RULES.read_options({}), state, ScriptedChance(script), frames)


def kinds(table: Table[Any, Any]) -> list[str]:
    return [type(frame).__name__ for frame in table.frames]


# The start


def test_start_lays_out_and_asks_all_seats_at_once() -> None:
    script = [["raider-1"] * 6, ["raider-1"] * 6]

    table = RULES.start({}, [ONES, ONES], ScriptedChance(script))

    assert table.effects == [
        Shuffled(0, "deck", ("raider-1",) * 6),
        Drew(0, 4, ("raider-1",) * 4),
        Shuffled(1, "deck", ("raider-1",) * 6),
        Drew(1, 4, ("raider-1",) * 4),
    ]
    assert prompts(table) == [MulliganPrompt(0), MulliganPrompt(1)]


@pytest.mark.parametrize("first", [0, 1])
def test_simultaneous_answers_take_effect_when_the_last_is_in(first: int) -> None:
    table = RULES.start({}, [ONES, ONES], ScriptedChance([["raider-1"] * 6] * 3 + [1]))

    assert act(table, first, Keep(first == 0)) == []
    assert prompts(table) == [MulliganPrompt(1 - first)]

    effects = act(table, 1 - first, Keep(first == 1))

    assert effects == [
        Mulliganed(1),
        Shuffled(1, "deck", ("raider-1",) * 6),
        Drew(1, 4, ("raider-1",) * 4),
        Picked("first_seat", 2, 1),
        TurnStarted(1, 1),
        Drew(1, 1, ("raider-1",)),
    ]
    assert prompts(table) == [AttackPrompt(1)]


# Windows


def test_a_raid_opens_a_window_above_itself() -> None:
    table = raid_table([["raider-3"], ["raider-1"]], [])

    assert act(table, 0, Attack("raider-3")) == [Played(0, "raider-3")]

    assert table.frames[1:] == [table.frames[1], table.frames[2]]
    assert kinds(table) == ["Turns", "Raid", "BlockWindow"]
    assert legal_actions(table, 1) == [Pass()]
    assert prompts(table) == [BlockPrompt(1, 3)]


def test_a_raid_lands_when_its_window_is_passed() -> None:
    table = raid_table([["raider-3"], ["raider-1"]], [6])
    act(table, 0, Attack("raider-3"))

    effects = act(table, 1, Pass())

    assert effects == [Rolled(6, 6), Gained(0, 4), TurnStarted(1, 4), Drew(1, 1, ("raider-2",))]
    assert prompts(table) == [AttackPrompt(1)]


def test_a_window_that_public_facts_rule_out_is_not_opened() -> None:
    table = raid_table([["raider-3"], []], [1])

    effects = act(table, 0, Attack("raider-3"))

    assert effects == [Played(0, "raider-3"), Rolled(6, 1), Gained(0, 3), TurnStarted(1, 4), Drew(1, 1, ("raider-2",))]
    assert prompts(table) == [AttackPrompt(1)]


def test_a_negated_block_lets_the_window_ask_again() -> None:
    table = raid_table([["raider-2", "raider-4"], ["raider-3", "raider-3"]], [])
    act(table, 0, Attack("raider-2"))

    assert act(table, 1, Block("raider-3")) == [Played(1, "raider-3")]
    assert kinds(table) == ["Turns", "Raid", "BlockWindow", "Shield", "CounterWindow"]
    assert prompts(table) == [CounterPrompt(0, 3)]

    assert act(table, 0, Counteract("raider-4")) == [Played(0, "raider-4"), BlockNegated(1)]
    assert kinds(table) == ["Turns", "Raid", "BlockWindow"]
    assert legal_actions(table, 1) == [Pass(), Block("raider-3")]
    assert prompts(table) == [BlockPrompt(1, 2)]


def test_a_block_that_stands_closes_its_window_and_stops_the_raid_beneath() -> None:
    table = raid_table([["raider-2", "raider-4"], ["raider-3"]], [])
    act(table, 0, Attack("raider-2"))
    act(table, 1, Block("raider-3"))

    effects = act(table, 0, Pass())

    assert effects == [RaidStopped(0), TurnStarted(1, 4), Drew(1, 1, ("raider-2",))]
    assert prompts(table) == [AttackPrompt(1)]


# The end


def test_finish_leaves_the_rules_at_once() -> None:
    table = raid_table([["raider-3"], ["raider-1"]], [1], points=(12, 14))
    act(table, 0, Attack("raider-3"))

    effects = act(table, 1, Pass())

    outcome = Outcome((0,), "goal", {"points": [15, 14]})
    assert effects == [Rolled(6, 1), Gained(0, 3), MatchEnded((0,), "goal", {"points": [15, 14]})]
    assert (table.outcome, table.frames, table.state.turn) == (outcome, [], 3)
    assert (seats_to_act(table), prompts(table), legal_actions(table, 0), legal_actions(table, 1)) == ((), [], [], [])
    with pytest.raises(NotAsked):
        act(table, 0, Pass())


def test_one_point_short_of_the_goal_goes_on() -> None:
    table = raid_table([["raider-3"], ["raider-1"]], [1], points=(11, 14))
    act(table, 0, Attack("raider-3"))

    assert act(table, 1, Pass()) == [Rolled(6, 1), Gained(0, 3), TurnStarted(1, 4), Drew(1, 1, ("raider-2",))]
    assert prompts(table) == [AttackPrompt(1)]


def test_a_match_may_end_without_winners() -> None:
    table = raid_table([["raider-3"], []], [6], points=(0, 4))
    table.state.decks = [[], []]

    effects = act(table, 0, Attack("raider-3"))

    assert effects[-1] == MatchEnded((), "exhausted", {"points": [4, 4]})
    assert table.outcome == Outcome((), "exhausted", {"points": [4, 4]})


class Doom(Frame):
    """Ends the match as soon as it is alive."""

    def proceed(self, table: Table[Any, Any]) -> bool:
        table.tell(TurnStarted(0, 1))
        table.finish(Outcome((), "doom", {}))


class Witness(Frame):
    """Says its name, and is done."""

    name: int

    def proceed(self, table: Table[Any, Any]) -> bool:
        table.end(self)
        table.tell(TurnStarted(self.name, 0))
        return False


class Hub(Question):
    """Asks seat 0 for ever; an answer begins witnesses."""

    seat: int = 0

    def choices(self, table: Table[Any, Any], seat: int) -> list[Any]:
        return [Pass()]

    def answer(self, table: Table[Any, Any], seat: int, action: Any) -> None:
        table.begin(Witness(2), Witness(1))
        table.begin(Witness(3))

    def prompt(self, table: Table[Any, Any], seat: int) -> AttackPrompt:
        return AttackPrompt(seat)


def bare_table(*frames: Frame) -> Table[Any, Any]:
    state = toy.RaidState(0, [0, 0], [[], []], [[], []], [[], []])
    return Table(RULES, RULES.read_options({}), state, ScriptedChance([]), list(frames))


def test_a_match_may_end_while_it_begins() -> None:
    table = bare_table(Witness(9), Doom())

    assert begin_match(table) == [TurnStarted(0, 1), MatchEnded((), "doom", {})]
    assert (prompts(table), table.frames) == ([], [])


def test_frames_are_played_in_the_order_given_and_before_those_begun_earlier() -> None:
    table = bare_table(Hub())

    assert act(table, 0, Pass()) == [TurnStarted(3, 0), TurnStarted(2, 0), TurnStarted(1, 0)]
    assert prompts(table) == [AttackPrompt(0)]


def test_ending_a_frame_that_is_not_on_top_is_a_fault_of_the_rules() -> None:
    buried, top = Witness(1), Witness(1)
    table = bare_table(buried, top)

    with pytest.raises(AssertionError, match="not on top"):
        table.end(buried)


# Refusals, copies, snapshots


def test_act_refuses_a_seat_that_is_not_asked() -> None:
    table = raid_table([["raider-3"], ["raider-1"]], [])
    before = RULES.encode(table)

    with pytest.raises(NotAsked) as refused:
        act(table, 1, Pass())

    assert refused.value.code == "not_asked"
    assert RULES.encode(table) == before


def test_act_refuses_what_is_not_in_the_list() -> None:
    table = raid_table([["raider-3"], ["raider-1"]], [])
    before = RULES.encode(table)

    for action in (Attack("raider-1"), Block("raider-3"), Keep(True)):
        with pytest.raises(IllegalAction) as refused:
            act(table, 0, action)
        assert refused.value.code == "illegal_action"

    assert RULES.encode(table) == before


def test_apply_gives_the_effects_of_its_own_action_alone() -> None:
    table = raid_table([["raider-3"], ["raider-1"]], [1])

    first = apply(table, 0, Attack("raider-3"))
    second = apply(table, 1, Pass())

    assert first == [Played(0, "raider-3")]
    assert second == table.effects == [Rolled(6, 1), Gained(0, 3), TurnStarted(1, 4), Drew(1, 1, ("raider-2",))]


def test_a_clone_shares_nothing_that_changes() -> None:
    table = RULES.start({}, [ONES, ONES], SeededChance(match_key(bytes(32), ["", ""])))
    before = RULES.encode(table)

    clone = table.clone(QuickChance(1))
    assert RULES.encode(clone) == before
    act(clone, 0, Keep(False))
    act(clone, 1, Keep(False))
    act(clone, seats_to_act(clone)[0], Attack("raider-1"))

    assert RULES.encode(table) == before
    assert prompts(table) == [MulliganPrompt(0), MulliganPrompt(1)]


def test_a_snapshot_in_the_middle_of_nested_windows_goes_on_the_same() -> None:
    table = raid_table([["raider-2", "raider-4"], ["raider-3"]], [])
    act(table, 0, Attack("raider-2"))
    act(table, 1, Block("raider-3"))

    again = RULES.decode(RULES.encode(table), ScriptedChance([]))

    assert kinds(again) == ["Turns", "Raid", "BlockWindow", "Shield", "CounterWindow"]
    assert state_hash(again) == state_hash(table)
    assert act(again, 0, Pass()) == [RaidStopped(0), TurnStarted(1, 4), Drew(1, 1, ("raider-2",))]


def test_a_snapshot_keeps_half_made_simultaneous_answers_and_the_outcome() -> None:
    table = RULES.start({}, [ONES, ONES], SeededChance(match_key(bytes(32), ["", ""])))
    act(table, 1, Keep(False))
    again = RULES.decode(RULES.encode(table), table.chance)
    over = raid_table([["raider-3"], []], [6], points=(14, 0))
    act(over, 0, Attack("raider-3"))
    over_again = RULES.decode(RULES.encode(over), ScriptedChance([]))

    assert isinstance(again.frames[0], Mulligan)
    assert again.frames[0].kept == [None, False]
    assert over_again.outcome == over.outcome == Outcome((0,), "goal", {"points": [18, 0]})


@pytest.mark.parametrize(
    ("losers", "reason", "winners"),
    [
        ((0,), "resignation", (1, 3)),
        ((1,), "timeout", (0, 2)),
        ((2, 0), "timeout", (1, 3)),
        ((0, 1), "timeout", ()),
        ((), "aborted", ()),
        ((1,), "aborted", ()),
    ],
)
def test_concede_lets_the_losers_teams_lose(losers: tuple[int, ...], reason: str, winners: tuple[int, ...]) -> None:
    chance = SeededChance(match_key(bytes(32), [""] * 4))
    table = RULES.start({"seats": 4}, [ONES] * 4, chance)

    outcome = RULES.concede(table, losers, reason)

    assert outcome == table.outcome == Outcome(winners, reason, {"points": [0, 0]})
    assert prompts(table) == []


def test_frames_read_as_a_sentence_in_a_snapshot() -> None:
    table = raid_table([["raider-3"], ["raider-1"]], [])
    act(table, 0, Attack("raider-3"))

    raid, window = table.frames[1:]

    assert isinstance(raid, Raid) and (raid.seat, raid.strength, raid.stopped) == (0, 3, False)
    assert isinstance(window, BlockWindow) and (window.seat, window.strength) == (1, 3)
