"""A table as data, for pages: what lies where, what an action points at, and what an effect has changed.

A ruleset's board.py makes it of a view alone. Nothing here is in a language: labels are names of fields, and values are
words of the ruleset, so that a renderer says them as its reader speaks (`words` of the ruleset).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from msgspec import Struct

from rules.engine.messages import Action, Effect, Prompt, Seat
from rules.engine.views import View

Place = str
"""What an action or effect names, as the address of an element: `flag:3`, `hand:0:orange-8`. Alike copies share one."""
Area = Literal["far", "centre", "near", "edge"]
"""The sides of others, what is between the sides, the viewer's own side, and what is said about the whole."""
TouchKind = Literal["moved", "turned", "hit", "gone", "drawn", "claimed", "revealed", "named"]
LinkKind = Literal["attack", "shot", "block", "target"]


# Faces


class Figure(Struct, frozen=True):
    """A figure of a card: what it is called, and how much."""

    label: str
    value: str
    sign: Literal["sword", "shield", "heart", "coin", "hammer", "clock"] = "coin"


class Face(Struct, frozen=True):
    """What a card shows, to be drawn large or small. `sign` is an SVG path in a box of 24 by 24."""

    tone: str = "plain"
    sign: str = ""
    rank: str = ""
    kind: str = ""
    """A word of the ruleset for what it is, where sign and rank do not tell its name."""
    figures: tuple[Figure, ...] = ()
    arrows: Mapping[str, int] = {}
    """Direction (`n`, `ne`, …) -> strength."""
    squares: tuple[tuple[int, int], ...] = ()
    """Reach: steps to the right and ahead."""


# Pieces


class Fact(Struct, frozen=True):
    """A field and its value, in the ruleset's words. True: the label says it all.

    `kind` says what the value is, where it is no word or number; of several values each is one.
    """

    label: str
    value: Any = True
    kind: Literal["word", "card", "seat"] = "word"
    goal: int | None = None
    seat: Seat | None = None
    """Whose it is."""
    place: Place = ""
    """Where effects point that change it."""


class Piece(Struct, frozen=True):
    """A card on the table, or the back of one (None), with what is attached to it."""

    place: Place
    card: str | None
    seat: Seat | None = None
    attached: tuple[str, ...] = ()
    turn: Literal[0, 90, 180] = 0
    badges: tuple[Fact, ...] = ()
    is_dim: bool = False


# Layouts


class Row(Struct, frozen=True, tag=True):
    """Pieces side by side. `count` is how many there are, where not all are shown."""

    place: Place
    pieces: tuple[Piece, ...]
    count: int
    kind: Literal["hand", "row", "queue"] = "row"


class Pile(Struct, frozen=True, tag=True):
    """Cards upon one another, from the top; None: they may not be seen, but perhaps the one on top."""

    place: Place
    count: int
    cards: tuple[str, ...] | None = None
    top: str | None = None


class Cell(Struct, frozen=True):
    """A square of a grid. `label` is how the ruleset calls it."""

    place: Place
    label: str
    piece: Piece | None = None
    seat: Seat | None = None
    badges: tuple[Fact, ...] = ()


class Grid(Struct, frozen=True, tag=True):
    """Squares, from the far row to the near one; None: there is no square."""

    place: Place
    rows: tuple[tuple[Cell | None, ...], ...]


class LaneSide(Struct, frozen=True):
    """A seat's cards at a lane, in the order of placing, and how many there may be."""

    place: Place
    seat: Seat
    pieces: tuple[Piece, ...]
    slots: int


class Lane(Struct, frozen=True):
    """A token between two sides."""

    place: Place
    label: str
    owner: Seat | None
    far: LaneSide
    near: LaneSide
    badges: tuple[Fact, ...] = ()


class Lanes(Struct, frozen=True, tag=True):
    place: Place
    lanes: tuple[Lane, ...]


class Entry(Struct, frozen=True):
    """A line of a stack: pieces, and what is said of them."""

    place: Place
    pieces: tuple[Piece, ...]
    facts: tuple[Fact, ...]
    seat: Seat | None = None


class Stack(Struct, frozen=True, tag=True):
    """What waits to be carried out, the next first."""

    place: Place
    entries: tuple[Entry, ...]


class Facts(Struct, frozen=True, tag=True):
    """What is said about a seat or the whole. What one plays with, as one pays with money, is always in sight."""

    facts: tuple[Fact, ...]
    is_played_with: bool = False


Layout = Row | Pile | Grid | Lanes | Stack | Facts


