"""7.5 What a side can still become. The proof is exact and never enumerates completions."""

from functools import lru_cache
from itertools import product

from .cards import Cards
from .formation_needs import FormationNeeds
from .formations import BATTALION, PHALANX, RANK, SKIRMISHER, formation
from .troop_sets import TroopSet

SIDES_REMEMBERED = 1 << 14


Completion = tuple[int, TroopSet]
"""A value, and the troops added to reach it."""
NONE: Completion = (0, 0)


@lru_cache(SIDES_REMEMBERED)
def reachable_formations(cards: Cards, side: tuple[str, ...], size: int) -> "ReachableFormations":
    """What these cards can still become at a flag of this size."""
    return ReachableFormations(cards, side, size)


@lru_cache(SIDES_REMEMBERED)
def side_value(cards: Cards, side: tuple[str, ...], fog: bool) -> int:
    """6.3 The value of a complete side with the best choice for its morale cards (6.4)."""
    if fog:
        return reachable_formations(cards, side, len(side)).best_host(0)[0]
    if all(card in cards.troops for card in side):
        return formation([cards.troops[card] for card in side])
    return reachable_formations(cards, side, len(side)).best(0)[0]


def stand_ins(cards: Cards, side: tuple[str, ...], value: int) -> dict[str, str]:
    """6.5 The troop that each morale card represents: the first choice that gives the best value."""
    morale = [card for card in side if card in cards.morale]
    if not morale:
        return {}

    sum_alone = value < SKIRMISHER  # in fog, or no choice makes more than a host
    troops = [cards.troops[card] for card in side if card in cards.troops]
    missing = value % RANK - sum(troop.number for troop in troops)
    for choice in product(*(cards.morale[card].stands_for for card in morale)):
        if sum(troop.number for troop in choice) == missing and (sum_alone or formation([*troops, *choice]) == value):
            return {card: troop.slug for card, troop in zip(morale, choice, strict=True)}
    raise AssertionError(f"{side} cannot have the value {value}")


class ReachableFormations:
    """The formations that one side can become with the unseen troops, strongest first.

    formation_needs.py works out once which troops each formation needs, as that doesn't depend on the unseen ones.
    Comparing sets then finds the best formation. If nothing is lacking, this evaluates a complete side.
    """

    __slots__ = ("_number_at", "_refutation", "battalions", "host", "lacking", "phalanxes", "skirmishers", "wedges")

    def __init__(self, cards: Cards, side: tuple[str, ...], size: int) -> None:
        needs = FormationNeeds(cards, side, size)
        self._number_at = cards.number_at
        self._refutation: Completion = NONE
        self.lacking = needs.lacking
        self.wedges = tuple(needs.wedges())
        self.phalanxes = tuple(needs.phalanxes())
        self.battalions = tuple(needs.battalions())
        self.skirmishers = tuple(needs.skirmishers())
        self.host = needs.host()

    def can_exceed(self, value: int, unseen: TroopSet, fog: bool) -> bool:
        """7.2 Whether some completion is worth more than `floor`.

        The last one found is tried first: troops are seen one at a time, so it usually still refutes the claim.
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

    def best(self, unseen: TroopSet, floor: int = 0) -> "Completion":
        """The best completion, or `floor` and no troops if none is higher."""
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

    def best_host(self, unseen: TroopSet, floor: int = 0) -> "Completion":
        """The same in fog, where only sums count (6.3)."""
        if unseen.bit_count() < self.lacking:
            return floor, 0
        total, added = self._highest(unseen)
        return max((floor, 0), (self.host + total, added))

    def _highest(self, troops: TroopSet) -> tuple[int, TroopSet]:
        """The highest of these troops, as many as the side lacks: their sum, and the troops themselves."""
        total = added = 0
        for _ in range(self.lacking):
            place = troops.bit_length()
            total += self._number_at[place]
            troops ^= 1 << place - 1
            added |= 1 << place - 1
        return total, added
