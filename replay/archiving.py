"""Moves the logs of old matches to the archive, after an audit of each."""

from collections.abc import Iterator
from datetime import datetime
from uuid import UUID

from django.db.models import QuerySet

from matches.log.archiving import LogChanged, archive_log
from matches.models import Match, first_id_of
from matches.search.terms import LAYOUT
from matches.selectors.access import is_disclosed
from replay.stored_logs import audit_stored

BATCH = 500
"""Ids read at a time, so that memory use does not grow with the number of matches."""


def old_matches(before: datetime) -> QuerySet[Match]:
    """Matches opened and ended before a moment that are scored, can be searched, and are not archived, oldest first."""
    done = Match.objects.filter(status=Match.Status.OVER, version__gte=0, is_scored=True, terms_layout=LAYOUT)
    return done.filter(pk__lt=first_id_of(before), ended_at__lt=before, archived_log__isnull=True).order_by("pk")


def matches_to_archive(before: datetime) -> Iterator[UUID]:
    """The disclosed ones of these matches. No transaction or lock is held between batches."""
    matches, last = old_matches(before), None
    while True:
        batch = matches if last is None else matches.filter(pk__gt=last)
        rows = list(batch.only("status", "version", "end_reason", "withheld")[:BATCH])
        yield from (match.pk for match in rows if is_disclosed(match))
        if len(rows) < BATCH:
            return
        last = rows[-1].pk


def archive_match(match_id: UUID) -> bool:
    """Audit a match and move its log to the archive. False if the match does not verify; then nothing changes.

    Raises ArchiveUnavailable.
    """
    report = audit_stored(match_id)
    if not report.is_sound:
        return False
    try:
        archive_log(match_id)
    except LogChanged:
        return False
    return True
