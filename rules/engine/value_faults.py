"""How a value differs from its type, as a code with parameters. Only this module reads msgspec's messages."""

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, TypeVar

import msgspec

from rules.engine.card_grammar import CardGrammar, Grammar, Words
from rules.engine.json_pointers import within
from rules.engine.messages import Names, Problem, fill

T = TypeVar("T")

VALUE_FAULTS: dict[str, Names] = {
    "wrong_type": {
        "ja": "`{expected}`が必要ですが、`{found}`です。",
        "en": "It must be `{expected}`, not `{found}`.",
    },
    "type_required": {"ja": "`{expected}`が必要です。", "en": "It must be `{expected}`."},
    "array_too_short": {
        "ja": "配列には{least}個以上の要素が必要です。",
        "en": "It has too few entries. The minimum is {least}.",
    },
    "array_too_long": {"ja": "配列の要素は{most}個までです。", "en": "It has too many entries. The maximum is {most}."},
    "array_length": {
        "ja": "配列には{length}個の要素が必要ですが、{found}個です。",
        "en": "The number of entries must be {length}, not {found}.",
    },
    "object_too_small": {
        "ja": "オブジェクトには{least}個以上のキーが必要です。",
        "en": "It has too few keys. The minimum is {least}.",
    },
    "object_too_large": {
        "ja": "オブジェクトのキーは{most}個までです。",
        "en": "It has too many keys. The maximum is {most}.",
    },
    "string_too_short": {
        "ja": "{least}文字以上の文字列が必要です。",
        "en": "It is too short. The minimum number of characters is {least}.",
    },
    "string_too_long": {
        "ja": "文字列は{most}文字までです。",
        "en": "It is too long. The maximum number of characters is {most}.",
    },
    "pattern_mismatch": {
        "ja": "正規表現{pattern!r}に一致する文字列が必要です。",
        "en": "It must match the regular expression {pattern!r}.",
    },
    "number_too_small": {"ja": "{least}以上の整数が必要です。", "en": "It must be at least {least}."},
    "number_too_large": {"ja": "{most}以下の整数が必要です。", "en": "It must be at most {most}."},
    "number_out_of_range": {"ja": "数値が範囲外です。", "en": "The number is out of range."},
    "integer_out_of_range": {"ja": "整数が範囲外です。", "en": "The integer is out of range."},
    "unknown_value": {"ja": "{value!r}は使えない値です。", "en": "{value!r} is not an allowed value."},
    "unknown_enum_value": {"ja": "{value!r}は使えない値です。", "en": "{value!r} is not an allowed value."},
    "not_a_datetime": {
        "ja": "2026-01-31T12:00:00Zのような日時（RFC 3339形式）が必要です。",
        "en": "It must be a date and time such as 2026-01-31T12:00:00Z (RFC 3339).",
    },
    "not_a_uuid": {"ja": "UUIDが必要です。", "en": "It must be a UUID."},
    "missing_field": {
        "ja": "必須のフィールド`{field}`がありません。",
        "en": "The field `{field}` is missing.",
    },
    "unknown_field": {
        "ja": "`{field}`というフィールドはありません。",
        "en": "There is no field `{field}` here.",
    },
    "unreadable": {"ja": "読み取れません（{reason}）。", "en": "{reason}."},
}
"""Code -> its message; `{name}` stands for a parameter."""

_JSON_TYPES = {"str": "string", "int": "integer", "float": "number", "bool": "boolean"}
"""Python's type names -> JSON Schema's."""
_WORD = re.compile(r"\w+")
_PLACE = re.compile(r"^(?P<what>.*?)(?: - at `(?P<path>\$.*?)`| - at `key` in `(?P<of>\$.*?)`)?$", re.DOTALL)
_STEP = re.compile(r"\.([^.\[]+)|\[(\d+|\.\.\.)\]")
_MESSAGES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (code, re.compile(pattern, re.DOTALL))
    for code, pattern in (
        ("wrong_type", r"Expected `(?P<expected>[^`]*)`, got `(?P<found>[^`]*)`"),
        ("array_too_short", r"Expected `array` of (?:length >=|at least length) (?P<least>\d+)(?:, got \d+)?"),
        ("array_too_long", r"Expected `array` of (?:length <=|at most length) (?P<most>\d+)(?:, got \d+)?"),
        ("array_length", r"Expected `array` of length (?P<length>\d+), got (?P<found>\d+)"),
        ("object_too_small", r"Expected `object` of length >= (?P<least>\d+)"),
        ("object_too_large", r"Expected `object` of length <= (?P<most>\d+)"),
        ("string_too_short", r"Expected `str` of length >= (?P<least>\d+)"),
        ("string_too_long", r"Expected `str` of length <= (?P<most>\d+)"),
        ("pattern_mismatch", r"Expected `str` matching regex (?P<pattern>.*)"),
        ("number_too_small", r"Expected `int` >= (?P<least>-?\d+)"),
        ("number_too_large", r"Expected `int` <= (?P<most>-?\d+)"),
        ("number_out_of_range", "Number out of range"),
        ("integer_out_of_range", "Integer value out of range"),
        ("unknown_value", "Invalid value (?P<value>.*)"),
        ("unknown_enum_value", "Invalid enum value (?P<value>.*)"),
        ("not_a_datetime", "Invalid RFC3339 encoded datetime"),
        ("not_a_uuid", "Invalid UUID"),
        ("missing_field", "Object missing required field `(?P<field>.*)`"),
        ("unknown_field", "Object contains unknown field `(?P<field>.*)`"),
        ("type_required", "Expected `(?P<expected>[^`]*)`"),
    )
)
"""msgspec describes errors only in English text."""


