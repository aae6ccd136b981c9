"""13.7.5 What a seat can tell about a secret army."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from rules.engine import Chance, Seat

from .. import teams
from ..cards import GENERAL, MERCENARY, Card, Cards
from ..options import Options


def decks_brought(options: Options) -> Sequence[Seat]:
    return teams.DECKS_BROUGHT[options.mode]


def hands_fed(options: Options, viewer: Seat, brought: Seat) -> list[Seat]:
    """The hands of other seats that draw from the deck."""
    fed = teams.DECK_SEATS[options.mode]
    return [seat for seat, deck in enumerate(fed) if deck == brought and seat != viewer]


def of_army(cards: Cards, army: str, ranks: Sequence[str], seen: Iterable[str], chance: Chance) -> list[str]:
    """13.7.5 A card of the army for each rank. Mercenaries have at least two armies, including those seen.

    If no free place can take a card of a second army, that card is among those already played.
    """
    drawn = [pick(of_rank(cards, army, rank), chance) for rank in ranks]
    armies = {cards.by_slug[slug].army for slug in seen} | {card.army for card in drawn}
    if army == MERCENARY and len(armies) < 2:
        for place, card in enumerate(drawn):
            strangers = [other for other in cards.by_rank[card.rank] if other.army not in armies]
            if strangers:
                drawn[place] = pick(strangers, chance)
                break
    return [card.slug for card in drawn]


@lru_cache(maxsize=256)
def of_rank(cards: Cards, army: str, rank: str) -> Sequence[Card]:
    return [card for card in cards.by_rank[rank] if army in (card.army, MERCENARY)]


def general_of(cards: Cards, options: Options, army: str, chance: Chance) -> str:
    if options.army_rule == "core":
        return next(slug for slug in cards.core_decks[army] if cards.by_slug[slug].rank == GENERAL)
    return pick(of_rank(cards, army, GENERAL), chance).slug


def pick(cards: Sequence[Card], chance: Chance) -> Card:
    return cards[chance.below(len(cards))]
