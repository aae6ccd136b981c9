"""Triggers that make the database refuse changes to daily roots and their leaves, as for the log."""

from typing import Any

from django.utils import timezone

TABLES = ("replay_dailyroot", "replay_rootleaf", "replay_chaincontinuation")

POSTGRES = [
    statement
    for table in TABLES
    for statement in (
        f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE ON {table} "
        "FOR EACH ROW EXECUTE FUNCTION refuse_log_change()",
        f"CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table} "
        "FOR EACH STATEMENT EXECUTE FUNCTION refuse_log_change()",
    )
]
POSTGRES_BACK = [f"DROP TRIGGER {table}_{what} ON {table}" for table in TABLES for what in ("append_only", "no_truncate")]
SQLITE = [
    f"CREATE TRIGGER {table}_no_{verb} BEFORE {verb} ON {table} WHEN NOT log_is_lifted() "
    f"BEGIN SELECT RAISE(ABORT, 'the log is append-only: {verb} on {table} is refused'); END"
    for table in TABLES
    for verb in ("UPDATE", "DELETE")
]


def begin_chain(apps: Any, schema_editor: Any) -> None:
    """Begin the chain in this database. A copy of it has another name, even one made before the first root."""
    database = "sqlite"
    if schema_editor.connection.vendor == "postgresql":
        with schema_editor.connection.cursor() as cursor:
            cursor.execute(
                "SELECT system_identifier, oid FROM pg_control_system(), pg_database WHERE datname = current_database()"
            )
            database = "{}/{}".format(*cursor.fetchone())
    continuations = apps.get_model("replay", "ChainContinuation").objects
    continuations.create(database=database, own_until=-1, published_until=-1, at=timezone.now())


def guard(apps: Any, schema_editor: Any) -> None:
    _on_postgresql(schema_editor, POSTGRES)


def unguard(apps: Any, schema_editor: Any) -> None:
    _on_postgresql(schema_editor, POSTGRES_BACK)


def _on_postgresql(schema_editor: Any, statements: list[str]) -> None:
    if schema_editor.connection.vendor == "postgresql":
        for statement in statements:
            schema_editor.execute(statement, params=None)
