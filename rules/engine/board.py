"""A table as data for pages: what lies where, what an action names, and what an effect changed.

Each ruleset's board.py builds it from a view alone. The data is in no language: labels are field names, and values are
words of the ruleset. The renderer translates both with the ruleset's `words`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from msgspec import Struct

from rules.engine.messages import Action, Effect, Prompt, Seat
from rules.engine.views import View

Place = str
"""The address of an element that an action or effect names: `flag:3`, `hand:0:orange-8`. Identical copies share one."""
Area = Literal["far", "centre", "near", "edge"]
"""Where a part is drawn: the opponents' side, the centre, the viewer's side, or the edge for facts about the match."""
TouchKind = Literal["moved", "turned", "hit", "gone", "drawn", "claimed", "revealed", "named"]
LinkKind = Literal["attack", "shot", "block", "target"]


# Faces


class Figure(Struct, frozen=True):
    """A value on a card: its label and its amount."""

    label: str
    value: str
    sign: Literal["sword", "shield", "heart", "coin", "hammer", "clock"] = "coin"


class Face(Struct, frozen=True):
    """What a card shows, drawn large or small. `sign` is an SVG path in a 24 by 24 box."""

    tone: str = "plain"
    sign: str = ""
    rank: str = ""
    kind: str = ""
    """The ruleset's word for the card's type, for cards that sign and rank don't identify."""
    figures: tuple[Figure, ...] = ()
    arrows: Mapping[str, int] = {}
    """Direction (`n`, `ne`, …) -> strength."""
    squares: tuple[tuple[int, int], ...] = ()
    """The squares in reach, as steps to the right and ahead."""


# Pieces


class Fact(Struct, frozen=True):
    """A field and its value, in the ruleset's words. If the value is True, the label alone is shown.

    `kind` says what the value is if it is neither a word nor a number. If there are several values, it applies to each.
    """

    label: str
    value: Any = True
    kind: Literal["word", "card", "seat"] = "word"
    goal: int | None = None
    seat: Seat | None = None
    """The owner."""
    place: Place = ""
    """The place that effects name when they change this fact."""
    card: str | None = None
    """The card that it comes from, which readers can open."""


class Piece(Struct, frozen=True):
    """A card on the table with its attachments, or the back of a card (None)."""

    place: Place
    card: str | None
    seat: Seat | None = None
    attached: tuple[str, ...] = ()
    turn: Literal[0, 90, 180] = 0
    badges: tuple[Fact, ...] = ()
    is_dim: bool = False


# Layouts


class Row(Struct, frozen=True, tag=True):
    """Pieces side by side. `count` is the total if not all are shown."""

    place: Place
    pieces: tuple[Piece, ...]
    count: int
    kind: Literal["hand", "row", "queue"] = "row"


class Pile(Struct, frozen=True, tag=True):
    """A stack of cards from the top down. None: the viewer can't see them, except perhaps the top card."""

    place: Place
    count: int
    cards: tuple[str, ...] | None = None
    top: str | None = None


class Cell(Struct, frozen=True):
    """A square of a grid. `label` is the ruleset's name for it."""

    place: Place
    label: str
    piece: Piece | None = None
    seat: Seat | None = None
    badges: tuple[Fact, ...] = ()


class Grid(Struct, frozen=True, tag=True):
    """Squares from the far row to the near row. None marks a gap in the grid."""

    place: Place
    rows: tuple[tuple[Cell | None, ...], ...]


class LaneSide(Struct, frozen=True):
    """A seat's cards at a lane in the order played, and the number of slots."""

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
    """An entry of a stack: its pieces and the facts about them."""

    place: Place
    pieces: tuple[Piece, ...]
    facts: tuple[Fact, ...]
    seat: Seat | None = None
    sentence: str = ""
    """The sentence that tells the facts: a word of `words["entries"]`, whose fields are the labels. Or one by one."""
    action: str = ""
    """The id of an action in the card set. Its text is shown after the sentence."""


