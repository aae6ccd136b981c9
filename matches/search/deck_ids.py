"""What a list of cards is called by, in the search and in statistics."""

from collections.abc import Mapping
from typing import Any

from rules.engine import Ruleset, digest


def deck_id(deck: Mapping[str, Any]) -> str:
    """Names a list of cards: equal lists, equal names. A starter deck can also be found by its slug."""
    return digest({card: copies for card, copies in deck["cards"].items() if copies})


def starter_slugs(rules: Ruleset) -> dict[str, str]:
    """Deck id -> slug, of the starter decks."""
    return {deck_id({"cards": starter.cards}): starter.slug for starter in rules.starter_decks}


def short_label(deck: str) -> str:
    """The label of a deck without another name."""
    return f"#{deck[:8]}"
