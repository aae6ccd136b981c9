"""Finds where JSON differs from a msgspec Struct, and what would be accepted there. Pure."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import msgspec

from common.limits import MOST_FAULTS, MOST_SEARCHED_BYTES
from common.text.errors import Detail
from rules.engine.json_pointers import within
from rules.engine.value_faults import ValueFault, value_fault
from rules.json_schemas import json_schema


def unreadable(fault: ValueFault, shape: Any, prefix: str = "", key: str | None = None, raw: bytes = b"null") -> Detail:
    """The fault as a Detail, with a JSON pointer and a schema of the accepted values.

    `key` is the faulty key of the object, if the fault does not name it. `raw` is the body, which shows which message
    of a union was meant.
    """
    steps = list(fault.steps)
    schema = json_schema(shape)
    sent = _decoded(raw)
    here = _walk(schema, steps, sent)
    if fault.code == "missing_field":
        steps.append(fault.params["field"])
        here = _walk(schema, steps, sent)
    elif fault.code == "unknown_field":
        here = [{"enum": sorted({name for option in here for name in option.get("properties", {})})}]
        steps.append(fault.params["field"])
    elif key is not None:
        names = [option["propertyNames"] for option in here if "propertyNames" in option]
        steps.append(key)
        here = names if fault.is_key else _walk(schema, steps, sent)
    accepted = _one_enumeration(here) or (here[0] if len(here) == 1 else {"anyOf": here})
    return Detail(fault.code, fault.params, {"pointer": within(prefix, *steps)}, accepted if here else None)


def faulty_key(raw: bytes, shape: Any, fault: ValueFault) -> str | None:
    """The first key of a free object that alone causes the same fault. msgspec does not name it."""
    if len(raw) > MOST_SEARCHED_BYTES or not (fault.is_key or fault.is_entry):
        return None
    try:
        body = msgspec.json.decode(raw)
    except msgspec.DecodeError:  # An invalid number, whatever the shape, so no key is to blame.
        return None
    holder = body
    for step in fault.steps:
        holder = _inside(holder, step)
    if not isinstance(holder, dict):  # A key occurs twice in the body, and this is the other value.
        return None
    given = dict(holder)
    for key, value in given.items():
        holder.clear()
        holder[key] = value
        try:
            msgspec.convert(body, shape)
        except msgspec.ValidationError as error:
            if value_fault(error) == fault:
                return str(key)
    return None


def all_unreadable(raw: bytes, shape: Any) -> list[Detail]:
    """All faults of a body, field by field. Empty for a body that is too long or not JSON."""
    if len(raw) > MOST_SEARCHED_BYTES:
        return []
    body = _decoded(raw)
    return [unreadable(fault, shape, key=key, raw=raw) for fault, key in islice(_all_faults(body, shape), MOST_FAULTS)]


def _all_faults(value: Any, shape: Any) -> Iterator[tuple[ValueFault, str | None]]:
    """Each fault, with the faulty key if it is in a free object."""
    fault = _first_fault(value, shape)
    if fault is None:
        return
    inner = list(_inner_faults(value, _chosen(value, shape)))
    yield from inner or [(fault, None)]


def _first_fault(value: Any, shape: Any) -> ValueFault | None:
    try:
        msgspec.convert(value, shape)
    except msgspec.ValidationError as error:
        return value_fault(error)
    return None


def _inner_faults(value: Any, shape: Any) -> Iterator[tuple[ValueFault, str | None]]:
    if isinstance(value, list) and get_origin(shape) is list:
        yield from _below(((str(place), item, get_args(shape)[0]) for place, item in enumerate(value)))
    elif isinstance(value, dict) and get_origin(shape) is dict:
        for key, item in value.items():
            if fault := _first_fault({key: item}, shape):
                yield fault, key
    elif isinstance(value, dict) and isinstance(shape, type) and issubclass(shape, msgspec.Struct):
        fields = {field.encode_name: field for field in msgspec.structs.fields(shape)}
        known = {*fields, shape.__struct_config__.tag_field}
        yield from ((ValueFault("unknown_field", {"field": name}), None) for name in value if name not in known)
        missing = [name for name, field in fields.items() if field.required and name not in value]
        yield from ((ValueFault("missing_field", {"field": name}), None) for name in missing)
        yield from _below((name, value[name], field.type) for name, field in fields.items() if name in value)


def _below(parts: Iterator[tuple[str, Any, Any]]) -> Iterator[tuple[ValueFault, str | None]]:
    for step, value, shape in parts:
        yield from ((replace(fault, steps=(step, *fault.steps)), key) for fault, key in _all_faults(value, shape))


def _chosen(value: Any, shape: Any) -> Any:
    """The one type of a union that fits the value, ignoring bounds. None if none or several fit."""
    if get_origin(shape) is Annotated:
        return _chosen(value, get_args(shape)[0])
    if get_origin(shape) not in (Union, UnionType):
        return shape
    options = [_chosen(value, option) for option in get_args(shape)]
    fitting = [option for option in options if _may_be(value, option)]
    return fitting[0] if len(fitting) == 1 else None


def _may_be(value: Any, shape: Any) -> bool:
    if isinstance(shape, type) and issubclass(shape, msgspec.Struct):
        config = shape.__struct_config__
        return isinstance(value, dict) and (config.tag_field is None or value.get(config.tag_field) == config.tag)
    return get_origin(shape) in (list, dict) and isinstance(value, get_origin(shape))


def _decoded(raw: bytes) -> Any:
    try:
        return msgspec.json.decode(raw)
    except (msgspec.DecodeError, RecursionError):
        return None


def _one_enumeration(options: list[dict[str, Any]]) -> dict[str, Any] | None:
    """One schema with the words of several enumerations, such as the types of a union's messages."""
    if not options or any(option.keys() != {"enum"} for option in options):
        return None
    return {"enum": [word for option in options for word in option["enum"]]}


