"""The nightly proof: matches that were opened, touched or ended since yesterday, and some of long ago, are audited.

No column decides alone which: whoever edits one does not keep a match out. And the daily root, published and checked.
"""

import logging
from collections.abc import Iterator
from datetime import timedelta
from uuid import UUID

from django.db.models import Q
from django.utils import timezone

from common.timestamps import milliseconds
from matches.metrics import verify_failures
from replay import verdicts
from replay.audit import Report
from replay.daily_roots.inclusion_proofs import stored_chain_findings
from replay.daily_roots.publishing import CannotPublish, publish_root
from replay.stored_logs import begun_matches

logger = logging.getLogger(__name__)

RECENT = timedelta(hours=26)
"""A day, and what one run may be late."""
SAMPLE = 100


def verify_recent(*, sample: int = SAMPLE) -> dict[str, int]:
    """Audit recent matches and a sample; a difference is counted for the alarm and logged by event and field."""
    since = timezone.now() - RECENT
    opened = Q(pk__gte=UUID(int=milliseconds(since) << 80))
    touched = begun_matches().filter(opened | Q(ended_at__gte=since) | Q(updated_at__gte=since))
    due = set(touched.values_list("pk", flat=True)) | set(_sample(sample))
    found = {"verified": 0, "failed": 0, "not_compared": 0}
    for match_id in sorted(due):
        report = verify(match_id)
        found["verified" if report.is_sound else "failed"] += 1
        found["not_compared"] += bool(report.not_compared)
    return found


def verify(match_id: UUID) -> Report:
    """Audit one match, keep the verdict, and raise the alarm if it does not verify. Logged are places, no values."""
    report, _verdict = verdicts.verify(match_id)
    if not report.is_sound:
        verify_failures.inc()
    for finding in report.findings:
        logger.error("match %s does not verify: event %s, field %s", match_id, finding.seq, finding.field)
    for finding in report.not_compared:
        logger.info("match %s: not compared: event %s, field %s", match_id, finding.seq, finding.field)
    return report


def _sample(size: int) -> Iterator[UUID]:
    """So many different matches, each as likely as any other, whatever their rows say: an import is dated elsewhere.

    The price is one reading of the table a night, as the recent ones cost it too.
    """
    yield from begun_matches().order_by("?").values_list("pk", flat=True)[:size]


def publish() -> None:
    """Publish yesterday's root if it is still missing; log the reason if that fails."""
    try:
        publish_root()
    except CannotPublish as error:
        logger.error("no daily root is published: %s", error)


def verify_roots() -> int:
    """Check the chain of published roots and all their leaves. Each finding is counted for the alarm and logged."""
    found = 0
    for finding in stored_chain_findings():
        verify_failures.inc()
        logger.error("root %s does not verify: field %s", finding.seq, finding.field)
        found += 1
    return found
