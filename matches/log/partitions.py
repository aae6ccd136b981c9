"""The log's tables on PostgreSQL, partitioned by the month of the match (docs/decisions/0102). SQLite has none.

A match id begins with the time at which the match was opened (RFC 9562, version 7). So all rows of a match are in one
partition. Rows of months without a partition are in the default partition, so no move is refused.
"""

import itertools
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any
from uuid import UUID

from django.db import connection, connections, transaction
from django.utils import timezone

from matches.log.transactions import POSTGRES
from matches.models import first_id_of, moment_of_id

TABLES = ("matches_event", "matches_checkpoint")
MONTHS_AHEAD = 3
"""Months after the current one for which partitions are created."""
EVENT_TRIGGERS = ("event_append_only", "event_no_truncate")
"""The triggers of `matches_event` and of each of its partitions."""


def make_partitions(using: str = "default", since: datetime | None = None, **kwargs: Any) -> list[str]:
    """Create the missing partitions from the month of `since` (now) on, and return their names.

    A month whose rows are already in the default partition is left out; its rows stay there. Receives `post_migrate`.
    """
    if connections[using].vendor != "postgresql":
        return []
    with transaction.atomic(using=using), connections[using].cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext('matches.log.partitions'))")
        months = list(_months(since or timezone.now()))
        made = []
        for table in _partitioned(cursor):
            there = _partitions(cursor, table)
            missing = [month for month in months if _name(table, month[0]) not in there]
            made += [_name(table, month[0]) for month in missing if _make(cursor, table, *month)]
        return made


def _make(cursor: Any, table: str, month: datetime, next_month: datetime) -> bool:
    """Make the partition of a month, or return False if the default one has rows of it.

    Attaching a new table, unlike creating a partition, does not wait for readers and writers of the others.
    """
    name, first, after = _name(table, month), first_id_of(month), first_id_of(next_month)
    cursor.execute(
        f"SELECT EXISTS (SELECT FROM {table}_default WHERE match_id >= %s AND match_id < %s)", [first, after]
    )
    if cursor.fetchone()[0]:
        return False
    cursor.execute(f"CREATE TABLE {name} (LIKE {table} INCLUDING ALL)")
    cursor.execute(f"ALTER TABLE {table} ATTACH PARTITION {name} FOR VALUES FROM ('{first}') TO ('{after}')")
    if table == "matches_event":
        guard_partition(cursor, name)
    return True


def guard_partition(cursor: Any, name: str) -> None:
    """Refuse TRUNCATE on the table of events or a partition. PostgreSQL copies only the other trigger to partitions."""
    cursor.execute(
        f"CREATE TRIGGER event_no_truncate BEFORE TRUNCATE ON {name} "
        "FOR EACH STATEMENT EXECUTE FUNCTION refuse_log_change()"
    )


def months_ready() -> int | None:
    """The number of months, from the current one on, whose matches have partitions; None on SQLite."""
    if connection.vendor != "postgresql":
        return None
    with connection.cursor() as cursor:
        found = [_partitions(cursor, table) for table in TABLES]
    months = [first for first, _ in _months(timezone.now())]
    ready = [all(_name(table, month) in there for table, there in zip(TABLES, found, strict=True)) for month in months]
    return [*ready, False].index(False)


def missing_triggers() -> list[tuple[str, str]]:
    """Table or partition of events, and the trigger that it lacks or that is disabled; empty on SQLite."""
    if connection.vendor != "postgresql":
        return []
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT c.relname, t.name FROM pg_class c CROSS JOIN unnest(%s::text[]) t (name) "
            "WHERE c.oid IN (SELECT relid FROM pg_partition_tree('matches_event')) AND NOT EXISTS ("
            "SELECT FROM pg_trigger g WHERE g.tgrelid = c.oid AND g.tgname = t.name AND g.tgenabled IN ('O', 'A')) "
            "ORDER BY 1, 2",
            [list(EVENT_TRIGGERS)],
        )
        return list(cursor.fetchall())


def in_partition(statement: str, match_id: UUID) -> str:
    """The statement, with `{partition}` replaced by the bounds of the month of `e.match_id`, an id of this match.

    Statements that run for each move or poll need it. From an id that is a parameter, PostgreSQL cannot tell the
    partition, so it plans each time, for all of them. With the bounds in the text, it keeps a plan for one. On SQLite,
    and for an id that is no match's, the statement gets no bounds.
    """
    if not POSTGRES or match_id.int >> 80 > _NO_MATCH:
        return statement.format(partition="")
    first, after = _bounds(_month_of(moment_of_id(match_id)))
    return statement.format(partition=f"AND e.match_id >= '{first}' AND e.match_id < '{after}'")


_NO_MATCH = 2**42
"""Milliseconds until the year 2109. Most ids that are not of version 7 are later."""


@lru_cache
def _bounds(month: int) -> tuple[UUID, UUID]:
    return first_id_of(_start_of(month)), first_id_of(_start_of(month + 1))


def _partitioned(cursor: Any) -> list[str]:
    """The names of the partitioned tables. Before the migration that partitions them, there are none."""
    cursor.execute("SELECT relname FROM pg_class WHERE relkind = 'p' AND relname = ANY(%s)", [list(TABLES)])
    found = {name for (name,) in cursor.fetchall()}
    return [table for table in TABLES if table in found]


def _partitions(cursor: Any, table: str) -> set[str]:
    cursor.execute(
        "SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = %s::regclass",
        [table],
    )
    return {name for (name,) in cursor.fetchall()}


def _months(since: datetime) -> Iterator[tuple[datetime, datetime]]:
    """The first moment of each month from that of `since` to the last one ahead, and of the month after it."""
    months = range(_month_of(since), _month_of(timezone.now()) + MONTHS_AHEAD + 2)
    yield from itertools.pairwise(_start_of(month) for month in months)


def _month_of(moment: datetime) -> int:
    """The number of a month, counted from January of the year 0."""
    return moment.year * 12 + moment.month - 1


def _start_of(month: int) -> datetime:
    return datetime(month // 12, month % 12 + 1, 1, tzinfo=UTC)


def _name(table: str, month: datetime) -> str:
    return f"{table}_{month:%Y_%m}"
