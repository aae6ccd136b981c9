"""Waiting for the next event of a match, by reading a few columns of one row now and then.

While a reader waits he holds no more than a thread, and a process lets only so many wait that there is always a thread
for those who do something.
"""

import time
from uuid import UUID

from django.conf import settings

from cards.http import worker_slots
from cards.http.concurrency_limits import ConcurrencyLimit
from matches.models import Match
from matches.selectors.progress import MatchProgress, match_progress
from matches.services.expire import expire_clock

open_waits = ConcurrencyLimit(settings.WAITERS_AT_ONCE, settings.WAITERS_OF_ONE_ADDRESS)


def look(match_id: UUID) -> MatchProgress:
    """How the match stands; a clock that has run out is enforced."""
    now = match_progress(match_id)
    if now.is_late and expire_clock(match_id=match_id):
        now = match_progress(match_id)
    return now


def wait_for(match_id: UUID, after: int, seconds: float) -> MatchProgress:
    """How the match stands as soon as it has an event after this seq or is over, at the latest after `seconds`."""
    until = time.monotonic() + seconds
    while True:
        now = look(match_id)
        left = until - time.monotonic()
        if now.version > after or now.status == Match.Status.OVER or left <= 0:
            return now
        with worker_slots.waiting():
            time.sleep(min(left, settings.POLL_SECONDS))
