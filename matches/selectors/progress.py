"""How far a match has come: what a waiting reader asks for again and again, and whether a clock is due."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from cards.text.errors import ServiceError
from matches.log.database_clock import DatabaseNow, reading_of
from matches.models import Match


@dataclass(frozen=True)
class MatchProgress:
    """The little of a match by which a reader knows that there is something new; `is_late`: a clock has run out."""

    version: int
    status: str
    is_late: bool
    is_hidden: bool


def match_progress(match_id: UUID) -> MatchProgress:
    """Some columns of one row, and the database's clock. Raises ServiceError `not_found`."""
    columns = ("version", "status", "deadline_at", "is_hidden")
    row = Match.objects.filter(pk=match_id).values_list(*columns, DatabaseNow()).first()
    if row is None:
        raise ServiceError("not_found")
    version, status, deadline, is_hidden, read_at = row
    is_late = status == Match.Status.PLAYING and _has_passed(deadline, read_at)
    return MatchProgress(version, status, is_late, is_hidden)


def is_late(match: Match) -> bool:
    """Whether a clock had run out, unenforced, when `find_match` read the match."""
    return match.status == Match.Status.PLAYING and _has_passed(match.deadline_at, match.read_at)


def _has_passed(deadline: datetime | None, read_at: datetime) -> bool:
    return deadline is not None and deadline <= reading_of(read_at).moment
