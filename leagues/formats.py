"""The formats of a league: who meets whom next. Pure and deterministic; entrants are numbers from 0.

A round is a list of pairings. An entrant is in at most one of them. A pairing without a second entrant is a bye.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, NamedTuple

import networkx
from msgspec import Meta, Struct

from leagues.ratings.strengths import information, strengths

DUEL_BATCH = 8
"""Deals in a round of a duel: those begun when the test decides are played to their end."""
Length = Annotated[int, Meta(ge=1, le=1_000)]
PerMille = Annotated[int, Meta(ge=1, le=499)]
Elo = Annotated[int, Meta(ge=-1_000, le=1_000)]


class RoundRobin(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="round_robin"):
    """Everyone meets everyone once in each cycle."""

    cycles: Length = 1


class Swiss(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="swiss"):
    """Entrants with equal points meet, without rematches as long as possible."""

    rounds: Length


class Gauntlet(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="gauntlet"):
    """The first entrant meets each of the others once in each cycle."""

    cycles: Length = 1


class Duel(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="duel"):
    """Two entrants, until a sequential test decides whether the first is better by `elo1`, or only by `elo0`."""

    elo0: Elo = 0
    elo1: Elo = 20
    alpha_per_mille: PerMille = 50
    beta_per_mille: PerMille = 50
    most_deals: Annotated[int, Meta(ge=1, le=100_000)] = 1_000


class Ladder(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="ladder"):
    """Each round pairs the entrants whose ratings are least certain with the nearest opponents."""

    rounds: Length


Format = RoundRobin | Swiss | Gauntlet | Duel | Ladder


class Pairing(NamedTuple):
    first: int
    second: int | None


class Meeting(NamedTuple):
    """A pairing that has been played, with the points of both: 2 for a win, 1 for a draw."""

    first: int
    second: int | None
    first_points: int
    second_points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """What has been played of a season, as far as the next round depends on it."""

    entrants: int
    rounds: Sequence[Sequence[Meeting]] = ()
    withdrawn: Collection[int] = ()
    deals: int = 0
    """Number of deals made."""
    is_decided: bool = False
    """Whether a duel's test has a verdict."""

    @property
    def active(self) -> list[int]:
        return [entrant for entrant in range(self.entrants) if entrant not in self.withdrawn]

    def meetings(self) -> Iterator[Meeting]:
        for meetings in self.rounds:
            yield from meetings


def next_round(format_: Format, progress: Progress) -> list[Pairing] | None:
    """The pairings of the next round, perhaps none after a withdrawal; None if the season is over."""
    number = len(progress.rounds)
    if len(progress.active) < 2:
        return None
    match format_:
        case RoundRobin():
            pairings = round_robin_round(number, progress.entrants)
            is_to_come = number < scheduled_rounds(format_, progress.entrants)
            return _of_those_here(pairings, progress.withdrawn) if is_to_come else None
        case Gauntlet():
            if number >= scheduled_rounds(format_, progress.entrants) or 0 in progress.withdrawn:
                return None
            return _of_those_here(gauntlet_round(number, progress.entrants), progress.withdrawn)
        case Duel():
            return None if progress.is_decided or progress.deals >= format_.most_deals else [Pairing(0, 1)]
        case Swiss():
            return swiss_round(progress) if number < format_.rounds else None
        case Ladder():
            return ladder_round(progress) if number < format_.rounds else None


def scheduled_rounds(format_: RoundRobin | Gauntlet, entrants: int) -> int:
    """The number of rounds in a format that fixes all of them in advance."""
    in_cycle = entrants - 1 + entrants % 2 if isinstance(format_, RoundRobin) else entrants - 1
    return format_.cycles * in_cycle


def rounds_of(format_: Format, entrants: int) -> int | None:
    """The number of rounds of a season; None if it depends on the play."""
    match format_:
        case RoundRobin() | Gauntlet():
            return scheduled_rounds(format_, entrants)
        case Swiss() | Ladder():
            return format_.rounds
        case Duel():
            return None


def deals_in_round(format_: Format, deals: int, progress: Progress) -> int:
    """The number of deals per pairing in the next round; `deals` is the number in the manifest."""
    return min(DUEL_BATCH, format_.most_deals - progress.deals) if isinstance(format_, Duel) else deals


def deals_to_come(
    format_: Format, entrants: int, deals: int, *, rounds: int, made: int, withdrawn: Collection[int] = ()
) -> int:
    """The number of deals after the first `rounds`, which had `made`, if all stay. For a duel, the maximum."""
    if entrants - len(withdrawn) < 2:
        return 0
    if isinstance(format_, Duel):
        return max(0, format_.most_deals - made)
    return deals * _pairings_to_come(format_, entrants, rounds, withdrawn)


