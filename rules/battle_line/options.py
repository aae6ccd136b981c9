"""2 The options of a match."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

SEATS = 2


class Options(Struct, frozen=True):
    """2.2 An absent option has its default. 2.3 Nothing else is allowed."""

    tactics: bool = True
    claim_timing: Literal["end_of_turn", "start_of_turn"] = "end_of_turn"
    rounds: Annotated[int, Meta(ge=1, le=10)] = 1


def seats(options: Options) -> int:
    """1.1 A duel."""
    return SEATS


OPTION_SETS: dict[str, dict[str, Any]] = {
    "tactics": {},
    "troops": {"tactics": False},
    "start-of-turn": {"claim_timing": "start_of_turn"},
    "rounds": {"rounds": 2},
}
"""Name -> options: the kinds of match in which bots are compared."""

OPTION_RULES = {
    "tactics": "13.1",
    "claim_timing": "13.2",
    "rounds": "13.3",
}
"""Option -> the number of the rule that describes its effect."""
