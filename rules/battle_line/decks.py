"""3 All cards are shared and nobody builds a deck: one handed in is empty or the shared set itself."""

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
"""Code of a fault of a setup -> the rule that lists it."""


def check_deck(cards: Cards, options: Options, deck: Deck, seat: Seat) -> list[Problem]:
    """3.4 Unknown cards, then wrong numbers of copies, then anything else that is not the shared set."""
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
    """3.3 The troops, and with `tactics` the tactics cards, one copy each."""
    return dict.fromkeys([*cards.troops, *(cards.tactics if options.tactics else ())], 1)


def _is_number_of_copies(copies: object) -> bool:
    return type(copies) is int and copies >= 1


def starter_deck(deck: Mapping[str, Any]) -> StarterDeck:
    """3.3 The options under which the shared set is this one."""
    return StarterDeck(deck["slug"], deck["names"], deck["for_options"], deck["cards"])
