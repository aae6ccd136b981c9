"""Shared by the API of leagues: who may operate a league, and tables as JSON or CSV."""

from collections.abc import Iterable
from typing import Annotated, Any, Literal

from django.http import HttpResponse
from msgspec import Meta, Struct
from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.request import Request

from common.http.answering import answer_kept
from common.http.csv_tables import as_csv, plain
from common.http.reading import Cursor, Limit
from common.http.sparse import sparse
from leagues.league_resources import ManifestPlace
from leagues.selectors.access import may_operate
from matches.api.match_resource import Outcome
from players.models import Player

NOT_FOUND = {404: "not_found"}
OPERATOR = {401: "not_signed_in", 403: "not_allowed", **NOT_FOUND}


def operator(request: Request) -> Player:
    """The player of the request, if they may run leagues. Raises NotAuthenticated, PermissionDenied."""
    if not request.user.is_authenticated:
        raise NotAuthenticated
    if not may_operate(request.user):
        raise PermissionDenied
    player: Player = request.user
    return player


class TableQuery(Struct, frozen=True, forbid_unknown_fields=True):
    format: Annotated[Literal["json", "csv"], Meta(description="CSV has only the rows.")] = "json"


class PagedTableQuery(Struct, frozen=True, forbid_unknown_fields=True):
    limit: Limit = 50
    cursor: Cursor | None = None
    format: Annotated[Literal["json", "csv"], Meta(description="CSV has only the rows of the page.")] = "json"


def answer_table(
    request: Request,
    query: Any,
    whole: Struct,
    shape: type[Struct],
    rows: Iterable[Struct],
    following: str | None = None,
    between: str = " ",
) -> HttpResponse:
    """The whole as JSON or, if the query asks for CSV, the rows with the columns of `shape`.

    `between` separates the parts of a list in one cell.
    """
    if query.format == "csv":
        return as_csv(shape, rows, following, lambda value: in_cell(value, between))
    return answer_kept(request, sparse(whole, getattr(query, "fields", None)), by="private")


def in_cell(value: Any, between: str = " ") -> Any:
    """A value as a cell: of an outcome its winners, of problems their codes, of changes their places."""
    if isinstance(value, Outcome):
        value = value.winners
    return plain(between.join(map(_part, value)) if isinstance(value, list | tuple) else value)


def _part(value: Any) -> str:
    if isinstance(value, ManifestPlace):
        return value.at
    return str(value["code"] if isinstance(value, dict) else value)
