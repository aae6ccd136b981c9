"""Computes a season's report from its matches, and caches it until another match counts."""

from collections import Counter
from functools import partial
from uuid import UUID

from leagues.models import AccountFault, Season, Void
from leagues.report import Report, make_report
from leagues.selectors.computed import Part, exact, recent
from leagues.selectors.seasons import State, amended, counted_fixtures, played, season_plan, state_of

CONTROL_COLUMNS = ("deal__number", "seating", "control__points")


def season_report(season: Season) -> Report:
    """The report of everything that counts now."""
    return exact(report_part(season.pk, state_of(season.pk)))


def current_report(season: Season, state: State | None = None) -> Report:
    """The report for readers. In a long season it may be a little old; `fixtures` says how many matches it covers."""
    return recent(report_part(season.pk, state or state_of(season.pk)))


def report_part(season_id: UUID, state: State) -> Part[Report]:
    revision = "/".join(map(str, state))
    return Part(season_id, "report", revision, state.fixtures, Report, partial(_report, season_id))


def _report(season_id: UUID) -> Report:
    """The report, computed from the outcomes of the matches."""
    plan = season_plan(season_id)
    found = played(season_id, plan.sides)
    return make_report(
        plan.manifest,
        plan.season.digest,
        found,
        amended(season_id),
        voids_of(season_id),
        faults=faults_of(season_id),
        controls=controls_of(season_id),
    )


def voids_of(season_id: UUID) -> dict[int, int]:
    """Entrant number -> attempts voided because its bot failed."""
    voids = Void.objects.filter(deal__season=season_id, entrant__isnull=False)
    return dict(Counter(voids.values_list("entrant__number", flat=True)))


def faults_of(season_id: UUID) -> Counter[tuple[int, str]]:
    """(entrant number, kind of fault) -> how often, over all attempts at all deals."""
    voids = Void.objects.filter(deal__season=season_id, entrant__isnull=False).exclude(kind="")
    found = Counter(voids.values_list("entrant__number", "kind"))
    faults = AccountFault.objects.filter(entrant__season=season_id)
    for entrant, kind, count in faults.values_list("entrant__number", "kind", "count"):
        found[entrant, kind] += count
    return found


def controls_of(season_id: UUID) -> dict[tuple[int, int], int]:
    """(deal, seating) -> the house bots' points, for matches that count."""
    rows = counted_fixtures(season_id).filter(control__isnull=False)
    return {(deal, seating): points for deal, seating, points in rows.values_list(*CONTROL_COLUMNS)}


def service_voids(season_id: UUID) -> int:
    """The number of attempts that were voided without any entrant at fault."""
    return Void.objects.filter(deal__season=season_id, entrant=None).count()
