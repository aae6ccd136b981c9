"""The digest of a list of cards, for comparing and finding decks."""

from collections.abc import Mapping

from rules.engine import digest


def deck_digest(cards: Mapping[str, int]) -> str:
    """SHA-256 of the canonical list. Equal lists have equal digests, whatever their names and order."""
    return digest({card: copies for card, copies in cards.items() if copies})
