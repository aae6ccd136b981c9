"""Fixtures that tests of every part may use."""

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from hypothesis import settings

from cards.engine import Ruleset
from cards.http.limits import buckets
from cards.rulesets import console, registry
from cards.rulesets.shipped import shipped_set
from cards.sets.selectors import rules_of
from tests import toy

settings.register_profile("suite", deadline=None)  # A machine under load is no fault of what is tested.
settings.load_profile("suite")


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """A thread of a live server may still hold a connection when the test database is dropped: end them first."""
    yield
    if connection.vendor == "postgresql":
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )


@pytest.fixture(autouse=True)
def _full_buckets() -> None:
    """Wrong passwords and tokens of one test are not counted against the next one."""
    buckets.cache_clear()


@pytest.fixture
def raid(monkeypatch: pytest.MonkeyPatch) -> Iterator[Ruleset]:
    """The toy ruleset, registered like any other."""

    def set_of(slug: str) -> object:
        return toy.CARD_SET if slug == "raid" else shipped_set(slug)

    monkeypatch.setitem(registry._RULESETS, ("raid", 1), "raid")
    monkeypatch.setitem(sys.modules, "cards.rulesets.raid", toy)
    monkeypatch.setattr(registry, "shipped_set", set_of)
    monkeypatch.setattr(console, "shipped_set", set_of)
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
