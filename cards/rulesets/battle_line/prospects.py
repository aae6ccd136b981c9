"""7.5 What a side can still become. The proof is exact, and no completion is ever enumerated."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from cards.rulesets.battle_line.cards import Cards
from cards.rulesets.battle_line.formations import BATTALION, HOST, PHALANX, RANK, SKIRMISHER, WEDGE, formation

SIDES_REMEMBERED = 1 << 14


@lru_cache(SIDES_REMEMBERED)
def prospects(cards: Cards, side: tuple[str, ...], size: int) -> "Prospects":
    """What these cards can still become at a flag of this size."""
    return Prospects(cards, side, size)


def side_value(cards: Cards, side: tuple[str, ...], *, fog: bool) -> int:
    """6.3 The value of a complete side, its morale cards at their best (6.4)."""
    if fog:
        return prospects(cards, side, len(side)).best_host(0)
    if all(card in cards.troops for card in side):
        return formation([cards.troops[card] for card in side])
    return prospects(cards, side, len(side)).best(0)


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


class Prospects:
    """The formations that one side can become with the unseen troops, strongest first.

    What does not depend on which troops are unseen is worked out once: for each formation the troops that it needs.
    To find the best one is then to compare sets. With nothing lacking the same evaluates a complete side.
    """

    __slots__ = ("_battalions", "_host", "_lacking", "_number_at", "_phalanxes", "_skirmishers", "_wedges")

    def __init__(self, cards: Cards, side: tuple[str, ...], size: int) -> None:
        parts = _Side(cards, side, size)
        self._number_at = cards.number_at
        self._lacking = parts.lacking
        self._wedges = tuple(parts.wedges())
        self._phalanxes = tuple(parts.phalanxes())
        self._battalions = tuple(parts.battalions())
        self._skirmishers = tuple(parts.skirmishers())
        self._host = parts.host()

    def best(self, unseen: int, floor: int = 0) -> int:
        """The best value that can be reached; `floor` if none is above it."""
        for value, needed in self._wedges:
            if value <= floor:
                return floor
            if needed & unseen == needed:
                return value

        lacking = self._lacking
        for value, of_number in self._phalanxes:
            if value <= floor:
                return floor
            if (of_number & unseen).bit_count() >= lacking:
                return value

        if floor >= PHALANX:
            return floor
        best = floor
        for base, of_color in self._battalions:
            held = of_color & unseen
            if held.bit_count() >= lacking:
                best = max(best, base + self._highest(held))
        if best >= BATTALION:
            return best

        for value, needed_numbers in self._skirmishers:
            if value <= floor:
                return floor
            for of_number in needed_numbers:
                if not of_number & unseen:
                    break
            else:
                return value
        return self.best_host(unseen, floor)

    def best_host(self, unseen: int, floor: int = 0) -> int:
        """The same under fog, where only sums count (6.3)."""
        if unseen.bit_count() < self._lacking:
            return floor
        return max(floor, self._host + self._highest(unseen))

    def _highest(self, troops: int) -> int:
        """The sum of the highest numbers among these troops, as many as the side lacks."""
        total = 0
        for _ in range(self._lacking):
            place = troops.bit_length()
            total += self._number_at[place]
            troops ^= 1 << place - 1
        return total


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
        for run in self._runs():
            for color in self.colors:
                for rest in self._left_over(run, color):
                    for needed in product(*(_each(of_number[number] & of_color[color]) for number in rest)):
                        yield WEDGE + sum(run), sum(needed)

    def phalanxes(self) -> Iterator[tuple[int, int]]:
        """(value, the troops of its number)."""
        for number, of_number in self.cards.of_number.items():
            if set(self.numbers) <= {number} and all(number in card.numbers() for card in self.morale):
                yield PHALANX + self.size * number, of_number

    def battalions(self) -> Iterator[tuple[int, int]]:
        """(the value of what lies there, the troops of its colour)."""
        for color in self.colors:
            shown = [card.numbers(color) for card in self.morale]
            if all(shown):
                yield BATTALION + sum(self.numbers) + sum(map(max, shown)), self.cards.of_color[color]

    def skirmishers(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        """(value, for each number needed the troops that have it)."""
        for run in self._runs():
            for rest in self._left_over(run, None):
                yield SKIRMISHER + sum(run), tuple(self.cards.of_number[number] for number in rest)

    def host(self) -> int:
        """The value of what lies there."""
        return HOST + sum(self.numbers) + sum(max(card.numbers()) for card in self.morale)

    def _runs(self) -> Iterator[frozenset[int]]:
        """Runs of consecutive numbers of the right size, from the highest downwards."""
        for number in self.cards.of_number:
            run = frozenset(range(number - self.size + 1, number + 1))
            if run <= self.cards.of_number.keys():
                yield run

    def _left_over(self, run: frozenset[int], color: str | None) -> set[frozenset[int]]:
        """What the troops leave over of a run, and the morale cards of that, in all the ways they can show numbers."""
        taken = frozenset(self.numbers)
        if len(taken) < len(self.numbers) or not taken <= run:
            return set()
        rests = {run - taken}
        for card in self.morale:
            rests = {rest - {number} for rest in rests for number in rest & card.numbers(color)}
        return rests


def _each(troops: int) -> Iterator[int]:
    """The troops of a set one by one, each as a set of its own."""
    while troops:
        lowest = troops & -troops
        yield lowest
        troops ^= lowest
