"""What of the API goes, since when that is said, and on which day: one list for headers, OpenAPI document and guide."""

from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cache
from typing import Any

from django.http.response import HttpResponseBase
from django.utils.http import http_date

GUIDE = "/api/docs/clients.md"


@dataclass(frozen=True)
class Deprecation:
    """An operation that goes, by its id; with `field` only a parameter of it, or a property of a message of it.

    `field` is the name of a parameter (`wait`), or a component and its property (`Match.clock`). `instead` says what
    does the same, as a sentence of the document.
    """

    operation: str
    announced: date
    sunset: date
    instead: str
    field: str = ""


DEPRECATIONS: list[Deprecation] = []
"""All that goes. What is named here is marked everywhere; on its last day it is taken out of here and of the code."""


@cache
def headers_of(operation: str) -> dict[str, str]:
    """What all answers of an operation that goes say: `Deprecation` (RFC 9745), `Sunset` (RFC 8594), and a link.

    Of several fields that go the one that was announced first, and the one that goes first.
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
