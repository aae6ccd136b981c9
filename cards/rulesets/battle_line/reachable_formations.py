"""7.5 What a side can still become. The proof is exact, and no completion is ever enumerated."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from .cards import Cards
from .formations import BATTALION, HOST, PHALANX, RANK, SKIRMISHER, WEDGE, formation

SIDES_REMEMBERED = 1 << 14
SIZES_REMEMBERED = 1 << 4


Completion = tuple[int, int]
"""A value, and the troops that were added to reach it."""
NONE: Completion = (0, 0)


@lru_cache(SIDES_REMEMBERED)
def reachable_formations(cards: Cards, side: tuple[str, ...], size: int) -> "ReachableFormations":
    """What these cards can still become at a flag of this size."""
    return ReachableFormations(cards, side, size)


@lru_cache(SIDES_REMEMBERED)
def side_value(cards: Cards, side: tuple[str, ...], fog: bool) -> int:
    """6.3 The value of a complete side, its morale cards at their best (6.4)."""
    if fog:
        return reachable_formations(cards, side, len(side)).best_host(0)[0]
    if all(card in cards.troops for card in side):
        return formation([cards.troops[card] for card in side])
    return reachable_formations(cards, side, len(side)).best(0)[0]


def stand_ins(cards: Cards, side: tuple[str, ...], value: int) -> dict[str, str]:
    """6.5 The troop that each morale card counts as: of all choices of this best value the first one."""
    morale = [card for card in side if card in cards.morale]
    if not morale:
        return {}

    sum_alone = value < SKIRMISHER  # under fog, or no choice makes more than a host
    troops = [cards.troops[card] for card in side if card in cards.troops]
    missing = value % RANK - sum(troop.number for troop in troops)
    for choice in product(*(cards.morale[card].stands_for for card in morale)):
        if sum(troop.number for troop in choice) == missing and (sum_alone or formation([*troops, *choice]) == value):
            return {card: troop.slug for card, troop in zip(morale, choice, strict=True)}
    raise AssertionError(f"{side} cannot have the value {value}")


class ReachableFormations:
    """The formations that one side can become with the unseen troops, strongest first.

    What does not depend on which troops are unseen is worked out once: for each formation the troops that it needs.
    To find the best one is then to compare sets. With nothing lacking the same evaluates a complete side.
    """

    __slots__ = ("_number_at", "_refutation", "battalions", "host", "lacking", "phalanxes", "skirmishers", "wedges")

    def __init__(self, cards: Cards, side: tuple[str, ...], size: int) -> None:
        parts = _Side(cards, side, size)
        self._number_at = cards.number_at
        self._refutation: Completion = NONE
        self.lacking = parts.lacking
        self.wedges = tuple(parts.wedges())
        self.phalanxes = tuple(parts.phalanxes())
        self.battalions = tuple(parts.battalions())
        self.skirmishers = tuple(parts.skirmishers())
        self.host = parts.host()

    def can_exceed(self, value: int, unseen: int, fog: bool) -> bool:
        """7.2 Whether some completion is worth more.

        The one found last is tried first: troops are seen one by one, so what refuted a claim mostly still does.
        """
        if fog:
            return self.best_host(unseen, value)[0] > value
        reached, added = self._refutation
        if reached > value and added & unseen == added:
            return True
        found = self.best(unseen, value)
        if found[0] <= value:
            return False
        self._refutation = found
        return True

    def best(self, unseen: int, floor: int = 0) -> "Completion":
        """The best completion; `floor` and no troops if none is above it."""
        for value, needed in self.wedges:
            if value <= floor:
                return floor, 0
            if needed & unseen == needed:
                return value, needed

        lacking = self.lacking
        for value, of_number in self.phalanxes:
            if value <= floor:
                return floor, 0
            held = of_number & unseen
            if held.bit_count() >= lacking:
                return value, self._highest(held)[1]

        if floor >= PHALANX:
            return floor, 0
        best = floor, 0
        for base, of_color in self.battalions:
            held = of_color & unseen
            if held.bit_count() >= lacking:
                total, added = self._highest(held)
                best = max(best, (base + total, added))
        if best[0] >= BATTALION:
            return best

        for value, needed_numbers in self.skirmishers:
            if value <= floor:
                return floor, 0
            added = 0
            for of_number in needed_numbers:
                held = of_number & unseen
                if not held:
                    break
                added |= held & -held
            else:
                return value, added
        return self.best_host(unseen, floor)

    def best_host(self, unseen: int, floor: int = 0) -> "Completion":
        """The same under fog, where only sums count (6.3)."""
        if unseen.bit_count() < self.lacking:
            return floor, 0
        total, added = self._highest(unseen)
        return max((floor, 0), (self.host + total, added))

    def _highest(self, troops: int) -> tuple[int, int]:
        """The highest numbers among these troops, as many as the side lacks: their sum, and whose they are."""
        total = added = 0
        for _ in range(self.lacking):
            place = troops.bit_length()
            total += self._number_at[place]
            troops ^= 1 << place - 1
            added |= 1 << place - 1
        return total, added


class _Side:
    """The cards of a side, T and M of 7.5, and what each formation needs beside them."""

    def __init__(self, cards: Cards, side: tuple[str, ...], size: int) -> None:
        self.cards = cards
        self.size = size
        self.lacking = max(0, size - len(side))
        self.morale = [cards.morale[card] for card in side if card in cards.morale]
        troops = [cards.troops[card] for card in side if card in cards.troops]
        self.numbers = [troop.number for troop in troops]
        self.colors = [color for color in cards.colors if {troop.color for troop in troops} <= {color}]

    def wedges(self) -> Iterator[tuple[int, int]]:
        """(value, the troops needed)."""
        of_number, of_color = self.cards.of_number, self.cards.of_color
        for run in _runs(self.cards, self.size):
            for color in self.colors:
                for rest in self._left_over(run, color):
                    for needed in product(*(_each(of_number[number] & of_color[color]) for number in rest)):
                        yield WEDGE + sum(run), sum(needed)

    def phalanxes(self) -> Iterator[tuple[int, int]]:
        """(value, the troops of its number)."""
        for number, of_number in self.cards.of_number.items():
            if set(self.numbers) <= {number} and all(number in card.numbers for card in self.morale):
                yield PHALANX + self.size * number, of_number

    def battalions(self) -> Iterator[tuple[int, int]]:
        """(the value of what lies there, the troops of its colour)."""
        for color in self.colors:
            shown = [card.numbers_in[color] for card in self.morale]
            if all(shown):
                yield BATTALION + sum(self.numbers) + sum(map(max, shown)), self.cards.of_color[color]

    def skirmishers(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        """(value, for each number needed the troops that have it)."""
        for run in _runs(self.cards, self.size):
            for rest in self._left_over(run, None):
                yield SKIRMISHER + sum(run), tuple(self.cards.of_number[number] for number in rest)

    def host(self) -> int:
        """The value of what lies there."""
        return HOST + sum(self.numbers) + sum(max(card.numbers) for card in self.morale)

    def _left_over(self, run: frozenset[int], color: str | None) -> set[frozenset[int]]:
        """What the troops leave over of a run, and the morale cards of that, in all the ways they can show numbers."""
        taken = frozenset(self.numbers)
        if len(taken) < len(self.numbers) or not taken <= run:
            return set()
        rests = {run - taken}
        for card in self.morale:
            shown = card.numbers if color is None else card.numbers_in[color]
            rests = {rest - {number} for rest in rests for number in rest & shown}
        return rests


@lru_cache(SIZES_REMEMBERED)
def _runs(cards: Cards, size: int) -> tuple[frozenset[int], ...]:
    """Runs of consecutive numbers of a size, from the highest downwards."""
    runs = (frozenset(range(highest - size + 1, highest + 1)) for highest in cards.of_number)
    return tuple(run for run in runs if run <= cards.of_number.keys())


def _each(troops: int) -> Iterator[int]:
    """The troops of a set one by one, each as a set of its own."""
    while troops:
        lowest = troops & -troops
        yield lowest
        troops ^= lowest
