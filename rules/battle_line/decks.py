"""3 Players share all cards, so a deck that is sent must be empty or equal to the shared set."""

from collections.abc import Mapping
from typing import Any

from rules.engine import Deck, Problem, Seat, StarterDeck

from .cards import Cards
from .options import Options

PROBLEM_RULES = {
    "unknown_option": "2.3",
    "bad_option": "2.3",
    "unknown_card": "3.4",
    "bad_copies": "3.4",
    "not_the_shared_set": "3.4",
    "wrong_number_of_decks": "3.6",
}
"""Code of a setup fault -> the rule that lists it."""


def check_deck(cards: Cards, options: Options, deck: Deck, seat: Seat) -> list[Problem]:
    """3.4 Faults in this order: unknown cards, wrong numbers of copies, any other difference from the shared set."""
    listed: Mapping[str, Any] = deck["cards"]
    known = {*cards.troops, *cards.tactics}

    problems: list[Problem] = [
        {"code": "unknown_card", "seat": seat, "card": card} for card in sorted(listed) if card not in known
    ]
    problems += [
        {"code": "bad_copies", "seat": seat, "card": card}
        for card in sorted(listed)
        if card in known and not _is_number_of_copies(listed[card])
    ]
    if not problems and listed and listed != shared_set(cards, options):
        problems.append({"code": "not_the_shared_set", "seat": seat})
    return problems


def shared_set(cards: Cards, options: Options) -> dict[str, int]:
    """3.3 One copy of each troop and, with `tactics`, of each tactics card."""
    return dict.fromkeys([*cards.troops, *(cards.tactics if options.tactics else ())], 1)


def _is_number_of_copies(copies: object) -> bool:
    return type(copies) is int and copies >= 1


def starter_deck(deck: Mapping[str, Any]) -> StarterDeck:
    """3.3 The options for which this deck is the shared set."""
    return StarterDeck(deck["slug"], deck["names"], deck["for_options"], deck["cards"])
