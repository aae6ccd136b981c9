"""3. Options: what may be varied, and what does not go together."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from cards.engine import Problem

QueueLimit = Annotated[int, Meta(ge=1, le=5)]


class Options(Struct, frozen=True):
    """3 The seven options; what is missing takes its default."""

    alliance: bool = False
    short_match: bool = False
    multinational: bool = False
    foreign_match: bool = True
    deck_building: Literal["own_set", "shared_set"] = "own_set"
    queue_limits: tuple[QueueLimit, QueueLimit] = (5, 5)
    open_back_row: bool = False

    @property
    def is_shared_set(self) -> bool:
        """11.7 Both seats play from one box."""
        return self.deck_building == "shared_set"


def _is_bool(value: object) -> bool:
    return type(value) is bool


def _is_pair_of_limits(value: object) -> bool:
    """Exactly two integers 1..5, per side (11.5)."""
    return (
        isinstance(value, list | tuple)
        and len(value) == 2
        and all(type(limit) is int and 1 <= limit <= 5 for limit in value)
    )


ALLOWED: dict[str, Callable[[object], bool]] = {
    "alliance": _is_bool,
    "short_match": _is_bool,
    "multinational": _is_bool,
    "foreign_match": _is_bool,
    "deck_building": lambda value: value in ("own_set", "shared_set"),
    "queue_limits": _is_pair_of_limits,
    "open_back_row": _is_bool,
}

ONE_BOX_EXCLUDES = ("alliance", "multinational")
"""R4 One box holds five leaders of one edition: no alliance, no mixed decks."""


def check_options(options: Mapping[str, Any]) -> list[Problem]:
    """3.1 Unknown names, then values that are not allowed; conflicts only if there is none of these."""
    problems: list[Problem] = [
        *({"code": "unknown_option", "option": name} for name in sorted(set(options) - set(ALLOWED))),
        *(
            {"code": "bad_option", "option": name}
            for name, is_allowed in ALLOWED.items()
            if name in options and not is_allowed(options[name])
        ),
    ]
    return problems or _conflicts(options)


def _conflicts(options: Mapping[str, Any]) -> list[Problem]:
    if options.get("deck_building") != "shared_set":
        return []
    return [
        {"code": "option_conflict", "options": sorted(("deck_building", name))}
        for name in ONE_BOX_EXCLUDES
        if options.get(name)
    ]
