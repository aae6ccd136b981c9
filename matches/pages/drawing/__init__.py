"""Draw boards as HTML and SVG, from a view, the ruleset and its pinned card set only. Pure."""

from matches.pages.drawing.board import draw_board, foretold_of, places_in, points_of
from matches.pages.drawing.faces import draw_card, face_of
from matches.pages.drawing.speech import Speech, named_seat, seat_tag

__all__ = [
    "Speech",
    "draw_board",
    "draw_card",
    "face_of",
    "foretold_of",
    "named_seat",
    "places_in",
    "points_of",
    "seat_tag",
]
