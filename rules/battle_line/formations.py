"""6 Formations: the value of a complete side.

A value (6.3) is one number: rank first, then sum. 0 means no formation.
"""

from collections.abc import Sequence

from .cards import Troop
from .effects import FormationName

RANK = 1 << 20
"""Larger than any sum of numbers."""

HOST, SKIRMISHER, BATTALION, PHALANX, WEDGE = (rank * RANK for rank in range(1, 6))
NAMES: dict[int, FormationName] = {
    WEDGE: "wedge",
    PHALANX: "phalanx",
    BATTALION: "battalion",
    SKIRMISHER: "skirmisher",
    HOST: "host",
}


def name_and_sum(value: int) -> tuple[FormationName, int]:
    total = value % RANK
    return NAMES[value - total], total


def formation(troops: Sequence[Troop]) -> int:
    """6.1, 6.2 The value of troops alone. Consecutive numbers are all different; 10 and 1 are not adjacent."""
    numbers = {troop.number for troop in troops}
    total = sum(troop.number for troop in troops)
    one_color = len({troop.color for troop in troops}) == 1
    in_row = len(numbers) == len(troops) == max(numbers) - min(numbers) + 1

    if one_color and in_row:
        return WEDGE + total
    if len(numbers) == 1:
        return PHALANX + total
    if one_color:
        return BATTALION + total
    if in_row:
        return SKIRMISHER + total
    return HOST + total
