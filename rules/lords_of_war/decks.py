"""4 Decks: the faults of a deck, and what an editor may offer to correct them."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from rules.engine import CardSlug, Deck, Problem, Seat, StarterDeck

from . import teams
from .cards import Cards
from .options import Options

PROBLEM_RULES = {
    "unknown_option": "1.2",
    "bad_option": "1.2",
    "wrong_number_of_decks": "4.6",
    "unknown_card": "4.6",
    "bad_copies": "4.6",
    "deck_not_used": "4.6",
    "deck_size": "4.6",
    "rank_count": "4.6",
    "mixed_armies": "4.6",
    "not_core_army": "4.6",
}
"""Code of a setup fault -> the rule that lists it."""


def check_deck(cards: Cards, options: Options, deck: Deck, seat: Seat) -> list[Problem]:
    """4.6 All faults of one seat's deck, in order."""
    counts = _counts(deck)
    if problems := _unreadable(cards, counts, seat):
        return problems
    if teams.deck_seat(options, seat) != seat:
        return [{"code": "deck_not_used", "seat": seat}] if counts else []

    problems = _wrong_counts(cards, counts, seat)
    armies = sorted({cards.by_slug[slug].army for slug in counts})
    if options.army_rule != "mercenary" and len(armies) > 1:
        problems.append({"code": "mixed_armies", "seat": seat, "armies": armies})
    if options.army_rule == "core" and not problems and dict(counts) != cards.core_decks[armies[0]]:
        problems.append({"code": "not_core_army", "seat": seat})
    return problems


def _counts(deck: Deck) -> Mapping[str, Any]:
    counts = deck.get("cards")
    return counts if isinstance(counts, Mapping) else {}


def _unreadable(cards: Cards, counts: Mapping[str, Any], seat: Seat) -> list[Problem]:
    """Unknown cards, then invalid numbers of copies."""
    known = sorted(slug for slug in counts if slug in cards.by_slug)
    unknown = sorted(slug for slug in counts if slug not in cards.by_slug)
    problems: list[Problem] = [{"code": "unknown_card", "seat": seat, "card": slug} for slug in unknown]
    for slug in known:
        copies = counts[slug]
        if type(copies) is not int or copies < 1:
            problems.append({"code": "bad_copies", "seat": seat, "card": slug})
    return problems


def _wrong_counts(cards: Cards, counts: Mapping[str, int], seat: Seat) -> list[Problem]:
    """4.1 The size of the deck, then the number of cards of each rank."""
    problems: list[Problem] = []
    if (size := sum(counts.values())) != cards.deck_size:
        problems.append({"code": "deck_size", "seat": seat, "expected": cards.deck_size, "actual": size})
    for rank, actual in rank_counts(cards, counts).items():
        if actual != cards.rank_counts[rank]:
            expected = cards.rank_counts[rank]
            problems.append({"code": "rank_count", "seat": seat, "rank": rank, "expected": expected, "actual": actual})
    return problems


def rank_counts(cards: Cards, counts: Mapping[str, int]) -> dict[str, int]:
    """Rank -> number of cards, in the order of 4.1."""
    found = dict.fromkeys(cards.rank_counts, 0)
    for slug, copies in counts.items():
        found[cards.by_slug[slug].rank] += copies
    return found


# For the deck editor


class RankReport(Struct, frozen=True):
    """The state of one rank in a deck, and the cards that may be added or removed."""

    rank: str
    expected: int
    actual: int
    missing: int
    surplus: int
    may_add: tuple[str, ...]
    """Cards that would fill a missing place, sorted."""
    may_remove: tuple[str, ...]
    """Cards with a copy too many, sorted. Cards that the army rule forbids come alone if removing them is enough."""


class Swap(Struct, frozen=True):
    """One copy of `card` may be exchanged for any of `others`, which have the same rank (4.3, 4.4)."""

    card: str
    others: tuple[str, ...]


class DeckReport(Struct, frozen=True):
    """What an editor shows besides the problems of 4.6."""

    size: int
    expected: int
    armies: tuple[str, ...]
    ranks: tuple[RankReport, ...]
    swaps: tuple[Swap, ...]


