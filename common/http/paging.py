"""Opaque cursors: the end of a page, as a string that only this service reads."""

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

from common.replica import still_listed
from common.text.errors import malformed
from common.timestamps import microseconds

Row = TypeVar("Row")
Microseconds = Annotated[
    int, Meta(ge=microseconds(datetime.min.replace(tzinfo=UTC)), le=microseconds(datetime.max.replace(tzinfo=UTC)))
]
"""A moment in a cursor: any moment that a row can have."""


def encode_cursor(*place: Any) -> str:
    return base64.urlsafe_b64encode(msgspec.msgpack.encode(place)).decode().rstrip("=")


def decode_cursor(cursor: str, shape: Any) -> Any:
    """The inverse of `encode_cursor`.

    Raises ServiceError `malformed_request` for a cursor of another shape.
    """
    try:
        raw = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
        return msgspec.msgpack.decode(raw, type=shape)
    except (binascii.Error, ValueError, msgspec.MsgspecError) as error:
        raise malformed("unknown_cursor", place={"parameter": "cursor"}) from error


def page_of(
    request: HttpRequest, rows: QuerySet[Row] | Sequence[Row], *, limit: int, after: Callable[[Row], dict[str, Any]]
) -> tuple[list[Row], str | None]:
    """The first `limit` rows, and the path of the next page; None on the last page.

    `rows` begin where the page begins. `after` returns the query parameters that continue after a row. Rows from the
    replica that the primary no longer lists are left out, so such a page can be shorter.
    """
    found = list(rows[: limit + 1])
    page = found[:limit]
    following = next_page(request, **after(page[-1])) if len(found) > limit else None
    return still_listed(rows, page), following


def next_page(request: HttpRequest, **changed: Any) -> str:
    """The path of the next page: this request, with some query parameters changed."""
    parameters = {**request.GET.dict(), **changed}
    return f"{request.path}?{urlencode(parameters)}"
