"""3 All cards are shared and nobody builds a deck: one handed in is empty or the shared set itself."""

from collections.abc import Mapping, Sequence
from typing import Any

from cards.engine import Deck, Problem, Seat
from cards.rulesets.battle_line.cards import Cards
from cards.rulesets.battle_line.options import Options

SEATS = 2


def deck_problems(cards: Cards, options: Options, deck: Deck, seat: Seat) -> list[Problem]:
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


def seat_problems(cards: Cards, options: Options, decks: Sequence[Deck]) -> list[Problem]:
    """3.6 Two decks, and what is wrong with each in seat order."""
    if len(decks) != SEATS:
        return [{"code": "wrong_number_of_decks", "expected": SEATS}]

    return [problem for seat, deck in enumerate(decks) for problem in deck_problems(cards, options, deck, seat)]


def _is_number_of_copies(copies: object) -> bool:
    return type(copies) is int and copies >= 1
