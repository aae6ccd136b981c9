"""A built part of a card as form steps: the value at each place, the other choices, and what can be added."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from django.utils.translation import gettext

from cards.editor.builder.labels import Labels
from cards.editor.builder.offering import Offering
from cards.editor.builder.values import Values
from cards.limits import MOST_LIST_ENTRIES
from common.text.infer_fields import json_word
from rules.engine.card_grammar import Alternative, Enumeration, Flag, Key, Number, OneOf, Text, Texts, Words
from rules.engine.json_pointers import parent_of, within

Json = Any
Sort = Literal["words", "number", "text", "flag", "texts", "list", "object", "sole"]
Option = tuple[str, str, bool]
"""Submitted value, label, whether it is chosen."""

FEW = 3
"""Up to this many keys get a button each; more are chosen from a list."""


@dataclass
class Step:
    """One place. `sole`: the only word allowed there."""

    at: str
    label: str
    sort: Sort
    value: Any = ""
    options: list[Option] = field(default_factory=list)
    """Words, or the alternatives of an object."""
    was: str = ""
    """The alternative shown."""
    parts: list["Step"] = field(default_factory=list)
    more: list[tuple[str, str]] = field(default_factory=list)
    """Keys that can be added: name and label."""
    entries: list[Option] = field(default_factory=list)
    """Alternatives that can be added to a list. `can_grow` without any: there is only one kind."""
    can_grow: bool = False
    can_go: bool = False
    """A list entry or optional key that can be removed; `is_entry` says which."""
    is_entry: bool = False
    is_optional: bool = False
    can_rise: bool = False
    least: int | None = None
    most: int | None = None
    faults: list[str] = field(default_factory=list)

    @property
    def is_line(self) -> bool:
        """Whether it shares a line with others."""
        return self.sort in ("words", "number", "text", "flag", "sole") or (
            self.sort == "object" and len(self.parts) == 1 and self.parts[0].at == self.at
        )

    @property
    def has_few(self) -> bool:
        return len(self.more) <= FEW

    spoken: str = ""
    """The accessible name, if no visible label is next to it."""

    @property
    def name(self) -> str:
        return self.label or self.spoken

    @property
    def id(self) -> str:
        return f"step{self.at.replace('/', '-')}"

    def all(self) -> Iterator["Step"]:
        yield self
        for part in self.parts:
            yield from part.all()


class Steps:
    """The steps of one card; `card_set` lists words that the types leave open."""

    def __init__(
        self, values: Values, labels: Labels, offering: Offering, card: Mapping[str, Json], card_set: Mapping[str, Json]
    ) -> None:
        self.values, self.grammar, self.labels = values, values.grammar, labels
        self.offering, self.card, self.card_set = offering, card, card_set

    def part(self, annotation: Any, value: Json, at: str, label: str, place: tuple[str, str]) -> Step:
        """The step at a place, with everything inside it."""
        kind = self.grammar.kind(annotation)
        if isinstance(kind, OneOf):
            return self._object(annotation, kind, value, at, label, place)
        if isinstance(kind, Enumeration):
            return self._list(kind, value, at, label, place)
        if isinstance(kind, Words):
            return self._words(kind.choices, value, at, label, place)
        if isinstance(kind, Number):
            return Step(at, label, "number", value, least=kind.least, most=kind.most)
        if isinstance(kind, Flag):
            return Step(at, label, "flag", value)
        if isinstance(kind, Texts):
            return Step(at, label, "texts", value)
        assert isinstance(kind, Text)
        listed = self._listed(place)
        if listed:
            return self._words(listed if value in listed else [*listed, value], value, at, label, place)
        return Step(at, label, "text", value)

    def _listed(self, place: tuple[str, str]) -> Sequence[str]:
        for (struct, key), words in self.grammar.given.listed.items():
            if (struct.__name__, key) == place:
                return words(self.card_set)
        return ()

    def _words(self, choices: Sequence[Json], value: Json, at: str, label: str, place: tuple[str, str]) -> Step:
        if len(choices) == 1:
            return Step(at, label, "sole", json_word(value))
        offered = self.offering.words(at, choices)
        options = [(json_word(word), self.labels.value(*place, word), word == value) for word in offered]
        return Step(at, label, "words", json_word(value), options)

    def _object(self, annotation: Any, kind: OneOf, value: Json, at: str, label: str, place: tuple[str, str]) -> Step:
        one = self.grammar.alternative_of(kind, value)
        if one is None:
            return Step(at, label, "object", more=[("", label)])
        step = Step(at, label, "object", was=one.code)
        if len(kind.alternatives) > 1:
            offered = self.offering.alternatives(annotation, at, place)
            step.options = [(other.code, self.labels.alternative(other), other == one) for other in offered]
        if one.struct is None:
            step.parts = [self.part(one.plain, value, at, label, (place[0], f"{place[1]}~"))]
            return step
        step.parts = [self._key(one, key, value, at) for key in one.keys if key.name in value]
        step.more = [(name, self.labels.key(one.name, name)) for name in self.offering.keys(one, at)]
        return step

    def _key(self, one: Alternative, key: Key, value: Json, at: str) -> Step:
        label = self.labels.key(one.name, key.name)
        step = self.part(key.annotation, value[key.name], within(at, key.name), label, (one.name, key.name))
        step.is_optional = not key.is_required
        kind = self.grammar.kind(key.annotation)
        step.can_go = step.is_optional or (isinstance(kind, OneOf) and kind.is_nullable and value[key.name] is not None)
        return step

    def _list(self, kind: Enumeration, value: Json, at: str, label: str, place: tuple[str, str]) -> Step:
        items = kind.fixed or (kind.item,) * len(value)
        step = Step(at, label, "list", len(value))
        for i, (item, inner) in enumerate(zip(items, value, strict=False)):
            number = "" if kind.fixed else gettext("no. %(n)d") % {"n": i + 1}
            entry = self.part(item, inner, within(at, i), number, place)
            entry.spoken = f"{label} {i + 1}"
            for part in entry.parts:
                part.spoken = entry.spoken
            entry.is_entry = not kind.fixed
            entry.can_go = entry.is_entry and len(value) > kind.least
            entry.can_rise = entry.is_entry and i > 0
            step.parts.append(entry)
        if not kind.fixed and len(value) < MOST_LIST_ENTRIES:
            step.can_grow = True
            step.entries = self._entries(kind, at, place)
        return step

    def _entries(self, kind: Enumeration, at: str, place: tuple[str, str]) -> list[Option]:
        item = self.grammar.kind(kind.item)
        usual = self.values.usual(item, place) if isinstance(item, OneOf) else None
        offered = self.offering.entries(kind, at, place)
        return [(one.code, self.labels.alternative(one), one == usual) for one in offered]


def tell(steps: Sequence[Step], faults: Sequence[tuple[str, str]]) -> list[str]:
    """Attach each fault (place, sentence) to the nearest step. Returns the faults without a step near them."""
    every = {step.at: step for top in steps for step in top.all()}
    left = []
    for place, sentence in faults:
        at = place
        while at and at not in every:
            at = parent_of(at)
        if at:
            every[at].faults.append(sentence)
        else:
            left.append(sentence)
    return left
