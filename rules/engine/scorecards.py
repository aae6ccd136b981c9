"""What a finished match came to: a tally of its log, and what decided it. Pure.

A scorecard names seats, not players, and teams by their number. It is made from effects and the last table alone, so
whoever has the log makes the same one.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Literal, NamedTuple

from msgspec import Struct

from rules.engine.frames import Table
from rules.engine.messages import Effect, Seat


class LoggedEvent(NamedTuple):
    """One event of a log: who acted (None: nobody), and all that came of it."""

    seat: Seat | None
    effects: Sequence[Effect]


class Tiebreak(Struct, frozen=True):
    """What each team had of a measure (`words["measures"]`). Where the values are equal, the next tiebreak decides."""

    measure: str
    values: tuple[int, ...]
    wins: Literal["more", "fewer"] = "more"


class Decision(Struct, frozen=True):
    """What decided the match.

    `by` is a word of `words["decided"]`, or of the service if it ended the match; `rule` the number of the rule in the
    game's RULES.md, empty if the service ended it. `tiebreaks` stand in their order, up to the one that decided.
    """

    by: str
    rule: str = ""
    tiebreaks: tuple[Tiebreak, ...] = ()


class Scorecard(Struct, kw_only=True):
    """A finished match in figures. Each game adds its own."""

    decided: Decision


class Column(NamedTuple):
    """The head of a column: a word of `words["scorecard"]`, or the seats that it is about."""

    name: str = ""
    seats: tuple[Seat, ...] = ()


Cell = int | str | Sequence[str] | None
"""A number, a word or card, several of them, or nothing."""


class ScoreTable(NamedTuple):
    """A part of a scorecard as a table: its name is a word of `words["scorecard"]`, and so are words in its cells."""

    name: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]


def decide(measures: Iterable[Tiebreak]) -> tuple[Tiebreak, ...]:
    """The tiebreaks up to the first whose values differ; all if none does."""
    looked_at: list[Tiebreak] = []
    for measure in measures:
        looked_at.append(measure)
        if len(set(measure.values)) > 1:
            break
    return tuple(looked_at)


def plain_tally(table: Table[Any, Any], log: Iterable[LoggedEvent]) -> Scorecard:
    """The scorecard of a game that has none of its own: how it ended."""
    assert table.outcome is not None
    return Scorecard(decided=Decision(table.outcome.reason))


def no_tables(scorecard: Any) -> Sequence[ScoreTable]:
    return ()
