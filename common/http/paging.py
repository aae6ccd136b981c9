"""Opaque cursors: where a page ended, as a string that only we read."""

import base64
import binascii
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Annotated, Any, TypeVar
from urllib.parse import urlencode

import msgspec
from django.db.models import QuerySet
from django.http import HttpRequest
from msgspec import Meta

from common.text.errors import malformed
from common.timestamps import microseconds

Row = TypeVar("Row")
Microseconds = Annotated[
    int, Meta(ge=microseconds(datetime.min.replace(tzinfo=UTC)), le=microseconds(datetime.max.replace(tzinfo=UTC)))
]
"""A moment within a cursor: any that a row can have."""


def encode_cursor(*place: Any) -> str:
    return base64.urlsafe_b64encode(msgspec.msgpack.encode(place)).decode().rstrip("=")


def decode_cursor(cursor: str, shape: Any) -> Any:
    """The place that `encode_cursor` was given.

    Raises ServiceError `malformed_request` for what is not of this shape.
    """
    try:
        raw = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
        return msgspec.msgpack.decode(raw, type=shape)
    except (binascii.Error, ValueError, msgspec.MsgspecError) as error:
        raise malformed("unknown_cursor", place={"parameter": "cursor"}) from error


def page_of(
    request: HttpRequest, rows: QuerySet[Row] | Sequence[Row], *, limit: int, after: Callable[[Row], dict[str, Any]]
) -> tuple[list[Row], str | None]:
    """The first `limit` rows, and the path of the page that follows; None if there is none.

    `rows` begin where the page begins. `after` says with which parameters one asks for what comes after a row.
    """
    found = list(rows[: limit + 1])
    page = found[:limit]
    return page, next_page(request, **after(page[-1])) if len(found) > limit else None


def next_page(request: HttpRequest, **changed: Any) -> str:
    """The path of the page that follows: this request's parameters with some of them changed."""
    parameters = {**request.GET.dict(), **changed}
    return f"{request.path}?{urlencode(parameters)}"
