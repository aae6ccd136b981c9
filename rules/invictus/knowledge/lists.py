"""15.7.5 What a seat can tell about a secret list."""

from collections.abc import Mapping

from rules.engine import Chance

from ..cards import Cards
from ..decks import needs_one_edition
from ..options import Options


def home_edition(cards: Cards, options: Options, own_soldier: str) -> str | None:
    """15.7.5 The edition of every secret list if the options require a common one: that of the seat's own deck."""
    return cards.cards[own_soldier].edition if needs_one_edition(options) else None


def possible_leaders(cards: Cards, edition: str | None) -> list[str]:
    return sorted(cards.leaders) if edition is None else cards.leaders_of(edition)


def possible_kinds(cards: Cards, options: Options, edition: str, seen: Mapping[str, int], chance: Chance) -> list[str]:
    """4.3 The kinds in a list: those of its edition; in a multinational list, one kind for each colour."""
    if not options.multinational:
        return cards.soldiers_of(edition)
    settled = {cards.color[card]: card for card in seen if card in cards.soldiers}
    return [settled.get(color) or pick(kinds, chance) for color, kinds in cards.kinds_by_color.items()]


def pick(cards: list[str], chance: Chance) -> str:
    return cards[chance.below(len(cards))]
