"""The card sets that ship with the rulesets: pure data, read from each package's `cards.json`."""

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any, cast

from rules.engine import digest

CardSet = Mapping[str, Any]
"""A whole set, as in a cards.json: `cards` (definitions by slug), names, options, reasons, starter decks."""


@cache
def shipped_set(ruleset: str) -> CardSet:
    """The set that ships in the ruleset's package: revision 1 of its cards."""
    text = resources.files(f"rules.{ruleset}").joinpath("cards.json").read_text(encoding="utf-8")
    return cast(CardSet, json.loads(text))


def set_digest(card_set: CardSet) -> str:
    """SHA-256 of the canonical set, which event 0 pins."""
    return digest(card_set)
