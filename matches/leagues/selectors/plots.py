"""The data of a season's plots, and when it will be over."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from uuid import UUID

from matches.leagues.estimate import RECENT, deals_left, duel_deals_left, estimated_end
from matches.leagues.formats import Duel
from matches.leagues.models import Deal, Season
from matches.leagues.points_course import PointsCourse, points_course
from matches.leagues.record import bounds_of
from matches.leagues.report import TestReport
from matches.leagues.selectors.computed import Part, shown
from matches.leagues.selectors.seasons import amended, counted_fixtures, played, season_plan
from matches.leagues.sequential_test import stops


def season_points(season: Season, fixtures: int | None = None) -> PointsCourse:
    """Everybody's points after so many deals; `fixtures` is how many count, if that is known already."""
    counted = counted_fixtures(season.pk).count() if fixtures is None else fixtures
    return shown(points_part(season.pk, counted))


def points_part(season_id: UUID, fixtures: int) -> Part[PointsCourse]:
    return Part(season_id, "points", str(fixtures), fixtures, PointsCourse, partial(_points_course, season_id))


def _points_course(season: UUID) -> PointsCourse:
    plan = season_plan(season)
    return points_course([entrant.name for entrant in plan.entrants], played(season, plan.sides).results)


def season_end(
    season: Season,
    *,
    deals: dict[str, int],
    rounds: int,
    planned: int | None,
    test: TestReport | None,
    now: datetime,
) -> datetime | None:
    """When it will be over as it goes now; None if that cannot be told, or it is over. `test` is that of a duel."""
    if season.status == Season.Status.OVER or season.league.is_paused:
        return None
    closed: Sequence[datetime] = list(
        Deal.objects.filter(season=season, closed_at__isnull=False)
        .order_by("-closed_at")
        .values_list("closed_at", flat=True)[:RECENT]
    )
    left = deals_left(deals["closed"] + deals["open"], deals["open"], rounds, planned)
    format_ = amended(season.pk).format_at(season_plan(season.pk).manifest.format, rounds) if test else None
    if test is not None and isinstance(format_, Duel):
        left = duel_deals_left(test.llr_per_mille, stops(bounds_of(format_)), format_.most_deals)
    return estimated_end(left, closed[::-1], now)
