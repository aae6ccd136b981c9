"""Paths of the API, and filters for lists and searches."""

import json
from collections.abc import Mapping
from typing import Any, Literal, TypedDict
from urllib.parse import urlencode

from match_client import schema

API = "/api/v1"
MatchRef = schema.Match | str
"""A match, or its id."""


class MatchFilter(TypedDict, total=False):
    """Filters the list of matches; omitted keys don't filter. `opened_by`, `player` and `opponent` are names."""

    ruleset: str
    status: Literal["lobby", "playing", "over"]
    mine: bool
    my_turn: bool
    open: bool
    opened_by: str
    player: str
    opponent: str
    rated: bool
    options: Mapping[str, Any]
    limit: int


class StatisticsFilter(TypedDict, total=False):
    """Filters finished matches for statistics. `card` and `effect` are comma-separated lists; times are RFC 3339."""

    ruleset: str
    player: str
    opponent: str
    deck: str
    card: str
    effect: str
    reason: str
    decided_by: str
    winner: str
    min_length: int
    max_length: int
    rated: bool
    ended_after: str
    ended_before: str


class SearchFilter(StatisticsFilter, total=False):
    """Filters a search. With `imported` it finds imported matches instead; `named` is a player's name in their log."""

    imported: bool
    named: str
    limit: int


def path_of(match: MatchRef) -> str:
    return f"{API}/matches/{match}" if isinstance(match, str) else match["url"]


def address(path: str, query: Mapping[str, Any] | None = None) -> str:
    """The path with the query's values in the API's form; None is left out."""
    said = {name: _written(value) for name, value in (query or {}).items() if value is not None}
    return f"{API}/{path}" + (f"?{urlencode(said)}" if said else "")


def _written(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)
