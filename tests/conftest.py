"""Fixtures for all tests."""

import gc
import hashlib
import os
import secrets
import shutil
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import TransactionTestCase
from django.utils import translation
from hypothesis import settings

from cards.sets.selectors import rules_of
from common.http.limits import buckets
from matches.log import seed_encryption
from matches.search.figures import Remembered
from players import presence
from rules import console, registry
from rules.engine import Ruleset
from rules.registry import shipped_set
from tests import toy
from tests.browser import chromium as chromium
from tests.browser import launched_chromium as launched_chromium
from tests.faults.stack import PREPARED
from tests.levels import LEVELS, Level, Sample, at_level, examples, some_of

settings.register_profile("search", deadline=None)

LONG = {"service", "stack", "scene", "address", "logs", "_built", "chromium"}
"""Fixtures of slow tests. Their files run first, so that no process still has one when the others are done."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--level", choices=LEVELS, help="which tests run (tests/levels.py); with the name of a test: all")
    parser.addoption("--second", action="store_true", help="run again what can differ on another database")


def pytest_configure(config: pytest.Config) -> None:
    """Set the level, Hypothesis's examples, and a folder that all processes of this run share (stack.py).

    Every run tries the same examples without a deadline, so a failure is always due to a change. To look for other
    examples, use `--hypothesis-profile search`.
    """
    is_named = any("::" in argument for argument in config.args)
    Level.name = config.getoption("--level") or ("all" if is_named else "sample")
    Level.is_thin = config.getoption("--level") is not None
    settings.register_profile("suite", examples(100), deadline=None, derandomize=True, database=None)
    settings.load_profile(config.getoption("--hypothesis-profile") or "suite")
    config.pluginmanager.register(Last())
    if not hasattr(config, "workerinput"):
        os.environ[PREPARED] = tempfile.mkdtemp(prefix="prepared-")


def pytest_unconfigure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        shutil.rmtree(os.environ.pop(PREPARED), ignore_errors=True)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out files without a test for the second run. Importing them takes longer than that run."""
    is_needed = not config.getoption("--second") or collection_path.suffix != ".py"
    return None if is_needed or "both_databases" in collection_path.read_text(encoding="utf-8") else True


def pytest_collection_finish() -> None:
    """Exclude what is loaded from garbage collection, as the service does: tests would have it visited many times."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the tests that need a database, and deselect those of other levels."""
    for item in items:
        if asks_for_database(item):
            item.add_marker("database")
    is_second = config.getoption("--second")
    wanted = [item for item in items if not is_second or item.get_closest_marker("both_databases")]
    chosen = at_level(wanted, Level.name, is_pure=is_pure)
    config.hook.pytest_deselected(items=list(set(items).difference(chosen)))
    items[:] = chosen


class Last:
    """Sorts the tests again after pytest-django, which puts those without a database last."""

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items.sort(key=lambda item: not LONG & fixtures_of(item))


def asks_for_database(item: pytest.Item) -> bool:
    """Whether a test needs a database or the deployed stack."""
    fixtures = {"db", "transactional_db", "live_server", "service", "stack"}
    return bool(fixtures & fixtures_of(item) or item.get_closest_marker("django_db"))


def is_pure(item: pytest.Item) -> bool:
    starts_processes = item.get_closest_marker("processes") or {"chromium", "address", "node"} & fixtures_of(item)
    return not (starts_processes or asks_for_database(item))


def fixtures_of(item: pytest.Item) -> set[str]:
    return set(getattr(item, "fixturenames", ()))


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """Undo what a test has committed when it is over.

    A thread of a live server may still have a connection when the test database is dropped, so these are ended first.
    """
    with django_db_blocker.unblock():
        restore = _copy_in_memory() if connection.vendor == "sqlite" else _copy_in_schema()
    TransactionTestCase._fixture_teardown = lambda self: restore()  # type: ignore[method-assign]
    yield
    if connection.vendor == "postgresql":
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )


def _copy_in_memory() -> Callable[[], None]:
    """Copy the whole database back after a test that commits. Emptying and filling it takes ten times as long.

    `flush` itself is tested in tests/matches/test_migrations.py.
    """
    connection.ensure_connection()
    copy = sqlite3.connect(":memory:", check_same_thread=False)
    connection.connection.backup(copy)

    def restore() -> None:
        connection.ensure_connection()
        copy.backup(connection.connection)

    return restore


