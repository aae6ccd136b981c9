"""Finds the words on a card that need an explanation: words that its data names or its text uses."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from rules.engine import Ruleset
from rules.engine.terms import Term

UNREAD = ("slug", "names", "text", "edition", "source", "field_sources")
"""Fields of a card that never name a word of the game."""


@lru_cache(maxsize=4096)
def terms_on(rules: Ruleset, slug: str, language: str, shown: frozenset[str] = frozenset()) -> tuple[Term, ...]:
    """The terms that a card of the set names in its data or its text in this language, or implies; in the game's order.

    `shown` are words that a table shows at the card.
    """
    card = next(card for card in rules.card_set["cards"] if card["slug"] == slug)
    declared = frozenset(_words({name: part for name, part in card.items() if name not in UNREAD}))
    wanted = declared | shown | frozenset(rules.definition.implied_terms(rules.cards, slug))
    text = (card.get("text") or {}).get(language, "")
    terms = rules.definition.terms(rules.card_set)
    return tuple(term for word, term in terms.items() if word in wanted or _is_in(term.names[language], text))


def _words(part: Any) -> Iterator[str]:
    """Every word in a part of a card, and every flag that is set."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, Mapping):
        yield from (name for name, value in part.items() if value is True)
        for value in part.values():
            yield from _words(value)
    elif isinstance(part, list | tuple):
        for value in part:
            yield from _words(value)


def _is_in(name: str, text: str) -> bool:
    """Whether a text uses a name: as any part of it in Japanese; as a word, perhaps with an s, in English."""
    if not name.isascii():
        return name in text
    return re.search(rf"\b{re.escape(name)}s?\b", text, re.IGNORECASE) is not None
