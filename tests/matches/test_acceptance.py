"""What a bot account accepts."""

from typing import Any

import msgspec
import pytest

from matches.clocks import read_clock
from matches.selectors.acceptance import Acceptance, objection

ACCEPTANCE = {
    "rulesets": [
        {"ruleset": "raid", "options": {"rounds": [1, 3], "tactics": [True]}},
        {"ruleset": "invictus"},
    ],
    "clocks": [
        {"type": "none"},
        {"type": "fischer", "least_initial_seconds": 60, "most_initial_seconds": 600, "most_increment_seconds": 10},
        {"type": "per_decision", "least_seconds": 10},
        {"type": "correspondence", "most_days": 3},
    ],
    "at_once": 2,
    "from": ["people", "owner"],
}
FITS: dict[str, Any] = {
    "ruleset": "raid",
    "options": {"rounds": 3, "tactics": True, "more": "anything"},
    "clock": None,
    "callers": ["people"],
    "playing": 1,
}


def fischer(initial: int, increment: int = 0) -> dict[str, Any]:
    return {"type": "fischer", "initial_seconds": initial, "increment_seconds": increment}


def decision(seconds: int) -> dict[str, Any]:
    return {"type": "per_decision", "seconds": seconds}


def days(number: int) -> dict[str, Any]:
    return {"type": "correspondence", "days": number}


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({}, None),
        ({"ruleset": "invictus", "options": {}}, None),
        ({"ruleset": "invaders"}, "ruleset"),
        ({"options": {"rounds": 2, "tactics": True}}, "options"),
        ({"options": {"rounds": 1, "tactics": 1}}, "options"),
        ({"options": {"rounds": True, "tactics": True}}, "options"),
        ({"options": {"tactics": True}}, "options"),
        ({"clock": fischer(60)}, None),
        ({"clock": fischer(59)}, "clock"),
        ({"clock": fischer(600, 10)}, None),
        ({"clock": fischer(601, 10)}, "clock"),
        ({"clock": fischer(600, 11)}, "clock"),
        ({"clock": decision(10)}, None),
        ({"clock": decision(9)}, "clock"),
        ({"clock": days(3)}, None),
        ({"clock": days(4)}, "clock"),
        ({"callers": ["owner", "people"]}, None),
        ({"callers": ["owner"]}, None),
        ({"callers": ["bots"]}, "caller"),
        ({"playing": 2}, "at_once"),
    ],
    ids=str,
)
def test_what_is_objected_to(change: dict[str, Any], expected: str | None) -> None:
    match = {**FITS, **change}

    found = objection(msgspec.convert(ACCEPTANCE, Acceptance), **{**match, "clock": read_clock(match["clock"])})

    assert found == expected


def test_without_a_clock_only_where_that_is_said() -> None:
    acceptance = msgspec.convert({**ACCEPTANCE, "clocks": ACCEPTANCE["clocks"][1:]}, Acceptance)  # type: ignore[index]

    assert objection(acceptance, **FITS) == "clock"


def test_none_at_once_is_a_pause() -> None:
    acceptance = msgspec.convert({**ACCEPTANCE, "at_once": 0}, Acceptance)

    assert objection(acceptance, **{**FITS, "playing": 0}) == "at_once"