def _copy_in_schema() -> Callable[[], None]:
    """The same on PostgreSQL: delete all rows and copy the original ones back, without triggers and foreign keys."""
    with connection.cursor() as cursor:
        tables = connection.introspection.table_names(cursor)
        cursor.execute("CREATE SCHEMA kept")
        steps = [f'DELETE FROM "{table}"' for table in tables]
        for table in tables:
            cursor.execute(f'CREATE TABLE kept."{table}" AS TABLE "{table}"')
            if cursor.rowcount:
                columns = ", ".join(
                    f'"{column.name}"' for column in connection.introspection.get_table_description(cursor, table)
                )
                steps.append(f'INSERT INTO "{table}" ({columns}) SELECT {columns} FROM kept."{table}"')
    everything = ";".join(["SET LOCAL session_replication_role = replica", *steps])

    def restore() -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(everything)

    return restore


@pytest.fixture
def sample(request: pytest.FixtureRequest) -> Sample:
    """A function that keeps some of a test's cases, or all of them at the higher levels."""

    def keep_some(cases: Iterable[Any], keep: int) -> list[Any]:
        return list(cases) if Level.has_all() else some_of(cases, keep, request.node.nodeid)

    return keep_some


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip quarantined tests, which fail now and then, and print the reason.

    Skip all after TESTS_UNTIL (seconds since 1970), with which CI ends in its time.
    """
    if time.time() > float(os.environ.get("TESTS_UNTIL", "inf")):
        pytest.skip("TESTS_UNTIL is over")
    if (mark := item.get_closest_marker("quarantined")) is not None:
        pytest.skip(f"QUARANTINED: {mark.args[0]}")


@pytest.fixture(autouse=True)
def _full_buckets() -> None:
    """Refill the rate limits before each test."""
    buckets.cache_clear()


REMEMBERING = (
    "matches.search.searched_statistics",
    "leagues.selectors.figures",
    "leagues.selectors.plots",
    "leagues.pages.plots",
)


@pytest.fixture(autouse=True)
def _same_chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give a test the same seeds and the same seats in every run, so that luck neither passes nor fails it."""
    draws = count()

    def random_bytes(size: int) -> bytes:
        return hashlib.shake_256(f"{request.node.nodeid} {next(draws)}".encode()).digest(size)

    def below(number: int) -> int:
        return int.from_bytes(random_bytes(8), "big") % number

    monkeypatch.setattr(seed_encryption, "os", SimpleNamespace(urandom=random_bytes))
    monkeypatch.setattr(secrets, "randbelow", below)
    monkeypatch.setattr(secrets, "SystemRandom", lambda: Random(random_bytes(8)))


@pytest.fixture(autouse=True)
def _nothing_remembered() -> None:
    """Clear the caches of the database in this process before each test."""
    forget()


def forget() -> None:
    """Forget what this process has computed of the database."""
    for name in REMEMBERING:
        for value in vars(sys.modules[name]).values() if name in sys.modules else ():
            if isinstance(value, Remembered):
                value._results.clear()
    if strengths := sys.modules.get("leagues.selectors.bot_strength"):
        strengths._remembered._entries.clear()


@pytest.fixture(autouse=True)
def _nobody_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget when accounts were seen: the accounts of the next test have the same ids."""
    store = presence.LocalSightings()
    monkeypatch.setattr(presence, "sightings", lambda: store)
    presence._noted.clear()


@pytest.fixture
def raid(monkeypatch: pytest.MonkeyPatch) -> Iterator[Ruleset]:
    """The toy ruleset, registered like any other."""
    with raid_registered(monkeypatch) as rules:
        yield rules


@contextmanager
def raid_registered(patch: pytest.MonkeyPatch) -> Iterator[Ruleset]:
    def set_of(slug: str) -> object:
        return toy.CARD_SET if slug == "raid" else shipped_set(slug)

    patch.setitem(registry._RULESETS, ("raid", 1), "raid")
    patch.setitem(sys.modules, "rules.raid", toy)
    patch.setattr(registry, "shipped_set", set_of)
    patch.setattr(console, "shipped_set", set_of)
    registry.shipped_ruleset.cache_clear()
    yield registry.shipped_ruleset("raid")
    registry.shipped_ruleset.cache_clear()


@pytest.fixture
def change_raid(raid: Ruleset, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Ruleset]]:
    """A function that changes fields of the toy's definition, wherever it is looked up from then on."""

    def change(**fields: Any) -> Ruleset:
        monkeypatch.setattr(toy, "RULESET", replace(toy.RULESET, **fields))
        registry.shipped_ruleset.cache_clear()
        rules_of.cache_clear()
        return registry.shipped_ruleset("raid")

    yield change
    rules_of.cache_clear()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_teardown() -> None:
    """Reset the thread's language, which a request has set. A flush would create permissions with names in it."""
    translation.deactivate()
