"""4. Decks: which decks a seat may bring, and what the decks of a match must have in common."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rules.engine import CardSlug, Deck, Problem, Seat

from .cards import Cards
from .options import Options

PROBLEM_RULES = {
    "unknown_option": "3.1",
    "bad_option": "3.1",
    "option_conflict": "3.1",
    "wrong_number_of_decks": "4.5",
    "unknown_card": "4.5",
    "bad_copies": "4.5",
    "too_many_copies": "4.5",
    "soldier_count": "4.5",
    "leader_count": "4.5",
    "leader_not_allowed": "4.5",
    "mixed_editions": "4.5",
    "mixed_kinds": "4.5",
    "foreign_edition": "4.5",
}
"""Code of a setup fault -> the rule that lists it."""

SOLDIERS, SHORT_SOLDIERS = 20, 10
LEADERS = 1
BOX_SHARES = 2
"""4.2 If players share one box, each seat has half of its copies."""


def soldier_count(options: Options) -> int:
    """4.1 Ten with `short_match` or `alliance`."""
    return SHORT_SOLDIERS if options.short_match or options.alliance else SOLDIERS


def copy_limit(cards: Cards, options: Options, soldier: str) -> int:
    """4.2, R21, R28 The contents of one box, or of half a box."""
    copies = cards.cards[soldier].copies_in_set
    return copies // BOX_SHARES if options.is_shared_set else copies


def needs_one_edition(options: Options) -> bool:
    """4.4 Whether all decks must be of one edition."""
    return options.is_shared_set or not (options.foreign_match or options.multinational)


def check_decks(cards: Cards, options: Options, decks: Sequence[Deck]) -> list[Problem]:
    """4.5 All faults, by seat."""
    home = _edition(cards, decks[0])
    problems: list[Problem] = []
    for seat, deck in enumerate(decks):
        problems += check_deck(cards, options, deck, seat)
        edition = _edition(cards, deck)
        if needs_one_edition(options) and home and edition and edition != home:
            problems.append({"code": "foreign_edition", "seat": seat})
    return problems


def _edition(cards: Cards, deck: Deck) -> str | None:
    """4.7 The edition of a deck; None for a mixed or empty one."""
    editions = {cards.cards[card].edition for card in _valid(cards, deck["cards"])}
    return editions.pop() if len(editions) == 1 else None


def _valid(cards: Cards, deck: Mapping[str, Any]) -> dict[str, int]:
    """4.5 Cards with one of the first two errors are left out of all later checks."""
    return {card: copies for card, copies in sorted(deck.items()) if card in cards.cards and _is_count(copies)}


def _is_count(copies: object) -> bool:
    return type(copies) is int and copies >= 1


def check_deck(cards: Cards, options: Options, deck: Deck, seat: Seat) -> list[Problem]:
    """4.5 All faults of one deck on its own, in the order of the codes."""
    sent = deck["cards"]
    valid = _valid(cards, sent)
    soldiers = {card: copies for card, copies in valid.items() if card in cards.soldiers}
    unknown = [card for card in sorted(sent) if card not in cards.cards]
    uncounted = [card for card in sorted(sent) if card in cards.cards and card not in valid]
    too_many = [card for card, copies in soldiers.items() if copies > copy_limit(cards, options, card)]

    problems: list[Problem] = [
        *({"code": "unknown_card", "seat": seat, "card": card} for card in unknown),
        *({"code": "bad_copies", "seat": seat, "card": card} for card in uncounted),
        *({"code": "too_many_copies", "seat": seat, "card": card} for card in too_many),
    ]
    total, expected = sum(soldiers.values()), soldier_count(options)
    if total != expected:
        problems.append({"code": "soldier_count", "seat": seat, "expected": expected, "actual": total})
    problems += _check_leaders(options, sum(valid.values()) - total, seat)
    if options.multinational:
        mixed = _mixed_colors(cards, soldiers)
        problems += ({"code": "mixed_kinds", "seat": seat, "color": color} for color in mixed)
    elif len({cards.cards[card].edition for card in valid}) > 1:
        problems.append({"code": "mixed_editions", "seat": seat})
    return problems


def _check_leaders(options: Options, leaders: int, seat: Seat) -> list[Problem]:
    """4.1 Exactly one leader; none with `shared_set`."""
    if options.is_shared_set:
        return [{"code": "leader_not_allowed", "seat": seat}] if leaders else []
    if leaders != LEADERS:
        return [{"code": "leader_count", "seat": seat, "expected": LEADERS, "actual": leaders}]
    return []


def _mixed_colors(cards: Cards, soldiers: Iterable[str]) -> list[str]:
    """4.3 The colours, sorted, of which a multinational deck has more than one kind."""
    colors = [cards.color[card] for card in soldiers]
    return sorted({color for color in colors if colors.count(color) > 1})


# For the deck editor


def most_copies(cards: Cards, options: Options, card: CardSlug) -> int:
    """4.1, 4.2 As many copies of a soldier as the box has, and one leader."""
    if card in cards.soldiers:
        return copy_limit(cards, options, card)
    return 0 if options.is_shared_set else LEADERS


def cards_at_fault(cards: Cards, options: Options, deck: Deck, problem: Problem) -> list[CardSlug]:
    """4.1, 4.3, 4.4 Excess leaders, all cards outside the commonest edition, and colours with two kinds."""
    valid = _valid(cards, deck["cards"])
    match problem["code"]:
        case "leader_count" | "leader_not_allowed":
            return [card for card in valid if card not in cards.soldiers]
        case "mixed_editions":
            held = Counter[str]()
            for card, copies in valid.items():
                held[cards.cards[card].edition] += copies
            ((commonest, _copies),) = held.most_common(1)
            return [card for card in valid if cards.cards[card].edition != commonest]
        case "mixed_kinds":
            return [card for card in valid if card in cards.soldiers and cards.color[card] == problem["color"]]
    return []
