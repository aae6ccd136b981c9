"""The triggers by which a SQLite database guards its tables, made again after every `migrate`.

To alter a table SQLite mostly has to be given a new one, and the triggers of the old one are gone without a word. So no
migration makes them there: each app registers its list, and whatever of it is missing or differs is made when all
migrations have run. On PostgreSQL, where a trigger stays with its table, a migration makes them.
"""

from collections.abc import Iterable
from typing import Any

from django.db import connections

GUARDS: dict[str, str] = {}
"""Name of a trigger -> the statement that makes it."""


def register_guards(statements: Iterable[str]) -> None:
    """`CREATE TRIGGER name … ON table …`, as SQLite is to be given them."""
    GUARDS.update({_words(statement)[2]: statement.strip() for statement in statements})


def make_guards(using: str, **kwargs: Any) -> None:
    """Receives `post_migrate`. A guard of a table that is not there yet waits for it."""
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
