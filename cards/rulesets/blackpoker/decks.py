"""3.3, 3.4 Which decks may be brought."""

from collections.abc import Mapping, Sequence
from typing import Any

from cards.engine import Deck, Problem, Seat
from cards.rulesets.blackpoker.cards import Cards, FrameCard

PLAYERS = 2


def check_decks_brought(cards: Cards, frame: str, decks: Sequence[Deck]) -> list[Problem]:
    """3.4 Both seats, in seat order."""
    if len(decks) != PLAYERS:
        return [{"code": "wrong_number_of_decks", "expected": PLAYERS}]
    return [problem for seat, deck in enumerate(decks) for problem in check_deck(cards, frame, deck, seat)]


def check_deck(cards: Cards, frame: str, deck: Deck, seat: Seat) -> list[Problem]:
    """3.4 Faulty cards first, each slug once; the deck as a whole only if every card is sound."""
    listed: Mapping[str, Any] = deck["cards"]
    faults = {slug: fault for slug in sorted(listed) if (fault := _card_fault(cards, slug, listed[slug]))}
    if faults:
        return [
            {"code": code, "seat": seat, "card": slug}
            for code in ("unknown_card", "bad_copies", "too_many_copies")
            for slug, fault in faults.items()
            if fault == code
        ]
    return _deck_faults(cards.frames[frame], listed, seat)


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
