"""The mat as an integer, one bit for each square. It lists the deployments of a whole hand at once.

deployment.py has the rules, for single squares, with or without an edge. This faster version serves the battlefield
that is played most and searched by bots. A test compares the two.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, compress

from .actions import Deploy
from .cards import Card
from .squares import COLUMNS, ROWS, STEPS, Place, place_of

Squares = int
"""A set of squares of the mat, as the bits of their numbers."""

# A number is row * 8 + column, so that a row is a byte. The eighth column is outside the mat: a step over the left or
# right edge ends there.
_WIDTH = COLUMNS + 1
BITS = {place_of((column, row)): 1 << (row * _WIDTH + column) for row in range(ROWS) for column in range(COLUMNS)}
_MAT: Squares = sum(BITS.values())
_CHOSEN = [[squares >> column & 1 for column in range(COLUMNS)] for squares in range(1 << COLUMNS)]
_N, _NE, _E, _SE, _S, _SW, _W, _NW = STEPS.values()


def deployments(cards: Sequence[Card], facing: str, own: Squares, enemy: Squares) -> list[Deploy]:
    """7.2 to 7.6 Every deployment of these cards, by card, then row, then column."""
    vacant = _MAT & ~(own | enemy)
    if not enemy:
        squares = around(own) & vacant if own else _MAT
        return anywhere(cards, squares)

    pointing = squares_pointing(enemy)
    beside = around(own)
    found: list[Deploy] = []
    for card in cards:
        squares = beside if card.support else 0
        for step in card.steps[facing]:
            squares |= pointing[step]
        if squares & vacant:
            found += on(card.slug, squares & vacant)
    return found or anywhere(cards, around(enemy) & vacant)


def anywhere(cards: Sequence[Card], squares: Squares) -> list[Deploy]:
    """The same squares for every card."""
    return list(chain.from_iterable(on(card.slug, squares) for card in cards))


def squares_pointing(target: Squares) -> dict[Place, Squares]:
    """3.3 Step of an arrow -> the squares from which it points at a target."""
    return {
        _N: target >> _WIDTH,
        _NE: target >> _WIDTH + 1,
        _E: target >> 1,
        _SE: target << _WIDTH - 1,
        _S: target << _WIDTH,
        _SW: target << _WIDTH + 1,
        _W: target << 1,
        _NW: target >> _WIDTH - 1,
    }


def around(squares: Squares) -> Squares:
    """3.2 These squares and all squares adjacent to them."""
    rows = squares | squares << 1 | squares >> 1
    return rows | rows << _WIDTH | rows >> _WIDTH


def on(card: str, squares: Squares) -> list[Deploy]:
    """7.7 The card on each of the squares, by row, then column."""
    row_1, row_2, row_3, row_4, row_5, row_6 = _rows_of(card)
    in_1, in_2, in_3, in_4, in_5, in_6 = squares.to_bytes(ROWS, "little")
    return [*row_1[in_1], *row_2[in_2], *row_3[in_3], *row_4[in_4], *row_5[in_5], *row_6[in_6]]


@lru_cache(maxsize=512)
def _rows_of(card: str) -> list[list[tuple[Deploy, ...]]]:
    """A card's deployments in each row, by the set of squares. Created when the card is first listed."""
    rows = [[Deploy(card, (column, row)) for column in range(COLUMNS)] for row in range(ROWS)]
    return [[tuple(compress(row, chosen)) for chosen in _CHOSEN] for row in rows]
