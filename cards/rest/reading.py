"""Reading a request strictly: unknown fields and parameters are refused, and the refusal says where and what instead.

The shapes are msgspec Structs; the same Structs describe the request in the OpenAPI document.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Annotated, Any, TypeVar

import msgspec
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest
from msgspec import Meta

from cards.rest.errors import Malformed
from cards.schemas import json_schema

T = TypeVar("T")
MOST_KEY = 255
Limit = Annotated[int, Meta(ge=1, le=200)]


class TooLarge(Exception):
    """The body is longer than the service reads."""


def body_of(request: HttpRequest) -> bytes:
    """The raw body. Raises TooLarge."""
    try:
        return request.body
    except RequestDataTooBig as error:
        raise TooLarge from error


def read_body(request: HttpRequest, shape: type[T]) -> T:
    """The JSON body as `shape`, whatever its Content-Type says. Raises Malformed."""
    return read_json(body_of(request) or b"{}", shape)


def read_json(raw: bytes, shape: type[T]) -> T:
    if b"\\u0000" in raw:
        raise Malformed("Strings must not contain the character U+0000.", place={"pointer": ""})
    try:
        return _decoder(shape).decode(raw)  # type: ignore[no-any-return]
    except msgspec.ValidationError as error:
        raise unreadable(str(error), shape, key=_faulty_key(raw, shape, str(error))) from error
    except UnicodeDecodeError as error:
        raise Malformed("The body is not UTF-8.", place={"pointer": ""}) from error
    except msgspec.DecodeError as error:
        raise Malformed(f"The body is not JSON: {error}.", place={"pointer": ""}) from error
    except RecursionError as error:
        raise Malformed("The body is nested too deeply.", place={"pointer": ""}) from error


@cache
def _decoder(shape: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(shape)


def read_query(request: HttpRequest, shape: type[T]) -> T:
    """The query parameters as `shape`. Raises Malformed; also for one that is unknown or comes twice."""
    given = request.GET
    refuse_unknown(given, fields_of(shape))
    values = {}
    for name in given:
        values[name] = given[name]
        if len(given.getlist(name)) > 1:
            raise Malformed(f"`{name}` is given more than once.", place={"parameter": name})
        if "\0" in given[name]:
            raise Malformed(f"`{name}` contains the character U+0000.", place={"parameter": name})
    try:
        return msgspec.convert(values, shape, strict=False)
    except msgspec.ValidationError as error:
        fault = unreadable(str(error), shape)
        parameter = fault.place["pointer"].strip("/")
        raise Malformed(fault.detail, place={"parameter": parameter}, accepted=_given(fault.accepted)) from error


def _given(accepted: Any) -> Any:
    """A parameter is absent rather than null."""
    options = [option for option in (accepted or {}).get("anyOf", []) if option != {"type": "null"}]
    return options[0] if len(options) == 1 else accepted


def fields_of(shape: type | None) -> list[str]:
    return [] if shape is None else [field.encode_name for field in msgspec.structs.fields(shape)]


def refuse_unknown(given: Iterable[str], known: list[str]) -> None:
    for name in given:
        if name not in known:
            raise Malformed(
                f"There is no parameter `{name}` here.", place={"parameter": name}, accepted={"enum": known}
            )


def idempotency_key(request: HttpRequest) -> str | None:
    """The request's Idempotency-Key. Raises Malformed unless it is 1 to 255 printable ASCII characters."""
    key = request.META.get("HTTP_IDEMPOTENCY_KEY")
    if key is None:
        return None
    if not (0 < len(key) <= MOST_KEY and key.isascii() and key.isprintable()):
        raise Malformed(
            f"An Idempotency-Key is 1 to {MOST_KEY} printable ASCII characters.", place={"header": "Idempotency-Key"}
        )
    return str(key)


# Where the fault is, and what would have been accepted there

_PLACE = re.compile(r"^(?P<what>.*?)(?: - at `(?P<path>\$.*?)`| - at `key` in `(?P<of>\$.*?)`)?$", re.DOTALL)
_STEP = re.compile(r"\.([^.\[]+)|\[(\d+|\.\.\.)\]")


def unreadable(message: str, shape: Any, prefix: str = "", key: str | None = None) -> Malformed:
    """msgspec's message as a refusal with a JSON pointer and the schema of what would have been accepted.

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
    return Malformed(f"{what}.", place={"pointer": pointer}, accepted=accepted if here else None)


MOST_SEARCHED = 50_000
"""Bytes of a body in which a faulty key is looked for: it is read once for every key."""


def _faulty_key(raw: bytes, shape: Any, message: str) -> str | None:
    """msgspec does not say which key of a free object is at fault: the first that is refused likewise by itself."""
    found = _PLACE.match(message)
    if found is None or len(raw) > MOST_SEARCHED or not (found["of"] or (found["path"] or "").endswith("[...]")):
        return None
    body = msgspec.json.decode(raw)
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
