"""Levels of the suite: which tests run (`--level`; `.ci/test` sets it).

    quick    those of `sample` that need no database, no browser and no other process
    sample   every class of test, with some of the cases if there are many
    rest     what `sample` left out; tests that ran only some of their cases or examples run again with all of them
    all      everything

A test says what `sample` may leave out:

    @pytest.mark.exhaustive      the whole test
    @pytest.mark.sampled(2)      all but two of its parametrized cases, chosen for as many different values as possible
    def test(sample: Sample):    the cases that `sample(cases, 20)` leaves out
    @examples(250)               four fifths of these Hypothesis examples

If a test that is not pure says nothing, two of its cases are in the sample, and `.ci/test` runs one of them. It also
leaves out tests of long files: of the tests that are not pure, it runs three and a sixth of the others. The choice
depends only on names, so it is the same on every machine and every day.
"""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol, TypeVar

import pytest
from hypothesis import settings

LEVELS = ("quick", "sample", "rest", "all")
USUAL, FEW = 2, 1
"""Cases in the sample, and in that of a whole run, for a test that says nothing and is not pure."""
MANY = 3
"""Tests of a file that are not pure: of those above this number, a sixth are in the sample of a whole run."""
SHARE = 5
"""At the level `sample`, one in this many Hypothesis examples is tried."""
T = TypeVar("T")


class Sample(Protocol):
    def __call__(self, cases: Iterable[T], keep: int) -> list[T]: ...


class Level:
    """The level of this run, known before any test is imported."""

    name = "all"
    is_thin = False
    """Whether the sample leaves out whole tests too. It does if `--level` is given, as `.ci/test` does."""

    @classmethod
    def has_all(cls) -> bool:
        return cls.name in ("rest", "all")


def examples(count: int, **more: Any) -> settings:
    """A decorator: Hypothesis tries `count` examples, or fewer at the level `sample`."""
    return settings(max_examples=count if Level.has_all() else max(5, count // SHARE), **more)


def some_of(cases: Iterable[T], keep: int, name: str) -> list[T]:
    """`keep` of the cases, in their order."""
    listed = list(cases)
    order = sorted(range(len(listed)), key=lambda number: _lot(f"{name} {listed[number]}"))
    return [listed[number] for number in sorted(order[:keep])]


def at_level(
    items: Sequence[pytest.Item], level: str, *, is_pure: Callable[[pytest.Item], bool] = lambda item: False
) -> list[pytest.Item]:
    """The items that run at this level."""
    if level == "all":
        return list(items)
    sampled = set(_sample_of(items, is_pure))
    if level == "rest":
        return [item for item in items if item not in sampled or _looks_at_a_part(item)]
    return [item for item in items if item in sampled and (level == "sample" or is_pure(item))]


def _sample_of(items: Iterable[pytest.Item], is_pure: Callable[[pytest.Item], bool]) -> list[pytest.Item]:
    chosen, groups = list[pytest.Item](), dict[tuple[str, int], list[pytest.Item]]()
    by_file = dict[str, list[pytest.Item]]()
    for item in items:
        mark = item.get_closest_marker("sampled")
        if item.get_closest_marker("exhaustive") is not None:
            continue
        is_whole = mark is None and not hasattr(item, "callspec")
        if mark is None and is_pure(item):
            chosen.append(item)
        elif is_whole:
            by_file.setdefault(item.nodeid.partition("::")[0], []).append(item)
        else:
            usual = FEW if Level.is_thin else USUAL
            keep = usual if mark is None else mark.args[0]
            groups.setdefault((item.nodeid.partition("[")[0], keep), []).append(item)
    for (_, keep), cases in groups.items():
        chosen += _various(cases, keep)
    for tests in by_file.values():
        keep = MANY + (len(tests) - MANY) // 6 if Level.is_thin and len(tests) > MANY else len(tests)
        chosen += sorted(tests, key=lambda item: _lot(item.nodeid))[:keep]
    return chosen


def _various(cases: Iterable[pytest.Item], keep: int) -> list[pytest.Item]:
    """`keep` cases. Each has as many values as possible that no earlier one has."""
    left = sorted(cases, key=lambda item: _lot(item.nodeid))
    chosen, seen = list[pytest.Item](), set[tuple[str, int]]()
    while left and len(chosen) < keep:
        best = max(left, key=lambda item: len(_values(item) - seen))  # The first of several equals.
        left.remove(best)
        chosen.append(best)
        seen |= _values(best)
    return chosen


def _values(item: Any) -> set[tuple[str, int]]:
    return set(item.callspec.indices.items())


def _looks_at_a_part(item: Any) -> bool:
    return "sample" in item.fixturenames or getattr(item.obj, "is_hypothesis_test", False)


def _lot(name: str) -> str:
    return hashlib.sha256(name.encode()).hexdigest()
