"""The worker of imports: checks a file row by row, and imports its rows after approval.

A worker leases the file and works for a few seconds at a time. It writes its results in small pieces. Each deck is
written in one transaction with its row's result. So other requests never wait long for the database. If a worker dies,
another continues after the last written row, and nothing is imported twice.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict
from datetime import timedelta
from itertools import islice
from typing import Any
from uuid import UUID

import msgspec
from django.contrib.admin.models import ADDITION, CHANGE, LogEntry
from django.db import OperationalError, transaction
from django.utils import timezone
from import_export.results import RowResult

from cards.sets.selectors import newest_rules
from common.leases import claim, progressed, release, set_aside
from decks.faults import deck_problems
from decks.importing.reading import read_file
from decks.importing.refusals import TOO_MUCH, Unreadable
from decks.importing.rows import fault_texts, import_row, plain_row
from decks.importing.services import IMPORTING, WORKING, Status, remembered_choice
from decks.importing.sheets import Column, Sheet, columns_of, is_clear, restored, row_of, stored
from decks.limits import MOST_CHANGES, MOST_FAULT_CHARACTERS, MOST_STORED_BYTES
from decks.models import Deck, DeckImport, DeckImportRow
from decks.resources import planned_changes, planned_or_current, shortened
from rules.engine import Names

STINT = 4.0
"""Seconds that a task works before it queues itself again, so other tasks in the queue get their turn."""
LEASE = timedelta(seconds=60)
PIECE = 2
"""Rows checked between two writes. With longer pieces players would notice, however long the worker rests."""
REST = 3
"""How many times as long as a piece of work the worker rests after it, so players' moves come first."""
LONGEST_PIECE = 0.5
"""Seconds. A longer piece counts as this long."""
FAILED_TWICE: Names = {
    "ja": "2回試しましたが、時間内に処理できませんでした。ファイルを分けるか、内容を確かめてください。",
    "en": "The file could not be processed in time, twice. Check its content, or split it.",
}
NOT_ALLOWED: Names = {
    "ja": "このアカウントには、デッキを取り込む権限がなくなりました。",
    "en": "The account may no longer import decks.",
}
Kind = DeckImportRow.Kind


def work_on_import(which: UUID, seconds: float = STINT) -> bool:
    """Work on a file for some seconds. Returns whether work is left; False too if another worker has the file."""
    this = DeckImport.objects.filter(pk=which)
    if not claim(this.filter(status__in=WORKING), timezone.now(), LEASE):
        return False
    try:
        found = this.get()
        if found.by is None or not found.by.has_perms(IMPORTING):  # An account that is suspended has none.
            raise Unreadable(NOT_ALLOWED)
        if found.has_failed_twice:
            return _set_aside(found)
        sheet = _read(found)
        if found.status == Status.ASKING:
            return False
        step = _check if found.status == Status.CHECKING else _take
        return step(found, sheet, time.monotonic() + seconds)
    except Unreadable as error:
        _give_up(found, error.texts)
        return False
    finally:
        release(this)


def _give_up(found: DeckImport, texts: Names) -> None:
    fault = {language: shortened(text, MOST_FAULT_CHARACTERS) for language, text in texts.items()}
    ended = {"content": None, "ended_at": timezone.now()}
    own = DeckImport.objects.filter(pk=found.pk, status__in=WORKING)  # It may have been cancelled meanwhile.
    own.update(status=Status.UNREADABLE, fault=fault, **ended)


def _set_aside(found: DeckImport) -> bool:
    """Give up the whole file if it is being checked, or only its next row. Returns whether work is left."""
    set_aside.labels("import").inc()
    if found.status == Status.CHECKING:
        _give_up(found, FAILED_TWICE)
        return False
    row = next(_waiting(found), None)
    if row is not None:
        DeckImportRow.objects.filter(pk=row.pk).update(kind=Kind.FAULTY, faults=[{"column": "", "texts": FAILED_TWICE}])
    progressed(DeckImport.objects.filter(pk=found.pk), timezone.now(), LEASE)
    return True


def _read(found: DeckImport) -> Sheet:
    """The sheet of a file. On the first read the sheet replaces the file, so a slow format is parsed only once."""
    if found.columns is not None:
        return restored(bytes(found.content or b""))
    sheet, encoding = read_file(bytes(found.content or b""))
    fields, ruleset = remembered_choice(found.by_id)
    columns = columns_of(sheet, fields)
    found.ruleset = ruleset if all(column.field not in ("id", "ruleset") for column in columns) else ""
    if found.status == Status.CHECKING and not is_clear(columns, fields, found.ruleset):
        found.status = Status.ASKING
    found.columns = msgspec.to_builtins(columns)
    found.total, found.encoding, found.content = len(sheet.rows), encoding, stored(sheet)
    if len(found.content) > MOST_STORED_BYTES:
        raise Unreadable(TOO_MUCH)
    known = ["columns", "ruleset", "status", "total", "encoding", "content"]
    wanted = DeckImport.objects.filter(pk=found.pk, status__in=WORKING)
    wanted.update(**{name: getattr(found, name) for name in known})
    return sheet


