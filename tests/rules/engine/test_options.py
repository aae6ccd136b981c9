"""The check of options against the types of a ruleset."""

from typing import Annotated, Any, Literal

import pytest
from msgspec import Meta, Struct

from rules.engine import check_options


class Options(Struct, frozen=True):
    speed: Literal["slow", "fast"] = "slow"
    rounds: Annotated[int, Meta(ge=1, le=9)] = 3
    limits: tuple[Annotated[int, Meta(ge=1)], int] = (1, 2)
    is_open: bool = False
    first: Literal["random", 0, 1] = "random"


def test_unknown_names_come_first_sorted_then_bad_values_in_the_order_of_the_struct() -> None:
    given = {"zeal": 1, "rounds": 10, "speed": "medium", "age": 2}

    assert check_options(given, Options) == [
        {"code": "unknown_option", "option": "age"},
        {"code": "unknown_option", "option": "zeal"},
        {"code": "bad_option", "option": "speed"},
        {"code": "bad_option", "option": "rounds"},
    ]


@pytest.mark.parametrize(
    ("name", "value"),
    [("speed", "fast"), ("rounds", 1), ("rounds", 9), ("limits", [1, 0]), ("is_open", True), ("first", 0)],
)
def test_a_value_of_the_type_is_allowed(name: str, value: Any) -> None:
    assert check_options({name: value}, Options) == []


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *[("speed", value) for value in ("Fast", None, 1, ["fast"], {"fast": 1})],
        *[("rounds", value) for value in (0, 10, "3", 3.0, True, None, 2**70)],
        *[("limits", value) for value in ([1], [1, 2, 3], [0, 1], ["1", 2], [1.0, 2], {"0": 1}, None)],
        *[("is_open", value) for value in (1, 0, "true", None)],
        *[("first", value) for value in (False, True, 0.0, 2, "0", None)],
    ],
)
def test_any_other_value_is_a_bad_option_strictly(name: str, value: Any) -> None:
    assert check_options({name: value}, Options) == [{"code": "bad_option", "option": name}]


def test_types_that_depend_on_another_option_are_handed_in_by_name() -> None:
    declared = {"mode": Literal["duel"], "goal": Annotated[int, Meta(le=5)]}

    assert check_options({"goal": 6}, declared) == [{"code": "bad_option", "option": "goal"}]
    assert check_options({"goal": 5}, declared) == []