def deck_report(cards: Cards, options: Options, deck: Deck) -> DeckReport:
    """The ranks with too many or too few cards, and the possible exchanges. Unknown cards are ignored."""
    counts = {slug: copies for slug, copies in _counts(deck).items() if not _unreadable(cards, {slug: copies}, 0)}
    armies = sorted({cards.by_slug[slug].army for slug in counts})
    ranks = rank_counts(cards, counts)
    return DeckReport(
        sum(counts.values()),
        cards.deck_size,
        tuple(armies),
        tuple(_rank_report(cards, options, counts, rank, actual) for rank, actual in ranks.items()),
        tuple(Swap(slug, others) for slug in sorted(counts) if (others := _others(cards, options, counts, slug))),
    )


def _rank_report(cards: Cards, options: Options, counts: Mapping[str, int], rank: str, actual: int) -> RankReport:
    expected = cards.rank_counts[rank]
    return RankReport(
        rank,
        expected,
        actual,
        max(expected - actual, 0),
        max(actual - expected, 0),
        _fitting(cards, options, counts, rank) if actual < expected else (),
        _too_many(cards, options, counts, rank, actual - expected) if actual > expected else (),
    )


def _too_many(cards: Cards, options: Options, counts: Mapping[str, int], rank: str, surplus: int) -> tuple[str, ...]:
    """The cards that may be removed from a rank with too many."""
    here = {slug: _excess(cards, options, counts, slug) for slug in sorted(counts) if cards.by_slug[slug].rank == rank}
    enough = sum(here.values()) >= surplus
    return tuple(slug for slug, excess in here.items() if excess or not enough)


def _others(cards: Cards, options: Options, counts: Mapping[str, int], slug: str) -> tuple[str, ...]:
    """The cards that a copy may be exchanged for. In a core deck only excess copies can be exchanged."""
    if options.army_rule == "core" and not _excess(cards, options, counts, slug):
        return ()
    return tuple(other for other in _fitting(cards, options, counts, cards.by_slug[slug].rank) if other != slug)


def _excess(cards: Cards, options: Options, counts: Mapping[str, int], slug: str) -> int:
    """4.2, 4.3 The number of copies that exceed every deck of this army rule."""
    if options.army_rule == "mercenary":
        return 0
    if cards.by_slug[slug].army != _main_army(cards, counts):
        return counts[slug]
    return max(counts[slug] - cards.by_slug[slug].copies, 0) if options.army_rule == "core" else 0


def _fitting(cards: Cards, options: Options, counts: Mapping[str, int], rank: str) -> tuple[str, ...]:
    """The cards of a rank that may be added: of the deck's army; of any army for mercenaries and for an empty deck."""
    fits = cards.by_rank[rank]
    if options.army_rule != "mercenary" and counts:
        army = _main_army(cards, counts)
        fits = [card for card in fits if card.army == army]
    if options.army_rule == "core":
        fits = [card for card in fits if counts.get(card.slug, 0) < card.copies]
    return tuple(sorted(card.slug for card in fits))


def _main_army(cards: Cards, counts: Mapping[str, int]) -> str:
    """The army that most of the cards belong to."""
    totals: dict[str, int] = {}
    for slug in sorted(counts):
        army = cards.by_slug[slug].army
        totals[army] = totals.get(army, 0) + counts[slug]
    return max(totals, key=lambda army: totals[army])


def copy_limit(cards: Cards, options: Options, card: CardSlug) -> int | None:
    """4.2 A core deck has the copies of the box. The other army rules count only ranks."""
    return cards.by_slug[card].copies if options.army_rule == "core" else None


def cards_at_fault(cards: Cards, options: Options, deck: Deck, problem: Problem) -> list[CardSlug]:
    """4.1, 4.3, 4.4 Cards of other armies, excess cards of a rank, and copies that exceed every core deck."""
    counts = _counts(deck)
    match problem["code"]:
        case "mixed_armies":
            main = _main_army(cards, counts)
            return sorted(slug for slug in counts if cards.by_slug[slug].army != main)
        case "rank_count" if problem["actual"] > problem["expected"]:
            surplus = problem["actual"] - problem["expected"]
            return list(_too_many(cards, options, counts, problem["rank"], surplus))
        case "not_core_army":
            return sorted(slug for slug in counts if _excess(cards, options, counts, slug))
    return []


def starter_deck(deck: Mapping[str, Any]) -> StarterDeck:
    """4.1 A starter deck, with the army rule that it is made for."""
    return StarterDeck(deck["slug"], deck["names"], {"army_rule": deck["army_rule"]}, deck["cards"])
