"""Fixtures that tests of every part may use."""

import os
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from django.test import TransactionTestCase
from django.utils import translation
from hypothesis import settings

from cards.sets.selectors import rules_of
from common.http.limits import buckets
from matches.search.figures import Remembered
from rules import console, registry
from rules.engine import Ruleset
from rules.shipped import shipped_set
from tests import toy
from tests.faults.stack import PREPARED

settings.register_profile("suite", deadline=None)  # A machine under load is no fault of what is tested.
settings.load_profile("suite")


def pytest_configure(config: pytest.Config) -> None:
    """A folder for what all processes of this run share (tests/faults/stack.py)."""
    if not hasattr(config, "workerinput"):
        os.environ[PREPARED] = tempfile.mkdtemp(prefix="prepared-")


def pytest_unconfigure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        shutil.rmtree(os.environ.pop(PREPARED), ignore_errors=True)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """`database` are all that ask for one, or for the deployed shape, unless it makes no difference which.

    To pages it makes none: what they ask the database is asked by the tests of selectors and services too.
    """
    for item in items:
        if knows_database(item):
            item.add_marker("database")


def knows_database(item: pytest.Item) -> bool:
    is_page = item.path.parent.name == "pages" or item.path.name.endswith("_browser.py")
    if is_page or item.get_closest_marker("any_database"):
        return False
    fixtures = {"db", "transactional_db", "live_server", "service", "stack"}
    return bool(fixtures & set(getattr(item, "fixturenames", ())) or item.get_closest_marker("django_db"))


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """What a test has committed is gone when it is over.

    A thread of a live server may still hold a connection when the test database is dropped: end them first.
    """
    if connection.vendor == "sqlite":
        with django_db_blocker.unblock():
            _keep_as_it_is_now()
    yield
    if connection.vendor == "postgresql":
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )


def _keep_as_it_is_now() -> None:
    """After a test that commits the database is copied back whole: to empty it and fill it again takes ten times as
    long. (`flush` itself: tests/matches/test_migrations.py.)
    """
    connection.ensure_connection()
    kept = sqlite3.connect(":memory:", check_same_thread=False)
    connection.connection.backup(kept)

    def restore(self: TransactionTestCase) -> None:
        connection.ensure_connection()
        kept.backup(connection.connection)

    TransactionTestCase._fixture_teardown = restore  # type: ignore[method-assign]


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
def _nothing_remembered() -> None:
    """What a process keeps of the database of one test is not that of the next."""
    for name in REMEMBERING:
        for value in vars(sys.modules[name]).values() if name in sys.modules else ():
            if isinstance(value, Remembered):
                value._kept.clear()


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
