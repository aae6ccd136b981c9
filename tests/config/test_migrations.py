"""Migrations only add, so processes of the previous version still work with the new tables (docs/operations.md)."""

from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from django.db import models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations import (
    AddField,
    DeleteModel,
    RemoveField,
    RenameField,
    RenameModel,
    SeparateDatabaseAndState,
)

OURS = ("cards", "decks", "leagues", "matches", "players", "playtesting", "replay")
TAKING = (DeleteModel, RemoveField, RenameField, RenameModel)
MIGRATIONS = {key: migration for key, migration in MigrationLoader(None).disk_migrations.items() if key[0] in OURS}
LATER = [operation for migration in MIGRATIONS.values() if not migration.initial for operation in migration.operations]


def refused(operations: Iterable[Any]) -> list[str]:
    """The operations that break an older process: removing a table or column, or adding one that it doesn't fill."""
    return [
        type(operation).__name__
        for operation in _on_the_database(operations)
        if isinstance(operation, TAKING) or (isinstance(operation, AddField) and not _fills_itself(operation.field))
    ]


def _on_the_database(operations: Iterable[Any]) -> Iterator[Any]:
    for operation in operations:
        if isinstance(operation, SeparateDatabaseAndState):
            yield from operation.database_operations
        else:
            yield operation


def _fills_itself(field: Any) -> bool:
    return bool(field.null or field.many_to_many or field.has_db_default())


def test_every_app_begins_with_one_initial_migration() -> None:
    assert sorted(key for key, migration in MIGRATIONS.items() if migration.initial) == [
        (app, "0001_initial") for app in OURS
    ]


def test_later_migrations_only_add() -> None:
    assert refused(LATER) == []


@pytest.mark.parametrize(
    ("operation", "is_refused"),
    [
        (RemoveField("match", "clock"), True),
        (RenameField("match", "clock", "timer"), True),
        (DeleteModel("match"), True),
        (SeparateDatabaseAndState(database_operations=[RemoveField("match", "clock")]), True),
        (SeparateDatabaseAndState(state_operations=[RenameField("match", "clock", "timer")]), False),
        (AddField("match", "note", models.TextField(default="")), True),
        (AddField("match", "note", models.TextField(db_default="")), False),
        (AddField("match", "note", models.TextField(null=True)), False),
    ],
)
def test_what_an_older_process_could_not_live_with_is_refused(operation: Any, is_refused: bool) -> None:
    assert bool(refused([operation])) is is_refused
