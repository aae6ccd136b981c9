"""Triggers that guard the tables of a SQLite database, restored after every `migrate`.

SQLite usually alters a table by replacing it, and the triggers of the old table disappear silently. So migrations do
not create them on SQLite. Each app registers its triggers, and those missing or changed are created after all
migrations. On PostgreSQL a trigger stays with its table, and migrations create them.
"""

from collections.abc import Iterable
from typing import Any

from django.db import connections

GUARDS: dict[str, str] = {}
"""Name of a trigger -> the statement that creates it."""


def register_guards(statements: Iterable[str]) -> None:
    """Register statements `CREATE TRIGGER name … ON table …` for SQLite."""
    GUARDS.update({_words(statement)[2]: statement.strip() for statement in statements})


def make_guards(using: str, **kwargs: Any) -> None:
    """Create missing and changed triggers, except for tables that do not exist yet. Receives `post_migrate`."""
    connection = connections[using]
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        tables = connection.introspection.table_names(cursor)
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        there = dict(cursor.fetchall())
        for name, statement in GUARDS.items():
            if there.get(name) != statement and _table_of(statement) in tables:
                cursor.execute(f"DROP TRIGGER IF EXISTS {name}")
                cursor.execute(statement)


def _table_of(statement: str) -> str:
    words = _words(statement)
    return words[words.index("ON") + 1]


def _words(statement: str) -> list[str]:
    return statement.split()
