"""10 How a battle ends."""

from typing import Any

from rules.engine import Outcome

from . import teams
from .state import LordsTable

QUIET_TURNS_PER_SEAT = 30  # 10.2


def check_goals(table: LordsTable) -> None:
    """10.1 Checked after each elimination check. If two teams reach a goal together, the match is a draw."""
    reached = [goal_reached(table, team) for team in (0, 1)]
    if reached[0] and reached[1]:
        table.finish(Outcome((), "mutual_destruction", scores(table)))
    for team, reason in enumerate(reached):
        if reason:
            table.finish(Outcome(teams.members(table.options, team), reason, scores(table)))


def goal_reached(table: LordsTable, team: int) -> str | None:
    if table.state.commander_kills[team] >= table.options.commander_goal:
        return "commander_goal"
    if len(table.state.trophies[team]) >= table.options.kill_goal:
        return "kill_goal"
    return None


def count_quiet_turn(table: LordsTable) -> None:
    """10.2 Checked at the end of a turn. Too many quiet turns end the match."""
    state = table.state
    state.quiet_turns = 0 if state.elimination_this_turn else state.quiet_turns + 1
    if state.quiet_turns < quiet_limit(table):
        return
    standing = [(len(state.trophies[team]), state.commander_kills[team]) for team in (0, 1)]
    winners = () if standing[0] == standing[1] else teams.members(table.options, standing.index(max(standing)))
    table.finish(Outcome(winners, "stalemate", scores(table)))


def quiet_limit(table: LordsTable) -> int:
    return QUIET_TURNS_PER_SEAT * teams.SEATS[table.options.mode]


def scores(table: LordsTable) -> dict[str, Any]:
    """10.4"""
    return {
        "kills": [len(trophies) for trophies in table.state.trophies],
        "commander_kills": list(table.state.commander_kills),
    }
