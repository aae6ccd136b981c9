"""Narrows the words and alternatives at a place to those that the ruleset's check accepts. Pure.

It knows no game: it tries and checks each candidate that the types allow. Faults at the place, inside it or in what
contains it rule the candidate out. Faults elsewhere can be fixed in another step.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Any

from cards.editor.builder.values import Values, is_said
from cards.limits import MOST_CHECKED_VALUES
from rules.engine import Problem
from rules.engine.card_grammar import Alternative, Enumeration, Grammar, Number, OneOf, Text, Words
from rules.engine.json_pointers import is_within, keys_of, put, value_at, within

Json = Any
Check = Callable[[Mapping[str, Json]], Sequence[Problem]]
Fault = tuple[str, str]

_MOST_TRIES = 80
"""The most tries to fix one value."""


class Offering:
    """One card, and the check that it must pass."""

    def __init__(self, values: Values, check: Check, card: Mapping[str, Json]) -> None:
        self.values, self.check, self.left = values, check, MOST_CHECKED_VALUES
        self.card = _stand_in(values, check, card)
        self.base = self._faults(self.card)
        self.kept: frozenset[str] = frozenset()
        """Places whose words aren't changed to fix others: the author has just chosen them."""

    def _faults(self, card: Mapping[str, Json]) -> frozenset[Fault]:
        self.left -= _size(card)
        return frozenset((fault.get("at", ""), fault["code"]) for fault in self.check(card))

    def words(self, at: str, words: Sequence[Json]) -> list[Json]:
        """The words allowed at a place of the card, and the present one."""
        now = value_at(self.card, at)
        return [word for word in words if word == now or self.fits(at, word)]

    def alternatives(self, annotation: Any, at: str, place: tuple[str, str]) -> list[Alternative]:
        """The alternatives allowed in place of the present one."""
        kind, now = self.values.grammar.kind(annotation), value_at(self.card, at)
        assert isinstance(kind, OneOf)
        chosen = self.values.grammar.alternative_of(kind, now)
        return [
            one
            for one in kind.alternatives
            if one == chosen or self.fits(at, self.values.changed(annotation, now, one, place), annotation)
        ]

    def entries(self, kind: Enumeration, at: str, place: tuple[str, str]) -> list[Alternative]:
        """The alternatives that may be added to a list."""
        entry, held = self.values.grammar.kind(kind.item), value_at(self.card, at)
        if not isinstance(entry, OneOf) or len(entry.alternatives) == 1 or not isinstance(held, list):
            return []
        next_at = within(at, len(held))
        longer = [*held, None]
        return [
            one
            for one in entry.alternatives
            if self.fits(next_at, self.values.made(one, 0, place), kind.item, put(self.card, at, longer))
        ]

    def keys(self, one: Alternative, at: str) -> list[str]:
        """The optional keys that can be added to an object."""
        held = value_at(self.card, at)
        missing = [key for key in one.keys if not key.is_required and key.name not in held]
        return [
            key.name
            for key in missing
            if self.fits(
                within(at, key.name), self.values.default(key.annotation, (one.name, key.name)), key.annotation
            )
        ]

    def fits(self, at: str, value: Json, annotation: Any = None, card: Any = None) -> bool:
        if self.left <= 0:
            return True
        tried = put(self.card if card is None else card, at, value)
        return not self._blocking(self._mended(tried, at, annotation), at)

    def mended(self, card: Mapping[str, Json], at: str) -> Mapping[str, Json]:
        """The card with other words within a place, if that removes faults there."""
        annotation = self.values.grammar.annotation_at(self.values.card_type, card, keys_of(at))
        return card if annotation is None else self._mended(card, at, annotation)

    def _blocking(self, card: Mapping[str, Json], at: str) -> frozenset[Fault]:
        """The new faults at a place, inside it, or in what contains it."""
        new = self._faults(card) - self.base
        return frozenset(fault for fault in new if is_within(fault[0], at) or is_within(at, fault[0]))

    def _mended(self, card: Mapping[str, Json], at: str, annotation: Any) -> Mapping[str, Json]:
        if annotation is None or not (faults := self._blocking(card, at)):
            return card
        places = list(words_within(self.values.grammar, annotation, value_at(card, at), at))
        others = [[(place, word) for word in words] for place, words in places if place not in self.kept]
        tries = (changes for size in (1, 2) for some in combinations(others, size) for changes in product(*some))
        for _number, changes in zip(range(_MOST_TRIES), tries, strict=False):
            if self.left <= 0:
                break
            tried = card
            for place, word in changes:
                tried = put(tried, place, word)
            if len(left := self._blocking(tried, at)) < len(faults):
                card, faults = tried, left
                if not faults:
                    break
        return card


def words_within(grammar: Grammar, annotation: Any, value: Json, at: str) -> Iterator[tuple[str, Sequence[Json]]]:
    """Every place in a value that holds one of several words, with all words that the type allows there."""
    kind = grammar.kind(annotation)
    if isinstance(kind, Words) and len(kind.choices) > 1:
        yield at, kind.choices
    elif isinstance(kind, Enumeration) and isinstance(value, list):
        for i, (item, inner) in enumerate(zip(kind.fixed or (kind.item,) * len(value), value, strict=False)):
            yield from words_within(grammar, item, inner, within(at, i))
    elif isinstance(kind, OneOf) and isinstance(value, Mapping):
        one = grammar.alternative_of(kind, value)
        for key in one.keys if one else ():
            if key.name in value:
                yield from words_within(grammar, key.annotation, value[key.name], within(at, key.name))


def _size(value: Json) -> int:
    """The number of values in a value, including itself."""
    parts = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
    return 1 + sum(map(_size, parts))


def _stand_in(values: Values, check: Check, card: Mapping[str, Json]) -> Mapping[str, Json]:
    """The card with harmless values for plain fields that are still wrong: a check may stop at the first of them."""
    kind = values.grammar.kind(values.card_type)
    assert isinstance(kind, OneOf)
    one = values.grammar.alternative_of(kind, card)
    made = dict(card)
    for key in one.keys if one else ():
        is_plain = isinstance(values.grammar.kind(key.annotation), Words | Number | Text)
        if not is_plain and key.name in card and is_said(values.grammar, key.annotation, card[key.name]):
            continue
        if key.is_required and any(is_within(fault.get("at", ""), f"/{key.name}") for fault in check(made)):
            made[key.name] = values.default(key.annotation, (one.name if one else "", key.name)) or "a"
    return made
