"""Reads how far seasons have come, many at once: closed deals, and the total."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from django.db.models import Count, QuerySet

from leagues.formats import Duel, Format
from leagues.models import Amendment, Deal, Entrant, Round, Season
from leagues.record import planned_deals
from leagues.selectors.seasons import AMENDMENT_COLUMNS, amended_by


class SeasonProgress(NamedTuple):
    closed: int
    planned: int
    is_most: bool
    """Whether the total is a maximum, because a test may decide earlier."""


def progress_of_seasons(seasons: Sequence[UUID]) -> dict[UUID, SeasonProgress]:
    """Progress by season; the number of queries does not depend on how many there are."""
    amendments = defaultdict(list)
    for season, *columns in (
        Amendment.objects.filter(season__in=seasons).order_by("id").values_list("season", *AMENDMENT_COLUMNS)
    ):
        amendments[season].append(columns)
    deals: dict[UUID, dict[str, int]] = {season: dict.fromkeys(Deal.Status.values, 0) for season in seasons}
    for season, status, count in _counted(Deal.objects.filter(season__in=seasons), "status"):
        deals[season][status] = count
    rounds = dict(_counted(Round.objects.filter(season__in=seasons)))
    entrants = dict(_counted(Entrant.objects.filter(season__in=seasons)))
    found = {}
    # Only these parts of the manifest: lists of cards are long.
    rows = Season.objects.filter(pk__in=seasons).order_by()
    for season, status, written, each in rows.values_list("pk", "status", "manifest__format", "manifest__deals"):
        format_, is_over = msgspec.convert(written, Format), status == Season.Status.OVER
        planned = planned_deals(
            format_,
            amended_by(amendments[season]),
            deals[season],
            entrants=entrants[season],
            each=each,
            rounds=rounds[season],
            is_over=is_over,
        )
        found[season] = SeasonProgress(deals[season]["closed"], planned, isinstance(format_, Duel) and not is_over)
    return found


def _counted(rows: QuerySet[Any], *columns: str) -> QuerySet[Any]:
    return (
        rows.order_by().values("season", *columns).annotate(count=Count("pk")).values_list("season", *columns, "count")
    )
