"""Reads moments that PostgreSQL can store and Python cannot: `infinity`, and years after 9999 or before 1.

Only someone with access to the database can write one. It is read as the last or first possible year. So a list with
such a row can be shown, and the audit of the row reports it.
"""

from datetime import datetime
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper

FIRST, LAST = datetime(1, 12, 31), datetime(9999, 1, 1)
"""A day before FIRST and a day after LAST are still valid in Python."""


def read_every_moment(connection: BaseDatabaseWrapper, **kwargs: Any) -> None:
    """Prepare a new connection. Receives `connection_created`."""
    if connection.vendor != "postgresql":
        return
    from django.db.backends.postgresql.psycopg_any import BaseTzLoader  # noqa: PLC0415 -- only where PostgreSQL is
    from psycopg import DataError  # noqa: PLC0415 -- likewise
    from psycopg.types.datetime import DateLoader, TimestampLoader  # noqa: PLC0415 -- likewise

    def finite(loader: type[Any]) -> type[Any]:
        class Finite(loader):  # type: ignore[misc]
            timezone = connection.timezone if loader is BaseTzLoader else None

            def load(self, data: Any) -> Any:
                try:
                    return super().load(data)
                except DataError:
                    text = bytes(data)
                    moment = FIRST if text.startswith(b"-") or text.endswith(b"BC") else LAST
                    return moment.date() if loader is DateLoader else moment.replace(tzinfo=self.timezone)

        return Finite

    for name, loader in (("timestamptz", BaseTzLoader), ("timestamp", TimestampLoader), ("date", DateLoader)):
        connection.connection.adapters.register_loader(name, finite(loader))
