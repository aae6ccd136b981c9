"""Clocks of every kind, with times that the tests pass in."""

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from matches.clocks import Times, as_shown, read_clock, run_out, started, stopped, ticked

FISCHER = {"type": "fischer", "initial_seconds": 60, "increment_seconds": 5}
PER_DECISION = {"type": "per_decision", "seconds": 30}
CORRESPONDENCE = {"type": "correspondence", "days": 2}
DAY = 86_400_000


def at_start(clock: Any, opened: Mapping[int, int], now: int) -> Times:
    return ticked(clock, started(clock, 2), opened, 0, now, None)


@pytest.mark.parametrize(
    ("sent", "allowed"), [(PER_DECISION, 30_000), (FISCHER, 60_000), (CORRESPONDENCE, 2 * DAY), (None, None)]
)
def test_the_first_prompts_get_what_the_clock_allows(sent: Any, allowed: int | None) -> None:
    times = at_start(read_clock(sent), {0: 0, 1: 0}, 1000)

    assert times.deadlines == ({} if allowed is None else {0: 1000 + allowed, 1: 1000 + allowed})
    assert times.next_deadline == (None if allowed is None else 1000 + allowed)


@pytest.mark.parametrize(("sent", "allowed"), [(PER_DECISION, 30_000), (CORRESPONDENCE, 2 * DAY)])
def test_each_decision_has_its_whole_time_and_an_open_one_keeps_its_deadline(sent: Any, allowed: int) -> None:
    clock = read_clock(sent)
    first = at_start(clock, {0: 0, 1: 0}, 0)

    other = ticked(clock, first, {1: 0}, 1, 7000, 0)
    new = ticked(clock, other, {0: 2}, 2, 9000, 1)

    assert other.deadlines == {1: allowed}
    assert new.deadlines == {0: 9000 + allowed}


def test_a_fischer_budget_loses_what_was_thought_and_gains_the_increment() -> None:
    clock = read_clock(FISCHER)
    first = at_start(clock, {0: 0}, 0)

    answered = ticked(clock, first, {1: 1}, 1, 20_000, 0)
    asked_again = ticked(clock, answered, {0: 2}, 2, 30_000, 1)

    assert answered == Times({0: 45_000, 1: 60_000}, {1: 80_000})
    assert asked_again == Times({0: 45_000, 1: 55_000}, {0: 75_000})


def test_a_fischer_seat_that_is_asked_no_more_keeps_what_it_has_left_and_gains_nothing() -> None:
    clock = read_clock(FISCHER)
    first = at_start(clock, {0: 0, 1: 0}, 0)

    times = ticked(clock, first, {}, 1, 20_000, 0)

    assert times == Times({0: 45_000, 1: 40_000}, {})


def test_a_clock_runs_out_at_its_deadline_and_not_before() -> None:
    times = Times(deadlines={0: 5000, 1: 6000})

    assert [run_out(times, now) for now in (4999, 5000, 9000)] == [[], [0], [0]]
    assert run_out(Times(deadlines={0: 5000, 1: 5000}), 5000) == [0, 1]
    assert run_out(Times(), 9000) == []


@pytest.mark.parametrize(
    "sent",
    [
        {"type": "per_decision", "seconds": 4},
        {"type": "per_decision", "seconds": 86_401},
        {"type": "fischer", "initial_seconds": 9, "increment_seconds": 0},
        {"type": "fischer", "initial_seconds": 60, "increment_seconds": -1},
        {"type": "correspondence", "days": 31},
        {"type": "per_decision", "seconds": 60, "pausing": True},
        {"type": "none"},
    ],
)
def test_a_clock_that_there_is_not_is_refused(sent: Any) -> None:
    with pytest.raises(msgspec.ValidationError):
        read_clock(sent)


def test_a_resource_shows_what_each_seat_has_left_and_until_when() -> None:
    times = Times({0: 45_000, 1: 60_000}, {1: 80_000})

    assert as_shown(None, Times(), [0, 1]) == []
    assert as_shown(read_clock(FISCHER), times, [0, 1]) == [
        {"seat": 0, "remaining_ms": 45_000, "deadline_ms": None},
        {"seat": 1, "remaining_ms": 60_000, "deadline_ms": 80_000},
    ]


@pytest.mark.parametrize(("now", "left"), [(30_000, 50_000), (80_000, 0), (95_000, 0)])
def test_at_the_end_a_running_clock_stops_at_what_is_left(now: int, left: int) -> None:
    times = Times({0: 45_000, 1: 60_000}, {1: 80_000})

    assert stopped(times, now) == Times({0: 45_000, 1: left}, {})


def test_a_clock_without_a_budget_has_nothing_left_to_show() -> None:
    assert stopped(Times({}, {0: 80_000}), 30_000) == Times({}, {})
