"""Write transactions, lifting of the log's triggers, and differences between the databases."""

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any, TypeVar
from uuid import UUID

import msgspec
from django.conf import settings
from django.db import OperationalError, connection, transaction
from django.db.backends.signals import connection_created

from common.pool import Pool

POSTGRES = settings.DATABASES["default"]["ENGINE"] == "django.db.backends.postgresql"

_turn_to_write = Pool([None])
"""Gives writers their turn in order: SQLite's own waiting can starve a writer for seconds."""
_mine = threading.local()


T = TypeVar("T")
Job = Callable[[list[Any]], None]


@contextmanager
def writing() -> Iterator[None]:
    """Run one write transaction. On SQLite, writers take turns in order."""
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
    """A nested part of a write transaction. If it is rolled back, its jobs for the end are dropped too."""
    before = len(jobs)
    try:
        with transaction.atomic():
            yield
    except BaseException:
        del jobs[before:]
        raise


def at_end(do: Callable[[list[T]], None], about: T) -> None:
    """Run a job once at the end of the running transaction, inside it, with everything it was registered for.

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
def lifted_triggers() -> Iterator[None]:
    """Lift the triggers that guard the log, in a transaction of its own and no longer than that.

    Only for archiving finished matches and for `flush`.
    """
    with transaction.atomic():
        _archiving.lifted = True
        try:
            _set_archiving("on")
            yield
            _set_archiving("off")  # The transaction may be part of a longer one.
        finally:
            _archiving.lifted = False


def _set_archiving(value: str) -> None:
    if POSTGRES:
        with connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL match_service.archiving = '{value}'")


def _teach_sqlite(connection: Any, **kwargs: Any) -> None:
    if connection.vendor == "sqlite":
        connection.connection.create_function("log_is_lifted", 0, lambda: _archiving.lifted)


connection_created.connect(_teach_sqlite, dispatch_uid="matches.log.transactions")


def adapted_uuid(value: UUID) -> Any:
    return value if POSTGRES else value.hex


def adapted_time(value: datetime) -> Any:
    return value if POSTGRES else connection.ops.adapt_datetimefield_value(value)


def adapted_json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


logger = logging.getLogger(__name__)
Id = TypeVar("Id")


def isolate_errors(work: Callable[[Id], bool], id_: Id, message: str) -> bool:
    """Do the work for one of many. A match that cannot be read is logged and does not stop the others.

    `message` is logged, with a placeholder for the id. Raises OperationalError: without a database no match can be
    worked on.
    """
    try:
        return work(id_)
    except OperationalError:
        raise
    except Exception as error:
        logger.exception(f"{message}: %s", id_, type(error).__name__)
        return False
