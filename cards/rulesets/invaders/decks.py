"""3.4 What a legal deck is."""

from collections.abc import Mapping
from typing import Any

from cards.engine import Deck, Problem

from .cards import Cards

DECK_SIZE = 40
MOST_COPIES = 3


def check_deck(cards: Cards, options: Any, deck: Deck, seat: int) -> list[Problem]:
    """3.4 All faults of one deck: code by code, inside one code by slug."""
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
