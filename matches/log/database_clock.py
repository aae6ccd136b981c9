"""The clock for matches: the database's, which is shared, instead of each machine's own.

Every read of a match also reads the clock. Later moments are that reading plus the monotonic time since. So a process
on a machine with a wrong clock cannot end a match early or write a wrong time into a log. SQLite answers the same query
with the clock of the machine it runs on.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from time import monotonic
from typing import Any

from django.db import connection
from django.db.backends.signals import connection_created
from django.db.models import DateTimeField, Func
from django.utils import timezone


@dataclass(frozen=True, slots=True)
class ClockReading:
    """The database's time, and this process's monotonic clock at that moment."""

    moment: datetime
    read_at: float

    def now(self) -> datetime:
        return self.moment + timedelta(seconds=monotonic() - self.read_at)


class DatabaseNow(Func):
    """The database's clock as a query column. Pass its values to `reading_of`."""

    function = "clock_timestamp"
    output_field = DateTimeField()


def as_moment(value: Any) -> datetime:
    """Convert a moment read from the database. Raw SQLite queries give text, or a time without a time zone."""
    moment = value if isinstance(value, datetime) else datetime.fromisoformat(value)
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)


def reading_of(value: Any) -> ClockReading:
    """Wrap a `clock_timestamp()` value that was just read from the database."""
    return ClockReading(as_moment(value), monotonic())


def read_database_clock() -> ClockReading:
    """Read only the clock, in a query of its own. A match that was loaded already has a reading."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        return reading_of(cursor.fetchone()[0])


def _teach_sqlite(connection: Any, **kwargs: Any) -> None:
    if connection.vendor == "sqlite":
        adapted = connection.ops.adapt_datetimefield_value
        connection.connection.create_function("clock_timestamp", 0, lambda: adapted(timezone.now()))


connection_created.connect(_teach_sqlite, dispatch_uid="matches.log.database_clock")
