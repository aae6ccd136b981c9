"""The database's triggers after all migrations, and after one that recreates a table on SQLite."""

import re
from importlib import import_module

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection

from common.guards import GUARDS, make_guards

pytestmark = pytest.mark.both_databases

ON_POSTGRESQL = "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal"
GUARDED = ("cards", "matches", "replay")


def triggers() -> dict[str, str]:
    """Name -> statement of each trigger; on PostgreSQL without the statement."""
    sqlite = connection.vendor == "sqlite"
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'" if sqlite else ON_POSTGRESQL)
        return {row[0]: row[-1] for row in cursor.fetchall()}


def listed() -> dict[str, str]:
    if connection.vendor == "sqlite":
        return GUARDS
    modules = [import_module(f"{app}.migrations._guards") for app in GUARDED]
    statements = [sql for guards in modules for sql in (*guards.POSTGRES, *getattr(guards, "ARCHIVED_LOGS", ()))]
    return {name: name for sql in statements for name in re.findall(r"CREATE TRIGGER (\w+)", sql)}


@pytest.mark.django_db
def test_after_all_migrations_the_triggers_are_those_that_are_listed() -> None:
    assert len(triggers()) > 8
    assert triggers() == listed()


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="elsewhere a table is altered in its place")
def test_a_migration_that_makes_tables_anew_leaves_them_guarded() -> None:
    models = [model for app in GUARDED for model in apps.get_app_config(app).get_models() if model._meta.managed]
    with connection.schema_editor() as editor:
        for model in models:
            editor._remake_table(model)
    assert triggers() == {}

    call_command("migrate", verbosity=0)

    assert triggers() == listed()


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="elsewhere a migration makes the triggers")
def test_a_guard_of_another_wording_is_exchanged_and_one_without_its_table_waits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    other = "CREATE TRIGGER event_no_update BEFORE UPDATE ON matches_event BEGIN SELECT RAISE(ABORT, 'no'); END"
    early = "CREATE TRIGGER later BEFORE UPDATE ON not_there_yet BEGIN SELECT RAISE(ABORT, 'no'); END"
    before = listed()
    with monkeypatch.context() as patched:
        patched.setattr("common.guards.GUARDS", {**before, "event_no_update": other, "later": early})
        make_guards("default")
        assert triggers() == {**before, "event_no_update": other}

    make_guards("default")

    assert triggers() == before
