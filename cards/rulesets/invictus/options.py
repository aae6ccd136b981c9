"""3. Options: what may be varied, and what does not go together."""

from collections.abc import Mapping
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


ONE_BOX_EXCLUDES = ("alliance", "multinational")
"""R4 One box holds five leaders of one edition: no alliance, no mixed decks."""


def option_conflicts(options: Mapping[str, Any]) -> list[Problem]:
    """3.1 What does not go together."""
    if options.get("deck_building") != "shared_set":
        return []
    return [
        {"code": "option_conflict", "options": sorted(("deck_building", name))}
        for name in ONE_BOX_EXCLUDES
        if options.get(name)
    ]
