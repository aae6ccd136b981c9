"""Audits recent matches (opened, changed or ended since yesterday) every night, and older ones every 90 days.

No single column decides which matches are audited, so editing one can't exclude a match. The daily root is published
and checked too. Celery's beat runs these tasks.
"""

import logging
from collections.abc import Iterator
from datetime import datetime, timedelta
from uuid import UUID

from celery import shared_task
from django.db.models import Q
from django.utils import timezone

from common.timestamps import EPOCH
from matches.log.partitions import missing_triggers
from matches.metrics import verify_failures
from matches.models import Match, first_id_of
from replay import verdicts
from replay.audit import Report
from replay.daily_roots.inclusion_proofs import stored_chain_findings
from replay.daily_roots.publishing import CannotPublish, publish_root
from replay.stored_logs import begun_among

logger = logging.getLogger(__name__)

RECENT = timedelta(hours=26)
"""One day, plus the time by which a run may be late."""
AGAIN = timedelta(days=90)
"""A match is audited again whenever this much time has passed since it was opened."""


@shared_task(name="replay.verify_recent")
def verify_recent() -> dict[str, int]:
    """Audit recent matches and the older ones that are due.

    Each match that does not verify is counted for the alarm. Its findings are logged with event and field. So is each
    trigger that a table of events lacks.
    """
    for table, trigger in missing_triggers():
        verify_failures.inc()
        logger.error("the table %s lacks the trigger %s", table, trigger)
    found = {"verified": 0, "failed": 0, "not_compared": 0}
    for match_id in due_matches():
        report = verify(match_id)
        found["verified" if report.is_sound else "failed"] += 1
        found["not_compared"] += bool(report.not_compared)
    return found


def due_matches() -> list[UUID]:
    """The recent matches, and the older ones that are due.

    Each condition is a query of its own with an index. Joined by OR, they would read all matches. Without
    `order_by()`, SQLite would read all in the default order.
    """
    now = timezone.now()
    unfinished = Q(status__in=[Match.Status.LOBBY, Match.Status.PLAYING])
    recent = [
        Q(pk__gte=first_id_of(now - RECENT)),
        Q(ended_at__gte=now - RECENT),
        unfinished & Q(updated_at__gte=now - RECENT),
    ]
    return sorted({pk for due in [*recent, *_again(now)] for pk in begun_among(Match.objects.order_by().filter(due))})


def verify(match_id: UUID) -> Report:
    """Audit a match, store the verdict, and raise the alarm if it does not verify. Logs places, but no values."""
    report, _verdict = verdicts.verify(match_id)
    if not report.is_sound:
        verify_failures.inc()
    for finding in report.findings:
        logger.error("match %s does not verify: event %s, field %s", match_id, finding.seq, finding.field)
    for finding in report.not_compared:
        logger.info("match %s: not compared: event %s, field %s", match_id, finding.seq, finding.field)
    return report


def _again(now: datetime) -> Iterator[Q]:
    """Selects matches that were opened 90 days ago, 180 days ago and so on, by the time in their ids."""
    oldest = Match.objects.order_by("pk").values_list("pk", flat=True).first()
    until = now - AGAIN
    while oldest is not None and until > EPOCH + RECENT and oldest < first_id_of(until):
        yield Q(pk__gte=first_id_of(until - RECENT), pk__lt=first_id_of(until))
        until -= AGAIN


@shared_task(name="replay.publish_root")
def publish() -> None:
    """Publish yesterday's root if it is still missing; log the reason if that fails."""
    try:
        publish_root()
    except CannotPublish as error:
        logger.error("no daily root is published: %s", error)


@shared_task(name="replay.verify_roots")
def verify_roots() -> int:
    """Check the chain of published roots and all their leaves. Each finding is counted for the alarm and logged."""
    found = 0
    for finding in stored_chain_findings():
        verify_failures.inc()
        logger.error("root %s does not verify: field %s", finding.seq, finding.field)
        found += 1
    return found
