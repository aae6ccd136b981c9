"""Migrations add: processes of the version before go on with the new tables (docs/operations.md, Upgrade)."""

from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations import AddField, DeleteModel, RemoveField, RenameField, RenameModel

OURS = ("cards", "decks", "matches", "players", "replay")
LOADER = MigrationLoader(None)
LATER = [
    (migration, operation)
    for (app, _), migration in sorted(LOADER.disk_migrations.items())
    for operation in migration.operations
    if app in OURS and not migration.initial
]


def test_no_table_or_column_that_an_older_version_knows_goes_away() -> None:
    taking = (DeleteModel, RemoveField, RenameField, RenameModel)

    assert LATER
    assert [str(migration) for migration, operation in LATER if isinstance(operation, taking)] == []


def test_a_column_that_an_older_version_does_not_write_has_a_default_in_the_database() -> None:
    added = [operation for _, operation in LATER if isinstance(operation, AddField)]

    assert added
    assert [
        f"{operation.model_name}.{operation.name}"
        for operation in added
        if not (operation.field.null or operation.field.many_to_many or operation.field.has_db_default())
    ] == []
