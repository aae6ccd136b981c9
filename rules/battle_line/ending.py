"""10 The end of a round, its points and the end of the match."""

from typing import Any

from rules.engine import Outcome, Seat

from .battlefield import BattleLineTable
from .effects import RoundEnded
from .state import RoundResult, State


def check_victory(table: BattleLineTable, seat: Seat) -> None:
    """10.1 The round ends with three adjacent flags or, failing that, five. Only the claimant can have them (10.2)."""
    longest = adjacent = owned = 0
    for flag in table.state.flags:
        if flag.owner == seat:
            owned += 1
            adjacent += 1
            longest = max(longest, adjacent)
        else:
            adjacent = 0

    if longest >= table.cards.adjacent_to_win:
        end_round(table, seat, "breakthrough")
    elif owned >= table.cards.flags_to_win:
        end_round(table, seat, "envelopment")


def end_in_deadlock(table: BattleLineTable) -> None:
    """10.3 The player with more flags wins. With equal numbers there is no winner."""
    flags = flags_owned(table.state)
    end_round(table, _higher(flags), "deadlock")


def end_round(table: BattleLineTable, winner: Seat | None, reason: str) -> None:
    """10.4 Award the points. Nothing else happens in this turn: only the frame of the rounds remains (setup.py)."""
    state = table.state
    flags = flags_owned(state)
    points = tuple(table.cards.round_points if seat == winner else flags[seat] for seat in (0, 1))
    for seat in (0, 1):
        state.points[seat] += points[seat]
    if winner is not None:
        state.rounds_won[winner] += 1
    state.results.append(RoundResult(state.round, state.first_seat, winner, reason, flags, points))
    table.tell(RoundEnded(state.round, winner, reason, flags, points))
    del table.frames[1:]


def end_match(table: BattleLineTable) -> None:
    """10.6 A single round decides the match. Several are decided by points, and equal points are a draw (R24)."""
    state = table.state
    last = state.results[-1]
    single = table.options.rounds == 1
    winner = last.winner if single else _higher(state.points)

    winners = () if winner is None else (winner,)
    table.finish(Outcome(winners, last.reason if single else "points", scores(table)))


def scores(table: BattleLineTable) -> dict[str, Any]:
    """10.7 Points by seat, added up over the finished rounds."""
    state = table.state
    return {
        "points": list(state.points),
        "flags": [sum(result.flags[seat] for result in state.results) for seat in (0, 1)],
        "rounds_won": list(state.rounds_won),
    }


def flags_owned(state: State) -> tuple[int, int]:
    owners = [flag.owner for flag in state.flags]
    return owners.count(0), owners.count(1)


def _higher(numbers: "tuple[int, ...] | list[int]") -> Seat | None:
    if numbers[0] == numbers[1]:
        return None
    return 0 if numbers[0] > numbers[1] else 1
