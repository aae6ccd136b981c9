"""Rows as CSV (RFC 4180), for use in other programs. No cell is read as a formula."""

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
"""The answer of an operation that also offers CSV."""

CSV = "text/csv; charset=utf-8"
_RECKONED = re.compile(r"'*[=+\-@\t\r\n＝＋－＠]")
"""Start of a text that a spreadsheet would read as a formula, or that `as_text` has already marked."""


def as_text(cell: Any) -> Any:
    """A cell that a spreadsheet shows and does not evaluate: formulas get a leading apostrophe (OWASP)."""
    return f"'{cell}" if isinstance(cell, str) and _RECKONED.match(cell) else cell


def from_text(cell: Any) -> Any:
    """The inverse of `as_text`. Unmarked formulas stay unchanged."""
    return cell[1:] if isinstance(cell, str) and cell[:1] == "'" and _RECKONED.match(cell) else cell


def plain(value: Any) -> Any:
    return ("true" if value else "false") if isinstance(value, bool) else as_text(value)


def stream_csv(
    shape: type[Struct], rows: Iterable[Struct], cell: Callable[[Any], Any] = plain
) -> StreamingHttpResponse:
    """A long table as CSV, streamed completely while it is read."""
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
    """CSV with a header line, then one line per row. The Link header has the next page, if there is one."""
    response = HttpResponse("".join(_lines(shape, rows, cell)), content_type=CSV)
    response["Cache-Control"] = "no-store"
    if following is not None:
        response["Link"] = f'<{following}>; rel="next"'
    return response
