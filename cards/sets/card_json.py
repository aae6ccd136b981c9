"""Card JSON as authors read and write it: strict reading, neat printing, and the line number of each place."""

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any, NoReturn

from cards.limits import MOST_DIGITS
from common.text.card_faults import card_fault_texts
from common.text.unkeepable import unkeepable
from rules.engine import Names, Problem, card_fault
from rules.engine.json_pointers import within

Json = Any

WIDTH = 100
"""An object or list that fits into a line of this width is printed on one line."""
DEEPEST = 60
"""The most nested levels. No game's cards need more."""
LARGEST = 10_000
"""The most characters in a card's JSON, without spaces and line breaks. Shipped cards have less than a fifth. The time
to build forms and word choices grows faster than the size."""
HIGHEST = 2**53
"""Larger integers aren't portable (RFC 8785)."""


_MESSAGES = (
    ("Expecting value", "value_expected"),
    ("Expecting property name", "key_expected"),
    ("Expecting ':' delimiter", "colon_expected"),
    ("Expecting ',' delimiter", "comma_expected"),
    ("Illegal trailing comma", "trailing_comma"),
    ("Extra data", "extra_data"),
    ("Unterminated string", "string_not_closed"),
    ("Invalid control character", "control_character"),
    ("Invalid \\", "bad_escape"),
)
"""How messages of the standard library's reader start -> our code. Its messages are only in English."""


class NotJson(ValueError):
    """The text can't be read; has the line of the error."""

    def __init__(self, code: str, line: int | None = None, **params: str) -> None:
        super().__init__(code)
        self.code, self.line, self.params = code, line, params

    @property
    def texts(self) -> Names:
        fault = card_fault_texts({"code": self.code, **self.params})
        if self.line is None:
            return fault
        return card_fault_texts({"code": "at_line", "line": self.line, "fault": fault})


def read_json(text: str) -> Json:
    """Read JSON strictly. Raises NotJson, also for duplicate keys, non-integer numbers and too many levels."""
    try:
        value = json.loads(
            text,
            parse_int=_integer,
            parse_float=_refuse_number,
            parse_constant=_refuse_number,
            object_pairs_hook=_object,
        )
    except json.JSONDecodeError as error:
        code = next((code for start, code in _MESSAGES if error.msg.startswith(start)), None)
        if code is None:
            raise NotJson("no_json", error.lineno, reason=error.msg) from error
        raise NotJson(code, error.lineno) from error
    except RecursionError as error:
        raise NotJson("nested_too_deeply") from error
    if _is_deeper(value, DEEPEST):
        raise NotJson("nested_too_deeply")
    return value


def _is_deeper(value: Json, most: int) -> bool:
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return most < 0 or any(_is_deeper(part, most - 1) for part in parts)


def _refuse_number(text: str) -> NoReturn:
    raise NotJson("number_no_integer", number=text)


def _integer(text: str) -> int:
    """Raises NotJson for too many digits: beyond thousands, Python raises an error of its own."""
    if len(text) > MOST_DIGITS:
        raise NotJson("number_not_exact")
    return int(text)


def _object(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    made = dict(pairs)
    if len(made) < len(pairs):
        counted = Counter(key for key, _ in pairs)
        raise NotJson("key_repeated", key=next(key for key in counted if counted[key] > 1))
    return made


def is_too_large(card: Json) -> bool:
    """Whether a card is larger than LARGEST."""
    return len(json.dumps(card, ensure_ascii=False, separators=(",", ":"))) > LARGEST


def plain_faults(value: Json, at: str = "") -> list[Problem]:
    """The faults of values that canonical JSON (RFC 8785, contract) or the database can't hold."""
    if isinstance(value, Mapping):
        bad_keys = [card_fault(at, "key_not_ascii", key=str(key)) for key in value if not _is_key(key)]
        return bad_keys + [fault for key, part in value.items() for fault in plain_faults(part, within(at, key))]
    if isinstance(value, list):
        return [fault for i, part in enumerate(value) for fault in plain_faults(part, within(at, i))]
    if isinstance(value, str):
        code = unkeepable(value)
        return [card_fault(at, code)] if code else []
    if isinstance(value, bool) or value is None:
        return []
    if not isinstance(value, int):
        return [card_fault(at, "only_integers")]
    return [card_fault(at, "number_not_exact")] if abs(value) >= HIGHEST else []


def _is_key(key: Json) -> bool:
    return isinstance(key, str) and key.isascii() and key.isprintable()


def printed(value: Json) -> str:
    """Neat JSON: what fits is on one line."""
    return "\n".join(_lines(value, "", "", {}, 0))


def lines_of(value: Json) -> dict[str, int]:
    """JSON pointer -> the line of `printed` (from 1) on which that place starts."""
    places: dict[str, int] = {}
    _lines(value, "", "", places, 1)
    return places


def _lines(value: Json, at: str, indent: str, places: dict[str, int], line: int) -> list[str]:
    places[at] = line
    short = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, dict | list) or not value or len(indent) + len(short) <= WIDTH:
        _place_all(value, at, places, line)
        return [short]
    items = list(value.items()) if isinstance(value, dict) else list(enumerate(value))
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    lines = [opening]
    for i, (key, part) in enumerate(items):
        place = within(at, key)
        label = f"{json.dumps(key, ensure_ascii=False)}: " if isinstance(value, dict) else ""
        inner = _lines(part, place, indent + "  ", places, line + len(lines))
        inner[0] = f"{indent}  {label}{inner[0]}"
        inner[-1] += "," if i < len(items) - 1 else ""
        lines += inner
    return [*lines, f"{indent}{closing}"]


def _place_all(value: Json, at: str, places: dict[str, int], line: int) -> None:
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        place = within(at, key)
        places[place] = line
        _place_all(part, place, places, line)
