"""How seasons ended: who won, or what the test of a duel says. Of many at once, for lists.

What a season ended with never changes, so it is kept also of a short one.
"""

import logging
import time
from collections.abc import Iterable
from functools import partial
from uuid import UUID

from msgspec import Struct

from leagues.formats import Duel
from leagues.models import Season
from leagues.selectors.computed import Part, exact, kept_of_many
from leagues.selectors.results import report_part
from leagues.selectors.seasons import season_plan, state_of

logger = logging.getLogger(__name__)

ENDING = "ending"
PATIENCE = 0.5
"""Seconds in which a reader computes what is missing; the rest has no ending until somebody asks again."""


class Winner(Struct, frozen=True):
    number: int
    name: str


class DuelEnding(Struct, frozen=True):
    """`verdict` is None where the season was ended before the test had one."""

    duel: Duel
    names: tuple[str, str]
    verdict: str | None


class Ending(Struct, frozen=True):
    """Those with the first rank, nobody if no match counts; or what a duel has shown."""

    winners: list[Winner]
    duel: DuelEnding | None


def season_endings(seasons: Iterable[Season]) -> dict[UUID, Ending]:
    """Of those that are over, in one query if workers have been there."""
    parts = [ending_part(season.pk) for season in seasons if season.status == Season.Status.OVER]
    found, begun = kept_of_many(parts), time.monotonic()
    for part in parts:
        if part.season in found or time.monotonic() - begun > PATIENCE:
            continue
        try:
            found[part.season] = exact(part)
        except Exception:  # One that is damaged keeps no list from being read.
            logger.exception("it cannot be told how season %s ended", part.season)
    return found


def ending_part(season_id: UUID) -> Part[Ending]:
    return Part(season_id, ENDING, "over", 0, Ending, partial(_ending, season_id), keeps_short=True)


def _ending(season_id: UUID) -> Ending:
    plan, report = season_plan(season_id), exact(report_part(season_id, state_of(season_id)))
    duel = plan.manifest.format
    if isinstance(duel, Duel):
        first, second = (entrant.name for entrant in plan.entrants)
        return Ending([], DuelEnding(duel, (first, second), report.test.verdict if report.test else None))
    best = {row.entrant for row in report.standings if row.rank == 1 and report.fixtures}
    return Ending([Winner(entrant.number, entrant.name) for entrant in plan.entrants if entrant.name in best], None)