class Stack(Struct, frozen=True, tag=True):
    """Entries waiting to be resolved, next first."""

    place: Place
    entries: tuple[Entry, ...]


class Facts(Struct, frozen=True, tag=True):
    """Facts about a seat or the whole match. `is_played_with`: they are resources, such as money, and always shown."""

    facts: tuple[Fact, ...]
    is_played_with: bool = False


Layout = Row | Pile | Grid | Lanes | Stack | Facts


class Part(Struct, frozen=True):
    """A part of the table. `label` is its name in the ruleset's words, if it needs one; `seat` is its owner."""

    label: str
    area: Area
    layout: Layout
    seat: Seat | None = None


class Link(Struct, frozen=True):
    """A connection between two places: a current one, or one that an effect made."""

    kind: LinkKind
    from_: Place
    to: Place
    amount: int | None = None


class Score(Struct, frozen=True):
    """How far a side has come towards winning. `label` is a field of the view."""

    seats: tuple[Seat, ...]
    label: str
    value: int
    goal: int | None = None


class Board(Struct, frozen=True):
    """The whole table as one viewer sees it, from one seat's side."""

    parts: tuple[Part, ...]
    scores: tuple[Score, ...] = ()
    links: tuple[Link, ...] = ()


class Touch(Struct, frozen=True):
    """How an effect changed a place."""

    kind: TouchKind
    place: Place


class Motion(Struct, frozen=True):
    """A card that an effect moved from place to place. None is a back: the viewer does not see which card it is."""

    card: str | None
    from_: Place
    to: Place


AWAY: Place = "away"
"""Beside the table, where a board shows nothing: the box of leaders, or under a flag."""
WHEREVER: Place = ""
"""The origin of a motion whose effect does not name it. It is worked out from the boards before and after."""
Motions = Callable[[Any, View, View], tuple[Motion, ...]]
"""(effect, the view before its event, the view after it) -> the cards that it moved, as the viewer of both saw them."""
Touches = Callable[[Any, View], tuple[Touch, ...]]
"""(effect, the view after its event) -> the places it changed, which may no longer exist."""
Links = Callable[[Any, View], tuple[Link, ...]]
"""(effect, the view after its event) -> the places it connects; either may no longer exist."""
Points = Callable[[Any, Seat, View], tuple[Place, ...]]
"""(action, its seat, the view before it) -> the places it names, in click order."""


Reckoned = Callable[[Any, View], Mapping[Place, tuple["Fact", ...]]]
"""(card look-ups, view) -> facts that anyone can work out from the view, by place. The empty place is the whole
table."""
Squares = Callable[[Any, Seat], Mapping[str, tuple[Place, ...]]]
"""(action or prompt, its seat) -> its fields that name squares of a grid, by JSON name, and those squares."""

Offers = Callable[[Any, Seat], tuple[Place, tuple[str, ...]]]
"""(action, its seat) -> the pile that it chooses from, and the chosen cards."""


class Foretold(Struct, frozen=True):
    """One thing that an action would do, or that it costs. `label` and `ends` are fields in the ruleset's words."""

    label: str
    card: str | None = None
    at: str = ""
    """The square, as its cell is labelled."""
    amount: int | None = None
    goal: int | None = None
    """What the amount is measured by: a defence, or all that is there to pay with."""
    measure: str = ""
    """The field of the card that the goal is, in the ruleset's words."""
    lacks: int = 0
    """How much more it would take to remove the card."""
    ends: str = ""
    """What becomes of the card."""
    entry: str = ""
    """The id of an action in the card set. Its text is shown, and nothing else."""


Foretells = Callable[[Any, View, Seat, Any], tuple[Foretold, ...]]
"""(card look-ups, the seat's view, the seat, its action) -> what the action would do, worked out from that view."""


def nothing_reckoned(cards: Any, view: View) -> Mapping[Place, tuple[Fact, ...]]:
    return {}


