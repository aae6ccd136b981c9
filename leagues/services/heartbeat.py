"""The service's heartbeat. With it, a clock that ran during an outage costs no one a match."""

import math
import time
from datetime import datetime, timedelta

from django.conf import settings

from leagues.models import Heartbeat, Outage
from matches.log.database_clock import read_database_clock
from matches.log.transactions import writing

SWEEP = "sweep"
"""The workers. The sweep beats, and so do tasks that play deals, which can keep all workers from the sweep."""


def longest_silence() -> timedelta:
    """The longest gap between two beats that is not an outage."""
    return timedelta(seconds=max(30.0, 3 * settings.SWEEP_SECONDS))


def beat(part: str) -> None:
    """Record that this part of the service is alive; if it was silent for too long, record the outage."""
    with writing():
        now = read_database_clock().moment
        last, is_new = Heartbeat.objects.select_for_update().get_or_create(part=part, defaults={"at": now})
        if is_new:
            return
        if now - last.at > longest_silence():
            Outage.objects.get_or_create(part=part, began_at=last.at, defaults={"ended_at": now})
        Heartbeat.objects.filter(part=part).update(at=max(last.at, now))


_beaten_at: dict[str, float] = {}
"""Part -> when this process last beat, by its monotonic clock."""


def beat_now_and_then(part: str) -> None:
    """Like `beat`, for frequent callers: it beats only as often as the sweep does."""
    if time.monotonic() - _beaten_at.get(part, -math.inf) >= settings.SWEEP_SECONDS:
        beat(part)
        _beaten_at[part] = time.monotonic()


def was_silent(since: datetime, until: datetime) -> bool:
    """Whether a part of the service was out at any time in between, including one that is still out."""
    if Outage.objects.filter(began_at__lt=until, ended_at__gt=since).exists():
        return True
    now = read_database_clock().moment
    return Heartbeat.objects.filter(at__lt=min(until, now - longest_silence())).exists()
