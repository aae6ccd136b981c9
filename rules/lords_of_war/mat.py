"""The mat as an integer, one bit for each square. It lists the deployments of a whole hand at once.

deployment.py has the rules, for single squares, with or without an edge. This faster version serves the battlefield
that is played most and searched by bots. A test compares the two.
"""

from collections.abc import Sequence
from itertools import chain, compress

from .actions import Deploy
from .cards import Cards, Rows
from .squares import COLUMNS, ROWS, place_of

Squares = int
"""A set of squares of the mat, as the bits of their numbers."""

# A number is row * 8 + column, so that a row is a byte. The eighth column is outside the mat: a step over the left or
# right edge ends there.
_WIDTH = COLUMNS + 1
BITS = {place_of((column, row)): 1 << (row * _WIDTH + column) for row in range(ROWS) for column in range(COLUMNS)}
_MAT: Squares = sum(BITS.values())
_CHOSEN = [[squares >> column & 1 for column in range(COLUMNS)] for squares in range(1 << COLUMNS)]


def deployments(cards: Cards, hand: Sequence[str], facing: str, own: Squares, enemy: Squares) -> list[Deploy]:
    """7.2 to 7.6 Every deployment of these cards, by card, then row, then column."""
    vacant = _MAT & ~(own | enemy)
    if not enemy:
        return anywhere(cards, hand, around(own) & vacant if own else _MAT)

    by_slug, ready = cards.by_slug, cards.rows_on_mat
    pointing = squares_pointing(enemy)
    beside = around(own)
    found: list[Deploy] = []
    for slug in hand:
        card = by_slug[slug]
        squares = beside if card.support else 0
        for direction in card.directions[facing]:
            squares |= pointing[direction]
        if squares & vacant:
            found += on(ready.get(slug) or _make_rows(cards, slug), squares & vacant)
    return found or anywhere(cards, hand, around(enemy) & vacant)


def anywhere(cards: Cards, hand: Sequence[str], squares: Squares) -> list[Deploy]:
    """The same squares for every card."""
    rows = [cards.rows_on_mat.get(slug) or _make_rows(cards, slug) for slug in hand]
    return list(chain.from_iterable(on(of_card, squares) for of_card in rows))


def squares_pointing(target: Squares) -> tuple[Squares, ...]:
    """3.3 The squares from which an arrow points at a target, by its direction, in the order of `DIRECTIONS`."""
    return (
        target >> _WIDTH,
        target >> _WIDTH + 1,
        target >> 1,
        target << _WIDTH - 1,
        target << _WIDTH,
        target << _WIDTH + 1,
        target << 1,
        target >> _WIDTH - 1,
    )


def around(squares: Squares) -> Squares:
    """3.2 These squares and all squares adjacent to them."""
    rows = squares | squares << 1 | squares >> 1
    return rows | rows << _WIDTH | rows >> _WIDTH


def on(rows: Rows, squares: Squares) -> list[Deploy]:
    """7.7 A card on each of the squares, by row, then column."""
    row_1, row_2, row_3, row_4, row_5, row_6 = rows
    in_1, in_2, in_3, in_4, in_5, in_6 = squares.to_bytes(ROWS, "little")
    return [*row_1[in_1], *row_2[in_2], *row_3[in_3], *row_4[in_4], *row_5[in_5], *row_6[in_6]]


def _make_rows(cards: Cards, card: str) -> Rows:
    """Create a card's deployments, when it is first listed."""
    rows = [[Deploy(card, (column, row)) for column in range(COLUMNS)] for row in range(ROWS)]
    made = cards.rows_on_mat[card] = [[tuple(compress(row, chosen)) for chosen in _CHOSEN] for row in rows]
    return made
