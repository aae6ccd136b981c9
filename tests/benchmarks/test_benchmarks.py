"""The benchmarks run; their figures are for people."""

from random import Random

import pytest

from tests.benchmarks import plies, reference
from tests.rules.setups import Setup, all_setups


def test_the_reference_is_always_the_same_game() -> None:
    """If these numbers change, figures of different days can no longer be compared."""
    luck = Random(1)

    assert [reference.play(luck) for _ in range(5)] == [51, 53, 51, 51, 52]


@pytest.mark.parametrize("setup", all_setups()[:1], ids=str)
def test_a_ruleset_has_a_share(setup: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plies, "SLICE", 0.01)

    rate, share = plies.share(setup, 1)

    assert rate > 0 and 0 < share < 5
