"""Checks the options of a match against the types that a ruleset declares for them."""

from collections.abc import Mapping
from functools import cache
from typing import Any, get_type_hints

import msgspec

from rules.engine.messages import Problem


def check_options(given: Mapping[str, Any], declared: type[msgspec.Struct] | Mapping[str, Any]) -> list[Problem]:
    """All faults of the options, each on its own: unknown names, sorted; then bad values, in declared order.

    `declared` is the ruleset's Struct of options, or name -> type if the types depend on another option.
    """
    types = declared if isinstance(declared, Mapping) else option_types(declared)
    unknown = sorted(name for name in given if name not in types)
    bad = [name for name, type_ in types.items() if name in given and not is_value(given[name], type_)]
    return [
        *({"code": "unknown_option", "option": name} for name in unknown),
        *({"code": "bad_option", "option": name} for name in bad),
    ]


@cache
def option_types(struct: type[msgspec.Struct]) -> Mapping[str, Any]:
    """Name -> type with its bounds, in field order."""
    return get_type_hints(struct, include_extras=True)


def is_value(value: object, type_: Any) -> bool:
    """Whether a JSON value is of the type, strictly: neither `true` nor `1.0` is the integer 1."""
    try:
        read = msgspec.convert(value, type_)
        return msgspec.msgpack.encode(read) == msgspec.msgpack.encode(value)
    except (msgspec.ValidationError, TypeError, OverflowError):
        return False
