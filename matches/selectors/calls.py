"""Calls: how long an account has to answer one, and whether its calls are paused."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.core.exceptions import ObjectDoesNotExist

from matches.log.database_clock import read_database_clock
from players.models import Player

ANSWER_WITHIN = timedelta(minutes=1)
ANSWER_SLOWLY_WITHIN = timedelta(days=1)
"""For matches without a clock, or with one in days: the players need not be online at the same time."""


def time_to_answer(clock: Mapping[str, Any] | None) -> timedelta:
    return ANSWER_SLOWLY_WITHIN if clock is None or clock["type"] == "correspondence" else ANSWER_WITHIN


def paused_until(player: Player) -> datetime | None:
    """The end of the account's pause after missed calls; None if it may be called."""
    try:
        until: datetime | None = player.call_record.paused_until
    except ObjectDoesNotExist:
        return None
    return until if until is not None and until > read_database_clock().moment else None