def _meant(options: list[dict[str, Any]], value: Any) -> list[dict[str, Any]]:
    """The options that fit the constants of the value, such as its `type`; all options if none fits."""
    if not isinstance(value, dict):
        return options

    def fits(option: dict[str, Any]) -> bool:
        words = {name: inner["enum"] for name, inner in option.get("properties", {}).items() if "enum" in inner}
        return all(value[name] in enum for name, enum in words.items() if name in value and len(enum) == 1)

    return [option for option in options if fits(option)] or options


def _inside(value: Any, step: str) -> Any:
    if isinstance(value, list) and step.isdigit() and int(step) < len(value):
        return value[int(step)]
    return value.get(step) if isinstance(value, dict) else None


def _walk(schema: dict[str, Any], steps: list[str], sent: Any) -> list[dict[str, Any]]:
    """Possible schemas of a value at this place; several if a union is undecided."""
    defs = schema.get("$defs", {})
    here = _meant(_options(schema, defs), sent)
    for step in steps:
        sent = _inside(sent, step)
        after: list[dict[str, Any]] = []
        for option in here:
            inner = option.get("properties", {}).get(step)
            if inner is None:
                inner = option.get("items" if step.isdigit() and "items" in option else "additionalProperties")
            if isinstance(inner, dict):
                after += [found for found in _options(inner, defs) if found not in after]
        here = _meant(after, sent)
    return here


def _options(schema: dict[str, Any], defs: dict[str, Any]) -> list[dict[str, Any]]:
    if "$ref" in schema and schema["$ref"].startswith("#/components/"):
        return [{"type": "object"}]  # A message of some ruleset. Only the OpenAPI document knows them all.
    if "$ref" in schema:
        return _options(defs[schema["$ref"].rpartition("/")[2]], defs)
    if "anyOf" in schema:
        return [found for option in schema["anyOf"] for found in _options(option, defs)]
    return [{name: value for name, value in schema.items() if name not in ("$defs", "title", "description")}]
