"""Initial values, and conversion of a value when another alternative is chosen. Pure.

A new value has what the set's cards have most often at its place.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any, get_args

from common.text.infer_fields import is_names
from rules.engine.card_grammar import (
    Alternative,
    Enumeration,
    Flag,
    Grammar,
    Key,
    Number,
    OneOf,
    Table,
    Text,
    Texts,
    Words,
)

Json = Any
Place = tuple[str, str]
"""(name of the Struct, key) of keys that are the same on every card."""

DEEPEST = 4
"""The most levels of nesting in a new value."""


class Values:
    """Counts the values in the cards of a set."""

    def __init__(self, grammar: Grammar, card_type: Any, cards: Sequence[Mapping[str, Json]]) -> None:
        self.grammar, self.card_type = grammar, card_type
        self.counts: dict[Place, Counter[Json]] = {}
        for card in cards:
            self._count(card_type, card, ("", ""))

    def _count(self, annotation: Any, value: Json, place: Place) -> None:
        kind = self.grammar.kind(annotation)
        if isinstance(kind, OneOf):
            chosen = self.grammar.alternative_of(kind, value)
            if chosen is None:
                return
            self._note(place, chosen.code)
            if chosen.struct is None:
                self._count(chosen.plain, value, (place[0], f"{place[1]}~"))
                return
            for key in chosen.keys:
                if key.name in value:
                    self._note((chosen.name, ""), key.name)
                    self._count(key.annotation, value[key.name], (chosen.name, key.name))
        elif isinstance(kind, Enumeration) and isinstance(value, list):
            for item, inner in zip(_items(kind, len(value)), value, strict=False):
                self._count(item, inner, place)
        elif isinstance(value, str | int):
            self._note(place, value)

    def _note(self, place: Place, value: Json) -> None:
        self.counts.setdefault(place, Counter())[value] += 1

    # Initial values

    def default(self, annotation: Any, place: Place = ("", ""), depth: int = 0) -> Json:
        """An initial value of the type: for each choice the most common one at the place, everything else empty."""
        kind = self.grammar.kind(annotation)
        if isinstance(kind, OneOf):
            return self.made(self.usual(kind, place, depth), depth, place)
        if isinstance(kind, Words):
            return next((word for word in self._often(place) if word in kind.choices), kind.choices[0])
        if isinstance(kind, Number):
            return self._number(kind, place)
        if isinstance(kind, Enumeration):
            return [self.default(item, place, depth + 1) for item in _items(kind, kind.least)]
        if isinstance(kind, Text):
            return next((text for text in self._often(place) if self.counts[place][text] > 1), "")
        return {Flag: False, Texts: {"ja": "", "en": ""}, Table: {}}[type(kind)]

    def made(self, chosen: Alternative | None, depth: int = 0, place: Place = ("", "")) -> Json:
        """An alternative with all its required keys."""
        if chosen is None:
            return None
        if chosen.struct is None:
            return self.default(chosen.plain, (place[0], f"{place[1]}~"), depth)
        needed = [key for key in chosen.keys if key.is_required] or self._likeliest(chosen)
        keys = {key.name: self.default(key.annotation, (chosen.name, key.name), depth + 1) for key in needed}
        return {**dict(chosen.words), **keys}

    def _likeliest(self, chosen: Alternative) -> list[Key]:
        """For an object without required keys: the key that cards use most, as an empty object says nothing."""
        used = [name for name in self._often((chosen.name, "")) if not chosen.words]
        return [key for key in chosen.keys if key.name in used[:1]]

    def usual(self, kind: OneOf, place: Place, depth: int = 0) -> Alternative | None:
        """The alternative that cards use most at a place."""
        if depth > DEEPEST:
            return None if kind.is_nullable else min(kind.alternatives, key=self._nesting)
        codes = {one.code: one for one in kind.alternatives}
        return next((codes[code] for code in self._often(place) if code in codes), kind.alternatives[0])

    def _nesting(self, one: Alternative) -> tuple[int, int]:
        """How deeply an alternative is nested: first required keys with objects or lists, then all required keys."""
        needed = [key for key in one.keys if key.is_required]
        return sum(1 for key in needed if isinstance(self.grammar.kind(key.annotation), OneOf | Enumeration)), len(
            needed
        )

    def _often(self, place: Place) -> list[Json]:
        return [value for value, _times in self.counts.get(place, Counter()).most_common()]

    def _number(self, kind: Number, place: Place) -> int:
        fits = (n for n in self._often(place) if type(n) is int and n >= (kind.least or n) and n <= (kind.most or n))
        return next(fits, 1 if kind.least is None else kind.least)

    # Changing the alternative

    def changed(self, annotation: Any, value: Json, chosen: Alternative | None, place: Place = ("", "")) -> Json:
        """Convert a value to another alternative. Common parts stay. The old value moves into an alternative that can
        have one of its kind, and out of it again on the way back.
        """
        new = self.made(chosen, 0, place)
        if not isinstance(new, dict) or not isinstance(value, Mapping) or chosen is None:
            return new
        kind = self.grammar.kind(annotation)
        assert isinstance(kind, OneOf)
        before = self.grammar.alternative_of(kind, value)
        inner = [part for key in before.keys for part in self._held(annotation, key, value)] if before else []
        same = next((part for part in inner if self.grammar.alternative_of(kind, part) == chosen), None)
        if same is not None:
            return deepcopy(same)
        holders = [key for key in chosen.keys if key.is_required and _holds(self.grammar, annotation, key)]
        kept = inner or [value]
        if holders:
            new[holders[0].name] = self._filled(holders[0], kept, new[holders[0].name])
        theirs = {key.name: key.annotation for key in before.keys} if before else {}
        for key in chosen.keys:
            if key not in holders and key.name in value and theirs.get(key.name) == key.annotation:
                new[key.name] = deepcopy(value[key.name])
        return new

    def _held(self, annotation: Any, key: Key, value: Mapping[str, Json]) -> Iterator[Json]:
        """The values of the same kind inside a value."""
        if key.name not in value or not _holds(self.grammar, annotation, key):
            return
        held = value[key.name]
        yield from held if isinstance(held, list) else [held]

    def _filled(self, key: Key, kept: Sequence[Json], otherwise: Json) -> Json:
        kind = self.grammar.kind(key.annotation)
        if not isinstance(kind, Enumeration):
            return deepcopy(kept[0])
        room = len(kind.fixed) or max(len(kept), kind.least)
        return [deepcopy(kept[i]) if i < len(kept) else otherwise[min(i, len(otherwise) - 1)] for i in range(room)]


def _holds(grammar: Grammar, annotation: Any, key: Key) -> bool:
    """Whether a key holds one or more values of the type."""
    kind = grammar.kind(key.annotation)
    if isinstance(kind, Enumeration):
        return any(item == annotation for item in (kind.fixed or (kind.item,)))
    return bool(key.annotation == annotation or annotation in get_args(key.annotation))


def _items(kind: Enumeration, length: int) -> Sequence[Any]:
    return kind.fixed or (kind.item,) * length


def is_said(grammar: Grammar, annotation: Any, value: Json) -> bool:
    """Whether the types can express a value. If not, it can't be edited by form and stays as JSON."""
    kind = grammar.kind(annotation)
    if isinstance(kind, OneOf):
        return _is_alternative(grammar, kind, value)
    if isinstance(kind, Enumeration):
        items = _items(kind, len(value)) if isinstance(value, list) else ()
        is_list = isinstance(value, list) and len(items) == len(value)
        return is_list and all(is_said(grammar, item, inner) for item, inner in zip(items, value, strict=True))
    if isinstance(kind, Words):
        return any(value == word and type(value) is type(word) for word in kind.choices)
    if isinstance(kind, Texts):
        return is_names(value)
    return type(value) is {Number: int, Flag: bool, Table: dict}.get(type(kind), str)


def _is_alternative(grammar: Grammar, kind: OneOf, value: Json) -> bool:
    one = grammar.alternative_of(kind, value)
    if one is None:
        return value is None and kind.is_nullable
    if one.struct is None:
        return is_said(grammar, one.plain, value)
    keys = {key.name: key for key in one.keys}
    words = dict(one.words)
    if set(value) - set(keys) - set(words) or any(value.get(name) != word for name, word in words.items()):
        return False
    return all(
        is_said(grammar, key.annotation, value[name]) if name in value else not key.is_required
        for name, key in keys.items()
    )
