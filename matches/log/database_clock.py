"""The time that matches go by: the clock of the database, of which there is one, not those of the machines.

Whoever reads a match reads the clock with it; later moments are that reading plus the monotonic time since. So no
process whose machine's clock is wrong ends a match by it, or writes it into a log. SQLite is asked in the same way and
answers with the clock of the machine on which it runs.
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
    """What the database's clock said, and when that was by this process's monotonic clock."""

    moment: datetime
    read_at: float

    def now(self) -> datetime:
        return self.moment + timedelta(seconds=monotonic() - self.read_at)


class DatabaseNow(Func):
    """The database's clock as a column of a query; its values are for `reading_of`."""

    function = "clock_timestamp"
    output_field = DateTimeField()


def as_moment(value: Any) -> datetime:
    """A moment as it came from the database; from SQLite by hand it comes as text, or without its time zone."""
    moment = value if isinstance(value, datetime) else datetime.fromisoformat(value)
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)


def reading_of(value: Any) -> ClockReading:
    """A value of `clock_timestamp()` that has just come from the database."""
    return ClockReading(as_moment(value), monotonic())


def read_database_clock() -> ClockReading:
    """Asks the database alone for the time; who reads a match has its reading already."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        return reading_of(cursor.fetchone()[0])


def _teach_sqlite(connection: Any, **kwargs: Any) -> None:
    if connection.vendor == "sqlite":
        adapted = connection.ops.adapt_datetimefield_value
        connection.connection.create_function("clock_timestamp", 0, lambda: adapted(timezone.now()))


connection_created.connect(_teach_sqlite, dispatch_uid="matches.log.database_clock")
