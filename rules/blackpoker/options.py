"""2. Options: the format (which actions are allowed) and the frame (which decks)."""

from typing import Any, Literal

from msgspec import Struct

FormatName = Literal["lite", "std"]
FrameName = Literal["full", "regular", "constructed40", "random40", "entry20", "entry16"]


class Options(Struct, frozen=True):
    """2.1 Every format is allowed with every frame. 2.2 Nothing else is allowed."""

    format: FormatName = "lite"
    frame: FrameName = "full"


def seats(options: Options) -> int:
    """1.1 A duel."""
    return 2


OPTION_SETS: dict[str, dict[str, Any]] = {
    "lite": {},
    "std": {"format": "std"},
    "regular": {"format": "std", "frame": "regular"},
    "constructed40": {"format": "std", "frame": "constructed40"},
    "random40": {"frame": "random40"},
    "entry20": {"frame": "entry20"},
    "entry16": {"frame": "entry16"},
}
"""Name -> options: the kinds of match in which bots are compared."""

OPTION_RULES = {
    "format": "2.4",
    "frame": "3.3",
}
"""Option -> the number of the rule that describes its effect."""
