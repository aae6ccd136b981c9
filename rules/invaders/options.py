"""2. Options."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct


class Options(Struct, frozen=True):
    """2.1 The rule for the first player, and the limit of years. 2.2 Nothing else is allowed."""

    first_player: Literal["janken", "random", "seat_0"] = "janken"
    year_limit: Annotated[int, Meta(ge=10, le=100)] = 100


def seats(options: Options) -> int:
    """1.1 A duel."""
    return 2


OPTION_SETS: dict[str, dict[str, Any]] = {
    "janken": {},
    "seat-0": {"first_player": "seat_0"},
    "30-years": {"first_player": "random", "year_limit": 30},
}
"""Name -> options: the kinds of match in which bots are compared."""

OPTION_RULES = {
    "first_player": "2.4",
    "year_limit": "6.5",
}
"""Option -> the number of the rule that describes its effect."""
