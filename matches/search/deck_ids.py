"""The ids and labels of decks in the search and in statistics."""

from collections.abc import Mapping
from typing import Any

from common.text.language import in_language
from rules.engine import Ruleset
from rules.engine.canonical import deck_digest


def deck_id(deck: Mapping[str, Any]) -> str:
    """An id for a list of cards: equal lists have equal ids. A starter deck can also be found by its slug."""
    return deck_digest(deck["cards"])


def starter_slugs(rules: Ruleset) -> dict[str, str]:
    """Deck id -> slug of the starter decks."""
    return {deck_id({"cards": starter.cards}): starter.slug for starter in rules.starter_decks}


def starter_labels(rules: Ruleset) -> dict[str, str]:
    """Deck id -> the name of the starter deck in the reader's language."""
    return {deck_id({"cards": starter.cards}): in_language(starter.names) for starter in rules.starter_decks}


def short_label(deck: str) -> str:
    """The label of a deck without another name."""
    return f"#{deck[:8]}"
