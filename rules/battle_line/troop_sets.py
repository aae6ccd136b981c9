"""Sets of troops as numbers, one bit a troop; the higher the bit, the higher the troop's number (`Troop.bit`).

The proof (7.5) asks of each formation whether the troops that it needs are unseen, and bots ask it thousands of times
for one decision. With numbers this is `needed & unseen == needed`, the highest troops of a set are its highest bits,
and an answer is remembered by two small numbers: to cut two sets and look up the result takes a quarter of the time
that frozensets take.
"""

from collections.abc import Iterator

TroopSet = int


def members(troops: TroopSet) -> Iterator[TroopSet]:
    """The troops of a set one by one, lowest first, each as a set of its own."""
    while troops:
        lowest = troops & -troops
        yield lowest
        troops ^= lowest
