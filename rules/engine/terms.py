"""The words of a game that a card's reader may not know, each explained in a sentence."""

from collections.abc import Callable, Collection, Mapping
from typing import Any

from msgspec import Struct

from rules.engine.messages import Names


class Term(Struct, frozen=True):
    """A word of the game: its name, its meaning in a sentence or two, and the number of the rule that defines it."""

    names: Names
    text: Names
    rule: str


Terms = Callable[[Mapping[str, Any]], Mapping[str, Term]]
"""(card set) -> the terms by the word that cards use in their data."""
ImpliedTerms = Callable[[Any, str], Collection[str]]
"""(card look-ups, card) -> the words of the terms that matter for a card, though it doesn't mention them."""


def no_terms(card_set: Mapping[str, Any]) -> Mapping[str, Term]:
    return {}


def none_implied(cards: Any, slug: str) -> Collection[str]:
    return ()


def term(rule: str, ja_name: str, en_name: str, ja: str, en: str) -> Term:
    return Term({"ja": ja_name, "en": en_name}, {"ja": ja, "en": en}, rule)
