"""2 The options of a match, and what can be wrong with them."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from cards.engine import Problem

MOST_ROUNDS = 10
CLAIM_TIMINGS = ("end_of_turn", "start_of_turn")


class Options(Struct, frozen=True):
    """2.2 An absent option takes its default."""

    tactics: bool = True
    claim_timing: Literal["end_of_turn", "start_of_turn"] = "end_of_turn"
    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] = 1


def option_problems(options: Mapping[str, Any]) -> list[Problem]:
    """2.3 Unknown names first, sorted; then bad values, in the order of the table."""
    allowed = {"tactics": _is_switch, "claim_timing": _is_claim_timing, "rounds": _is_number_of_rounds}

    unknown = sorted(name for name in options if name not in allowed)
    bad = [name for name, is_allowed in allowed.items() if name in options and not is_allowed(options[name])]

    return [{"code": "unknown_option", "option": name} for name in unknown] + [
        {"code": "bad_option", "option": name} for name in bad
    ]


def _is_switch(value: object) -> bool:
    return type(value) is bool


def _is_claim_timing(value: object) -> bool:
    return type(value) is str and value in CLAIM_TIMINGS


def _is_number_of_rounds(value: object) -> bool:
    return type(value) is int and 1 <= value <= MOST_ROUNDS