def _pairings_to_come(
    format_: RoundRobin | Swiss | Gauntlet | Ladder, entrants: int, rounds: int, withdrawn: Collection[int]
) -> int:
    here = entrants - len(withdrawn)
    match format_:
        case Swiss() | Ladder():
            return max(0, format_.rounds - rounds) * (here // 2)
        case RoundRobin():
            in_cycle, make = here * (here - 1) // 2, round_robin_round
        case Gauntlet():
            in_cycle, make = 0 if 0 in withdrawn else here - 1, gauntlet_round
    cycles, begun = divmod(rounds, scheduled_rounds(format_, entrants) // format_.cycles)
    past = [pairing for number in range(begun) for pairing in _of_those_here(make(number, entrants), withdrawn)]
    return max(0, (format_.cycles - cycles) * in_cycle - sum(pairing.second is not None for pairing in past))


def _of_those_here(pairings: Sequence[Pairing], gone: Collection[int]) -> list[Pairing]:
    return [pairing for pairing in pairings if pairing.first not in gone and pairing.second not in gone]


# Fixed in advance


def round_robin_round(number: int, entrants: int) -> list[Pairing]:
    """One round of the circle method; in every other cycle first and second change places."""
    circle = entrants - 1 + entrants % 2
    cycle, turn = divmod(number, circle)
    at_rest = Pairing(turn, None) if entrants % 2 else Pairing(*((turn, circle) if turn % 2 else (circle, turn)))
    pairings = [at_rest]
    for step in range(1, circle // 2 + 1):
        one, other = (turn + step) % circle, (turn - step) % circle
        # Each is first against the half of the circle that follows them, so all are first equally often.
        is_ahead = (other - one) % circle <= circle // 2
        pairings.append(Pairing(one, other) if is_ahead else Pairing(other, one))
    return [_turned(pairing) for pairing in pairings] if cycle % 2 else pairings


def gauntlet_round(number: int, entrants: int) -> list[Pairing]:
    """The challenger's next meeting."""
    cycle, place = divmod(number, entrants - 1)
    return [Pairing(0, place + 1) if (cycle + place) % 2 == 0 else Pairing(place + 1, 0)]


def _turned(pairing: Pairing) -> Pairing:
    return pairing if pairing.second is None else Pairing(pairing.second, pairing.first)


# Based on results

BYE = -1


def swiss_round(progress: Progress) -> list[Pairing]:
    """Pair entrants with equal points. No one gets a second bye before all have had one. Then rematches are avoided.

    Of all ways to pair everyone it is the cheapest. No two ways cost the same, so any solver finds this one.
    """
    active, points = progress.active, points_of(progress)
    met = _times_met(progress)
    players = [*active, BYE] if len(active) % 2 else active
    lowest = min(points[entrant] for entrant in active)
    widest = max(points[entrant] for entrant in active) - lowest
    edges = [(one, other) for place, one in enumerate(players) for other in players[place + 1 :]]
    rematch = len(players) * (widest + 1) ** 2
    second_bye = len(players) * rematch * (1 + max(met.values(), default=0))
    graph = networkx.Graph()
    for place, (one, other) in enumerate(edges):
        difference = points[one] - (lowest if other == BYE else points[other])
        again = met[frozenset((one, other))]
        cost = difference**2 + again * (second_bye if other == BYE else rematch)
        graph.add_edge(one, other, weight=-(cost << len(edges)) - (1 << place))
    matched = networkx.max_weight_matching(graph, maxcardinality=True)
    return _in_order([(min(pair), max(pair)) for pair in matched], progress)


def swiss_rounds(progress: Progress) -> int:
    """The maximum number of Swiss rounds; more would repeat a meeting or a bye of an entrant who is still here."""
    active, met = progress.active, _times_met(progress)
    players = [*active, BYE] if len(active) % 2 else active
    new = [sum(met[frozenset((one, other))] == 0 for other in players if other != one) for one in players]
    return len(progress.rounds) + min(new, default=0)


def ladder_round(progress: Progress) -> list[Pairing]:
    """The least certain entrant chooses first, and meets the nearest of those left."""
    scores = scores_of(progress)
    strength = strengths(progress.entrants, scores)
    known = information(strength, scores)
    met = _times_met(progress)
    left = sorted(progress.active, key=lambda entrant: (known[entrant], entrant))
    pairs = []
    while left:
        one = left.pop(0)
        if not left:
            pairs.append((BYE, one))
            break
        other = min(left, key=lambda e: (_distance(strength, one, e), met[frozenset((one, e))], e))
        left.remove(other)
        pairs.append((min(one, other), max(one, other)))
    return _in_order(pairs, progress)


def _distance(strength: Sequence[float], one: int, other: int) -> float:
    """How far two ratings are apart, as a ratio. A logarithm would be rounded differently by other machines."""
    return max(strength[one], strength[other]) / min(strength[one], strength[other])


def _in_order(pairs: Sequence[tuple[int, int]], progress: Progress) -> list[Pairing]:
    """Sort the pairs by number. The entrant that was first less often comes first; a bye is last."""
    lead = Counter[int]()
    for meeting in progress.meetings():
        if meeting.second is not None:
            lead[meeting.first] += 1
            lead[meeting.second] -= 1
    pairings = [
        Pairing(one, other) if lead[one] <= lead[other] else Pairing(other, one) for one, other in pairs if one != BYE
    ]
    return sorted(pairings, key=min) + [Pairing(other, None) for one, other in pairs if one == BYE]  # type: ignore[arg-type]


def _times_met(progress: Progress) -> Counter[frozenset[int]]:
    return Counter(
        frozenset((meeting.first, BYE if meeting.second is None else meeting.second)) for meeting in progress.meetings()
    )


def points_of(progress: Progress) -> Counter[int]:
    """Points by entrant. A bye counts as a pairing won completely; its meeting has the points."""
    points = Counter[int]()
    for meeting in progress.meetings():
        points[meeting.first] += meeting.first_points
        if meeting.second is not None:
            points[meeting.second] += meeting.second_points
    return points


def scores_of(progress: Progress) -> dict[tuple[int, int], int]:
    """(one, other) -> points of one against the other."""
    scores = Counter[tuple[int, int]]()
    for first, second, first_points, second_points in progress.meetings():
        if second is not None:
            scores[first, second] += first_points
            scores[second, first] += second_points
    return dict(scores)
