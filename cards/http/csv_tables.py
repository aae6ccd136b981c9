"""Rows as CSV (RFC 4180), for whoever calculates with them elsewhere."""

import csv
import io
from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from msgspec import Struct

OR_CSV: dict[Any, Any] = {(200, "text/csv"): OpenApiTypes.STR}
"""What an operation answers beside JSON."""


def plain(value: Any) -> Any:
    return ("true" if value else "false") if isinstance(value, bool) else value


def as_csv(
    shape: type[Struct], rows: Iterable[Struct], following: str | None = None, cell: Callable[[Any], Any] = plain
) -> HttpResponse:
    """A line of names, then one a row. The next page, where there is one, is in the Link header."""
    names = [field.name for field in msgspec.structs.fields(shape)]
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(names)
    for row in rows:
        writer.writerow([cell(getattr(row, name)) for name in names])
    response = HttpResponse(text.getvalue(), content_type="text/csv; charset=utf-8")
    response["Cache-Control"] = "no-store"
    if following is not None:
        response["Link"] = f'<{following}>; rel="next"'
    return response
