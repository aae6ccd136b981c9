"""Deprecated parts of the API and when they are removed: one list for headers, OpenAPI document and guide."""

from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cache
from typing import Any

from django.http.response import HttpResponseBase
from django.utils.http import http_date

GUIDE = "/api/docs/clients.md"


@dataclass(frozen=True)
class Deprecation:
    """A deprecated operation, by its id; with `field`, only a parameter or a property of its messages.

    `field` is the name of a parameter (`wait`), or a component and its property (`Match.clock`). `instead` is the
    sentence of the document that names the replacement.
    """

    operation: str
    announced: date
    sunset: date
    instead: str
    field: str = ""


DEPRECATIONS: list[Deprecation] = []
"""Everything deprecated. Entries are marked everywhere. On the last day, remove the entry and its code."""


@cache
def headers_of(operation: str) -> dict[str, str]:
    """Headers of all answers of a deprecated operation: `Deprecation` (RFC 9745), `Sunset` (RFC 8594), and a link.

    If several fields are deprecated, the earliest dates of announcement and removal count.
    """
    going = [one for one in DEPRECATIONS if one.operation == operation]
    if not going:
        return {}
    announced, sunset = min(one.announced for one in going), min(one.sunset for one in going)
    return {
        "Deprecation": f"@{_seconds(announced)}",
        "Sunset": http_date(_seconds(sunset)),
        "Link": f'<{GUIDE}>; rel="deprecation"; type="text/markdown"',
    }


def with_deprecation(handler: Any, response: HttpResponseBase) -> None:
    """Add the headers of a deprecated operation to its answer."""
    for name, value in headers_of(getattr(handler, "operation_name", "")).items():
        present = response.get(name)
        response[name] = f"{present}, {value}" if present and name == "Link" else value


def _seconds(day: date) -> int:
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp())
