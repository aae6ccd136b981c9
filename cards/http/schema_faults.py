"""Where JSON differs from a msgspec Struct, and what would have been accepted there. Pure."""

import ast
import re
from collections.abc import Iterator
from typing import Any

import msgspec

from cards.rulesets.json_schemas import json_schema
from cards.text.errors import Detail

_PLACE = re.compile(r"^(?P<what>.*?)(?: - at `(?P<path>\$.*?)`| - at `key` in `(?P<of>\$.*?)`)?$", re.DOTALL)
_STEP = re.compile(r"\.([^.\[]+)|\[(\d+|\.\.\.)\]")


def unreadable(message: str, shape: Any, prefix: str = "", key: str | None = None) -> Detail:
    """msgspec's message as a Detail with a JSON pointer and the schema of what would have been accepted.

    `key` is the faulty one of the object that the message is about, where it does not name it itself.
    """
    found = _PLACE.match(message)
    assert found is not None
    what = found["what"]
    steps = list(_steps(found["path"] or found["of"] or "$"))
    schema = json_schema(shape)
    here = _walk(schema, steps)
    if named := re.match(r"Object missing required field `(.*)`", what):
        steps.append(named[1])
        here = _walk(schema, steps)
    elif named := re.match(r"Object contains unknown field `(.*)`", what):
        here = [{"enum": sorted({name for option in here for name in option.get("properties", {})})}]
        steps.append(named[1])
    elif key is not None:
        names = [option["propertyNames"] for option in here if "propertyNames" in option]
        steps.append(key)
        here = names if found["of"] else _walk(schema, steps)
    pointer = prefix + "".join(f"/{step.replace('~', '~0').replace('/', '~1')}" for step in steps)
    accepted = here[0] if len(here) == 1 else {"anyOf": here}
    code, params = read_message(what)
    return Detail(code, params, {"pointer": pointer}, accepted if here else None)


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
"""msgspec says what is wrong in English alone; the codes are those of cards/text/request_faults.py."""


def read_message(message: str) -> tuple[str, dict[str, Any]]:
    """msgspec's message, without its place, as a code and parameters; `unreadable` with the message for any other."""
    for code, pattern in _MESSAGES:
        if found := pattern.fullmatch(message):
            return code, {name: _parameter(name, text) for name, text in found.groupdict().items()}
    return "unreadable", {"reason": message}


def _parameter(name: str, text: str) -> str | int:
    """Values and patterns stand in the message as Python writes them, numbers in decimal."""
    if name in ("value", "pattern"):
        try:
            value = ast.literal_eval(text)
        except (ValueError, SyntaxError):
            return text
        return value if isinstance(value, str | int) else text
    return int(text) if name in ("least", "most", "length") or (name == "found" and text.isdecimal()) else text


MOST_SEARCHED = 50_000
"""Bytes of a body in which a faulty key is looked for: it is read once for every key."""


def faulty_key(raw: bytes, shape: Any, message: str) -> str | None:
    """msgspec does not say which key of a free object is at fault: the first that is refused likewise by itself."""
    found = _PLACE.match(message)
    if found is None or len(raw) > MOST_SEARCHED or not (found["of"] or (found["path"] or "").endswith("[...]")):
        return None
    try:
        body = msgspec.json.decode(raw)
    except msgspec.DecodeError:  # A number that is none whatever the shape: there is no other key to look for.
        return None
    holder = body
    for step in _steps(found["path"] or found["of"]):
        if isinstance(holder, list) and step.isdigit() and int(step) < len(holder):
            holder = holder[int(step)]
        elif isinstance(holder, dict):
            holder = holder.get(step)
    if not isinstance(holder, dict):  # Something in the body is there twice, and this is the other one.
        return None
    given = dict(holder)
    for key, value in given.items():
        holder.clear()
        holder[key] = value
        try:
            msgspec.convert(body, shape)
        except msgspec.ValidationError as error:
            if str(error) == message:
                return str(key)
    return None


def _steps(path: str) -> Iterator[str]:
    for name, index in _STEP.findall(path):
        if index == "...":
            return
        yield name or index


def _walk(schema: dict[str, Any], steps: list[str]) -> list[dict[str, Any]]:
    """The schemas that a value at this place may have; more than one where a union has not been decided."""
    defs = schema.get("$defs", {})
    here = _options(schema, defs)
    for step in steps:
        after: list[dict[str, Any]] = []
        for option in here:
            inner = option.get("properties", {}).get(step)
            if inner is None:
                inner = option.get("items" if step.isdigit() and "items" in option else "additionalProperties")
            if isinstance(inner, dict):
                after += [found for found in _options(inner, defs) if found not in after]
        here = after
    return here


def _options(schema: dict[str, Any], defs: dict[str, Any]) -> list[dict[str, Any]]:
    if "$ref" in schema and schema["$ref"].startswith("#/components/"):
        return [{"type": "object"}]  # A message of some ruleset: the OpenAPI document alone knows them all.
    if "$ref" in schema:
        return _options(defs[schema["$ref"].rpartition("/")[2]], defs)
    if "anyOf" in schema:
        return [found for option in schema["anyOf"] for found in _options(option, defs)]
    return [{name: value for name, value in schema.items() if name not in ("$defs", "title", "description")}]