def no_goals(cards: Any) -> Mapping[str, int]:
    return {}


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class BoardDefinition:
    """How a game's table is drawn."""

    board: Callable[[View, Seat], Board]
    """(view, seat whose side is near)."""
    face: Callable[[Mapping[str, Any], Mapping[str, Any]], Face]
    """(card set, card)."""
    points: Mapping[type[Action], Points]
    """One entry for every type of action."""
    touches: Mapping[type[Effect], Touches]
    """One entry for every type of effect."""
    motions: Mapping[type[Effect], Motions]
    """One entry for every type of effect."""
    prompt_place: Callable[[Any], Place]
    """The part of the table that a prompt is about."""
    unseen: Mapping[str, str]
    """Fields of the view that are never drawn (JSON pointer, `*` for any part) -> why."""
    laid_anew: Mapping[type[Effect], str] = field(default_factory=dict)
    """Types of effects after which the whole table is laid anew, without motions -> why."""
    pictured: Mapping[Place, str] = field(default_factory=dict)
    """Places that show cards which lie elsewhere -> why. No motion begins or ends there."""
    links: Mapping[type[Effect], Links] = field(default_factory=dict)
    """The types of effects that connect two places."""
    squares: Mapping[type[Action] | type[Prompt], Squares] = field(default_factory=dict)
    """The types whose sentences say which card stands on each square they name."""
    offers: Mapping[type[Action], Offers] = field(default_factory=dict)
    """The types of actions that choose cards from a face-down pile of their seat."""
    reckoned: Reckoned = nothing_reckoned
    goals: Callable[[Any], Mapping[str, int]] = no_goals
    """(card look-ups) -> the goals of scores that the view does not name, by label."""
    foretold: Mapping[type[Action], Foretells] = field(default_factory=dict)
    """The types of actions that say what they would do before they are sent."""


def square_name(square: Sequence[int]) -> str:
    """A square `[column, row]` as on a chess board: columns a, b, c and rows 1, 2, 3, beyond them −a, −b and −1, −2."""
    column, row = square[0], square[1] + (square[1] >= 0)
    sign, steps = ("", column) if column >= 0 else ("−", -column - 1)
    letters = chr(ord("a") + steps % 26)
    while steps >= 26:
        steps = steps // 26 - 1
        letters = chr(ord("a") + steps % 26) + letters
    return f"{sign}{letters}{'' if row >= 0 else '−'}{abs(row)}"


def standing_on(board: Board) -> dict[Place, str]:
    """The face-up card on each square of a grid."""
    grids = [part.layout for part in board.parts if isinstance(part.layout, Grid)]
    cells = [cell for grid in grids for row in grid.rows for cell in row if cell is not None]
    return {cell.place: cell.piece.card for cell in cells if cell.piece is not None and cell.piece.card is not None}


def waiting_in(board: Board) -> dict[Place, str]:
    """The card of each entry of a stack that has one card."""
    entries = [entry for part in board.parts if isinstance(part.layout, Stack) for entry in part.layout.entries]
    cards = {entry.place: entry.pieces[0].card for entry in entries if len(entry.pieces) == 1}
    return {place: card for place, card in cards.items() if card is not None}


def nothing_touched(effect: Effect, view: View) -> tuple[Touch, ...]:
    return ()


def nothing_moved(effect: Effect, before: View, after: View) -> tuple[Motion, ...]:
    return ()


def moved(cards: Sequence[str | None] | Any, count: int, from_: Place, to: Place) -> tuple[Motion, ...]:
    """The motions of several cards. Cards that the viewer may not see are backs."""
    seen = cards if isinstance(cards, Sequence) else [None] * count
    return tuple(Motion(card, from_, to) for card in seen)


def moved_one(card: str | Any, from_: Place, to: Place) -> tuple[Motion, ...]:
    """The motion of one card. A card that the viewer may not see is a back."""
    return (Motion(card if isinstance(card, str) else None, from_, to),)


def no_place(action: Action, seat: Seat, view: View) -> tuple[Place, ...]:
    return ()