class Part(Struct, frozen=True):
    """A part of the table. `label` names it in the ruleset's words, if it needs a name; `seat` says whose it is."""

    label: str
    area: Area
    layout: Layout
    seat: Seat | None = None


class Link(Struct, frozen=True):
    """What points from one place to another: just now, or in what has just happened."""

    kind: LinkKind
    from_: Place
    to: Place
    amount: int | None = None


class Score(Struct, frozen=True):
    """What decides: how far a side has come. `label` is a field of the view."""

    seats: tuple[Seat, ...]
    label: str
    value: int
    goal: int | None = None


class Board(Struct, frozen=True):
    """The whole table, as one viewer sees it, from the side of one seat."""

    parts: tuple[Part, ...]
    scores: tuple[Score, ...] = ()
    links: tuple[Link, ...] = ()


class Touch(Struct, frozen=True):
    """What an effect did to a place."""

    kind: TouchKind
    place: Place


Touches = Callable[[Any, View], tuple[Touch, ...]]
"""(effect, the view after its event): a place may be one that was there before."""
Links = Callable[[Any, View], tuple[Link, ...]]
"""(effect, the view after its event): what it led from one place to another; either may have been there before."""
Points = Callable[[Any, Seat, View], tuple[Place, ...]]
"""(action, its seat, the view before it): the places that it names, in the order of clicks."""


Reckoned = Callable[[Any, View], Mapping[Place, tuple["Fact", ...]]]
"""(the cards as the rules look them up, a view) -> what anybody could work out from the view, by place; the empty place
is the whole table."""
Squares = Callable[[Any, Seat], Mapping[str, tuple[Place, ...]]]
"""(action or prompt, its seat) -> its fields that name squares of a grid, by JSON name, and those squares."""


class Foretold(Struct, frozen=True):
    """One thing that an action would do, or that it costs. `label` and `ends` are fields in the ruleset's words."""

    label: str
    card: str | None = None
    at: str = ""
    """The square, as its cell is labelled."""
    amount: int | None = None
    goal: int | None = None
    """What the amount is measured by: a defence, or all that is there to pay with."""
    ends: str = ""
    """What becomes of the card."""


Foretells = Callable[[Any, View, Seat, Any], tuple[Foretold, ...]]
"""(card look-ups, the seat's view, the seat, its action) -> what the action would do, worked out from that view."""


def nothing_reckoned(cards: Any, view: View) -> Mapping[Place, tuple[Fact, ...]]:
    return {}


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class BoardDefinition:
    """How a game's table is drawn."""

    board: Callable[[View, Seat], Board]
    """(view, the seat whose side is the near one)."""
    face: Callable[[Mapping[str, Any], Mapping[str, Any]], Face]
    """(card set, card)."""
    points: Mapping[type[Action], Points]
    """Every type of action."""
    touches: Mapping[type[Effect], Touches]
    """Every type of effect."""
    prompt_place: Callable[[Any], Place]
    """The part of the table that a question is about."""
    unseen: Mapping[str, str]
    """Fields of the view that are drawn nowhere (JSON pointer, `*` for any part) -> why."""
    links: Mapping[type[Effect], Links] = field(default_factory=dict)
    """The types of effects that relate two places."""
    squares: Mapping[type[Action] | type[Prompt], Squares] = field(default_factory=dict)
    """The types whose sentences say who stands on the squares that they name."""
    reckoned: Reckoned = nothing_reckoned
    foretold: Mapping[type[Action], Foretells] = field(default_factory=dict)
    """The types of actions that say what they would do before they are sent."""


def square_name(square: Sequence[int]) -> str:
    """A square `[column, row]` as on a chess board: columns a, b, c, rows 1, 2, 3, and a minus sign before column a."""
    column, row = square[0], square[1] + 1
    sign, steps = ("", column) if column >= 0 else ("−", -column - 1)
    letters = chr(ord("a") + steps % 26)
    while steps >= 26:
        steps = steps // 26 - 1
        letters = chr(ord("a") + steps % 26) + letters
    return f"{sign}{letters}{'' if row >= 0 else '−'}{abs(row)}"


def standing_on(board: Board) -> dict[Place, str]:
    """Square of a grid -> the card that stands there face up."""
    grids = [part.layout for part in board.parts if isinstance(part.layout, Grid)]
    cells = [cell for grid in grids for row in grid.rows for cell in row if cell is not None]
    return {cell.place: cell.piece.card for cell in cells if cell.piece is not None and cell.piece.card is not None}


def nothing_touched(effect: Effect, view: View) -> tuple[Touch, ...]:
    return ()


def no_place(action: Action, seat: Seat, view: View) -> tuple[Place, ...]:
    return ()
