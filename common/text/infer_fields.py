"""Infers the fields and filters of a set's cards from the cards themselves.

So pages for browsing and editing know nothing about any game. Places are JSON pointers into a card.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from rules.engine import Names
from rules.engine.json_pointers import keys_of, parent_of, value_at, within

Json = Any
Kind = Literal["line", "text", "number", "figure", "choice", "flag", "words", "named", "squares", "json"]
"""`words`: several words or numbers from a short list. `named`: the same as objects, some of them with a value.

`squares`: pairs of steps, to the right and ahead.
"""

_MOST_VALUES = 30
"""A field with more different values is neither a filter nor a choice."""
DEEPEST = 2
"""A field at a deeper level is not a filter."""
LONG = 60
"""If any card of the set has a longer text, the field gets several lines."""
FARTHEST = 7
"""Squares farther away are not drawn."""
WORD = re.compile(r"[a-z]+(_[a-z]+)*")
"""Values of this form are words of the rules, however few cards have them."""
FREE = ("names", "text")
"""Fields with free text, whatever their values."""
NO_FILTERS = ("slug", "source", "field_sources", "note")


@dataclass
class Seen:
    """The values of one place in all cards."""

    values: list[Json] = field(default_factory=list)
    parents: int = 0

    @property
    def types(self) -> set[type]:
        return {type(value) for value in self.values}


@dataclass(frozen=True)
class CardField:
    """A field of a card in a form. `nullable`: empty means null; `optional`: empty means absent.

    `in_nullable`: if all fields of the enclosing object are empty, that object is null. `valued` are the choices of a
    `named` field that have a value.
    """

    at: str
    kind: Kind
    choices: tuple[Json, ...] = ()
    nullable: bool = False
    optional: bool = False
    in_nullable: bool = False
    valued: tuple[str, ...] = ()


Words = Callable[[str, Sequence[Json]], Sequence[Json]]
"""(place, words found there) -> all words allowed there (choices.py)."""


def as_met(at: str, met: Sequence[Json]) -> Sequence[Json]:
    """Only the words that cards of the set have."""
    return sorted(met, key=lambda value: (value if isinstance(value, int) else 0, str(value)))


def values_by_place(cards: Sequence[Mapping[str, Json]]) -> dict[str, Seen]:
    """Every place in the cards, with all its values."""
    seen: dict[str, Seen] = {}
    _look(cards, "", seen)
    return seen


def _look(objects: Sequence[Mapping[str, Json]], at: str, seen: dict[str, Seen]) -> None:
    keys = list(dict.fromkeys(key for item in objects for key in item))
    for key in keys:
        place = within(at, key)
        values = [item[key] for item in objects if key in item]
        seen[place] = Seen(values, len(objects))
        objects_there = [value for value in values if value is not None]
        if any(objects_there) and all(isinstance(value, Mapping) for value in objects_there):
            _look(objects_there, place, seen)


def fields_of(cards: Sequence[Mapping[str, Json]], card: Mapping[str, Json], words: Words = as_met) -> list[CardField]:
    """The fields of one card, without its `slug` and without those of objects that it lacks."""
    places = values_by_place([*cards, card])
    inner = {above for at in places for above in _above(at)}
    leaves = [at for at in places if at not in inner]
    there = [at for at in leaves if at != "/slug" and _belongs(card, at)]
    found = {at: _field(at, places, words) for at in there}
    edited = dict.fromkeys(_whole(at, found[at], places) for at in there)
    return [found[at] if at in found else CardField(at, "json", optional=_optional(at, places)) for at in edited]


def _above(at: str) -> Iterator[str]:
    """The places that contain a place."""
    while at := parent_of(at):
        yield at


def _belongs(card: Mapping[str, Json], at: str) -> bool:
    """Whether the card has this field or its enclosing object, which may be null."""
    keys = keys_of(at)
    if len(keys) == 1:
        return keys[0] in card
    parent = value_at(card, parent_of(at), "")
    return parent is None or isinstance(parent, Mapping)


def _whole(at: str, field_: CardField, places: Mapping[str, Seen]) -> str:
    """The place to edit as one: the enclosing object if it has alternatives, `{compare: [...]}` or `{state: ...}`."""
    parent = parent_of(at)
    siblings = [other for other in places if parent_of(other) == parent] if parent else []
    is_alternative = any(_optional(other, places) and not _is_plain(places[other]) for other in siblings)
    return parent if is_alternative else at


def _is_plain(seen: Seen) -> bool:
    """Whether a form has a kind of field for these values."""
    return seen.types <= {int, str, bool, type(None)} or any(
        is_of(seen) for is_of in (_are_words, _are_named, _are_squares)
    )


def _optional(at: str, places: Mapping[str, Seen]) -> bool:
    return len(keys_of(at)) > 1 and len(places[at].values) < places[at].parents


def _field(at: str, places: Mapping[str, Seen], words: Words) -> CardField:
    seen, parent = places[at], parent_of(at)
    made = _alone(at, seen, _optional(at, places), words)
    if parent in places and type(None) in places[parent].types:
        return replace(made, optional=True, in_nullable=True)
    return made


def _alone(at: str, seen: Seen, optional: bool, words: Words) -> CardField:
    types = seen.types - {type(None)}
    nullable = type(None) in seen.types
    if types == {bool} and not nullable and not optional:
        return CardField(at, "flag")
    if types == {bool}:
        return CardField(at, "choice", (True, False), nullable, optional)
    if types == {int}:
        return CardField(at, "number", nullable=nullable, optional=optional)
    if types == {int, str}:
        return CardField(at, "figure", nullable=nullable, optional=optional)
    if types == {str}:
        return _words(at, seen, nullable, optional, words)
    return _several(at, seen, optional, words)


def _words(at: str, seen: Seen, nullable: bool, optional: bool, words: Words) -> CardField:
    values = sorted({value for value in seen.values if value is not None})
    free = keys_of(at)[0] in FREE or keys_of(at)[-1] in ("ja", "en")
    if any(len(value) > LONG or "\n" in value for value in values) or keys_of(at)[0] == "text":
        return CardField(at, "text", nullable=nullable, optional=optional)
    is_rare = len(values) * 2 > len(seen.values) and not all(WORD.fullmatch(value) for value in values)
    if free or len(values) > _MOST_VALUES or is_rare:
        return CardField(at, "line", nullable=nullable, optional=optional)
    return CardField(at, "choice", tuple(words(at, values)), nullable, optional)


def _several(at: str, seen: Seen, optional: bool, words: Words) -> CardField:
    """The field for lists of words, of words with values, or of squares. Anything else becomes JSON."""
    if _are_words(seen):
        met = list(dict.fromkeys(item for value in seen.values for item in value))
        return CardField(at, "words", tuple(words(at, met)), optional=optional)
    if _are_named(seen):
        items = [item for value in seen.values for item in value]
        names = words(f"{at}/name", list(dict.fromkeys(item["name"] for item in items)))
        valued = dict.fromkeys(item["name"] for item in items if "value" in item)
        return CardField(at, "named", tuple(names), optional=optional, valued=tuple(valued))
    if _are_squares(seen):
        return CardField(
            at, "squares", _around([square for value in seen.values for square in value]), optional=optional
        )
    return CardField(at, "json", optional=optional)


def _are_words(seen: Seen) -> bool:
    """Whether the values are lists of a few different words, or of numbers, without duplicates."""
    if not _are_lists(seen):
        return False
    items = [item for value in seen.values for item in value]
    return (
        {type(item) for item in items} in ({str}, {int})
        and len(set(items)) <= _MOST_VALUES
        and all(len(set(value)) == len(value) for value in seen.values)
    )


def _are_named(seen: Seen) -> bool:
    """Whether they are lists of `{name}` and `{name, value}`. A name always or never has a number, and occurs once."""
    if not _are_lists(seen) or not all(is_named(item) for value in seen.values for item in value):
        return False
    items = [item for value in seen.values for item in value]
    valued, plain = ({item["name"] for item in items if ("value" in item) is has_value} for has_value in (True, False))
    alone = all(len({item["name"] for item in value}) == len(value) for value in seen.values)
    return bool(items) and alone and not valued & plain and len(valued | plain) <= _MOST_VALUES


def _are_squares(seen: Seen) -> bool:
    return _are_lists(seen) and any(seen.values) and all(is_squares(value) for value in seen.values)


def _are_lists(seen: Seen) -> bool:
    return seen.types == {list}


def is_named(value: Json) -> bool:
    """Whether it is like `{"name": "armor", "value": 2}`, or without a value."""
    if not isinstance(value, Mapping) or not {"name"} <= set(value) <= {"name", "value"}:
        return False
    return isinstance(value["name"], str) and type(value.get("value", 0)) is int


def is_squares(value: Json) -> bool:
    """Whether it is like `[[-1, 1], [0, 1]]`: steps right and ahead, no duplicates, without the card's own square."""
    if not isinstance(value, list):
        return False
    pairs = [item for item in value if isinstance(item, list) and [type(step) for step in item] == [int, int]]
    near = all(abs(step) <= FARTHEST for pair in pairs for step in pair)
    return near and len(pairs) == len(value) == len({(x, y) for x, y in pairs}) and [0, 0] not in value