def _row(found: DeckImport, sheet: Sheet, number: int) -> dict[str, Any]:
    """Field -> value of the row with this number, counted from 1."""
    return row_of(sheet, number - 1, msgspec.convert(found.columns, list[Column]), found.ruleset)


@contextmanager
def _resting() -> Iterator[None]:
    begun = time.monotonic()
    yield
    time.sleep(REST * min(time.monotonic() - begun, LONGEST_PIECE))


# Checking


def _check(found: DeckImport, sheet: Sheet, until: float) -> bool:
    numbers = iter(range(found.rows.count() + 1, len(sheet.rows) + 1))
    while piece := list(islice(numbers, PIECE)):
        with _resting():
            if not _write(found, [_checked(found, number, _row(found, sheet, number)) for number in piece]):
                return False
        if time.monotonic() > until:
            return True
    DeckImport.objects.filter(pk=found.pk, status=Status.CHECKING).update(status=Status.CHECKED)
    return False


def _write(found: DeckImport, rows: list[DeckImportRow]) -> bool:
    """Write checked rows. Another worker's rows stay.

    Returns False, and writes nothing, if the file was cancelled or its columns were chosen anew meanwhile.
    """
    this = DeckImport.objects.filter(pk=found.pk)
    with transaction.atomic():
        now = this.select_for_update().filter(status=Status.CHECKING).values_list("columns", "ruleset").first()
        if now != (found.columns, found.ruleset):
            return False
        progressed(this, timezone.now(), LEASE)
        DeckImportRow.objects.bulk_create(rows, ignore_conflicts=True)
    return True


def _checked(found: DeckImport, number: int, sent: dict[str, Any]) -> DeckImportRow:
    """Plan a row without writing anything."""
    row, result = DeckImportRow(of=found, number=number), import_row(sent, found.by, writes=False)
    row.name = plain_row(sent, "name_en")[:120]
    row.ruleset = plain_row(sent, "ruleset")[:40]
    if faults := fault_texts(sent, result, found.by):
        row.kind, row.faults = Kind.FAULTY, faults
        return row
    kinds = {RowResult.IMPORT_TYPE_NEW: Kind.NEW, RowResult.IMPORT_TYPE_SKIP: Kind.SAME}
    row.kind = kinds.get(result.import_type, Kind.CHANGED)
    deck, cards = result.instance, planned_or_current(result.instance)
    row.name, row.ruleset, row.cards = deck.name_en, deck.ruleset, sum(cards.values())
    row.deck_id = None if row.kind == Kind.NEW else deck.pk
    changes = planned_changes(deck) if row.kind == Kind.CHANGED else []
    row.changes = [asdict(change) for change in changes[:MOST_CHANGES]]
    row.problems = [problem["texts"] for problem in deck_problems(newest_rules(deck.ruleset), deck.options, cards)]
    return row


# Importing


def _take(found: DeckImport, sheet: Sheet, until: float) -> bool:
    for row in _waiting(found):
        if time.monotonic() > until:
            return True
        with _resting():
            _take_row(found, row, _row(found, sheet, row.number))
            progressed(DeckImport.objects.filter(pk=found.pk), timezone.now(), LEASE)
    DeckImport.objects.filter(pk=found.pk).update(status=Status.DONE, content=None, ended_at=timezone.now())
    return False


def _waiting(found: DeckImport) -> Iterator[DeckImportRow]:
    wanted = found.rows.filter(is_taken=False, is_left_out=False, kind__in=[Kind.NEW, Kind.CHANGED])
    if not found.takes_illegal:
        wanted = wanted.filter(problems=[])
    while piece := list(wanted.order_by("number")[:PIECE]):
        yield from piece


class _Refused(Exception):
    """Rolls back the row's transaction."""


def _written(sent: dict[str, Any], found: DeckImport) -> RowResult:
    """Write the row as a deck, or nothing if it has a fault. Raises the OperationalError of a failed database."""
    result = RowResult()
    with suppress(_Refused), transaction.atomic():
        result = import_row(sent, found.by, writes=True)
        if lacking := next((fault.error for fault in result.errors if isinstance(fault.error, OperationalError)), None):
            raise lacking
        if result.errors or result.validation_error:
            raise _Refused
    return result


def _take_row(found: DeckImport, row: DeckImportRow, sent: dict[str, Any]) -> None:
    """Write the deck, its row's result and the history line, all or none."""
    with transaction.atomic():
        if not DeckImportRow.objects.filter(pk=row.pk, is_taken=False).update(is_taken=True):
            return  # Another worker, believed dead, has written it.
        result = _written(sent, found)
        if faults := fault_texts(sent, result, found.by):
            DeckImportRow.objects.filter(pk=row.pk).update(is_taken=False, kind=Kind.FAULTY, faults=faults)
            return
        DeckImportRow.objects.filter(pk=row.pk).update(deck_id=result.instance.pk)
        flags = {RowResult.IMPORT_TYPE_NEW: ADDITION, RowResult.IMPORT_TYPE_UPDATE: CHANGE}
        if found.by_id is not None and result.import_type in flags:
            deck = Deck.objects.get(pk=result.instance.pk)
            LogEntry.objects.log_actions(
                found.by_id, [deck], flags[result.import_type], result.change_message, single_object=True
            )
