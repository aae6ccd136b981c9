"""Names the cards of a deck that a new set changes, before the cards that a fault names itself."""

from collections.abc import Collection, Mapping
from typing import Any

from cards.sets.differences import alike, by_slug
from common.text.naming import COMMA, card_names
from rules.engine import Names, Ruleset

CHANGED: Names = {"ja": "変更されたカード：{cards}。{text}", "en": "Changed: {cards}. {text}"}


def changed_cards(before: Mapping[str, Any], after: Mapping[str, Any]) -> frozenset[str]:
    """The slugs of cards that are changed, new or gone."""
    old, new = by_slug(before), by_slug(after)
    return frozenset(slug for slug in old.keys() | new.keys() if not alike(old.get(slug), new.get(slug)))


def name_changed(rules: Ruleset, deck: Collection[str], changed: Collection[str], texts: Names) -> Names:
    """The texts of a fault, after the names of the deck's changed cards. Unchanged if it has none."""
    names = card_names(rules)
    held = [slug for slug in deck if slug in changed]
    if not held:
        return texts
    return {
        language: CHANGED[language].format(
            cards=COMMA[language].join(names.get(slug, {}).get(language, slug) for slug in held), text=text
        )
        for language, text in texts.items()
    }
