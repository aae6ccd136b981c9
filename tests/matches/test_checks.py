"""What `migrate` asks first."""

from collections.abc import Callable
from typing import Any

from django.core import checks

from matches.models import Match


def found() -> list[str]:
    return [fault.id or "" for fault in checks.run_checks(databases=["default"])]


def test_the_key_must_be_that_of_the_matches(duel: Callable[..., Match], settings: Any) -> None:
    settings.SEED_SEALING_KEY = "77" * 32
    assert found() == [], "there is no match yet"

    settings.SEED_SEALING_KEY = "11" * 32
    duel()
    assert found() == []

    settings.SEED_SEALING_KEY = "77" * 32
    assert found() == ["matches.E001"]
