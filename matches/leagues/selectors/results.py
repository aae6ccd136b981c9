"""A season's report: computed from the matches, and kept until a fixture more counts."""

from collections import Counter
from functools import lru_cache
from uuid import UUID

from matches.leagues.models import Amendment, Season, Void
from matches.leagues.report import Report, make_report
from matches.leagues.selectors.seasons import amended, counted_fixtures, played, season_plan


def season_report(season: Season) -> Report:
    """From memory, unless something counts that did not when it was computed."""
    return _report(
        season.pk,
        counted_fixtures(season.pk).count(),
        Amendment.objects.filter(season=season).count(),
        Void.objects.filter(deal__season=season).count(),
        season.rounds.count(),
    )


@lru_cache(maxsize=64)
def _report(season_id: UUID, fixtures: int, amendments: int, voids: int, rounds: int) -> Report:
    """Computed anew from the outcomes of the matches; the numbers say of when it is."""
    plan = season_plan(season_id)
    found = played(season_id, plan.sides)
    return make_report(plan.manifest, plan.season.digest, found, amended(season_id), voids_of(season_id))


def voids_of(season_id: UUID) -> dict[int, int]:
    """Entrant -> attempts that his bot's faults have voided."""
    voids = Void.objects.filter(deal__season=season_id, entrant__isnull=False)
    return dict(Counter(voids.values_list("entrant__number", flat=True)))
