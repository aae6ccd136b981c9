"""The record of a season: its results and amendments, from which the next round and the standings follow. Pure."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

import msgspec

from leagues.formats import (
    Duel,
    Format,
    Gauntlet,
    Meeting,
    Progress,
    RoundRobin,
    deals_to_come,
    rounds_of,
)
from leagues.manifest import Manifest
from leagues.ratings.sequential_test import Bounds, course_of
from leagues.standings import WIN, Bye, Result

FIXTURES = 2
"""Fixtures of a deal: one per seating."""


@dataclass(frozen=True)
class Amended:
    """How a season was changed while it ran, by the number of rounds made until then."""

    lengths: Sequence[tuple[int, int]] = ()
    """(rounds, new length)."""
    withdrawn: Sequence[tuple[int, int]] = ()
    """(rounds, number of the entrant)."""
    is_closed: bool = False

    def format_at(self, format_: Format, rounds: int) -> Format:
        """The format as it was when round `rounds` was to be made."""
        for made, length in self.lengths:
            if made <= rounds:
                format_ = with_length(format_, length)
        return format_

    @property
    def out(self) -> list[int]:
        """The withdrawn entrants, the first of them first."""
        return [entrant for _, entrant in self.withdrawn]

    def withdrawn_at(self, rounds: int) -> set[int]:
        return {entrant for made, entrant in self.withdrawn if made <= rounds}


def with_length(format_: Format, length: int) -> Format:
    name = length_field(format_)
    return msgspec.structs.replace(format_, **{name: length})


def length_of(format_: Format) -> int:
    return int(getattr(format_, length_field(format_)))


def deals_of(manifest: Manifest, entrants: int | None = None) -> int:
    """The maximum number of deals in a season, with its entrants or with this many."""
    format_, count = manifest.format, len(manifest.entrants) if entrants is None else entrants
    if isinstance(format_, Duel):
        return format_.most_deals
    pairings = 1 if isinstance(format_, Gauntlet) else count // 2
    return (rounds_of(format_, count) or 0) * pairings * manifest.deals


def planned_deals(
    format_: Format,
    amended: Amended,
    deals: Mapping[str, int],
    *,
    entrants: int,
    each: int,
    rounds: int,
    is_over: bool,
) -> int:
    """All deals of a season, without dropped ones, if nothing more is amended; the maximum for a running duel.

    `deals` counts those of the `rounds` made so far, by status. `each` is the number per pairing.
    """
    made = deals["open"] + deals["closed"]
    if is_over:
        return made
    return made + deals_to_come(
        amended.format_at(format_, rounds),
        entrants,
        each,
        rounds=rounds,
        made=made,
        withdrawn=amended.withdrawn_at(rounds),
    )


def length_field(format_: Format) -> str:
    if isinstance(format_, Duel):
        return "most_deals"
    return "cycles" if isinstance(format_, RoundRobin | Gauntlet) else "rounds"


@dataclass(frozen=True)
class Played:
    """Everything that counts in a season: the basis of standings, ratings and the next round."""

    pairings: Sequence[tuple[int, int, int | None]]
    """(round, first, second), in order."""
    results: Sequence[Result]
    rounds: int
    deals: int

    def byes(self, fixtures: int) -> list[Bye]:
        return [Bye(round_, first, fixtures) for round_, first, second in self.pairings if second is None]

    @property
    def rated(self) -> Sequence[Result]:
        """The results that ratings use: those of deals without a walkover."""
        forfeited = {result.deal for result in self.results if result.how == "walkover"}
        return [result for result in self.results if result.deal not in forfeited]

    def deal_scores(self) -> dict[tuple[int, int], list[int]]:
        """(one, other), one < other -> points of one in each rated deal."""
        scores: dict[tuple[int, int, int], int] = defaultdict(int)
        for _, first, second, deal, points, _ in self.rated:
            own = points if first < second else 2 - points
            scores[deal, min(first, second), max(first, second)] += own
        found: dict[tuple[int, int], list[int]] = defaultdict(list)
        for (_, one, other), points in sorted(scores.items()):
            found[one, other].append(points)
        return dict(found)

    def duel_outcomes(self) -> list[int]:
        """Points of entrant 0 in each deal, in order, up to the first deal that is missing."""
        scores: dict[int, int] = defaultdict(int)
        for _, first, _, deal, points, _ in self.rated:
            scores[deal] += points if first == 0 else 2 - points
        prefix = 0
        while prefix in scores:
            prefix += 1
        return [scores[deal] for deal in range(prefix)]

    def meetings(self, fixtures: int) -> list[list[Meeting]]:
        """Meetings by round, with the points of both; a bye counts as this many fixtures won."""
        points: dict[tuple[int, int, int], list[int]] = defaultdict(lambda: [0, 0])
        for round_, first, second, _, own, _ in self.results:
            both = points[round_, first, second]
            both[0] += own
            both[1] += 2 - own
        found: list[list[Meeting]] = [[] for _ in range(self.rounds)]
        for round_, first, opponent in self.pairings:
            own, others = (2 * fixtures, 0) if opponent is None else points[round_, first, opponent]
            found[round_].append(Meeting(first, opponent, own, others))
        return found


def with_walkovers(results: Iterable[Result], withdrawn: Iterable[int]) -> list[Result]:
    """Add a walkover to each deal with only one result; the entrant that was withdrawn first loses it."""
    found: list[Result] = []
    for _, group in groupby(results, key=attrgetter("deal")):
        of_deal = list(group)
        found += of_deal
        if len(of_deal) < FIXTURES:
            result = of_deal[0]
            loser = next((one for one in withdrawn if one in (result.first, result.second)), None)
            if loser is not None:
                found.append(result._replace(points=0 if loser == result.first else WIN, how="walkover"))
    return found


def progress_of(manifest: Manifest, found: Played, amendments: Amended, entrants: int) -> tuple[Format, Progress]:
    """The format and the progress from which the next round follows."""
    format_ = amendments.format_at(manifest.format, found.rounds)
    verdict = course_of(bounds_of(format_), found.duel_outcomes()).verdict if isinstance(format_, Duel) else None
    progress = Progress(
        entrants=entrants,
        rounds=found.meetings(FIXTURES * manifest.deals),
        withdrawn=amendments.withdrawn_at(found.rounds),
        deals=found.deals,
        is_decided=verdict is not None,
    )
    return format_, progress


def bounds_of(duel: Duel) -> Bounds:
    return Bounds(duel.elo0, duel.elo1, duel.alpha_per_mille, duel.beta_per_mille, duel.most_deals)
