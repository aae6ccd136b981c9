"""Fixtures that tests of every part may use."""

import hashlib
import os
import secrets
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import count
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
from tests.browser import chromium, launched_chromium
from tests.faults.stack import PREPARED
from tests.levels import LEVELS, Level, Sample, at_level, examples, some_of

__all__ = ["chromium", "launched_chromium"]

settings.register_profile("search", deadline=None)

LONG = {"service", "stack", "scene", "address", "logs", "_built", "chromium"}
"""Fixtures whose tests take long: their files run first, so that no process has one left when the others are done."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--level", choices=LEVELS, help="which tests run (tests/levels.py); with the name of a test: all")
    parser.addoption("--second", action="store_true", help="run again what can differ on another database")


def pytest_configure(config: pytest.Config) -> None:
    """The level, examples of hypothesis, and a folder for what all processes of this run share (stack.py).

    Every run tries the same examples, and none of them has a deadline: what fails, fails because of a change. To look
    for other examples: `--hypothesis-profile search`.
    """
    is_named = any("::" in argument for argument in config.args)
    Level.name = config.getoption("--level") or ("all" if is_named else "sample")
    settings.register_profile("suite", examples(100), deadline=None, derandomize=True, database=None)
    settings.load_profile(config.getoption("--hypothesis-profile") or "suite")
    config.pluginmanager.register(Last())
    if not hasattr(config, "workerinput"):
        os.environ[PREPARED] = tempfile.mkdtemp(prefix="prepared-")


def pytest_unconfigure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        shutil.rmtree(os.environ.pop(PREPARED), ignore_errors=True)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what asks for a database, and leave out what is of another level."""
    for item in items:
        if asks_for_database(item):
            item.add_marker("database")
    if config.getoption("--second"):
        chosen = at_level(
            [item for item in items if differs_by_database(item)],
            Level.name,
            is_sampled=lambda item: item.get_closest_marker("both_databases") is not None,
        )
    else:
        chosen = at_level(items, Level.name, is_pure=is_pure)
    config.hook.pytest_deselected(items=list(set(items).difference(chosen)))
    items[:] = chosen


class Last:
    """Comes after pytest-django, which puts what asks for no database behind all others."""

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items.sort(key=lambda item: not LONG & fixtures_of(item))


def asks_for_database(item: pytest.Item) -> bool:
    """Or for the deployed shape."""
    fixtures = {"db", "transactional_db", "live_server", "service", "stack"}
    return bool(fixtures & fixtures_of(item) or item.get_closest_marker("django_db"))


def is_pure(item: pytest.Item) -> bool:
    starts_processes = item.get_closest_marker("processes") or {"chromium", "address", "node"} & fixtures_of(item)
    return not (starts_processes or asks_for_database(item))


def differs_by_database(item: pytest.Item) -> bool:
    """It may, unless its mark says otherwise. Pages ask nothing that services are not tried with."""
    is_page = item.path.parent.name == "pages" or item.path.name.endswith("_browser.py")
    is_told = any(item.get_closest_marker(name) for name in ("any_database", "on_postgresql"))
    return asks_for_database(item) and not is_page and not is_told


def fixtures_of(item: pytest.Item) -> set[str]:
    return set(getattr(item, "fixturenames", ()))


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """What a test has committed is gone when it is over.

    A thread of a live server may still hold a connection when the test database is dropped: end them first.
    """
    with django_db_blocker.unblock():
        restore = _kept_in_memory() if connection.vendor == "sqlite" else _kept_beside()
    TransactionTestCase._fixture_teardown = lambda self: restore()  # type: ignore[method-assign]
    yield
    if connection.vendor == "postgresql":
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )


def _kept_in_memory() -> Callable[[], None]:
    """After a test that commits the database is copied back whole: to empty it and fill it again takes ten times as
    long. (`flush` itself: tests/matches/test_migrations.py.)
    """
    connection.ensure_connection()
    kept = sqlite3.connect(":memory:", check_same_thread=False)
    connection.connection.backup(kept)

    def restore() -> None:
        connection.ensure_connection()
        kept.backup(connection.connection)

    return restore


def _kept_beside() -> Callable[[], None]:
    """The same on PostgreSQL: rows are deleted, and those that were there copied back. Triggers and foreign keys are
    lifted meanwhile.
    """
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
    """Keeps so many of the cases, or all of them where the level asks for that."""

    def keep_some(cases: Iterable[Any], keep: int) -> list[Any]:
        return list(cases) if Level.has_all() else some_of(cases, keep, request.node.nodeid)

    return keep_some


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """A test that fails now and then is not run until it is mended, and whoever runs the suite reads so."""
    if (mark := item.get_closest_marker("quarantined")) is not None:
        pytest.skip(f"QUARANTINED: {mark.args[0]}")


@pytest.fixture(autouse=True)
def _full_buckets() -> None:
    """Wrong passwords and tokens of one test are not counted against the next one."""
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
    """What a process keeps of the database of one test is not that of the next."""
    forget()


def forget() -> None:
    """Forget what this process has computed of the database."""
    for name in REMEMBERING:
        for value in vars(sys.modules[name]).values() if name in sys.modules else ():
            if isinstance(value, Remembered):
                value._kept.clear()
    if strengths := sys.modules.get("leagues.selectors.bot_strength"):
        strengths._remembered._entries.clear()


@pytest.fixture(autouse=True)
def _nobody_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget the accounts of the test before: databases give those of the next one the same numbers."""
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
    """The toy with other fields of its definition, wherever it is looked up from now on."""

    def change(**fields: Any) -> Ruleset:
        monkeypatch.setattr(toy, "RULESET", replace(toy.RULESET, **fields))
        registry.shipped_ruleset.cache_clear()
        rules_of.cache_clear()
        return registry.shipped_ruleset("raid")

    yield change
    rules_of.cache_clear()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_teardown() -> None:
    """A request leaves its language to the thread; a flush after it would name permissions in it."""
    translation.deactivate()
