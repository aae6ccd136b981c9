"""7.5 What a side still needs to become each formation: the rule of the proof, rank by rank.

`reachable_formations.py` asks once for each side and size, then compares the answers with the unseen troops.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from .cards import Cards
from .formations import BATTALION, HOST, PHALANX, SKIRMISHER, WEDGE
from .troop_sets import TroopSet, members

SIZES_REMEMBERED = 1 << 4


class FormationNeeds:
    """What each formation needs besides the cards already on a side: T and M of 7.5. `lacking` is its m."""

    def __init__(self, cards: Cards, side: tuple[str, ...], size: int) -> None:
        self.cards = cards
        self.size = size
        self.lacking = max(0, size - len(side))
        self.morale = [cards.morale[card] for card in side if card in cards.morale]
        troops = [cards.troops[card] for card in side if card in cards.troops]
        self.numbers = [troop.number for troop in troops]
        self.colors = [color for color in cards.colors if {troop.color for troop in troops} <= {color}]

    def wedges(self) -> Iterator[tuple[int, TroopSet]]:
        """Yields (value, troops needed) for each run, in each colour that all the cards share."""
        of_number, of_color = self.cards.of_number, self.cards.of_color
        for run in _runs(self.cards, self.size):
            for color in self.colors:
                for rest in self._left_over(run, color):
                    for needed in product(*(members(of_number[number] & of_color[color]) for number in rest)):
                        yield WEDGE + sum(run), sum(needed)

    def phalanxes(self) -> Iterator[tuple[int, TroopSet]]:
        """Yields (value, the troops of its number), highest number first. `lacking` of these troops are needed."""
        for number, of_number in self.cards.of_number.items():
            if set(self.numbers) <= {number} and all(number in card.numbers for card in self.morale):
                yield PHALANX + self.size * number, of_number

    def battalions(self) -> Iterator[tuple[int, TroopSet]]:
        """Yields (value of the placed cards, the troops of their colour). The highest `lacking` of these troops are
        added.
        """
        for color in self.colors:
            numbers = [card.numbers_in[color] for card in self.morale]
            if all(numbers):
                yield BATTALION + sum(self.numbers) + sum(map(max, numbers)), self.cards.of_color[color]

    def skirmishers(self) -> Iterator[tuple[int, tuple[TroopSet, ...]]]:
        """Yields (value, the troops with each needed number): like a wedge, without colours."""
        for run in _runs(self.cards, self.size):
            for rest in self._left_over(run, None):
                yield SKIRMISHER + sum(run), tuple(self.cards.of_number[number] for number in rest)

    def host(self) -> int:
        """The value of the placed cards. The highest `lacking` unseen troops are added."""
        return HOST + sum(self.numbers) + sum(max(card.numbers) for card in self.morale)

    def _left_over(self, run: frozenset[int], color: str | None) -> set[frozenset[int]]:
        """The numbers of a run that the placed cards leave open, for every choice of numbers for the morale cards."""
        placed = frozenset(self.numbers)
        if len(placed) < len(self.numbers) or not placed <= run:
            return set()
        rests = {run - placed}
        for card in self.morale:
            numbers = card.numbers if color is None else card.numbers_in[color]
            rests = {rest - {number} for rest in rests for number in rest & numbers}
        return rests


@lru_cache(SIZES_REMEMBERED)
def _runs(cards: Cards, size: int) -> tuple[frozenset[int], ...]:
    """Runs of consecutive numbers, highest first."""
    runs = (frozenset(range(highest - size + 1, highest + 1)) for highest in cards.of_number)
    return tuple(run for run in runs if run <= cards.of_number.keys())
