"""A card as a page shows it: every field in reading order with its label, and its value as words or a picture.

It knows no game. Squares are pairs of steps, to the right and ahead; directions are those listed in the set.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import ngettext

from common.text.infer_fields import Json, is_named, is_names, is_squares
from common.text.labels import in_reading_order, label_of, value_label, word
from common.text.language import in_language
from common.text.naming import COMMA
from rules.engine import Names
from rules.engine.json_pointers import within

ARROWS = {(0, 1): "↑", (1, 1): "↗", (1, 0): "→", (1, -1): "↘", (0, -1): "↓", (-1, -1): "↙", (-1, 0): "←", (-1, 1): "↖"}
HIT, SELF = "●", "■"
SHOWN_ELSEWHERE = ("slug", "names", "text")

Square = tuple[int, int]


@dataclass(frozen=True)
class Cell:
    """A square of a picture: its content, and the meaning of that content."""

    text: str = ""
    label: str = ""
    is_self: bool = False
    field: Any = None
    """The form field for its content."""


Picture = list[list[Cell]]
"""Rows from front to back."""


@dataclass(frozen=True)
class Line:
    """One field: its value as text, as a picture with words, or as lines for its parts."""

    label: str
    text: str = ""
    picture: Picture | None = None
    parts: tuple["Line", ...] = ()


def sheet(
    card_set: Mapping[str, Json], card: Mapping[str, Json], names: Mapping[str, Names], read: str = ""
) -> list[Line]:
    """Every field of a card except name and text, which are shown above.

    `read` is the rules' reading of the card. It covers everything too deeply nested for a line.
    """
    deep = {key for other in card_set["cards"] for key, value in other.items() if is_deep(value)} if read else set()
    shown = [key for key in in_reading_order(card) if key not in SHOWN_ELSEWHERE]
    first = next((key for key in shown if key in deep), None)
    return [
        Line(word("abilities"), read) if key == first else _line(card_set, key, card[key], names)
        for key in shown
        if key == first or key not in deep
    ]


def is_deep(value: Json) -> bool:
    """Whether a value holds objects in a list, or is nested more deeply."""
    if isinstance(value, Mapping):
        return any(is_deep(part) for part in value.values())
    return isinstance(value, list) and any(isinstance(item, Mapping) and not is_named(item) for item in value)


def _line(card_set: Mapping[str, Json], key: str, value: Json, names: Mapping[str, Names]) -> Line:
    label = label_of(within("", key))
    if is_names(value):
        return Line(label, in_language(value))
    if value and is_squares(value):
        return Line(label, squares_text(value), squares_picture(value))
    if isinstance(value, Mapping):
        steps = directions(card_set)
        if value and set(value) <= set(steps):
            return Line(label, _strikes_text(value), compass(steps, {key: str(part) for key, part in value.items()}))
        parts = (_line(card_set, name, part, names) for name, part in in_reading_order(value).items())
        return Line(label, parts=tuple(parts))
    return Line(label, value_text(value, names, key))


def value_text(value: Json, names: Mapping[str, Names], field: str = "") -> str:
    """Any value in words: lists as enumerations, objects by their fields."""
    if is_names(value):
        return in_language(value)
    if value and is_squares(value):
        return " / ".join(square_label((x, y)) for x, y in value)
    if is_named(value):
        return " ".join(value_label(part, names, field) for part in in_reading_order(value).values())
    if isinstance(value, Mapping):
        parts = (f"{word(key)} {value_text(part, names, key)}" for key, part in in_reading_order(value).items())
        return in_language(COMMA).join(parts) or value_label(None, names)
    if isinstance(value, list):
        return in_language(COMMA).join(value_text(item, names, field) for item in value) or value_label(None, names)
    return value_label(value, names, field)


# Squares and directions


def directions(card_set: Mapping[str, Json]) -> dict[str, Square]:
    """Direction -> its step, to the right and ahead, as listed in the set."""
    listed = card_set.get("directions")
    if not isinstance(listed, Mapping):
        return {}
    return {name: (step[0], step[1]) for name, step in listed.items() if is_squares([step]) and tuple(step) in ARROWS}


def _strikes_text(value: Mapping[str, Json]) -> str:
    return in_language(COMMA).join(
        f"{word(way)} {value_text(strength, {})}" for way, strength in in_reading_order(value).items()
    )


def squares_text(squares: Sequence[Any]) -> str:
    return ngettext("%(n)d square", "%(n)d squares", len(squares)) % {"n": len(squares)}


def square_label(square: Square) -> str:
    """`(-1, 2)` -> "ahead 2, left 1"."""
    x, y = square
    ways = ((y, "n", "s"), (x, "e", "w"))
    return in_language(COMMA).join(f"{word(there if n > 0 else back)} {abs(n)}" for n, there, back in ways if n)


def compass(
    steps: Mapping[str, Square], strengths: Mapping[str, str], fields: Mapping[str, Any] | None = None
) -> Picture:
    """The eight squares around a card, with their content."""
    by_step = {step: name for name, step in steps.items()}

    def cell(square: Square) -> Cell:
        name = by_step.get(square, "")
        text = f"{ARROWS[square]} {strengths[name]}" if name in strengths else ""
        field = (fields or {}).get(name)
        return Cell(
            text if field is None else ARROWS[square], f"{word(name)} {strengths.get(name, '')}".strip(), field=field
        )

    return _picture(range(-1, 2), range(1, -2, -1), cell)


def squares_picture(squares: Sequence[Sequence[int]], fields: Mapping[Square, Any] | None = None) -> Picture:
    """The rectangle that holds the card, the marked squares and, on a form, every square with a field."""
    hit = {(square[0], square[1]) for square in squares}
    drawn = hit | set(fields or {}) | {(0, 0)}
    side = max(1, *(abs(x) for x, _ in drawn))
    rows = range(max(y for _, y in drawn), min(y for _, y in drawn) - 1, -1)

    def cell(square: Square) -> Cell:
        field = (fields or {}).get(square)
        is_hit = square in hit
        return Cell(HIT if is_hit else "", square_label(square) if is_hit or field is not None else "", field=field)

    return _picture(range(-side, side + 1), rows, cell)


def _picture(columns: range, rows: range, cell: Callable[[Square], Cell]) -> Picture:
    card = Cell(SELF, is_self=True)
    return [[card if (x, y) == (0, 0) else cell((x, y)) for x in columns] for y in rows]
