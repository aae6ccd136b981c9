"""Points, tie-breaks and the crosstable of a season, from its fixtures. Pure; whole numbers only."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

WIN, DRAW = 2, 1
How = Literal["play", "time", "resignation", "no_show", "walkover"]
"""How a match was won: by the rules, or because the opponent ran out of time, resigned or never acted.

With `walkover` there was no match: the opponent was withdrawn after the deal had begun.
"""


class Result(NamedTuple):
    """A fixture that counts: its pairing, its deal, and the first entrant's points: 2, 1 or 0."""

    round: int
    first: int
    second: int
    deal: int
    points: int
    how: How = "play"


class Bye(NamedTuple):
    """A round in which an entrant had no opponent. It counts as `fixtures` won matches."""

    round: int
    entrant: int
    fixtures: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A row of the table. Equal points and tie-breaks share a rank."""

    rank: int
    entrant: int
    played: int
    wins: int
    draws: int
    losses: int
    byes: int
    points: int
    share_per_mille: int | None
    """Share of the possible points of played matches."""
    buchholz: int
    """The points of the opponents, once for each fixture."""
    sonneborn_berger: int
    """The points got from each opponent, times that opponent's points."""


class Cell(NamedTuple):
    """One entrant's results against another."""

    played: int
    wins: int
    draws: int
    losses: int
    points: int


Crosstable = Mapping[tuple[int, int], Cell]
"""(one, other) -> from the side of one; only those that have met."""


def crosstable(results: Iterable[Result]) -> Crosstable:
    found: dict[tuple[int, int], list[int]] = {}
    for result in results:
        for one, other, own in _both(result):
            cell = found.setdefault((one, other), [0] * 3)
            cell[WIN - own] += 1
    return {
        pair: Cell(sum(cell), *cell, WIN * cell[0] + DRAW * cell[1])  # type: ignore[call-arg]
        for pair, cell in sorted(found.items())
    }


def wins_by(results: Iterable[Result]) -> Counter[tuple[int, int, How]]:
    """(winner, loser, how) -> how often; a walkover counts as a no-show."""
    found: Counter[tuple[int, int, How]] = Counter()
    for result in results:
        how: How = "no_show" if result.how == "walkover" else result.how
        found.update((one, other, how) for one, other, own in _both(result) if own == WIN)
    return found


def _both(result: Result) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
    """(one, other, points) from both sides."""
    _, first, second, _, points, _ = result
    return (first, second, points), (second, first, WIN - points)


def how_won(reason: str, has_acted: bool) -> How:
    """How a match was won, from its end reason and whether the loser took any action."""
    if reason == "timeout":
        return "time" if has_acted else "no_show"
    return "resignation" if reason == "resignation" else "play"


def standings(
    entrants: int,
    results: Sequence[Result],
    byes: Sequence[Bye] = (),
    *,
    is_swiss: bool = False,
    withdrawn: Collection[int] = (),
) -> list[Standing]:
    """The table, best first. Ties are broken by Sonneborn-Berger, then by wins; in a Swiss, by Buchholz before both.

    Withdrawn entrants come last and share the rank after all others, but not their results.
    """
    table = crosstable(results)
    points = Counter(dict.fromkeys(range(entrants), 0))
    for (one, _), cell in table.items():
        points[one] += cell.points
    for bye in byes:
        points[bye.entrant] += WIN * bye.fixtures
    rows = [_row(entrant, table, points, byes) for entrant in range(entrants)]

    def key(row: dict[str, int | None]) -> tuple[int, ...]:
        ties = (row["buchholz"] if is_swiss else 0, row["sonneborn_berger"], row["wins"])
        return (-(row["points"] or 0), *(-(tie or 0) for tie in ties))

    rows.sort(key=lambda row: (row["entrant"] in withdrawn, key(row), row["entrant"]))
    keys = [None if row["entrant"] in withdrawn else key(row) for row in rows]
    return [Standing(rank=keys.index(own) + 1, **row) for own, row in zip(keys, rows, strict=True)]  # type: ignore[arg-type]


def _row(entrant: int, table: Crosstable, points: Mapping[int, int], byes: Sequence[Bye]) -> dict[str, int | None]:
    own = {other: cell for (one, other), cell in table.items() if one == entrant}
    played = sum(cell.played for cell in own.values())
    got = sum(cell.points for cell in own.values())
    return {
        "entrant": entrant,
        "played": played,
        "wins": sum(cell.wins for cell in own.values()),
        "draws": sum(cell.draws for cell in own.values()),
        "losses": sum(cell.losses for cell in own.values()),
        "byes": sum(1 for bye in byes if bye.entrant == entrant),
        "points": points[entrant],
        "share_per_mille": per_mille(got, WIN * played),
        "buchholz": sum(cell.played * points[other] for other, cell in own.items()),
        "sonneborn_berger": sum(cell.points * points[other] for other, cell in own.items()),
    }


def per_mille(part: int, whole: int) -> int | None:
    """The part per mille, rounded half up, without floats; None if the whole is 0."""
    return None if whole == 0 else (2000 * part + whole) // (2 * whole)