@dataclass(frozen=True, slots=True)
class ValueFault:
    """A fault, and the steps to the faulty value. msgspec doesn't name the faulty key of a free object, so the steps
    lead to the object. `is_key` says that the fault is in a key, `is_entry` that it is in the value of a key."""

    code: str
    params: Mapping[str, Any] = field(default_factory=dict)
    steps: tuple[str, ...] = ()
    is_key: bool = False
    is_entry: bool = False

    @property
    def pointer(self) -> str:
        """The place as a JSON pointer."""
        return within("", *self.steps)

    @property
    def texts(self) -> Names:
        return fill(VALUE_FAULTS[self.code], self.params)


def value_fault(error: msgspec.MsgspecError) -> ValueFault:
    """msgspec's error as a code; an unknown error gets `unreadable` with its message."""
    found = _PLACE.match(str(error))
    assert found is not None
    path = found["path"] or found["of"] or "$"
    code, params = _read_message(found["what"])
    return ValueFault(code, params, tuple(_steps(path)), found["of"] is not None, path.endswith("[...]"))


def _read_message(message: str) -> tuple[str, dict[str, Any]]:
    for code, pattern in _MESSAGES:
        if found := pattern.fullmatch(message):
            return code, {name: _parameter(name, text) for name, text in found.groupdict().items()}
    return "unreadable", {"reason": message}


def _parameter(name: str, text: str) -> str | int:
    """Convert a parameter of a message: values and patterns are Python literals, types have Python's names."""
    if name == "expected" or (name == "found" and not text.isdecimal()):
        return _WORD.sub(lambda found: _JSON_TYPES.get(found[0], found[0]), text)
    if name in ("value", "pattern"):
        try:
            value = ast.literal_eval(text)
        except (ValueError, SyntaxError):
            return text
        return value if isinstance(value, str | int) else text
    return int(text) if name in ("least", "most", "length") or (name == "found" and text.isdecimal()) else text


def _steps(path: str) -> Iterator[str]:
    for name, index in _STEP.findall(path):
        if index == "...":
            return
        yield name or index


# Faults of cards


def card_fault(at: str, code: str, **params: Any) -> Problem:
    """A fault of a card, at a JSON pointer into it. The code is one of `VALUE_FAULTS` or of the ruleset's words."""
    return {"code": code, "at": at, **params}


MOST_NEAREST = 3
LEAST_LIKENESS = 0.5
LONGEST_WORD = 60


def unknown_word(at: str, word: str, words: Sequence[Any]) -> Problem:
    """The fault of a word that isn't allowed at a place, with the nearest allowed words, or all if none is near."""
    near = nearest(word, words)
    if not near:
        return card_fault(at, "no_such_word", word=word[:LONGEST_WORD], words=tuple(words))
    return card_fault(at, "unknown_word", word=word[:LONGEST_WORD], nearest=near)


def unknown_key(at: str, name: str, names: Sequence[str]) -> Problem:
    """The fault of a key that isn't allowed in an object, with the nearest allowed keys."""
    near = nearest(name, names)
    return (
        card_fault(at, "unknown_key", field=name[:LONGEST_WORD], nearest=near)
        if near
        else card_fault(at, "unknown_field", field=name[:LONGEST_WORD])
    )


def nearest(word: str, words: Sequence[Any]) -> tuple[str, ...]:
    """The words spelled most like `word`, best first."""
    return tuple(get_close_matches(word[:LONGEST_WORD], [str(one) for one in words], MOST_NEAREST, LEAST_LIKENESS))


def read_written(card: Mapping[str, Any], written: type[T]) -> tuple[T | None, list[Problem]]:
    """A card read as the ruleset's type, or the first fault that makes it unreadable."""
    try:
        return msgspec.convert(dict(card), written), []
    except msgspec.ValidationError as error:
        fault = value_fault(error)
        return None, [_near_word(card, written, fault) or card_fault(fault.pointer, fault.code, **fault.params)]


def _near_word(card: Mapping[str, Any], written: Any, fault: ValueFault) -> Problem | None:
    """The fault with the nearest allowed words, if the type names the words allowed there."""
    if fault.code not in ("unknown_value", "unknown_enum_value") or not isinstance(fault.params.get("value"), str):
        return None
    grammar = Grammar(CardGrammar())
    annotation = grammar.annotation_at(written, card, fault.steps)
    kind = None if annotation is None else grammar.kind(annotation)
    return unknown_word(fault.pointer, fault.params["value"], kind.choices) if isinstance(kind, Words) else None
