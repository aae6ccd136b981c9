"""Computes the data of a season's plots, and estimates when it ends."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from uuid import UUID

from leagues.estimate import RECENT, duel_deals_left, estimated_end
from leagues.formats import Duel
from leagues.models import Deal, Season
from leagues.points_course import PointsCourse, points_course
from leagues.ratings.sequential_test import stops
from leagues.record import bounds_of
from leagues.report import TestReport, byes_of
from leagues.selectors.computed import Part, recent
from leagues.selectors.seasons import State, amended, played, season_plan, state_of


def season_points(season: Season, state: State | None = None) -> PointsCourse:
    """Every entrant's points over the deals. Pass `state`, the season's counts, if you have it already."""
    return recent(points_part(season.pk, state or state_of(season.pk)))


def points_part(season_id: UUID, state: State) -> Part[PointsCourse]:
    revision = f"{state.fixtures}/{state.rounds}"
    return Part(season_id, "points", revision, state.fixtures, PointsCourse, partial(_points_course, season_id))


def _points_course(season: UUID) -> PointsCourse:
    plan = season_plan(season)
    found = played(season, plan.sides)
    return points_course([entrant.name for entrant in plan.entrants], found.results, byes_of(plan.manifest, found))


def season_end(
    season: Season,
    *,
    left: int,
    rounds: int,
    test: TestReport | None,
    now: datetime,
) -> datetime | None:
    """The estimated end of a season; None if it is over or can't be estimated.

    `left` is the number of planned deals that are not closed. In a duel, `test` gives the likely number instead.
    """
    if season.status == Season.Status.OVER or season.league.is_paused:
        return None
    closed: Sequence[datetime] = list(
        Deal.objects.filter(season=season, closed_at__isnull=False)
        .order_by("-closed_at")
        .values_list("closed_at", flat=True)[:RECENT]
    )
    needed: int | None = left
    format_ = amended(season.pk).format_at(season_plan(season.pk).manifest.format, rounds) if test else None
    if test is not None and isinstance(format_, Duel):
        needed = duel_deals_left(test.llr_per_mille, stops(bounds_of(format_)), format_.most_deals)
    return estimated_end(needed, closed[::-1], now)
