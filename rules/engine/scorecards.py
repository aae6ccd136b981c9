"""The result of a finished match in detail: a tally of its log, and what decided it. Pure.

A scorecard names seats, not players, and teams by number. It is made only from the effects and the final table, so
anyone with the log gets the same one.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Literal, NamedTuple

from msgspec import Struct

from rules.engine.frames import Table
from rules.engine.messages import Effect, Seat


class LoggedEvent(NamedTuple):
    """One event of a log: the seat that acted, if any, and all its effects."""

    seat: Seat | None
    effects: Sequence[Effect]


class Tiebreak(Struct, frozen=True):
    """Each team's value of a measure (`words["measures"]`). If the values are equal, the next tiebreak decides."""

    measure: str
    values: tuple[int, ...]
    wins: Literal["more", "fewer"] = "more"


class Decision(Struct, frozen=True):
    """What decided the match.

    `by` is a word of `words["decided"]`, or the service's own word if the service ended the match. `rule` is the rule
    number in the game's RULES.md, empty if the service ended it. `tiebreaks` are in order, up to the one that decided.
    """

    by: str
    rule: str = ""
    tiebreaks: tuple[Tiebreak, ...] = ()


class Scorecard(Struct, kw_only=True):
    """A finished match in numbers. Each game adds its own."""

    decided: Decision


class Column(NamedTuple):
    """A column heading: a word of `words["scorecard"]`, or the seats that the column is about."""

    name: str = ""
    seats: tuple[Seat, ...] = ()


Cell = int | str | Sequence[str] | None
"""A number, a word or card, several of them, or nothing."""


class ScoreTable(NamedTuple):
    """A part of a scorecard as a table. Its name and the words in its cells are words of `words["scorecard"]`."""

    name: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]


def decide(measures: Iterable[Tiebreak]) -> tuple[Tiebreak, ...]:
    """The tiebreaks up to the first whose values differ, or all if none differs."""
    looked_at: list[Tiebreak] = []
    for measure in measures:
        looked_at.append(measure)
        if len(set(measure.values)) > 1:
            break
    return tuple(looked_at)


def plain_tally(table: Table[Any, Any], log: Iterable[LoggedEvent]) -> Scorecard:
    """The scorecard of a game that defines none: only how it ended."""
    assert table.outcome is not None
    return Scorecard(decided=Decision(table.outcome.reason))


def no_tables(scorecard: Any) -> Sequence[ScoreTable]:
    return ()
