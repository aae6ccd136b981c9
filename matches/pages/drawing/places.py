"""Which places a board has, and what they are called."""

from collections.abc import Iterator

from cards.engine.board import Board, Facts, Grid, Lanes, Layout, Part, Piece, Pile, Row, Stack
from matches.pages.drawing.speech import Speech

Named = tuple[str, str | Piece | None]
"""A place, and the piece that lies there or what it is called; None: as its part."""


def places_of(board: Board) -> frozenset[str]:
    return frozenset(place for part in board.parts for place, _ in _places(part.layout) if place)


def labels_of(speech: Speech, board: Board) -> dict[str, str]:
    """Place -> what it is called: by the card that lies there, by its own name, or by its part and whose it is."""
    return {
        place: _label(speech, part, name) for part in board.parts for place, name in _places(part.layout) if place
    } | {"": speech.say("table")}


def _label(speech: Speech, part: Part, name: str | Piece | None) -> str:
    if isinstance(name, Piece):
        return speech.card(name.card)
    label = speech.word(part.label) if name is None else name
    return label if part.seat is None else f"{label}{speech.bracketed(speech.seat(part.seat))}"


def _places(layout: Layout) -> Iterator[Named]:
    match layout:
        case Row(place, pieces):
            yield place, None
            yield from ((piece.place, piece) for piece in pieces)
        case Pile(place):
            yield place, None
        case Grid(place, rows):
            yield place, None
            for cell in (cell for row in rows for cell in row if cell is not None):
                yield cell.place, cell.label if cell.piece is None else cell.piece
        case Lanes(place, lanes):
            yield place, None
            for lane in lanes:
                yield lane.place, lane.label
                for side in (lane.far, lane.near):
                    yield side.place, lane.label
                    yield from ((piece.place, piece) for piece in side.pieces)
        case Stack(place, entries):
            yield place, None
            for entry in entries:
                yield entry.place, entry.pieces[0] if entry.pieces else None
                yield from ((piece.place, piece) for piece in entry.pieces)
        case Facts(facts):
            yield from ((fact.place, None) for fact in facts)
