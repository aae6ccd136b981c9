"""The allowed structure of a card's JSON, read from the types of a ruleset's `card_type`.

The types are the grammar: a Struct is an object, a union a choice between alternatives, a Literal a choice of words. A
tuple or list is an enumeration. `Shape`s describe keys of a Struct that depend on each other.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, Meta, Struct, UnsetType, structs

from rules.engine.messages import Names

Json = Any


@dataclass(frozen=True, slots=True)
class Shape:
    """One form of a Struct whose keys depend on each other.

    `when` names a key and the words in it that select this form. Without `when`, the keys themselves identify the form.
    """

    keys: tuple[str, ...]
    optional: tuple[str, ...] = ()
    when: tuple[str, tuple[str, ...]] | None = None


@dataclass(frozen=True, slots=True)
class CardGrammar:
    """What a card's types don't say, and the display names of everything in them."""

    shapes: Mapping[type, tuple[Shape, ...]] = field(default_factory=dict)
    listed: Mapping[tuple[type, str], Callable[[Mapping[str, Any]], Sequence[str]]] = field(default_factory=dict)
    """(Struct, plain-text key) -> the words that a card set lists for it."""
    unwritten: tuple[tuple[type, str], ...] = ()
    """(Struct, attribute) pairs that the rules fill in themselves. They are not part of a card's data."""
    words: Mapping[str, Names] = field(default_factory=dict)
    """Display names by key:

    - `Struct`: the alternative
    - `Struct.key` or `key`: the key
    - `Struct.key.word` or `key.word`: the word in it
    - `Struct:key+key`: a form identified by its keys
    """


@dataclass(frozen=True, slots=True)
class Key:
    """A key of an object. `annotation` is the type of its value, if it is present."""

    name: str
    annotation: Any
    is_required: bool
    default: Json = None


@dataclass(frozen=True, slots=True)
class Words:
    choices: tuple[Json, ...]


@dataclass(frozen=True, slots=True)
class Number:
    least: int | None = None
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Text:
    pattern: str | None = None


@dataclass(frozen=True, slots=True)
class Flag:
    pass


@dataclass(frozen=True, slots=True)
class Texts:
    """A text in both languages, or any object of texts."""


@dataclass(frozen=True, slots=True)
class Table:
    """An object with arbitrary keys."""


@dataclass(frozen=True, slots=True)
class Enumeration:
    """A list. `fixed`: each entry has its own type. Otherwise every entry has the type `item`, at least `least` of
    them."""

    item: Any = None
    least: int = 0
    fixed: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Alternative:
    """An object with these keys, some of them with the fixed words in `words`. Without a Struct, it is a plain value.

    `code` identifies it among the alternatives at its place.
    """

    code: str
    struct: Any = None
    words: tuple[tuple[str, str], ...] = ()
    keys: tuple[Key, ...] = ()
    plain: Any = None

    @property
    def name(self) -> str:
        """The name of its Struct, or the code of a plain value."""
        return str(self.struct.__name__) if self.struct is not None else self.code


@dataclass(frozen=True, slots=True)
class OneOf:
    """A choice between alternatives. `is_nullable`: null is allowed too."""

    alternatives: tuple[Alternative, ...]
    is_nullable: bool = False


Kind = Words | Number | Text | Flag | Texts | Table | Enumeration | OneOf


