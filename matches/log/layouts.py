"""Name the stored form of a ruleset's state. Code that gives the same name can read it. Pure.

Classes are identified by their own names, without their modules. So code that is moved, or frozen as an older version,
can still read what it wrote. Documentation does not affect the name.
"""

import hashlib
from collections.abc import Iterable
from enum import Enum
from typing import Any

import msgspec
from msgspec import inspect, structs

from rules.engine import Ruleset, canonical


def layout_of(rules: Ruleset) -> str:
    """Name the ruleset version and the shape of its state. A different shape gives a different name."""
    types = (rules.definition.state_type, rules.definition.options_type, *_members(rules.definition.frame_types))
    digest = hashlib.sha256(canonical(shape_of(types))).hexdigest()
    return f"{rules.slug}/{rules.version}/{digest[:16]}"


def _members(union: Any) -> tuple[Any, ...]:
    return getattr(union, "__args__", (union,))


def shape_of(types: Iterable[Any]) -> dict[str, Any]:
    """The types, and every class they reach, as JSON.

    Each class is written once, with its fields in order, and referred to by its index in the list of classes. So two
    classes with the same name stay distinct.
    """
    describer = _Describer()
    described = [describer.describe(part) for part in inspect.multi_type_info(types)]
    return {"types": described, "classes": describer.classes}


class _Describer:
    """Describes types and collects their classes in the order of first use."""

    def __init__(self) -> None:
        self.classes: list[dict[str, Any]] = []
        self._places: dict[Any, int] = {}

    def describe(self, part: Any) -> Any:
        if isinstance(part, inspect.Metadata):
            return self.describe(part.type)
        if isinstance(part, inspect.Type):
            kind = type(part).__name__
            if hasattr(part, "cls"):
                return [kind, self._place_of(part)]
            return [kind, *(self.describe(value) for value in structs.astuple(part))]
        if isinstance(part, tuple):
            return [self.describe(value) for value in part]
        return part

    def _place_of(self, part: Any) -> int:
        if part.cls not in self._places:
            self._places[part.cls] = len(self.classes)
            description: dict[str, Any] = {"name": getattr(part.cls, "__qualname__", str(part.cls))}
            self.classes.append(description)
            description.update(self._members_of(part))
        return self._places[part.cls]

    def _members_of(self, part: Any) -> dict[str, Any]:
        if isinstance(part, inspect.EnumType):
            members: Iterable[Enum] = part.cls
            return {"members": [[member.name, member.value] for member in members]}
        if isinstance(part, inspect.CustomType):
            return {}
        marks = {
            name: getattr(part, name, None) for name in ("tag_field", "tag", "array_like", "forbid_unknown_fields")
        }
        return {**marks, "fields": [self._field(field) for field in part.fields]}

    def _field(self, field: inspect.Field) -> list[Any]:
        return [
            field.name,
            field.encode_name,
            field.required,
            _default(field),
            self.describe(field.type),
        ]


def _default(field: inspect.Field) -> Any:
    """The value of a field that is left out of the stored form."""
    if field.default_factory is not msgspec.NODEFAULT:
        return ["made by", getattr(field.default_factory, "__qualname__", "")]
    if field.default is msgspec.NODEFAULT:
        return []
    if field.default is msgspec.UNSET:
        return ["unset"]
    return ["is", msgspec.json.decode(msgspec.json.encode(field.default, order="deterministic"))]
