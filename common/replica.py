"""The database that lists read from: the streaming replica (REPLICA_URL) while it is fit, otherwise the primary.

A replica is a moment old. So it only finds rows: before a list shows them, the primary looks them up by their keys with
the same conditions (`still_listed`). A replica that is down or late is not used until it is fit again.
"""

import logging
import math
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from threading import Lock
from typing import Any, TypeVar

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, Error, connections
from django.db.models import Model, QuerySet
from prometheus_client import Counter

REPLICA = "replica"
MEASURED_SECONDS = 1.0
"""How long a measurement of a replica that answers is used."""
RETRY_SECONDS = 10.0
"""Seconds before a replica that did not answer is tried again. An attempt can take as long as a timeout."""
NEVER = math.inf
"""The lag of a replica that does not answer, or that is no replica of the primary."""

list_reads = Counter("match_list_reads", "Lists read while a replica is set, by database", ["database"])
logger = logging.getLogger(__name__)
Row = TypeVar("Row", bound=Model)

_OF_PRIMARY = (
    "SELECT pg_current_wal_lsn(), clock_timestamp(), current_database(), system_identifier FROM pg_control_system()"
)
_OF_REPLICA = (
    "SELECT pg_is_in_recovery(), current_database(), system_identifier, pg_last_wal_replay_lsn() >= %s::pg_lsn, "
    "pg_last_xact_replay_timestamp(), clock_timestamp() FROM pg_control_system()"
)


@dataclass
class _Measurement:
    lag: float = NEVER
    until: float = -math.inf
    """The monotonic time at which it is measured again."""


_last = _Measurement()
_measuring = Lock()
_avoided = ContextVar("_avoided", default=False)


def list_database() -> str:
    """The alias of the database that a list or a statistic reads from."""
    if REPLICA not in connections:
        return DEFAULT_DB_ALIAS
    alias = REPLICA if not _avoided.get() and is_fit(lag_seconds()) else DEFAULT_DB_ALIAS
    list_reads.labels(alias).inc()
    return alias


def first_rows(rows: QuerySet[Row], count: int) -> list[Row]:
    """The first rows of a list, without those that the primary no longer lists."""
    return still_listed(rows, list(rows[:count]))


def still_listed(rows: QuerySet[Row] | Sequence[Row], found: list[Row]) -> list[Row]:
    """Those rows found by a query that the primary lists too, such as none that has just been hidden."""
    if not isinstance(rows, QuerySet) or rows.db != REPLICA or not found:
        return found
    here = rows.using(DEFAULT_DB_ALIAS).prefetch_related(None).order_by()
    listed = set(here.filter(pk__in=[row.pk for row in found]).values_list("pk", flat=True))
    return [row for row in found if row.pk in listed]


def is_fit(lag: float) -> bool:
    return lag <= settings.REPLICA_LAG_SECONDS


def lag_seconds() -> float:
    """The seconds by which the replica may be behind, measured at most once a second; NEVER if it is not usable.

    While one thread measures, others get NEVER, because the measurement may take as long as a timeout.
    """
    if time.monotonic() < _last.until:
        return _last.lag
    if not _measuring.acquire(blocking=False):
        return NEVER
    try:
        _note(*_measured())
    finally:
        _measuring.release()
    return _last.lag


def known_lag() -> float | None:
    """The lag as last measured, for operators; None without a replica."""
    if REPLICA not in connections:
        return None
    lag_seconds()
    return _last.lag


def _note(lag: float, valid_for: float) -> None:
    if is_fit(lag) != is_fit(_last.lag):
        level, database = (logging.INFO, "replica") if is_fit(lag) else (logging.WARNING, "primary")
        logger.log(level, "lists read the %s: the replica's lag is %s s", database, lag)
    _last.lag, _last.until = lag, time.monotonic() + valid_for


def _measured() -> tuple[float, float]:
    """The lag, and the seconds until it is measured again.

    It is measured by the primary's clock and log. So an idle primary makes no replica late, and a cut one is noticed.
    """
    with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
        cursor.execute(_OF_PRIMARY)
        position, now, *primary = cursor.fetchone()
    try:
        is_replica, database, system, has_all, replayed, its_clock = _ask_replica(position)
    except Error as error:
        logger.warning("the replica does not answer: %s", error)
        return NEVER, RETRY_SECONDS
    if not is_replica or [database, system] != primary:
        logger.error("REPLICA_URL is not a streaming replica of this database")
        return NEVER, RETRY_SECONDS
    if abs((its_clock - now).total_seconds()) > settings.REPLICA_LAG_SECONDS:
        logger.error("the replica's clock differs from the primary's")
        return NEVER, RETRY_SECONDS
    if has_all:
        return 0.0, MEASURED_SECONDS
    lag = NEVER if replayed is None else max(0.0, (now - replayed).total_seconds())  # None: nothing replayed yet.
    return lag, MEASURED_SECONDS


def _ask_replica(position: str) -> Any:
    """The replica's answer. A connection that it has closed meanwhile, as after a restart, is opened again."""
    connection = connections[REPLICA]
    was_open = connection.connection is not None
    try:
        with connection.cursor() as cursor:
            cursor.execute(_OF_REPLICA, [position])
            return cursor.fetchone()
    except Error:
        _discard(connection)
        if was_open:
            return _ask_replica(position)
        raise


def _discard(connection: Any) -> None:
    connection.close()
    connection.errors_occurred = False


def has_failed() -> bool:
    """Whether a statement of this thread has failed on the replica. If so, the replica is measured anew."""
    if REPLICA not in connections or not connections[REPLICA].errors_occurred:
        return False
    _discard(connections[REPLICA])
    _last.until = -math.inf
    return True


@contextmanager
def avoided() -> Iterator[None]:
    """Read from the primary inside, whatever the replica's lag."""
    token = _avoided.set(True)
    try:
        yield
    finally:
        _avoided.reset(token)
