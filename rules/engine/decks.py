"""Decks as lists of cards, with the copies of each: their digest, and what is left of one."""

from collections.abc import Iterable, Mapping
from itertools import chain, repeat

from rules.engine.canonical import digest


def deck_digest(cards: Mapping[str, int]) -> str:
    """SHA-256 of the canonical list. Equal lists have equal digests, whatever their names and order."""
    return digest({card: copies for card, copies in cards.items() if copies})


def left_of(deck: Mapping[str, int], seen: Iterable[str]) -> list[str]:
    """The cards of a deck without those already seen, in deck order. Seen cards that aren't in the deck are ignored.

    A Counter takes twice the time, and every possible world calls this.
    """
    left = dict(deck)
    for card in seen:
        if card in left:
            left[card] -= 1
    return [*chain.from_iterable(map(repeat, left, left.values()))]
