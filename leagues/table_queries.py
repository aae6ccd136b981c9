"""What may be asked of the tables of leagues: as JSON or as CSV, whole or in pages."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from common.http.reading import Cursor, Limit


class TableQuery(Struct, frozen=True, forbid_unknown_fields=True):
    format: Annotated[Literal["json", "csv"], Meta(description="CSV has the rows alone.")] = "json"


class PagedTableQuery(Struct, frozen=True, forbid_unknown_fields=True):
    limit: Limit = 50
    cursor: Cursor | None = None
    format: Annotated[Literal["json", "csv"], Meta(description="CSV has the rows of the page alone.")] = "json"
