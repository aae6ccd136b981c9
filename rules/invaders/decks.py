"""3.4 The decks that are legal."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from rules.engine import CardSlug, Deck, Problem

from .cards import Cards

PROBLEM_RULES = {
    "unknown_option": "2.2",
    "bad_option": "2.2",
    "wrong_number_of_decks": "2.3",
    "unknown_card": "3.4",
    "bad_copies": "3.4",
    "too_many_copies": "3.4",
    "deck_size": "3.4",
    "mixed_nations": "3.4",
}
"""Code of a setup fault -> the rule that lists it."""

DECK_SIZE = 40
MOST_COPIES = 3


def check_deck(cards: Cards, options: Any, deck: Deck, seat: int) -> list[Problem]:
    """3.4 All faults of one deck, by code, then by slug."""
    copies: Mapping[str, Any] = deck["cards"]
    known = sorted(slug for slug in copies if slug in cards.by_slug)
    counted = {slug: copies[slug] for slug in known if type(copies[slug]) is int and copies[slug] >= 1}
    nations = {cards.by_slug[slug].nation for slug in known} - {"stateless"}
    size = sum(counted.values())

    problems: list[Problem] = []
    for code, slugs in (
        ("unknown_card", sorted(slug for slug in copies if slug not in cards.by_slug)),
        ("bad_copies", [slug for slug in known if slug not in counted]),
        ("too_many_copies", [slug for slug, number in counted.items() if number > MOST_COPIES]),
    ):
        problems += [{"code": code, "seat": seat, "card": slug} for slug in slugs]
    if size != DECK_SIZE:
        problems.append({"code": "deck_size", "seat": seat, "expected": DECK_SIZE, "actual": size})
    if len(nations) > 1:
        problems.append({"code": "mixed_nations", "seat": seat})
    return problems


# For the deck editor


def copy_limit(cards: Cards, options: Any, card: CardSlug) -> int:
    """3.4 At most three copies of a card name."""
    return MOST_COPIES


def cards_at_fault(cards: Cards, options: Any, deck: Deck, problem: Problem) -> list[CardSlug]:
    """3.4 For mixed nations: the cards of all nations except the commonest."""
    if problem["code"] != "mixed_nations":
        return []
    nations = {slug: cards.by_slug[slug].nation for slug in deck["cards"] if slug in cards.by_slug}
    nations = {slug: nation for slug, nation in nations.items() if nation != "stateless"}
    held = Counter[str]()
    for slug in sorted(nations):
        held[nations[slug]] += deck["cards"][slug]
    ((commonest, _copies),) = held.most_common(1)
    return sorted(slug for slug, nation in nations.items() if nation != commonest)
