"""How SQLite answers the queries of some code."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

on_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL plans by what the tables contain")


def plans(work: Callable[[], Any], part: str) -> list[list[str]]:
    """The steps of each query whose text has this part. Its values stay parameters, since that can change the plan."""
    asked: list[tuple[str, Any]] = []

    def note(execute: Callable[..., Any], sql: str, values: Any, *rest: Any) -> Any:
        asked.append((sql, values))
        return execute(sql, values, *rest)

    with connection.execute_wrapper(note):
        work()
    return [_plan(sql, values) for sql, values in asked if part in sql]


def _plan(sql: str, values: Any) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {sql}", values)
        return [step for *_place, step in cursor.fetchall()]
