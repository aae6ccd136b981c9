"""Reads one line of JSON strictly: canonical, or at least without duplicate keys. Pure.

JSON readers differ on duplicate keys: most use the last, some the first. So exports are accepted only in canonical
form, in which each value is written in only one way.
"""

import json
from collections.abc import Mapping
from typing import Any

import msgspec

from rules.engine import canonical

_MOST_INTEGER = 2**53 - 1
"""The largest integer that every JSON reader reads exactly (RFC 8785, Appendix D)."""


class BadLine(Exception):
    """The line is invalid. `code` and `params` are those of a finding (`replay.findings`)."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params


def read_canonical(line: bytes) -> dict[str, Any]:
    """Read the object in a canonical line (RFC 8785). Raises BadLine."""
    found = _object(line)
    if not is_canonical(line, found):
        raise BadLine("key_twice", key=key) if (key := key_given_twice(line)) is not None else BadLine("not_canonical")
    return found


def read_unique(line: bytes) -> dict[str, Any]:
    """Read the object in a line, in any form but without duplicate keys. Raises BadLine."""
    found = _object(line)
    if (key := key_given_twice(line)) is not None:
        raise BadLine("key_twice", key=key)
    return found


def is_canonical(raw: bytes, value: Any) -> bool:
    """Whether the bytes are the canonical form of the value that was read from them."""
    try:
        return _is_plain(value) and canonical(value) == raw
    except RecursionError:
        return False


def _object(line: bytes) -> dict[str, Any]:
    try:
        found = msgspec.json.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BadLine("no_json", error=error) from error
    if not isinstance(found, dict):
        raise BadLine("no_object")
    return found


def _is_plain(value: Any) -> bool:
    """Whether a value has no fractions, no integers that other readers round, and only ASCII keys.

    The order of ASCII keys is the same in every encoding.
    """
    if isinstance(value, dict):
        return all(map(str.isascii, value)) and all(map(_is_plain, value.values()))
    if isinstance(value, list):
        return all(map(_is_plain, value))
    return not isinstance(value, float) and (not isinstance(value, int) or abs(value) <= _MOST_INTEGER)


class _Twice(Exception):
    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


def key_given_twice(line: bytes) -> str | None:
    """The first duplicate key in an object of the line, at any depth, or None. The line must be valid JSON."""
    try:
        json.loads(line, object_pairs_hook=_once)
    except _Twice as twice:
        return twice.key
    except (RecursionError, ValueError):  # Too deep, or an integer with more digits than Python reads.
        return None
    return None


def _once(pairs: list[tuple[str, Any]]) -> Mapping[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise _Twice(key)
        found[key] = value
    return found
