"""Files of decks, for deck managers: /deck-imports. Workers check and import them; clients ask for the progress."""

from typing import Annotated, Literal
from uuid import UUID

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from drf_spectacular.types import OpenApiTypes
from msgspec import Meta, Struct
from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request

from common.concurrency_limits import ConcurrencyLimit
from common.http.answering import ApiView, answer, no_content
from common.http.description import operation
from common.http.paging import decode_cursor, encode_cursor, page_of
from common.http.reading import Cursor, Limit, idempotency_key, read_body, read_query
from common.text.errors import ServiceError, malformed
from decks import models
from decks.api.import_resources import (
    ColumnField,
    DeckImport,
    DeckImportList,
    DeckImportRowList,
    counts_of,
    import_resource,
    row_resource,
)
from decks.importing.services import (
    IMPORTING,
    begin_import,
    begin_import_once,
    choose_columns,
    drop_import,
    is_taken_so,
    take_import,
)
from decks.importing.sheets import filled_twice, lacks_ruleset
from decks.limits import MOST_COLUMNS, MOST_FILE_BYTES, MOST_ROWS
from rules.registry import game_definition, slugs

FILE = "application/octet-stream"
OF_STAFF = {401: "not_signed_in", 403: "not_allowed"}
Kind = models.DeckImportRow.Kind
Status = models.DeckImport.Status
RowNumber = Annotated[int, Meta(ge=1, le=MOST_ROWS)]


class FileQuery(Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(min_length=1, max_length=255, description="Name of the file.")] = "decks"


class ImportsQuery(Struct, frozen=True, forbid_unknown_fields=True):
    limit: Limit = 50
    cursor: Cursor | None = None


class RowsQuery(Struct, frozen=True, forbid_unknown_fields=True):
    kind: Annotated[Literal["new", "changed", "same", "faulty"], Meta(description="Only rows of this kind.")] | None = (
        None
    )
    legal: Annotated[bool, Meta(description="Only legal decks, or only those that are not.")] | None = None
    limit: Limit = 50
    cursor: Cursor | None = None


class ColumnChoice(Struct, frozen=True, forbid_unknown_fields=True):
    """What each column fills, in the order of the file. The choice is remembered for your next files."""

    fields: Annotated[
        list[ColumnField],
        Meta(max_length=MOST_COLUMNS, description="One entry per column; an empty one leaves the column out."),
    ]
    ruleset: Annotated[str | None, Meta(description="Ruleset of rows that don't name one.")] = None


class TakenRows(Struct, frozen=True, forbid_unknown_fields=True):
    """Which rows to import. Faulty and unchanged rows are left out in any case."""

    rows: (
        Annotated[
            list[RowNumber],
            Meta(max_length=MOST_ROWS, description="Numbers of the rows; null: all."),
        ]
        | None
    ) = None
    illegal: Annotated[bool, Meta(description="Whether to import decks that are not legal too.")] = True


files_at_once = ConcurrencyLimit(1)
"""Files received by one process at the same time: each takes several times its size."""


class DeckImportsView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "list_deck_imports",
        "List your deck imports, newest first",
        tag="decks",
        scope="read",
        query=ImportsQuery,
        answers={200: DeckImportList},
        refuses=OF_STAFF,
    )
    def get(self, request: Request) -> HttpResponse:
        query = read_query(request._request, ImportsQuery)
        found = _own_imports(request).order_by("-id")
        if query.cursor is not None:
            found = found.filter(pk__lt=decode_cursor(query.cursor, tuple[UUID])[0])
        page, following = page_of(
            request._request, found, limit=query.limit, after=lambda one: {"cursor": encode_cursor(one.pk)}
        )
        return answer(DeckImportList([import_resource(one) for one in page], following))

    @operation(
        "import_decks",
        "Send a file of decks to import",
        "Send the file as the body, at most 16 MiB: an Excel workbook, CSV, JSON, or a ZIP with one deck per file. "
        "No deck is written until you send `POST …/take`. You need the permissions to view, add and change decks, and "
        "a token with the scope `audit`. Send an `Idempotency-Key`: the same file with the same key answers 200 with "
        "the existing import.",
        tag="decks",
        scope="decks",
        query=FileQuery,
        body={FILE: OpenApiTypes.BINARY},
        answers={201: DeckImport, 200: DeckImport},
        refuses={**OF_STAFF, 503: "too_many_transfers"},
        keyed=True,
        rate="imports",
    )
    def post(self, request: Request) -> HttpResponse:
        query = read_query(request._request, FileQuery)
        key = idempotency_key(request._request)
        _check_may_import(request)
        place = files_at_once.enter()
        if place is None:
            raise ServiceError("too_many_transfers", retry_after=1)
        try:
            begun, is_new = _begun(request, query.name, key)
        finally:
            place.leave()
        resource = _current(request, begun.pk)
        return answer(resource, 201 if is_new else 200, Location=resource.url)


class DeckImportView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "read_deck_import",
        "Read the progress of a deck import",
        tag="decks",
        scope="read",
        answers={200: DeckImport},
        refuses={**OF_STAFF, 404: "not_found"},
    )
    def get(self, request: Request, import_id: UUID) -> HttpResponse:
        return answer(_current(request, import_id))

    @operation(
        "cancel_deck_import",
        "Cancel a deck import before it writes decks",
        tag="decks",
        scope="decks",
        answers={204: None},
        refuses={**OF_STAFF, 404: "not_found", 409: "import_not_ready"},
    )
    def delete(self, request: Request, import_id: UUID) -> HttpResponse:
        found = _own_import(request, import_id)
        if not drop_import(which=found):
            found.refresh_from_db(fields=["status"])
            if found.status != Status.DROPPED:
                raise _not_ready(found)
        return no_content()


