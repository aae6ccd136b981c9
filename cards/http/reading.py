"""Reading a request strictly: unknown fields and parameters are refused, and the refusal says where and what instead.

The shapes are msgspec Structs; the same Structs describe the request in the OpenAPI document.
"""

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from typing import Annotated, Any, TypeVar

import msgspec
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest
from msgspec import Meta

from cards.http.schema_faults import faulty_key, unreadable
from cards.text.errors import ServiceError, malformed

T = TypeVar("T")
MOST_KEY = 255
Limit = Annotated[int, Meta(ge=1, le=200)]


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
    if b"\\u0000" in raw:
        raise malformed("nul_in_string", place={"pointer": ""})
    try:
        return _decoder(shape).decode(raw)  # type: ignore[no-any-return]
    except msgspec.ValidationError as error:
        detail = unreadable(str(error), shape, key=faulty_key(raw, shape, str(error)))
        raise ServiceError("malformed_request", detail) from error
    except UnicodeDecodeError as error:
        raise malformed("not_utf8", place={"pointer": ""}) from error
    except msgspec.DecodeError as error:
        raise malformed("not_json", place={"pointer": ""}, reason=str(error)) from error
    except RecursionError as error:
        raise malformed("nested_too_deeply", place={"pointer": ""}) from error


@cache
def _decoder(shape: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(shape)


def read_query(request: HttpRequest, shape: type[T]) -> T:
    """The query parameters as `shape`.

    Raises ServiceError `malformed_request`; also for one that is unknown or comes twice.
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
        return msgspec.convert(values, shape, strict=False)
    except msgspec.ValidationError as error:
        detail = unreadable(str(error), shape)
        place = {"parameter": detail.place["pointer"].strip("/")}
        raise ServiceError(
            "malformed_request", replace(detail, place=place, accepted=_given(detail.accepted))
        ) from error


def _given(accepted: Any) -> Any:
    """A parameter is absent rather than null."""
    options = [option for option in (accepted or {}).get("anyOf", []) if option != {"type": "null"}]
    return options[0] if len(options) == 1 else accepted


def fields_of(shape: type | None) -> list[str]:
    return [] if shape is None else [field.encode_name for field in msgspec.structs.fields(shape)]


def refuse_unknown(given: Iterable[str], known: list[str]) -> None:
    for name in given:
        if name not in known:
            raise malformed("unknown_parameter", place={"parameter": name}, accepted={"enum": known}, parameter=name)


def idempotency_key(request: HttpRequest) -> str | None:
    """The request's Idempotency-Key.

    Raises ServiceError `malformed_request` unless it is 1 to 255 printable ASCII characters.
    """
    key = request.META.get("HTTP_IDEMPOTENCY_KEY")
    if key is None:
        return None
    if not (0 < len(key) <= MOST_KEY and key.isascii() and key.isprintable()):
        raise malformed("idempotency_key_unreadable", place={"header": "Idempotency-Key"}, least=1, most=MOST_KEY)
    return str(key)
