"""Transactions that write, and the one way to lift the triggers that guard the log."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.db.backends.signals import connection_created

from cards.http.pool import Pool

POSTGRES = settings.DATABASES["default"]["ENGINE"] == "django.db.backends.postgresql"

_turn_to_write = Pool([None])
"""SQLite's own waiting starves single writers for seconds."""
_mine = threading.local()


@contextmanager
def writing() -> Iterator[None]:
    """One transaction that writes; on SQLite its turn comes in order."""
    if POSTGRES or getattr(_mine, "is_writing", False):
        with transaction.atomic():
            yield
        return
    _turn_to_write.get()
    _mine.is_writing = True
    try:
        with transaction.atomic():
            yield
    finally:
        _mine.is_writing = False
        _turn_to_write.put(None)


class _Archiving(threading.local):
    lifted = False


_archiving = _Archiving()


@contextmanager
def archiving() -> Iterator[None]:
    """Lift the triggers that guard the log: for archiving finished matches, and for the tests' flush. Nothing else."""
    _archiving.lifted = True
    try:
        if POSTGRES:
            with connection.cursor() as cursor:
                cursor.execute("SET match_service.archiving = 'on'")
        yield
    finally:
        _archiving.lifted = False
        if POSTGRES:
            with connection.cursor() as cursor:
                cursor.execute("RESET match_service.archiving")


def _teach_sqlite(connection: Any, **kwargs: Any) -> None:
    if connection.vendor == "sqlite":
        connection.connection.create_function("log_is_lifted", 0, lambda: _archiving.lifted)


connection_created.connect(_teach_sqlite, dispatch_uid="matches.log.transactions")