class DeckImportRowsView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "list_deck_import_rows",
        "List the rows of a deck import, with their effects and faults",
        tag="decks",
        scope="read",
        query=RowsQuery,
        answers={200: DeckImportRowList},
        refuses={**OF_STAFF, 404: "not_found"},
    )
    def get(self, request: Request, import_id: UUID) -> HttpResponse:
        query = read_query(request._request, RowsQuery)
        rows = _own_import(request, import_id).rows.order_by("number")
        if query.kind is not None:
            rows = rows.filter(kind=query.kind)
        if query.legal is not None:
            rows = rows.exclude(kind=Kind.FAULTY)
            rows = rows.filter(problems=[]) if query.legal else rows.exclude(problems=[])
        if query.cursor is not None:
            rows = rows.filter(number__gt=decode_cursor(query.cursor, tuple[RowNumber])[0])
        page, following = page_of(
            request._request, rows, limit=query.limit, after=lambda row: {"cursor": encode_cursor(row.number)}
        )
        return answer(DeckImportRowList([row_resource(row) for row in page], following))


class DeckImportColumnsView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "choose_deck_import_columns",
        "Choose the fields that the columns of a deck import fill",
        "The file is then checked with these columns. You can choose again while it is `checked`.",
        tag="decks",
        scope="decks",
        body=ColumnChoice,
        answers={200: DeckImport},
        refuses={**OF_STAFF, 404: "not_found unknown_ruleset", 409: "import_not_ready"},
    )
    def put(self, request: Request, import_id: UUID) -> HttpResponse:
        sent = read_body(request._request, ColumnChoice)
        found = _own_import(request, import_id)
        if found.columns is None:
            raise _not_ready(found)
        _check_choice(sent, len(found.columns))
        if not choose_columns(which=found, fields=sent.fields, ruleset=sent.ruleset or ""):
            found.refresh_from_db(fields=["status", "columns", "ruleset"])
            same = ([column["field"] for column in found.columns], found.ruleset) == (sent.fields, sent.ruleset or "")
            if not same or found.status != Status.CHECKING:
                raise _not_ready(found)
        return answer(_current(request, import_id))


class DeckImportTakeView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "take_deck_import",
        "Import the rows of a checked deck import",
        "Workers write the decks, each with a version in its history. If you send the same request again, nothing "
        "happens twice.",
        tag="decks",
        scope="decks",
        body=TakenRows,
        answers={200: DeckImport},
        refuses={**OF_STAFF, 404: "not_found", 409: "import_not_ready"},
    )
    def post(self, request: Request, import_id: UUID) -> HttpResponse:
        sent = read_body(request._request, TakenRows)
        found = _own_import(request, import_id)
        for at, number in enumerate(sent.rows or ()):
            if found.total is not None and number > found.total:
                raise malformed("no_such_row", place={"pointer": f"/rows/{at}"}, row=number, rows=found.total)
        if not take_import(which=found, takes_illegal=sent.illegal, numbers=sent.rows):
            found.refresh_from_db(fields=["status", "takes_illegal"])
            if not is_taken_so(which=found, takes_illegal=sent.illegal, numbers=sent.rows):
                raise _not_ready(found)
        return answer(_current(request, import_id))


def _check_may_import(request: HttpRequest) -> None:
    if not request.user.has_perms(IMPORTING):  # type: ignore[union-attr]
        raise PermissionDenied


def _own_imports(request: HttpRequest) -> QuerySet[models.DeckImport]:
    """The caller's imports. Raises PermissionDenied for accounts that may not import, whatever they ask for."""
    _check_may_import(request)
    return models.DeckImport.objects.filter(by=request.user.pk).defer("content")


def _own_import(request: HttpRequest, import_id: UUID) -> models.DeckImport:
    found = _own_imports(request).filter(pk=import_id).first()
    if found is None:
        raise ServiceError("not_found")
    return found


def _begun(request: Request, name: str, key: str | None) -> tuple[models.DeckImport, bool]:
    content = request._request.read(MOST_FILE_BYTES + 1)
    if len(content) > MOST_FILE_BYTES:
        raise ServiceError("too_large")
    if key is None:
        return begin_import(by=request.user, file_name=name, content=content), True
    return begin_import_once(by=request.user, file_name=name, content=content, key=key)


def _check_choice(sent: ColumnChoice, columns: int) -> None:
    """Raises ServiceError `malformed_request` or `unknown_ruleset`."""
    if len(sent.fields) != columns:
        raise malformed("wrong_number_of_columns", place={"pointer": "/fields"}, columns=columns)
    if twice := filled_twice(sent.fields):
        raise malformed("field_filled_twice", place={"pointer": "/fields"}, names=", ".join(twice))
    with_decks = [slug for slug in slugs() if game_definition(slug).builds_decks]
    if sent.ruleset is not None and sent.ruleset not in with_decks:
        raise ServiceError("unknown_ruleset", accepted=with_decks)
    if lacks_ruleset(sent.fields, sent.ruleset or ""):
        raise malformed("no_ruleset_of_rows", place={"pointer": "/ruleset"})


def _not_ready(found: models.DeckImport) -> ServiceError:
    return ServiceError("import_not_ready", status_now=found.status)


def _current(request: HttpRequest, import_id: UUID) -> DeckImport:
    found = _own_import(request, import_id)
    return import_resource(found, counts_of(found))
