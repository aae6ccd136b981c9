"""8. Key cards (★): the hand cards that fill the slots of an action."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .cards import Cards

KeyCards = tuple[str, ...]
"""The key cards of one request, sorted."""


def key_cards(cards: "Cards", slots: tuple[Mapping[str, Any], ...]) -> set[KeyCards]:
    """All sets of key cards that fill the slots. Each card fills only one slot (R16)."""
    if slots and "pair" in slots[0]:
        return set(_pairs(cards, slots[0]["pair"]))
    filled = product(*([slug for slug in cards.number if _fits(cards, slot, slug)] for slot in slots))
    return {tuple(sorted(keys)) for keys in filled if _can_be_held(cards, keys)}


def _pairs(cards: "Cards", alike: str) -> Iterator[KeyCards]:
    """R15 Two Jokers are a pair by number, not by suit."""
    trait: Mapping[str, Any] = cards.suit if alike == "suit" else cards.number
    for first in cards.number:
        for second in cards.number:
            is_pair = first <= second and trait[first] is not None and trait[first] == trait[second]
            if is_pair and _can_be_held(cards, (first, second)):
                yield first, second


def _fits(cards: "Cards", slot: Mapping[str, Any], slug: str) -> bool:
    if "slug" in slot:
        return bool(slot["slug"] == slug)
    return cards.suit[slug] in slot["suits"] and cards.rank[slug] in slot["ranks"]


def _can_be_held(cards: "Cards", keys: KeyCards) -> bool:
    return all(keys.count(slug) <= cards.copies[slug] for slug in keys)
