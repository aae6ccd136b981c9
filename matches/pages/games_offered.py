"""The games that can be played here, as pages offer them."""

from dataclasses import dataclass

from cards.rulebooks.pages import rules_address
from common.text.labels import ruleset_name, ruleset_summary
from rules.registry import newest_version, slugs


@dataclass(frozen=True, slots=True)
class GameOffered:
    """A game in the reader's language, and where its rules are."""

    slug: str
    name: str
    summary: str
    rules_url: str


def games_offered() -> list[GameOffered]:
    """All of them, in the order of their slugs."""
    return [
        GameOffered(slug, ruleset_name(slug), ruleset_summary(slug), rules_address(slug, newest_version(slug)))
        for slug in slugs()
    ]