def _around(squares: Sequence[Sequence[int]]) -> tuple[tuple[int, int], ...]:
    """The rectangle around these squares and the card, with a rim of one; rows from ahead to behind, left to right."""
    columns, rows = ([0, *(square[i] for square in squares)] for i in (0, 1))
    side = max(abs(column) for column in columns) + 1
    return tuple(
        (x, y) for y in range(max(rows) + 1, min(rows) - 2, -1) for x in range(-side, side + 1) if (x, y) != (0, 0)
    )


def filters_of(cards: Sequence[Mapping[str, Json]]) -> dict[str, list[Json]]:
    """Place -> values, for fields worth filtering by: edition, army, nation, rank, cost …"""
    found = {}
    for at, seen in values_by_place(cards).items():
        first, last = keys_of(at)[0], keys_of(at)[-1]
        if not seen.types <= {str, int, bool, type(None)}:
            continue
        values = {json_word(value): value for value in seen.values}
        if (
            len(keys_of(at)) > DEEPEST
            or first in (*FREE, *NO_FILTERS)
            or last in ("ja", "en")
            or not 2 <= len(values) <= _MOST_VALUES
        ):
            continue
        if len(values) * 2 <= max(len(seen.values), 4):
            found[at] = sorted(values.values(), key=_by_kind)
    return found


