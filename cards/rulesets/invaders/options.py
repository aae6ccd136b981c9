"""2. Options."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from cards.engine import Problem

FIRST_PLAYER = ("janken", "random", "seat_0")
YEAR_LIMITS = range(10, 101)


class Options(Struct, frozen=True):
    """2.1 Who decides about the first player, and how many years a match may take."""

    first_player: Literal["janken", "random", "seat_0"] = "janken"
    year_limit: Annotated[int, Meta(ge=YEAR_LIMITS[0], le=YEAR_LIMITS[-1])] = 100


def check_options(options: Mapping[str, Any]) -> list[Problem]:
    """2.2 Unknown names, sorted; then wrong values, in the order of the table."""
    unknown = sorted(name for name in options if name not in Options.__struct_fields__)
    problems: list[Problem] = [{"code": "unknown_option", "option": name} for name in unknown]
    first, limit = options.get("first_player", "janken"), options.get("year_limit", 100)
    if not isinstance(first, str) or first not in FIRST_PLAYER:
        problems.append({"code": "bad_option", "option": "first_player"})
    if type(limit) is not int or limit not in YEAR_LIMITS:
        problems.append({"code": "bad_option", "option": "year_limit"})
    return problems
