"""Looking ahead in possible worlds: what an action leads to, and what that is worth to a seat's team."""

from collections.abc import Callable
from typing import Any

from matches.bots.bot import Observation
from rules.engine import Evaluation, QuickChance, Seat, Table, apply, legal_actions, seats_to_act

CERTAIN = 0.99
"""No running game is valued beyond this: a won game is worth more than any that only looks won."""

LONGEST_SETTLING = 60
"""After so many actions a look ahead stops, whether things have become quiet or not."""

FEW = 8
"""So many actions stay in a race to its end; of more, the worse half falls out after each world."""


def worth(table: Table[Any, Any], seat: Seat, evaluation: Evaluation) -> float:
    """What a table is worth to the seat's team: exactly 1, 0 or -1 when it is over, else what the evaluation says."""
    outcome = table.outcome
    if outcome is None:
        return max(-CERTAIN, min(CERTAIN, evaluation.value(table, seat)))
    if not outcome.winners:
        return 0.0
    team = table.rules.team
    mine = team(table.options, seat)
    return 1.0 if any(team(table.options, winner) == mine for winner in outcome.winners) else -1.0


def play_reply(table: Table[Any, Any], evaluation: Evaluation) -> None:
    """The first seat to act answers with the evaluation's reply."""
    seat = seats_to_act(table)[0]
    choices = legal_actions(table, seat)
    apply(table, seat, choices[0] if len(choices) == 1 else evaluation.reply(table, seat, choices))


def play_on(table: Table[Any, Any], actions: int, team: int, evaluation: Evaluation) -> None:
    """Play so many replies of the evaluation, and then on until the position is quiet and the team is to decide."""
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
    """What the seat's action is worth in this world, which is left alone.

    The same seed lets several actions meet the same luck.
    """
    table = world.clone(QuickChance(seed))
    turn = table.state.turn
    apply(table, seat, action)
    settle_turn(table, seat, turn, evaluation)
    return worth(table, seat, evaluation)


def race(
    observation: Observation, evaluation: Evaluation, worlds: int, in_time: Callable[[], bool] = lambda: True
) -> list[tuple[float, Any]]:
    """The legal actions, best first, each with what it is worth on average over the possible worlds.

    Equals come in an order put by chance. Of many actions the worse half is tried in no further world; they stay
    behind the others. Out of time, actions not yet tried are at the end, as if they lost.
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
