"""The sweep: find work that was missed."""

import logging
from collections.abc import Iterator
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db.models import Exists, OuterRef, Q

from matches import metrics
from matches.log.database_clock import read_database_clock
from matches.log.transactions import isolate_errors
from matches.models import Match, RequestKey, Seat
from matches.notifications import inbox, wake
from matches.selectors.idle import idle_matches, late_calls, lobbies_keeping_bots
from matches.services.calls import end_late_calls, release_bots
from matches.services.challenges import end_old_challenges
from matches.services.deletion import sweep_accounts
from matches.services.ending import close_idle, expire_clock
from matches.services.invitation_links import forget_links

logger = logging.getLogger(__name__)

GRACE = timedelta(seconds=2)
"""A match touched this recently is being worked on."""
KEYS_KEPT = timedelta(days=1)
BATCH = 500


def sweep() -> dict[str, int]:
    """Find work that no process is doing. Returns the counts.

    It looks for bots to act, expired clocks, unanswered calls, idle and unscored matches, and guests who cannot return.
    Its messages expire after a few sweeps. While the workers are overloaded, it keeps sending new ones.
    """
    now = read_database_clock().moment
    quiet = ~_touched(now, GRACE)
    found = {"bots": 0, "clocks": 0, "calls": 0, "idle": 0, "scores": 0, "guests": 0, "keys": 0}
    people = Seat.objects.filter(match=OuterRef("pk")).exclude(kind=Seat.Kind.BOT)
    at_work = Q(has_people=False) & _touched(now, timedelta(seconds=settings.SWEEP_SECONDS))  # or in the queue
    thinking = Match.objects.filter(quiet, status=Match.Status.PLAYING, bot_to_act=True)
    forgotten = thinking.annotate(has_people=Exists(people)).exclude(at_work).order_by("updated_at")
    for match_id, has_people in forgotten.values_list("pk", "has_people")[:BATCH]:
        wake.wake_bots(match_id, has_people, expires=settings.SWEPT_SECONDS)
        found["bots"] += 1
    for match_id in _ids(Q(status=Match.Status.PLAYING, deadline_at__lte=now), "deadline_at"):
        found["clocks"] += isolate_errors(
            lambda id_: expire_clock(match_id=id_), match_id, "the clock of match %s cannot be enforced"
        )
    for match_id in late_calls(now, BATCH):
        found["calls"] += isolate_errors(end_late_calls, match_id, "the calls of match %s cannot be ended")
    for match_id in lobbies_keeping_bots(now, BATCH):
        found["calls"] += isolate_errors(release_bots, match_id, "the bots in the lobby of match %s cannot be released")
    for match_id in idle_matches(now, BATCH):
        found["idle"] += isolate_errors(close_idle, match_id, "the idle match %s cannot be closed")
    for match_id in _ids(Q(status=Match.Status.OVER, is_scored=False) & quiet, "ended_at"):
        wake.wake(wake.SCORE, match_id, expires=settings.SWEPT_SECONDS)
        found["scores"] += 1
    found["guests"] = sweep_accounts(now, BATCH)
    for what, count in found.items():
        metrics.sweep_found.labels(what).inc(count)
    inbox.forget_old(now)
    end_old_challenges(now)
    forget_links()
    found["keys"], _ = RequestKey.objects.filter(created_at__lt=now - KEYS_KEPT).delete()
    return found


def _touched(now: datetime, within: timedelta) -> Q:
    """Rows touched within this time, before or after `now`. A time after `now` comes from a clock that was fast."""
    return Q(updated_at__range=(now - within, now + within))


def _ids(condition: Q, order: str) -> Iterator[UUID]:
    yield from Match.objects.filter(condition).order_by(order).values_list("pk", flat=True)[:BATCH]
