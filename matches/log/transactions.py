"""Transactions that write, and the one way to lift the triggers that guard the log."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from django.conf import settings
from django.db import connection, transaction
from django.db.backends.signals import connection_created

from common.pool import Pool

POSTGRES = settings.DATABASES["default"]["ENGINE"] == "django.db.backends.postgresql"

_turn_to_write = Pool([None])
"""SQLite's own waiting starves single writers for seconds."""
_mine = threading.local()


T = TypeVar("T")
Job = Callable[[list[Any]], None]


@contextmanager
def writing() -> Iterator[None]:
    """One transaction that writes; on SQLite its turn comes in order."""
    jobs: list[tuple[Job, Any]] | None = getattr(_mine, "jobs", None)
    if jobs is not None:
        with _inside(jobs):
            yield
        return
    if not POSTGRES:
        _turn_to_write.get()
    jobs = _mine.jobs = []
    try:
        with transaction.atomic():
            yield
            for do in dict(jobs):
                do([about for job, about in jobs if job == do])
    finally:
        _mine.jobs = None
        if not POSTGRES:
            _turn_to_write.put(None)


@contextmanager
def _inside(jobs: list[tuple[Job, Any]]) -> Iterator[None]:
    """A part of a transaction that writes: if it is rolled back, so is what it wanted done at the end."""
    before = len(jobs)
    try:
        with transaction.atomic():
            yield
    except BaseException:
        del jobs[before:]
        raise


def at_end(do: Callable[[list[T]], None], about: T) -> None:
    """Have something done at the end of the running transaction, inside it, once for all that it is to be done about.

    Inside `writing()` only.
    """
    jobs: list[tuple[Job, Any]] | None = getattr(_mine, "jobs", None)
    if jobs is None:
        raise RuntimeError("outside of writing()")
    jobs.append((do, about))


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
