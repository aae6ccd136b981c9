"""An imported file of decks and its rows, as the API shows them."""

from typing import Annotated, Literal

from django.db.models import Count, Q
from django.urls import reverse
from msgspec import UNSET, Meta, Struct, UnsetType

from common.formats import Id, Moment, NextPage
from common.timestamps import rfc3339
from decks import models
from decks.api.versions import Place
from rules.engine import Names
from rules.registry import slugs

ColumnField = Literal["", "id", "ruleset", "name_en", "name_ja", "owner", "visibility", "note", "options", "cards"]
Texts = Annotated[Names, Meta(description="In Japanese and English.")]


class ImportColumn(Struct, frozen=True):
    """A column of the file. `field` is the deck's field that it fills; if empty, the column is left out."""

    header: str
    samples: Annotated[list[str], Meta(description="The first values, shortened.")]
    field: ColumnField


class ImportCounts(Struct, frozen=True):
    """Number of rows of each kind so far. Rows that are `illegal` are also counted as `new`, `changed` or `same`."""

    new: int
    changed: int
    same: int
    faulty: int
    illegal: int
    taken: int


class DeckImport(Struct, frozen=True):
    """A file of decks and its progress.

    While it is `checking` or `taking`, workers are busy: read it again after a second. `asking`: choose the columns.
    `checked`: look at the rows, then take it or cancel it. It ends as `done`, `unreadable` (`fault` says why) or
    `dropped`.
    """

    id: Id
    file_name: str
    digest: Annotated[str, Meta(description="SHA-256 of the file, in hexadecimal digits.")]
    size: Annotated[int, Meta(description="Bytes of the file.")]
    encoding: Annotated[str, Meta(description="Format or encoding; empty until the file is read.")]
    status: Literal["checking", "asking", "checked", "taking", "done", "unreadable", "dropped"]
    fault: Annotated[Names | None, Meta(description="Why the file can't be read.")]
    total: Annotated[int | None, Meta(description="Number of rows; null until the file is read.")]
    columns: Annotated[list[ImportColumn] | None, Meta(description="Null until the file is read.")]
    ruleset: Annotated[str | None, Meta(description="Ruleset of rows that don't name one.")]
    takes_illegal: Annotated[bool, Meta(description="Whether decks that are not legal are imported too.")]
    created_at: Moment
    ended_at: Moment | None
    url: str
    counts: Annotated[ImportCounts | UnsetType, Meta(description="Absent in lists.")] = UNSET


class DeckImportList(Struct, frozen=True):
    results: list[DeckImport]
    next: NextPage


class RowFault(Struct, frozen=True):
    """Why a row can't be imported. `column` is the field at fault; empty: the whole row."""

    column: str
    texts: Texts


class DeckImportRow(Struct, frozen=True):
    """What a row of the file would do, or has done."""

    number: Annotated[int, Meta(description="Row of the file without its header, from 1.")]
    kind: Annotated[Literal["new", "changed", "same", "faulty"], Meta(description="What the row does to the deck.")]
    name: str
    ruleset: Annotated[str | None, Meta(description="Null if the row names none of the rulesets.")]
    cards: Annotated[int, Meta(description="Number of cards.")]
    deck: Annotated[Id | None, Meta(description="The stored deck; null for a deck that is not imported yet.")]
    is_taken: Annotated[bool, Meta(description="Whether the row is imported.")]
    is_left_out: Annotated[bool, Meta(description="Whether the row was not chosen.")]
    faults: Annotated[list[RowFault], Meta(description="Why the row can't be imported.")]
    problems: Annotated[list[Texts], Meta(description="Why the deck is not legal.")]
    changes: Annotated[list[Place], Meta(description="What changes in a stored deck, at most 50 places.")]


class DeckImportRowList(Struct, frozen=True):
    results: list[DeckImportRow]
    next: NextPage


def counts_of(found: models.DeckImport) -> ImportCounts:
    return ImportCounts(
        **found.rows.aggregate(
            **{kind: Count("pk", filter=Q(kind=kind)) for kind in models.DeckImportRow.Kind.values},
            illegal=Count("pk", filter=~Q(problems=[])),
            taken=Count("pk", filter=Q(is_taken=True)),
        )
    )


def import_resource(found: models.DeckImport, counts: ImportCounts | UnsetType = UNSET) -> DeckImport:
    return DeckImport(
        id=str(found.pk),
        file_name=found.file_name,
        digest=found.digest,
        size=found.size,
        encoding=found.encoding,
        status=found.status,  # type: ignore[arg-type]
        fault=found.fault,
        total=found.total,
        columns=None if found.columns is None else [ImportColumn(**column) for column in found.columns],
        ruleset=found.ruleset or None,
        takes_illegal=found.takes_illegal,
        created_at=rfc3339(found.created_at),
        ended_at=None if found.ended_at is None else rfc3339(found.ended_at),
        url=reverse("api-deck-import", args=[found.pk]),
        counts=counts,
    )


def row_resource(row: models.DeckImportRow) -> DeckImportRow:
    return DeckImportRow(
        number=row.number,
        kind=row.kind,  # type: ignore[arg-type]
        name=row.name,
        ruleset=row.ruleset if row.ruleset in slugs() else None,
        cards=row.cards,
        deck=None if row.deck_id is None else str(row.deck_id),
        is_taken=row.is_taken,
        is_left_out=row.is_left_out,
        faults=[RowFault(fault["column"], fault["texts"]) for fault in row.faults],
        problems=row.problems,
        changes=[Place(change["at"], change["before"], change["after"]) for change in row.changes],
    )