class Grammar:
    """The types of one ruleset's cards, inspected on demand."""

    def __init__(self, given: CardGrammar) -> None:
        self.given = given
        self.kind = lru_cache(maxsize=None)(self._kind)
        self.keys = lru_cache(maxsize=None)(self._keys)
        self.alternatives = lru_cache(maxsize=None)(self._alternatives)

    def _kind(self, annotation: Any) -> Kind:
        """The kinds of value that the annotation allows."""
        origin = get_origin(annotation)
        if origin is Annotated:
            return self._noted(annotation)
        if origin in (Union, UnionType):
            return self._choice(get_args(annotation))
        if origin is Literal:
            return Words(get_args(annotation))
        if origin in (tuple, list, Sequence):
            return _enumeration(get_args(annotation))
        if origin is dict or annotation is dict:
            return Texts() if get_args(annotation) == (str, str) else Table()
        if annotation is bool:
            return Flag()
        if annotation is int:
            return Number()
        if isinstance(annotation, type) and issubclass(annotation, Struct):
            return OneOf(self.alternatives(annotation))
        return Text()

    def _noted(self, annotation: Any) -> Kind:
        inner, *notes = get_args(annotation)
        kind = self.kind(inner)
        for note in notes:
            if not isinstance(note, Meta):
                continue
            if isinstance(kind, Number):
                kind = Number(_whole(note.ge, kind.least), _whole(note.le, kind.most))
            elif isinstance(kind, Text):
                kind = Text(note.pattern)
            elif isinstance(kind, Enumeration) and note.min_length is not None:
                kind = Enumeration(kind.item, note.min_length, kind.fixed)
        return kind

    def _choice(self, parts: tuple[Any, ...]) -> Kind:
        present = [part for part in parts if part is not NoneType and part is not UnsetType]
        is_nullable = NoneType in parts
        if len(present) == 1 and not is_nullable:
            return self.kind(present[0])
        if all(get_origin(part) is Literal for part in present) and not is_nullable:
            return Words(tuple(word for part in present for word in get_args(part)))
        found: list[Alternative] = []
        for part in present:
            kind = self.kind(part)
            found += kind.alternatives if isinstance(kind, OneOf) else [Alternative(_plain_code(kind), plain=part)]
        return OneOf(tuple(found), is_nullable)

    def _keys(self, struct: Any) -> tuple[Key, ...]:
        """The keys of a Struct under their JSON names, in the Struct's order."""
        hints = get_type_hints(struct, include_extras=True)
        hidden = {name for owner, name in self.given.unwritten if issubclass(struct, owner)}
        return tuple(
            Key(f.encode_name, hints[f.name], f.default is NODEFAULT and f.default_factory is NODEFAULT, f.default)
            for f in structs.fields(struct)
            if f.name not in hidden
        )

    def _alternatives(self, struct: Any) -> tuple[Alternative, ...]:
        keys = {key.name: key for key in self.keys(struct)}
        if struct in self.given.shapes:
            return tuple(made for shape in self.given.shapes[struct] for made in self._of_shape(struct, keys, shape))
        words = tuple((key.name, word) for key in keys.values() for word in _only_word(key))
        rest = tuple(key for key in keys.values() if key.name not in dict(words))
        return (Alternative(struct.__name__, struct, words, rest),)

    def _of_shape(self, struct: Any, keys: Mapping[str, Key], shape: Shape) -> list[Alternative]:
        needed = [Key(name, keys[name].annotation, True) for name in shape.keys]
        more = [Key(name, keys[name].annotation, False, keys[name].default) for name in shape.optional]
        fixed = tuple((key.name, word) for key in keys.values() for word in _only_word(key))
        if shape.when is None:
            return [Alternative(f"{struct.__name__}:{'+'.join(shape.keys)}", struct, fixed, (*needed, *more))]
        mark, words = shape.when
        name = struct.__name__
        return [Alternative(f"{name}.{word}", struct, ((mark, word), *fixed), (*needed, *more)) for word in words]

    def alternative_of(self, kind: OneOf, value: Json) -> Alternative | None:
        """The alternative that a value is, or comes closest to. None for null and for values that resemble none."""
        if value is None:
            return None
        if not isinstance(value, Mapping):
            plain = [one for one in kind.alternatives if one.struct is None]
            return next((one for one in plain if _is_plainly(self.kind(one.plain), value)), None)
        forms = [one for one in kind.alternatives if one.struct is not None]
        return max(forms, key=lambda one: _likeness(one, value), default=None)

    def annotation_at(self, annotation: Any, value: Json, steps: Sequence[str]) -> Any:
        """The type at the place that the steps lead to in a value, or None if the types have no such place."""
        for step in steps:
            kind = self.kind(annotation)
            annotation = self._within(kind, value, step)
            if annotation is None:
                return None
            value = _part(value, step)
        return annotation

    def _within(self, kind: Kind, value: Json, step: str) -> Any:
        if isinstance(kind, Enumeration):
            if not step.isdecimal():
                return None
            return kind.item if not kind.fixed else kind.fixed[int(step)] if int(step) < len(kind.fixed) else None
        if not isinstance(kind, OneOf):
            return None
        chosen = self.alternative_of(kind, value) or next((one for one in kind.alternatives if one.struct), None)
        if chosen is None or chosen.struct is None:
            return None
        return next((key.annotation for key in self.keys(chosen.struct) if key.name == step), None)


def _only_word(key: Key) -> list[str]:
    """The only word allowed for a required key. An optional key doesn't identify its Struct."""
    words = get_args(key.annotation) if key.is_required and get_origin(key.annotation) is Literal else ()
    return [words[0]] if len(words) == 1 else []


def _part(value: Json, step: str) -> Json:
    if isinstance(value, Mapping):
        return value.get(step)
    return value[int(step)] if isinstance(value, list) and step.isdecimal() and int(step) < len(value) else None


def _whole(bound: float | None, otherwise: int | None) -> int | None:
    return otherwise if bound is None else int(bound)


def _enumeration(parts: tuple[Any, ...]) -> Enumeration:
    if len(parts) == 1 or (len(parts) == 2 and parts[1] is Ellipsis):
        return Enumeration(parts[0])
    return Enumeration(fixed=parts, least=len(parts))


def _plain_code(kind: Kind) -> str:
    return {Number: "number", Words: "word", Flag: "flag", Enumeration: "list"}.get(type(kind), "text")


def _is_plainly(kind: Kind, value: Json) -> bool:
    if isinstance(kind, Words):
        return value in kind.choices
    wanted = {Number: int, Flag: bool, Text: str, Enumeration: list}.get(type(kind))
    return wanted is not None and type(value) is wanted


def _likeness(one: Alternative, value: Mapping[str, Json]) -> tuple[int, int, int]:
    """Sort key for how well an object fits: no conflicting words first, then matching words, then shared keys minus
    unknown and missing ones."""
    words = [value.get(name) == word for name, word in one.words]
    known = {name for name, _ in one.words} | {key.name for key in one.keys}
    astray = len(set(value) - known) + sum(1 for key in one.keys if key.is_required and key.name not in value)
    return words.count(True) - len(words), words.count(True), len(known & set(value)) - astray
