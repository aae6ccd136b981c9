"""A season's report, computed from the matches and cached until another fixture counts."""

from collections import Counter
from functools import partial
from uuid import UUID

from leagues.models import AccountFault, Season, Void
from leagues.report import Report, make_report
from leagues.selectors.computed import Part, exact, shown
from leagues.selectors.seasons import State, amended, counted_fixtures, played, season_plan, state_of

CONTROL_COLUMNS = ("deal__number", "seating", "control__points")


def season_report(season: Season) -> Report:
    """The report of everything that counts now."""
    return exact(report_part(season.pk, state_of(season.pk)))


def shown_report(season: Season, state: State | None = None) -> Report:
    """The report for readers. In a long season it may lag a little; `fixtures` is the number of matches it covers."""
    return shown(report_part(season.pk, state or state_of(season.pk)))


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
    """Entrant -> attempts voided by its bot's faults."""
    voids = Void.objects.filter(deal__season=season_id, entrant__isnull=False)
    return dict(Counter(voids.values_list("entrant__number", flat=True)))


def faults_of(season_id: UUID) -> Counter[tuple[int, str]]:
    """(entrant, kind of fault) -> how often, in all attempts at all deals."""
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
    """The number of attempts voided by no entrant's fault."""
    return Void.objects.filter(deal__season=season_id, entrant=None).count()
