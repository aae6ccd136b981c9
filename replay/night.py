"""The nightly proof: every match that ended since yesterday, and some of long ago, is audited from its first event.

And the daily root, published and checked.
"""

import logging
from collections.abc import Iterator
from datetime import timedelta
from uuid import UUID

from django.utils import timezone

from matches.metrics import verify_failures
from matches.models import Match
from replay.inclusion import stored_chain_faults
from replay.models import Summary
from replay.publishing import CannotPublish, publish_root
from replay.stored import audit_match

logger = logging.getLogger(__name__)

RECENT = timedelta(hours=26)
"""A day, and what one run may be late."""
SAMPLE = 100


def verify_recent(*, sample: int = SAMPLE) -> dict[str, int]:
    """Audit recent matches and a sample; a difference is counted for the alarm and logged by event and field."""
    since = timezone.now() - RECENT
    recent = Match.objects.filter(status=Match.Status.OVER, version__gte=0, ended_at__gte=since)
    due = set(recent.values_list("pk", flat=True)) | set(_sample(sample))
    found = {"verified": 0, "failed": 0}
    for match in Match.objects.select_related("card_set").filter(pk__in=due).iterator(chunk_size=50):
        if verify(match):
            found["verified"] += 1
        else:
            found["failed"] += 1
    return found


def verify(match: Match) -> bool:
    """Audit one match, and raise the alarm if it does not verify. No value is logged, only its place."""
    report = audit_match(match)
    if report.is_sound:
        return True
    verify_failures.inc()
    for fault in report.faults:
        logger.error("match %s does not verify: event %s, field %s", match.pk, fault.seq, fault.field)
    return False


def _sample(size: int) -> Iterator[UUID]:
    """So many different matches, each as likely as any other, whatever their dates say: an import is dated elsewhere.

    The price is one reading of the table a night, as the recent ones cost it too.
    """
    yield from Summary.objects.order_by("?").values_list("match", flat=True)[:size]


def publish() -> None:
    """Publish the root of the day that has passed, if that is still to be done; what hinders it is logged."""
    try:
        publish_root()
    except CannotPublish as error:
        logger.error("no daily root is published: %s", error)


def verify_roots() -> int:
    """Check the chain of published roots and all their leaves; each fault is counted for the alarm and logged."""
    found = 0
    for fault in stored_chain_faults():
        verify_failures.inc()
        logger.error("root %s does not verify: field %s", fault.seq, fault.field)
        found += 1
    return found
