"""Decks as lists of cards: how many copies of each."""

from collections.abc import Iterable, Mapping
from itertools import chain, repeat


def left_of(deck: Mapping[str, int], seen: Iterable[str]) -> list[str]:
    """The cards of a deck without those already seen, in deck order. Seen cards that aren't in the deck are ignored.

    A Counter takes twice the time, and every possible world calls this.
    """
    left = dict(deck)
    for card in seen:
        if card in left:
            left[card] -= 1
    return [*chain.from_iterable(map(repeat, left, left.values()))]
