"""3.3, 3.4 The decks that are allowed."""

from collections.abc import Mapping
from typing import Any

from rules.engine import CardSlug, Deck, Problem, Seat, StarterDeck

from .cards import Cards, FrameCard
from .options import Options

PROBLEM_RULES = {
    "unknown_option": "2.2",
    "bad_option": "2.2",
    "wrong_number_of_decks": "3.4",
    "unknown_card": "3.4",
    "bad_copies": "3.4",
    "too_many_copies": "3.4",
    "deck_size": "3.4",
    "wrong_deck": "3.4",
}
"""Code of a setup fault -> the rule that lists it."""


def check_deck(cards: Cards, options: Options, deck: Deck, seat: Seat) -> list[Problem]:
    """3.4 Faulty cards first, each slug once. The deck as a whole is checked only if all its cards are valid."""
    listed: Mapping[str, Any] = deck["cards"]
    faults = {slug: fault for slug in sorted(listed) if (fault := _card_fault(cards, slug, listed[slug]))}
    if faults:
        return [
            {"code": code, "seat": seat, "card": slug}
            for code in ("unknown_card", "bad_copies", "too_many_copies")
            for slug, fault in faults.items()
            if fault == code
        ]
    return _deck_faults(cards.frames[options.frame], listed, seat)


def _card_fault(cards: Cards, slug: str, copies: Any) -> str | None:
    if slug not in cards.copies:
        return "unknown_card"
    if type(copies) is not int or copies < 1:
        return "bad_copies"
    return "too_many_copies" if copies > cards.copies[slug] else None


def _deck_faults(frame: FrameCard, listed: Mapping[str, int], seat: Seat) -> list[Problem]:
    if frame.deck is not None:
        return [] if listed == frame.deck else [{"code": "wrong_deck", "seat": seat}]
    actual = sum(listed.values())
    if frame.least <= actual <= frame.most:
        return []
    return [{"code": "deck_size", "seat": seat, "min": frame.least, "max": frame.most, "actual": actual}]


def copy_limit(cards: Cards, options: Options, card: CardSlug) -> int:
    """3.3 A deck must fit a pack of cards and, if the frame has one, the frame's list."""
    fixed = cards.frames[options.frame].deck
    return cards.copies[card] if fixed is None else fixed.get(card, 0)


def prescribed_deck(cards: Cards, options: Options) -> Mapping[CardSlug, int] | None:
    """3.3 The fixed deck of the frame."""
    return cards.frames[options.frame].deck


def cards_at_fault(cards: Cards, options: Options, deck: Deck, problem: Problem) -> list[CardSlug]:
    """3.4 The cards of which the fixed deck has fewer copies."""
    fixed = prescribed_deck(cards, options)
    if problem["code"] != "wrong_deck" or fixed is None:
        return []
    return sorted(slug for slug, copies in deck["cards"].items() if copies > fixed.get(slug, 0))


def starter_deck(deck: Mapping[str, Any]) -> StarterDeck:
    """3.3 A starter deck is offered in the first frame that allows it."""
    return StarterDeck(deck["id"], deck["names"], {"frame": deck["frames"][0]}, deck["cards"])
