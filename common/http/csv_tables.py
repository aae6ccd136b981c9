"""Rows as CSV (RFC 4180), for whoever calculates with them elsewhere; no cell of any is a formula."""

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any

import msgspec
from django.http import HttpResponse, StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from msgspec import Struct

OR_CSV: dict[Any, Any] = {(200, "text/csv"): OpenApiTypes.STR}
"""What an operation answers beside JSON."""

CSV = "text/csv; charset=utf-8"
_RECKONED = re.compile(r"'*[=+\-@\t\r\n＝＋－＠]")
"""How a text begins that a spreadsheet takes for a formula; or one that `as_text` has marked already."""


def as_text(cell: Any) -> Any:
    """A cell that a spreadsheet shows as it is, and does not reckon: with an apostrophe before a formula (OWASP)."""
    return f"'{cell}" if isinstance(cell, str) and _RECKONED.match(cell) else cell


def from_text(cell: Any) -> Any:
    """The cell of which `as_text` made this one. Formulas that are not marked stay what they are."""
    return cell[1:] if isinstance(cell, str) and cell[:1] == "'" and _RECKONED.match(cell) else cell


def plain(value: Any) -> Any:
    return ("true" if value else "false") if isinstance(value, bool) else as_text(value)


def stream_csv(
    shape: type[Struct], rows: Iterable[Struct], cell: Callable[[Any], Any] = plain
) -> StreamingHttpResponse:
    """The same of a table that is long: written as it is read, and whole."""
    response = StreamingHttpResponse(_lines(shape, rows, cell), content_type=CSV)
    response["Cache-Control"] = "no-store"
    return response


def _lines(shape: type[Struct], rows: Iterable[Struct], cell: Callable[[Any], Any]) -> Iterator[str]:
    names = [field.name for field in msgspec.structs.fields(shape)]
    for values in chain([names], ([cell(getattr(row, name)) for name in names] for row in rows)):
        text = io.StringIO()
        csv.writer(text).writerow(values)
        yield text.getvalue()


def as_csv(
    shape: type[Struct], rows: Iterable[Struct], following: str | None = None, cell: Callable[[Any], Any] = plain
) -> HttpResponse:
    """A line of names, then one a row. The next page, where there is one, is in the Link header."""
    response = HttpResponse("".join(_lines(shape, rows, cell)), content_type=CSV)
    response["Cache-Control"] = "no-store"
    if following is not None:
        response["Link"] = f'<{following}>; rel="next"'
    return response
