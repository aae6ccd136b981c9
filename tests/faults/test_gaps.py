"""Clients that go on from `now` get every event, while others move in the same match."""

from collections.abc import Iterator

import pytest

from tests.faults.gaps import Count, count_gaps
from tests.faults.stack import Stack, running_stack


@pytest.fixture
def stack() -> Iterator[Stack]:
    with running_stack("web") as running:
        yield running


@pytest.mark.exhaustive
def test_no_answer_under_load_has_a_gap(stack: Stack) -> None:
    """`python -m tests.faults.gaps` counts 100,000 answers."""
    count = count_gaps(stack, 3000)

    assert (count.gaps, count.faults) == (0, [])
    assert count.read >= 3000


def test_a_now_ahead_of_its_events_counts_as_a_gap() -> None:
    count = Count(9)

    assert count.look(4, {"events": [{"seq": 5}], "now": {"version": 6}}) == 6
    assert count.look(6, {"events": [], "now": {"version": 6}}) == 6
    assert (count.read, count.gaps) == (2, 1)
