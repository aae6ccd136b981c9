"""Patterns in a season that an operator may want to look at. They prove nothing and change nothing."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import comb
from typing import Annotated

from msgspec import Meta, Struct

from common.formats import Id
from leagues.models import Fixture, Season
from leagues.record import FIXTURES, Played
from leagues.selectors.seasons import SeasonPlan, counted_fixtures, played, season_plan
from leagues.sides import is_first
from leagues.standings import WIN
from matches.log import sql
from matches.log.events import ending_losers

WON = 0.5
"""The evaluation goes from -1 to 1. From here on a position counts as won."""
RARE = Fraction(1, 1000)
"""Chance alone lists a pair in fewer than one in a thousand seasons."""
_MOST_LOOKED_AT = 300
"""Resignations looked at, the newest: each needs a position folded from its log."""


class ResignedWhenWon(Struct, frozen=True):
    """A resignation in a position that the house bots consider won."""

    entrant: str
    opponent: str
    deal: Annotated[int, Meta(description="Number of the deal within its season, from 0.")]
    seating: Annotated[int, Meta(ge=0, lt=FIXTURES)]
    match: Id
    evaluation_per_mille: Annotated[int, Meta(description="Thousandths: 1000 is almost won, -1000 almost lost.")]


class SamePartner(Struct, frozen=True):
    """An entrant whose losses without play go to one opponent more often than chance explains.

    A loss without play is one on time, by resignation, by no-show or by withdrawal. `given` of `given_in_all` such
    losses went to `opponent`, which it met in `met` of its `played` matches.
    """

    entrant: str
    opponent: str
    given: int
    given_in_all: int
    met: int
    played: int
    chance: Annotated[float, Meta(description="Probability of as many or more by chance alone.")]


class SeasonPatterns(Struct, frozen=True):
    """Patterns for an operator to look at. They prove nothing and have no consequences by themselves."""

    resigned: list[ResignedWhenWon]
    partners: list[SamePartner]
    not_looked_at: Annotated[int, Meta(description="Older resignations whose positions were not evaluated.")]


def suspicious_patterns(season: Season) -> SeasonPatterns:
    plan = season_plan(season.pk)
    resignations = counted_fixtures(season.pk).filter(match__end_reason="resignation", match__withheld=False)
    rows = resignations.select_related("match", "deal__pairing__first", "deal__pairing__second")
    rows = rows.defer("match__snapshot")
    rows = rows.order_by("-deal__number", "seating")
    names = [entrant.name for entrant in plan.entrants]
    return SeasonPatterns(
        list(_resigned_when_won(plan, rows[:_MOST_LOOKED_AT])),
        same_partners(names, played(season.pk, plan.sides)),
        max(0, rows.count() - _MOST_LOOKED_AT),
    )


def _resigned_when_won(plan: SeasonPlan, fixtures: Iterable[Fixture]) -> Iterator[ResignedWhenWon]:
    for fixture in fixtures:
        deal, seating, match = fixture.deal, fixture.seating, fixture.match
        (last,) = sql.events(match.pk, match.version - 1)
        seat = min(ending_losers(last.content))
        table = sql.position_at(match.pk, last.seq - 1).table
        value = plan.rules.definition.evaluation.value(table, seat)
        if value < WON:
            continue
        both = (deal.pairing.first.name, deal.pairing.second.name)
        entrant, opponent = both if is_first(plan.sides, seating, seat) else both[::-1]
        yield ResignedWhenWon(entrant, opponent, deal.number, seating, str(match.pk), round(1000 * value))


def same_partners(names: list[str], found: Played) -> list[SamePartner]:
    """Pairs in which one entrant gave the other more matches than chance explains, the rarest first.

    A match is given away if it was lost on time, by resignation, by no-show or by withdrawal. If the given matches were
    drawn from all matches of the entrant alike, the number that fell to one opponent would be hypergeometric.
    """
    met: Counter[tuple[int, int]] = Counter()
    given: Counter[tuple[int, int]] = Counter()
    for result in found.results:
        pair = (result.first, result.second)
        met.update((pair, pair[::-1]))
        if result.how != "play" and result.points in (0, WIN):
            given[pair if result.points == 0 else pair[::-1]] += 1
    pairs = [(_odds(one, other, met, given), names[one], names[other]) for one, other in given]
    rare = RARE / max(1, len(met))
    rarest = sorted((odds[-1], *both, odds[:-1]) for odds, *both in pairs if odds[-1] < rare)
    return [SamePartner(one, other, *counts, chance=float(chance)) for chance, one, other, counts in rarest]


def _odds(
    one: int, other: int, met: Mapping[tuple[int, int], int], given: Mapping[tuple[int, int], int]
) -> tuple[int, int, int, int, Fraction]:
    own = given[one, other]
    in_all = sum(count for (who, _), count in given.items() if who == one)
    together, matches = met[one, other], sum(count for (who, _), count in met.items() if who == one)
    return own, in_all, together, matches, at_least(own, in_all, together, matches)


def at_least(given: int, given_in_all: int, met: int, played: int) -> Fraction:
    """The chance that at least `given` of `given_in_all` matches drawn from `played` are among the `met`."""
    ways = (comb(met, n) * comb(played - met, given_in_all - n) for n in range(given, min(met, given_in_all) + 1))
    return Fraction(sum(ways), comb(played, given_in_all))
