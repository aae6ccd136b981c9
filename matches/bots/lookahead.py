"""Look ahead in possible worlds: the result of an action, and its worth to a seat's team."""

from collections.abc import Callable
from typing import Any

from matches.bots.bot import Observation
from rules.engine import Evaluation, QuickChance, Seat, Table, apply, seats_to_act

CERTAIN = 0.99
"""The highest value of a running game, so that a won game is worth more than any that only looks won."""

LONGEST_SETTLING = 60
"""A look ahead stops after this many actions, even if the position is not quiet."""

FEW = 8
"""This many actions stay in a race to its end. Of more, the worse half drops out after each world."""


def worth(table: Table[Any, Any], seat: Seat, evaluation: Evaluation) -> float:
    """The worth of a table to the seat's team: exactly 1, 0 or -1 when it is over, otherwise the evaluation's value."""
    outcome = table.outcome
    if outcome is None:
        return max(-CERTAIN, min(CERTAIN, evaluation.value(table, seat)))
    if not outcome.winners:
        return 0.0
    team = table.rules.team
    mine = team(table.options, seat)
    return 1.0 if any(team(table.options, winner) == mine for winner in outcome.winners) else -1.0


def play_reply(table: Table[Any, Any], evaluation: Evaluation) -> None:
    """Let the first seat to act answer with the evaluation's reply."""
    seat = seats_to_act(table)[0]
    apply(table, seat, evaluation.reply_now(table, seat))


def play_on(table: Table[Any, Any], actions: int, team: int, evaluation: Evaluation) -> None:
    """Play this many replies of the evaluation, then go on until the position is quiet and the team is to decide."""
    for _ in range(actions):
        if table.outcome is not None:
            return
        play_reply(table, evaluation)
    for _ in range(LONGEST_SETTLING):
        if table.outcome is not None or (_is_to_act(table, team) and evaluation.is_quiet(table)):
            return
        play_reply(table, evaluation)


def _is_to_act(table: Table[Any, Any], team: int) -> bool:
    return any(table.rules.team(table.options, seat) == team for seat in seats_to_act(table))


def settle_turn(table: Table[Any, Any], seat: Seat, turn: int, evaluation: Evaluation) -> None:
    """Play replies of the evaluation while the position is not quiet, or other seats are asked in this turn."""
    for _ in range(LONGEST_SETTLING):
        if table.outcome is not None:
            return
        others = table.state.turn == turn and any(other != seat for other in seats_to_act(table))
        if not others and evaluation.is_quiet(table):
            return
        play_reply(table, evaluation)


def look_ahead(world: Table[Any, Any], seat: Seat, action: Any, evaluation: Evaluation, seed: int) -> float:
    """The worth of the seat's action in this world, which is not changed.

    With the same seed, several actions meet the same luck.
    """
    table = world.clone(QuickChance(seed))
    turn = table.state.turn
    apply(table, seat, action)
    settle_turn(table, seat, turn, evaluation)
    return worth(table, seat, evaluation)


def race(
    observation: Observation, evaluation: Evaluation, worlds: int, in_time: Callable[[], bool] = lambda: True
) -> list[tuple[float, Any]]:
    """The legal actions, best first, each with its average worth over the possible worlds.

    Equal actions are in random order. Of many actions, the worse half is not tried in further worlds and stays behind
    the rest. If time runs out, actions not yet tried come last, as if they lost.
    """
    seat, chance = observation.seat, observation.chance
    runners = [(0.0, action) for action in _shuffled(observation)]
    fallen: list[tuple[float, Any]] = []
    for tried in range(worlds):
        world, seed = observation.determinize(), chance.below(1 << 30)
        for place, (mean, action) in enumerate(runners):
            if not in_time():
                late = [(-1.0, action) for _, action in runners[place:]] if tried == 0 else runners[place:]
                return sorted(runners[:place], key=_by_worth) + late + fallen
            gain = look_ahead(world, seat, action, evaluation, seed)
            runners[place] = ((mean * tried + gain) / (tried + 1), action)
        runners.sort(key=_by_worth)
        keep = max(FEW, len(runners) // 2)
        fallen = runners[keep:] + fallen
        runners = runners[:keep]
    return runners + fallen


def _by_worth(runner: tuple[float, Any]) -> float:
    return -runner[0]


def _shuffled(observation: Observation) -> list[Any]:
    actions = list(observation.legal_actions)
    for i in range(len(actions) - 1, 0, -1):
        j = observation.chance.below(i + 1)
        actions[i], actions[j] = actions[j], actions[i]
    return actions
