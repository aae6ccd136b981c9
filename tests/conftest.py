"""Fixtures that tests of every part may use."""

import sys
from collections.abc import Iterator

import pytest

from cards.catalog import shipped_set
from cards.rulesets import console, registry
from matches.bots import advice
from tests import toy


@pytest.fixture
def raid(monkeypatch: pytest.MonkeyPatch) -> Iterator[toy.RaidRules]:
    """The toy ruleset, registered like any other, with advice."""

    def set_of(slug: str) -> object:
        return toy.CARD_SET if slug == "raid" else shipped_set(slug)

    monkeypatch.setitem(registry._RULESETS, ("raid", 1), "raid")
    monkeypatch.setitem(sys.modules, "cards.rulesets.raid", toy)
    monkeypatch.setitem(sys.modules, "matches.bots.advice.raid", toy)
    monkeypatch.setattr(registry, "shipped_set", set_of)
    monkeypatch.setattr(console, "shipped_set", set_of)
    registry.shipped_ruleset.cache_clear()
    advice.advice_for.cache_clear()
    yield registry.shipped_ruleset("raid")  # type: ignore[misc]
    registry.shipped_ruleset.cache_clear()
    advice.advice_for.cache_clear()
