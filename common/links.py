"""Links from a card or a deck to pages of apps above: its statistics, its matches.

An app above adds a source when it is ready. Pages below ask for the links without knowing the sources.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple


class Link(NamedTuple):
    """`label` is in the reader's language."""

    label: str
    url: str


CardSource = Callable[[str, str], Iterable[Link]]
"""(ruleset, slug of the card)."""
DeckSource = Callable[[str, Mapping[str, int]], Iterable[Link]]
"""(ruleset, slug of a card -> copies)."""
_of_cards: list[CardSource] = []
_of_decks: list[DeckSource] = []


def add_links(*, of_card: CardSource, of_deck: DeckSource) -> None:
    """Add sources. An app above calls this once, when it is ready."""
    _of_cards.append(of_card)
    _of_decks.append(of_deck)


def links_of_card(ruleset: str, card: str) -> list[Link]:
    return [link for source in _of_cards for link in source(ruleset, card)]


def links_of_deck(ruleset: str, cards: Mapping[str, int]) -> list[Link]:
    return [link for source in _of_decks for link in source(ruleset, cards)]