def json_word(value: Json) -> str:
    """A scalar as a word in a URL. `true` and 1 differ, and so do 1 and "1"."""
    if isinstance(value, str):
        return value
    if value is None or isinstance(value, bool):
        return {None: "~null", True: "~true", False: "~false"}[value]
    return f"~{value}"


def _by_kind(value: Json) -> tuple[int, int, str]:
    number = isinstance(value, int) and not isinstance(value, bool)
    return (1 if number else 0 if value is None else 2, value if number else 0, str(value))


def vocabulary(card_set: Mapping[str, Json]) -> dict[str, Names]:
    """word -> display name, from the set's lists of editions, armies, nations, ranks …"""
    found: dict[str, Names] = {}
    for key, value in card_set.items():
        if key not in ("cards", "starter_decks", "names"):
            _collect(value, found)
    return found


def _collect(value: Json, found: dict[str, Names]) -> None:
    if isinstance(value, Mapping):
        name = value.get("slug") or value.get("name") or value.get("id") or value.get("value")
        if isinstance(name, str) and is_names(value.get("names")):
            found.setdefault(name, value["names"])
        for key, part in value.items():
            if is_names(part) and key not in ("names", "text"):
                found.setdefault(key, part)
                continue
            if isinstance(part, Mapping) and is_names(part.get("names")):
                found.setdefault(key, part["names"])
            _collect(part, found)
    elif isinstance(value, list):
        for part in value:
            _collect(part, found)


def is_names(value: Json) -> bool:
    return isinstance(value, Mapping) and set(value) == {"ja", "en"} and all(isinstance(v, str) for v in value.values())
