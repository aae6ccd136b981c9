"""Looking ahead and searching, on positions of the toy game: counting, observing, and leaving the table unchanged."""

from typing import Any

import pytest

from matches.bots import lookahead
from matches.bots.bot import Budget, Observation
from matches.bots.ismcts import Ismcts, Search
from matches.bots.lookahead import CERTAIN, FEW, look_ahead, play_on, race, worth
from matches.bots.simple import Greedy
from rules.engine import (
    Evaluation,
    Frame,
    Outcome,
    Pass,
    QuickChance,
    ScriptedChance,
    Table,
    legal_actions,
    prompts,
    view,
)
from tests import toy
from tests.toy import Attack, Block, BlockPrompt, Keep

RULES = toy.raid_rules(toy.CARD_SET)
EVALUATION = toy.EVALUATION


class Fixed(Evaluation):
    """An evaluation that gives every running game the same value, and always replies with the last choice."""

    def __init__(self, value: float = 0.0) -> None:
        self.fixed = value

    def value(self, table: Table[Any, Any], seat: int) -> float:
        return self.fixed

    def reply(self, table: Table[Any, Any], seat: int, choices: list[Any]) -> Any:
        return choices[-1]


def to_raid(hand: list[str], points: tuple[int, int] = (0, 0), seats: int = 2) -> toy.RaidTable:
    """A table in turn 3 with seat 0 about to raid. The other seats hold two cards."""
    hands = [hand, *([["raider-1", "raider-1"] for _ in range(seats - 1)])]
    state = toy.RaidState(3, list(points), hands, [["raider-2"] for _ in hands], [[] for _ in hands])
    frames: list[Frame] = [toy.Turns(1), toy.AttackChoice(0)]
    return Table(RULES, RULES.read_options({"seats": seats}), state, ScriptedChance([1] * 9), frames)


def mulligan() -> toy.RaidTable:
    state = toy.RaidState(0, [0, 0], [["raider-1"] * 4, ["raider-6"] * 4], [["raider-2"] * 4] * 2, [[], []])
    return Table(RULES, RULES.read_options({}), state, ScriptedChance([]), [toy.Mulligan([None, None])])


def sight(table: toy.RaidTable, seat: int = 0, iterations: int = 60) -> Observation:
    deck = {"raider-1": 2, "raider-2": 4, "raider-3": 2, "raider-6": 4}
    return Observation(
        RULES,
        view(table, seat, 0),
        seat,
        legal_actions(table, seat),
        toy.RaidMemory(deck),
        Budget(iterations=iterations),
        QuickChance(1),
    )


def search(observation: Observation) -> Search:
    meter = observation.budget.start()
    made = Search(observation, EVALUATION, meter)
    while meter.spend():
        made.iterate()
    return made


# Values


@pytest.mark.parametrize(("winners", "worths"), [((0, 2), [1, -1, 1, -1]), ((1,), [-1, 1, -1, 1]), ((), [0, 0, 0, 0])])
def test_an_ended_match_is_worth_one_nothing_or_minus_one_to_a_team(
    winners: tuple[int, ...], worths: list[float]
) -> None:
    table = to_raid(["raider-1"], seats=4)
    table.outcome = Outcome(winners, "goal", {})

    assert [worth(table, seat, EVALUATION) for seat in range(4)] == worths


@pytest.mark.parametrize(("value", "expected"), [(0.3, 0.3), (5.0, CERTAIN), (-1.0, -CERTAIN)])
def test_a_running_match_is_never_worth_as_much_as_a_won_one(value: float, expected: float) -> None:
    assert worth(to_raid(["raider-1"]), 0, Fixed(value)) == expected


# Looking ahead


def test_looking_ahead_leaves_the_world_alone() -> None:
    world = to_raid(["raider-3"])
    before = RULES.encode(world)

    look_ahead(world, 0, Attack("raider-3"), EVALUATION, 1)

    assert RULES.encode(world) == before


def test_looking_ahead_plays_windows_out_and_stops_at_the_next_turn() -> None:
    ends: list[tuple[int, list[Any]]] = []

    class Watching(toy.RaidEvaluation):
        def value(self, table: toy.RaidTable, seat: int) -> float:
            ends.append((table.state.turn, prompts(table)))
            return 0.0

    look_ahead(to_raid(["raider-3"]), 0, Attack("raider-3"), Watching(), 1)

    assert ends == [(4, [toy.AttackPrompt(1)])]


def test_looking_ahead_answers_for_others_asked_in_the_same_turn() -> None:
    turns = []

    class Watching(Fixed):
        def value(self, table: toy.RaidTable, seat: int) -> float:
            turns.append((table.state.turn, [prompt.seat for prompt in prompts(table)]))
            return 0.0

    look_ahead(mulligan(), 1, Keep(True), Watching(), 1)

    assert turns in ([(1, [0])], [(1, [1])])


