"""2. Options: the format (which actions) and the frame (which decks)."""

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct

from cards.engine import Problem

FormatName = Literal["lite", "std"]
FrameName = Literal["full", "regular", "constructed40", "random40", "entry20", "entry16"]

VALUES: dict[str, tuple[str, ...]] = {
    "format": ("lite", "std"),
    "frame": ("full", "regular", "constructed40", "random40", "entry20", "entry16"),
}


class Options(Struct, frozen=True):
    """2.1 Any format goes with any frame."""

    format: FormatName = "lite"
    frame: FrameName = "full"


def check_options(options: Mapping[str, Any]) -> list[Problem]:
    """2.2 Unknown names, sorted; then values not listed, `format` before `frame`."""
    unknown: list[Problem] = [{"code": "unknown_option", "option": name} for name in sorted(set(options) - set(VALUES))]
    bad: list[Problem] = [
        {"code": "bad_option", "option": name}
        for name, values in VALUES.items()
        if name in options and options[name] not in values
    ]
    return unknown + bad
