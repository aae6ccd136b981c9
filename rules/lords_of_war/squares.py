"""3 Squares: the geometry of a sparse field, with or without an edge."""

from collections.abc import Iterable
from functools import lru_cache

Square = tuple[int, int]
"""`[column, row]`, as messages have it."""

COLUMNS, ROWS = 7, 6  # 3.1
FACINGS = ("up", "down")
DIRECTIONS: dict[str, Square] = {  # 3.3, for a card that faces up
    "n": (0, 1),
    "ne": (1, 1),
    "e": (1, 0),
    "se": (1, -1),
    "s": (0, -1),
    "sw": (-1, -1),
    "w": (-1, 0),
    "nw": (-1, 1),
}

# How a square is stored. The rules write `place + step` for the square that an arrow points at. They turn a card by
# the sign of its steps (3.3) and sort squares by row, then column. Snapshots store the units by place. One integer does
# all four, where pairs would need a function or a class for each, in the innermost loop of the game (engagement.py).
# A row has 2^20 places, more than a match can cross.

Place = int
"""A square as it is stored: row * 2^20 + column. A step is the difference of two places."""
_ROW = 1 << 20
_HALF = _ROW >> 1


def place_of(square: Square) -> Place:
    return square[1] * _ROW + square[0]


@lru_cache(maxsize=4096)  # A field without an edge has no last square.
def square_of(place: Place) -> Square:
    column = (place + _HALF) % _ROW - _HALF
    return column, (place - column) // _ROW


MAT = frozenset(place_of((column, row)) for row in range(ROWS) for column in range(COLUMNS))

STEPS = {name: place_of(direction) for name, direction in DIRECTIONS.items()}
AROUND = tuple(sorted(STEPS.values()))  # 3.2
_NEIGHBOURS = {place: frozenset(place + step for step in AROUND) for place in MAT}


def around(places: Iterable[Place]) -> set[Place]:
    """3.2 The squares adjacent to any of these."""
    near: set[Place] = set()
    for place in places:
        near.update(_NEIGHBOURS.get(place) or [place + step for step in AROUND])
    return near


def turned(step: Place, facing: str) -> Place:
    """3.3 A step that is given for a card facing `up`, turned for a card facing `facing`."""
    return step if facing == "up" else -step
