"""3. Options: their values, and which values conflict."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from rules.engine import Problem, Seat

QueueLimit = Annotated[int, Meta(ge=1, le=5)]


class Options(Struct, frozen=True):
    """3 The seven options. A missing option has its default."""

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


ONE_BOX_EXCLUDES = ("alliance", "multinational")
"""R4 One box has five leaders of one edition, so neither an alliance nor mixed decks are possible."""


def option_conflicts(options: Mapping[str, Any]) -> list[Problem]:
    """3.1 Conflicts between options."""
    if options.get("deck_building") != "shared_set":
        return []
    return [
        {"code": "option_conflict", "options": sorted(("deck_building", name))}
        for name in ONE_BOX_EXCLUDES
        if options.get(name)
    ]


def seats(options: Options) -> int:
    """3.2 Two, or four in the alliance."""
    return 4 if options.alliance else 2


def team(options: Options, seat: Seat) -> int:
    """2.1 Seats 0 and 2 are side 0, seats 1 and 3 are side 1."""
    return seat % 2


def has_teams(options: Options) -> bool:
    """11.6 Two seats share a side only in the alliance."""
    return options.alliance


OPTION_SETS: dict[str, dict[str, Any]] = {
    "default": {},
    "short": {"short_match": True},
    "multinational": {"multinational": True},
    "shared": {"deck_building": "shared_set"},
    "alliance": {"alliance": True},
}
"""Name -> options: the kinds of match in which bots are compared."""

OPTION_RULES = {
    "alliance": "11.6",
    "short_match": "11.4",
    "multinational": "11.3",
    "foreign_match": "11.2",
    "deck_building": "11.7",
    "queue_limits": "11.5",
    "open_back_row": "6.2.2",
}
"""Option -> the number of the rule that describes its effect."""
