"""Reading a request strictly: unknown fields and parameters are refused, and the refusal says where and what instead.

The shapes are msgspec Structs; the same Structs describe the request in the OpenAPI document.
"""

from collections.abc import Iterable
from functools import cache
from typing import Annotated, Any, TypeVar

import msgspec
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest
from msgspec import Meta

from cards.http.errors import Malformed
from cards.http.schema_faults import faulty_key, unreadable

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
        raise unreadable(str(error), shape, key=faulty_key(raw, shape, str(error))) from error
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
