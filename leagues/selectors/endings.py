"""Reads how seasons ended, many at once for lists: the winners, or the verdict of a duel.

An ending never changes, so it is stored for short seasons too.
"""

import logging
import time
from collections.abc import Iterable
from functools import partial
from uuid import UUID

from msgspec import Struct

from leagues.formats import Duel
from leagues.models import Season
from leagues.selectors.computed import Part, exact, stored_of_many
from leagues.selectors.results import report_part
from leagues.selectors.seasons import season_plan, state_of

logger = logging.getLogger(__name__)

ENDING = "ending"
PATIENCE = 0.5
"""Seconds that a reader spends computing missing endings; the rest stay missing until the next request."""


class Winner(Struct, frozen=True):
    number: int
    name: str


class DuelEnding(Struct, frozen=True):
    """The ending of a duel; `verdict` is None if it was closed before the test decided."""

    duel: Duel
    names: tuple[str, str]
    verdict: str | None


class Ending(Struct, frozen=True):
    """The entrants of the first rank (none if no match counts), or the ending of a duel."""

    winners: list[Winner]
    duel: DuelEnding | None


def season_endings(seasons: Iterable[Season]) -> dict[UUID, Ending]:
    """The endings of finished seasons, in one query if workers have stored them."""
    parts = [ending_part(season.pk) for season in seasons if season.status == Season.Status.OVER]
    found, begun = stored_of_many(parts), time.monotonic()
    for part in parts:
        if part.season in found or time.monotonic() - begun > PATIENCE:
            continue
        try:
            found[part.season] = exact(part)
        except Exception:  # A damaged season must not break the list.
            logger.exception("the ending of season %s cannot be computed", part.season)
    return found


def ending_part(season_id: UUID) -> Part[Ending]:
    return Part(season_id, ENDING, "over", 0, Ending, partial(_ending, season_id), stores_short=True)


def _ending(season_id: UUID) -> Ending:
    plan, report = season_plan(season_id), exact(report_part(season_id, state_of(season_id)))
    duel = plan.manifest.format
    if isinstance(duel, Duel):
        first, second = (entrant.name for entrant in plan.entrants)
        return Ending([], DuelEnding(duel, (first, second), report.test.verdict if report.test else None))
    best = {row.entrant for row in report.standings if row.rank == 1 and report.fixtures}
    return Ending([Winner(entrant.number, entrant.name) for entrant in plan.entrants if entrant.name in best], None)
