"""3 Squares: the field is sparse, with or without an edge, and its geometry is written once.

Clients say `[column, row]`. Inside, a square is one number, its *place*: row * 2^20 + column. So places sort by row,
then column (the order of every list in these rules), a step in a direction is an addition, and a card turned by
180 degrees takes the same steps with the sign changed (3.3). No match lasts long enough to leave a row at its end.
"""

from collections.abc import Iterable

Square = tuple[int, int]
"""`[column, row]`, as it is said."""
Place = int
"""The same square, as it is kept."""

COLUMNS, ROWS = 7, 6  # 3.1
_ROW = 1 << 20
_HALF = _ROW >> 1


def place_of(square: Square) -> Place:
    return square[1] * _ROW + square[0]


def square_of(place: Place) -> Square:
    known = _MAT_SQUARES.get(place)
    if known is not None:
        return known
    column = (place + _HALF) % _ROW - _HALF
    return column, (place - column) // _ROW


_MAT_SQUARES = {place_of((column, row)): (column, row) for row in range(ROWS) for column in range(COLUMNS)}
MAT = frozenset(_MAT_SQUARES)
MAT_IN_ORDER = tuple(_MAT_SQUARES)

FACINGS = ("up", "down")
STEPS = {  # 3.3, for a card that faces up
    "n": place_of((0, 1)),
    "ne": place_of((1, 1)),
    "e": place_of((1, 0)),
    "se": place_of((1, -1)),
    "s": place_of((0, -1)),
    "sw": place_of((-1, -1)),
    "w": place_of((-1, 0)),
    "nw": place_of((-1, 1)),
}
AROUND = tuple(sorted(STEPS.values()))  # 3.2
_NEIGHBOURS = {place: frozenset(place + step for step in AROUND) for place in MAT}


def around(places: Iterable[Place]) -> set[Place]:
    """3.2 The squares adjacent to any of these."""
    near: set[Place] = set()
    for place in places:
        near.update(_NEIGHBOURS.get(place) or [place + step for step in AROUND])
    return near


def turned(step: Place, facing: str) -> Place:
    """3.3 A step of a card that faces `up`, as the card takes it when it faces `facing`."""
    return step if facing == "up" else -step
