"""The places of a board and their labels."""

from collections.abc import Iterator

from matches.pages.drawing.markup import Markup, together
from matches.pages.drawing.speech import Speech, seat_tag
from rules.engine import Seat
from rules.engine.board import Board, Facts, Grid, Lanes, Layout, Part, Piece, Pile, Row, Stack

Named = tuple[str, str | Piece | None, Seat | None]
"""A place, the piece or name that labels it (None: its part's name), and its seat (None: its part's seat)."""


def places_of(board: Board) -> frozenset[str]:
    return frozenset(place for part in board.parts for place, _, _ in _places(part.layout) if place)


def labels_of(speech: Speech, board: Board) -> dict[str, Markup]:
    """Place -> its label: the owner, then the card there or else the name of the place or of its part."""
    return {
        place: _label(speech, part, name, seat)
        for part in board.parts
        for place, name, seat in _places(part.layout)
        if place
    }


def _label(speech: Speech, part: Part, name: str | Piece | None, seat: Seat | None) -> Markup:
    if isinstance(name, Piece):
        label = speech.card(name.card)
    else:
        label = speech.word(part.label) if name is None else speech.place(name)
    if isinstance(name, Piece) and name.seat is not None:
        seat = name.seat
    owner = part.seat if seat is None else seat
    return together([label] if owner is None else [seat_tag(speech, owner), " ", label])


def _places(layout: Layout) -> Iterator[Named]:
    match layout:
        case Row(place, pieces):
            yield place, None, None
            yield from ((piece.place, piece, None) for piece in pieces)
        case Pile(place):
            yield place, None, None
        case Grid(place, rows):
            yield place, None, None
            for cell in (cell for row in rows for cell in row if cell is not None):
                yield cell.place, cell.label if cell.piece is None else cell.piece, cell.seat
        case Lanes(place, lanes):
            yield place, None, None
            for lane in lanes:
                yield lane.place, lane.label, None
                for side in (lane.far, lane.near):
                    yield side.place, lane.label, side.seat
                    yield from ((piece.place, piece, side.seat) for piece in side.pieces)
        case Stack(place, entries):
            yield place, None, None
            for entry in entries:
                yield entry.place, entry.pieces[0] if entry.pieces else None, entry.seat
                yield from ((piece.place, piece, entry.seat) for piece in entry.pieces)
        case Facts(facts):
            yield from ((fact.place, None, fact.seat) for fact in facts)