@pytest.mark.parametrize(("team", "turn", "asked"), [(1, 4, 1), (0, 5, 0)])
def test_playing_on_stops_where_it_is_quiet_and_the_team_decides(team: int, turn: int, asked: int) -> None:
    table = to_raid(["raider-3", "raider-3"])
    table.chance = QuickChance(1)

    play_on(table, 1, team, EVALUATION)

    assert (table.state.turn, prompts(table)) == (turn, [toy.AttackPrompt(asked)])


# The race


def test_the_race_puts_the_better_first_and_forgets_nobody() -> None:
    table = to_raid(["raider-1", "raider-6"], points=(10, 0))
    table.state.hands[1] = []
    observation = sight(table)

    order = race(observation, EVALUATION, 4)

    assert order[0] == (1.0, Attack("raider-6"))
    assert {action for _, action in order} == set(observation.legal_actions)
    assert [value for value, _ in order] == sorted((value for value, _ in order), reverse=True)


def test_of_many_actions_the_worse_half_falls_out_after_each_world(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[int] = []
    monkeypatch.setattr(
        lookahead, "look_ahead", lambda world, seat, action, *more: tried.append(action) or action / 500
    )
    observation = sight(to_raid(["raider-1"]))
    object.__setattr__(observation, "legal_actions", list(range(400)))

    order = [action for _, action in race(observation, EVALUATION, 6)]

    assert order == list(range(399, -1, -1))
    assert len(tried) == 400 + 200 + 100 + 50 + 25 + 12
    assert FEW == 8


def test_a_race_out_of_time_keeps_what_it_knows() -> None:
    observation = sight(to_raid(["raider-1", "raider-6"], points=(10, 0)))
    looks = iter([True, True, False])

    order = race(observation, EVALUATION, 4, lambda: next(looks))

    assert len(order) == 3
    assert order[-1][0] == -1.0


# The search


def test_every_iteration_ends_in_one_visit_of_the_root() -> None:
    made = search(sight(to_raid(["raider-1", "raider-3", "raider-6"]), iterations=60))

    edges = made.root.edges[0].by_action
    assert sum(edge.visits for edge in edges.values()) == 60
    assert sum(edge.prior for edge in edges.values()) == pytest.approx(1)
    assert all(abs(edge.total) <= edge.visits for edge in edges.values())


def test_an_action_counts_as_available_only_where_the_world_offers_it() -> None:
    made = search(sight(to_raid(["raider-1", "raider-3", "raider-6"]), iterations=200))

    replies = [child.edges[1].by_action for child in made.root.children.values() if 1 in child.edges]
    counted = [edge for edges in replies for action, edge in edges.items() if isinstance(action, Block)]
    assert counted
    assert all(edge.visits <= edge.available for edge in counted)
    assert any(
        edge.available < sum(other.visits for other in edges.values())
        for edges in replies
        for action, edge in edges.items()
        if isinstance(action, Block)
    )


def test_seats_that_decide_at_once_do_not_know_of_each_other() -> None:
    made = search(sight(mulligan(), seat=1))

    assert set(made.root.edges) == {0, 1}
    assert set(made.root.edges[0].by_action) == set(made.root.edges[1].by_action) == {Keep(True), Keep(False)}
    assert all([seat for seat, _ in decision] == [0, 1] for decision in made.root.children)


def test_a_single_choice_leaves_no_trace_in_the_tree() -> None:
    table = to_raid(["raider-6"])
    made = search(sight(table))

    raid = made.root.children[((0, Attack("raider-6")),)]
    for edges in raid.edges.values():
        assert len(edges.by_action) > 1


def test_nothing_is_thought_about_a_single_choice() -> None:
    observation = sight(to_raid([]))
    object.__setattr__(observation, "legal_actions", [Pass()])
    object.__setattr__(observation, "rules", None)

    assert [bot.choose(observation) for bot in (Greedy(), Ismcts())] == [Pass(), Pass()]


@pytest.mark.parametrize("bot", [Greedy(), Ismcts()])
def test_a_win_at_hand_is_taken(bot: Greedy | Ismcts) -> None:
    table = to_raid(["raider-1", "raider-3", "raider-6"], points=(10, 0))
    table.state.hands[1] = []

    assert bot.choose(sight(table)) == Attack("raider-6")


@pytest.mark.parametrize("bot", [Greedy(), Ismcts()])
def test_what_would_lose_is_blocked(bot: Greedy | Ismcts) -> None:
    table = to_raid(["raider-3", "raider-6"], points=(0, 14))
    table.frames = [toy.Turns(0), toy.Raid(1, 3), toy.BlockWindow(0, 3)]
    table.state.hands[1] = []

    assert prompts(table) == [BlockPrompt(0, 3)]
    assert isinstance(bot.choose(sight(table)), Block)
