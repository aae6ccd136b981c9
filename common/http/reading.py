"""Reads requests strictly. Unknown fields and parameters are refused, and the refusal says what is accepted.

The shapes are msgspec Structs, which also describe the request in the OpenAPI document.
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from functools import cache
from typing import Annotated, Any, TypeVar

import msgspec
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest
from django.utils.http import parse_etags
from msgspec import Meta

from common.limits import MOST_KEY_CHARACTERS
from common.schema_faults import all_unreadable, faulty_key, unreadable
from common.text.errors import ServiceError, malformed
from common.text.unkeepable import unkeepable_json
from rules.engine.decoding import json_decoder
from rules.engine.json_pointers import keys_of
from rules.engine.value_faults import value_fault
from rules.registry import newest_version

T = TypeVar("T")
_NUMBER = re.compile(r"[0-9]{1,9}")
Limit = Annotated[int, Meta(ge=1, le=200)]
Cursor = Annotated[str, Meta(min_length=1, max_length=400, description="End of the previous page, from its `next`.")]


def body_of(request: HttpRequest) -> bytes:
    """The raw body. Raises ServiceError `too_large`."""
    try:
        return request.body
    except RequestDataTooBig as error:
        raise ServiceError("too_large") from error


def read_body(request: HttpRequest, shape: type[T]) -> T:
    """The JSON body as `shape`, whatever its Content-Type says. Raises ServiceError `malformed_request`."""
    return read_json(body_of(request) or b"{}", shape)


def read_json(raw: bytes, shape: type[T]) -> T:
    try:
        raw.decode()  # The decoder below skips unknown parts.
    except UnicodeDecodeError as error:
        raise malformed(unkeepable_json(raw) or "not_utf8", place={"pointer": ""}) from error
    if (b"\\u" in raw or b"\0" in raw) and (code := unkeepable_json(raw)):
        raise malformed(code, place={"pointer": ""})
    try:
        return _decoder(shape).decode(raw)  # type: ignore[no-any-return]
    except msgspec.ValidationError as error:
        fault = value_fault(error)
        detail = unreadable(fault, shape, key=faulty_key(raw, shape, fault), raw=raw)
        raise ServiceError("malformed_request", detail) from error
    except msgspec.DecodeError as error:
        raise malformed("not_json", place={"pointer": ""}, reason=str(error)) from error
    except RecursionError as error:
        raise malformed("nested_too_deeply", place={"pointer": ""}) from error


def read_thoroughly(raw: bytes, shape: type[T]) -> T:
    """Like `read_json`, but the refusal lists all faults of the body, as far as they can be found."""
    try:
        return read_json(raw, shape)
    except ServiceError as refusal:
        if isinstance(refusal.__cause__, msgspec.ValidationError) and (details := all_unreadable(raw, shape)):
            raise ServiceError(refusal.code, *details) from refusal.__cause__
        raise


@cache
def _decoder(shape: Any) -> msgspec.json.Decoder[Any]:
    return json_decoder(shape)


def read_query(request: HttpRequest, shape: type[T]) -> T:
    """The query parameters as `shape`.

    Raises ServiceError `malformed_request`, also for unknown and repeated ones; UnknownRuleset for a `ruleset` that
    there is not.
    """
    given = request.GET
    refuse_unknown(given, fields_of(shape))
    values = {}
    for name in given:
        values[name] = given[name]
        if len(given.getlist(name)) > 1:
            raise malformed("repeated_parameter", place={"parameter": name}, parameter=name)
        if "\0" in given[name]:
            raise malformed("nul_in_parameter", place={"parameter": name}, parameter=name)
    try:
        read = msgspec.convert(values, shape, strict=False)
        _refuse_read_too_freely(read, values)
    except msgspec.ValidationError as error:
        detail = unreadable(value_fault(error), shape)
        place = {"parameter": "/".join(keys_of(detail.place["pointer"]))}
        raise ServiceError(
            "malformed_request", replace(detail, place=place, accepted=_given(detail.accepted))
        ) from error
    if "ruleset" in values:
        newest_version(values["ruleset"])
    return read


def _refuse_read_too_freely(read: Any, values: dict[str, str]) -> None:
    """Refuse the word `null` as a value, and a number as a moment. Raises the error of any other wrong word."""
    for field in msgspec.structs.fields(read):
        if field.encode_name in values and isinstance(getattr(read, field.name), datetime | None):
            only = msgspec.defstruct("Only", [(field.encode_name, field.type)])
            msgspec.convert({field.encode_name: values[field.encode_name]}, only)


def _given(accepted: Any) -> Any:
    """Remove `null` from the schema of a parameter. Clients leave the parameter out instead."""
    options = [option for option in (accepted or {}).get("anyOf", []) if option != {"type": "null"}]
    return options[0] if len(options) == 1 else accepted


def fields_of(shape: type | None) -> list[str]:
    return [] if shape is None else [field.encode_name for field in msgspec.structs.fields(shape)]


def refuse_unknown(given: Iterable[str], known: list[str]) -> None:
    for name in given:
        if name not in known:
            raise malformed("unknown_parameter", place={"parameter": name}, accepted={"enum": known}, parameter=name)


def if_match(request: HttpRequest) -> list[int] | None:
    """The versions in the request's If-Match; None if any version is accepted. Tags that are not ours are ignored.

    A tag is a version, or a version with a digest (`answer_versioned`).

    Raises ServiceError `malformed_request`.
    """
    sent = request.META.get("HTTP_IF_MATCH")
    if sent is None or sent.strip() == "*":
        return None
    tags = parse_etags(sent)
    if not tags:
        raise malformed("if_match_unreadable", place={"header": "If-Match"})
    versions = (tag.strip('"').partition("-")[0] for tag in tags)
    return [int(version) for version in versions if _NUMBER.fullmatch(version)]


def idempotency_key(request: HttpRequest) -> str | None:
    """The request's Idempotency-Key.

    Raises ServiceError `malformed_request` unless it is 1 to 255 printable ASCII characters.
    """
    key = request.META.get("HTTP_IDEMPOTENCY_KEY")
    if key is None:
        return None
    if not (0 < len(key) <= MOST_KEY_CHARACTERS and key.isascii() and key.isprintable()):
        raise malformed(
            "idempotency_key_unreadable", place={"header": "Idempotency-Key"}, least=1, most=MOST_KEY_CHARACTERS
        )
    return str(key)
