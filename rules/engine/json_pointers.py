"""JSON pointers (RFC 6901) to places in cards, sets and requests. Only this module builds and follows them.

The library `jsonpointer` doesn't fit: it raises if there is nothing at a place, and it steps into strings letter by
letter. Many places come from requests, and often there is nothing there.
"""

import re
from collections.abc import Mapping
from typing import Any

Json = Any
_NUMBER = re.compile("0|[1-9][0-9]{0,5}")


def within(at: str, *keys: str | int) -> str:
    """The place of a key or list index: `/names`, `en` -> `/names/en`."""
    return at + "".join("/" + str(key).replace("~", "~0").replace("/", "~1") for key in keys)


def keys_of(at: str) -> list[str]:
    """`/names/en` -> `["names", "en"]`."""
    return [key.replace("~1", "/").replace("~0", "~") for key in at.split("/")[1:]]


def parent_of(at: str) -> str:
    """`/names/en` -> `/names`. The parent of a top-level place is the whole document, `""`."""
    return at.rpartition("/")[0]


def is_within(at: str, outer: str) -> bool:
    """Whether `at` equals `outer` or is inside it."""
    return at == outer or at.startswith(f"{outer}/")


def value_at(value: Json, at: str, missing: Json = None) -> Json:
    for key in keys_of(at):
        if isinstance(value, Mapping) and key in value:
            value = value[key]
        elif isinstance(value, list) and _NUMBER.fullmatch(key) and int(key) < len(value):
            value = value[int(key)]
        else:
            return missing
    return value


def put(value: Json, at: str, part: Json) -> Json:
    """A copy of the value with another part at a place. The place's parents must exist."""
    return _put(value, keys_of(at), part)


def _put(value: Json, keys: list[str], part: Json) -> Json:
    if not keys:
        return part
    first, *rest = keys
    if isinstance(value, list):
        return [_put(inner, rest, part) if str(i) == first else inner for i, inner in enumerate(value)]
    return {**value, first: _put(value.get(first), rest, part)}


def without(value: Json, at: str) -> Json:
    """A copy of the value without an existing key or list entry."""
    parent, last = parent_of(at), keys_of(at)[-1]
    held = value_at(value, parent)
    if isinstance(held, list):
        return put(value, parent, [inner for i, inner in enumerate(held) if str(i) != last])
    return put(value, parent, {key: inner for key, inner in held.items() if key != last})
