"""The mat as an integer, one bit for each square. It lists the deployments of a whole hand at once.

deployment.py has the rules, for single squares, with or without an edge. This faster version serves the battlefield
that is played most and searched by bots. A test compares the two.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import compress

from .actions import Deploy
from .cards import Card
from .squares import AROUND, COLUMNS, ROWS, Place, place_of, square_of

Squares = int
"""A set of squares of the mat, as the bits of their numbers."""

# A number is row * 8 + column. The eighth column is outside the mat: a step over the left or right edge ends there.
_WIDTH = COLUMNS + 1
_BITS = {place_of((column, row)): 1 << (row * _WIDTH + column) for row in range(ROWS) for column in range(COLUMNS)}
_MAT: Squares = sum(_BITS.values())
_ROW: Squares = (1 << COLUMNS) - 1
_CHOSEN = [[squares >> column & 1 for column in range(COLUMNS)] for squares in range(_ROW + 1)]
_SHIFTS = {step: square_of(step)[1] * _WIDTH + square_of(step)[0] for step in AROUND}


def deployments(cards: Sequence[Card], facing: str, friends: Iterable[Place], foes: Iterable[Place]) -> list[Deploy]:
    """7.2 to 7.6 Every deployment of these cards, by card, then row, then column."""
    own, enemy = squares_of(friends), squares_of(foes)
    vacant = _MAT & ~(own | enemy)
    if not enemy:
        squares = around(own) & vacant if own else _MAT
        return [deploy for card in cards for deploy in on(card.slug, squares)]

    pointing = {step: enemy >> shift if shift > 0 else enemy << -shift for step, shift in _SHIFTS.items()}
    beside = around(own)
    found: list[Deploy] = []
    for card in cards:
        squares = beside if card.support else 0
        for step in card.steps[facing]:
            squares |= pointing[step]
        if squares & vacant:
            found += on(card.slug, squares & vacant)
    return found or [deploy for card in cards for deploy in on(card.slug, around(enemy) & vacant)]


def squares_of(places: Iterable[Place]) -> Squares:
    squares = 0
    for place in places:
        squares |= _BITS[place]
    return squares


def around(squares: Squares) -> Squares:
    """3.2 These squares and all squares adjacent to them."""
    rows = squares | squares << 1 | squares >> 1
    return rows | rows << _WIDTH | rows >> _WIDTH


def on(card: str, squares: Squares) -> list[Deploy]:
    """7.7 The card on each of the squares, by row, then column."""
    deploys: list[Deploy] = []
    for row in _rows_of(card):
        deploys += row[squares & _ROW]
        squares >>= _WIDTH
    return deploys


@lru_cache(maxsize=512)
def _rows_of(card: str) -> list[list[tuple[Deploy, ...]]]:
    """A card's deployments in each row, by the set of squares. Created when the card is first listed."""
    rows = [[Deploy(card, (column, row)) for column in range(COLUMNS)] for row in range(ROWS)]
    return [[tuple(compress(row, chosen)) for chosen in _CHOSEN] for row in rows]
