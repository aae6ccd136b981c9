"""Importing a file of decks: checked row by row by workers, shown, and taken row by row when somebody says so.

A worker holds the file by a lease and works for some seconds at a time. What it finds out is written in small pieces;
each deck is written in a transaction of its own together with the row that says so. So nobody waits long for the
database, and after a worker has died another goes on behind the last row that is written; nothing is taken twice.
"""

import hashlib
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict
from datetime import timedelta
from itertools import islice
from typing import Any
from uuid import UUID

from celery import current_app
from django.contrib.admin.models import ADDITION, CHANGE, LogEntry
from django.db import OperationalError, transaction
from django.utils import timezone
from import_export.results import RowResult
from kombu.exceptions import OperationalError as BrokerError

from cards.sets.selectors import newest_rules
from common.leases import claim, progressed, release, set_aside, unclaimed
from decks.faults import deck_problems
from decks.importing.reading import Unreadable, decoded, rows_of
from decks.importing.rows import fault_texts, import_row, plain_row
from decks.limits import MOST_CHANGES
from decks.models import Deck, DeckImport, DeckImportRow
from decks.resources import planned_changes, planned_or_kept
from rules.engine import Names

WORK = "decks.work_on_import"
STINT = 4.0
"""Seconds that a task works before it calls itself again, so that others get their turn in its queue."""
LEASE = timedelta(seconds=60)
PIECE = 2
"""Rows that are checked between two writes: players notice a longer piece, whatever the rest after it."""
REST = 3
"""So many times as long as a piece of work took a worker rests after it: players' moves come first."""
LONGEST_PIECE = 0.5
"""Seconds; of a piece that took longer no more is counted."""
FAILED_TWICE: Names = {
    "ja": "2回試しましたが、時間内に処理できませんでした。ファイルを分けるか、内容を確かめてください。",
    "en": "Two attempts came to nothing. Check what is in it, or divide the file.",
}
Status, Kind = DeckImport.Status, DeckImportRow.Kind
WORKING = (Status.CHECKING, Status.TAKING)


def begin_import(*, by: Any, file_name: str, content: bytes) -> DeckImport:
    """Keep a file of at most MOST_FILE_BYTES, and have it checked."""
    made = DeckImport.objects.create(
        by=by,
        by_name=by.get_username(),
        file_name="".join(letter for letter in file_name if letter.isprintable())[:255] or "–",
        digest=hashlib.sha256(content).hexdigest(),
        size=len(content),
        content=content,
    )
    wake(made.pk)
    return made


@transaction.atomic
def take_import(*, which: DeckImport, takes_illegal: bool) -> None:
    """Have the faultless rows of a checked file imported. Of two who say so the first decides."""
    found = DeckImport.objects.filter(pk=which.pk, status=Status.CHECKED)
    if found.update(status=Status.TAKING, takes_illegal=takes_illegal):
        wake(which.pk)


@transaction.atomic
def drop_import(*, which: DeckImport) -> None:
    """Give a file up before it is imported; what it would have done stays as a report."""
    found = DeckImport.objects.filter(pk=which.pk, status__in=[Status.CHECKING, Status.CHECKED])
    found.update(status=Status.DROPPED, content=None, ended_at=timezone.now())


def wake(which: UUID) -> None:
    """Tell the workers after the commit. If the message is lost the sweep finds the file."""

    def send() -> None:
        try:
            current_app.signature(WORK, args=(str(which),)).apply_async(retry=False)
        except (BrokerError, OSError):
            return

    transaction.on_commit(send)


def sweep_imports() -> int:
    """Wake a worker for each file that none is working on."""
    waiting = DeckImport.objects.filter(unclaimed(timezone.now()), status__in=WORKING)
    ids = list(waiting.values_list("pk", flat=True)[:20])
    for which in ids:
        wake(which)
    return len(ids)


def work_on_import(which: UUID, seconds: float = STINT) -> bool:
    """Work on a file for some seconds. Returns whether more is left to do; False also if another worker has the
    file."""
    this = DeckImport.objects.filter(pk=which)
    if not claim(this.filter(status__in=WORKING), timezone.now(), LEASE):
        return False
    try:
        found = this.get()
        if found.has_failed_twice:
            return _set_aside(found)
        step = _check if found.status == Status.CHECKING else _take
        return step(found, _read(found), time.monotonic() + seconds)
    except Unreadable as error:
        _give_up(found, error.texts)
        return False
    finally:
        release(this)


def _give_up(found: DeckImport, texts: Names) -> None:
    ended = {"content": None, "ended_at": timezone.now()}
    DeckImport.objects.filter(pk=found.pk).update(status=Status.UNREADABLE, fault=texts, **ended)


def _set_aside(found: DeckImport) -> bool:
    """Of a file that is being checked all, of one that is being imported the row that comes next. Returns whether there
    is more to do."""
    set_aside.labels("import").inc()
    if found.status == Status.CHECKING:
        _give_up(found, FAILED_TWICE)
        return False
    row = next(_waiting(found), None)
    if row is not None:
        DeckImportRow.objects.filter(pk=row.pk).update(kind=Kind.FAULTY, faults=[{"column": "", "texts": FAILED_TWICE}])
    progressed(DeckImport.objects.filter(pk=found.pk), timezone.now(), LEASE)
    return True


def _read(found: DeckImport) -> list[dict[str, Any]]:
    text, encoding = decoded(bytes(found.content or b""))
    rows = rows_of(text)
    if found.total is None:
        DeckImport.objects.filter(pk=found.pk).update(total=len(rows), encoding=encoding)
    return rows


@contextmanager
def _resting() -> Iterator[None]:
    begun = time.monotonic()
    yield
    time.sleep(REST * min(time.monotonic() - begun, LONGEST_PIECE))


# Checking


def _check(found: DeckImport, rows: Sequence[dict[str, Any]], until: float) -> bool:
    done = found.rows.count()
    numbered = islice(enumerate(rows, start=1), done, None)
    while piece := list(islice(numbered, PIECE)):
        with _resting():
            _write(found, [_checked(found, number, row) for number, row in piece])
        if time.monotonic() > until:
            return True
    DeckImport.objects.filter(pk=found.pk, status=Status.CHECKING).update(status=Status.CHECKED)
    return False


def _write(found: DeckImport, rows: list[DeckImportRow]) -> None:
    """A file that is given up meanwhile gets no more rows; another worker's rows stay."""
    with transaction.atomic():
        progressed(DeckImport.objects.filter(pk=found.pk), timezone.now(), LEASE)
        DeckImportRow.objects.bulk_create(rows, ignore_conflicts=True)


def _checked(found: DeckImport, number: int, sent: dict[str, Any]) -> DeckImportRow:
    """What a row would do. Nothing is written."""
    row, result = DeckImportRow(of=found, number=number), import_row(sent, found.by, writes=False)
    row.name = plain_row(sent, "name_en")[:120]
    row.ruleset = plain_row(sent, "ruleset")[:40]
    if faults := fault_texts(sent, result, found.by):
        row.kind, row.faults = Kind.FAULTY, faults
        return row
    kinds = {RowResult.IMPORT_TYPE_NEW: Kind.NEW, RowResult.IMPORT_TYPE_SKIP: Kind.SAME}
    row.kind = kinds.get(result.import_type, Kind.CHANGED)
    deck, cards = result.instance, planned_or_kept(result.instance)
    row.name, row.ruleset, row.cards = deck.name_en, deck.ruleset, sum(cards.values())
    row.deck_id = None if row.kind == Kind.NEW else deck.pk
    changes = planned_changes(deck) if row.kind == Kind.CHANGED else []
    row.changes = [asdict(change) for change in changes[:MOST_CHANGES]]
    row.problems = [problem["texts"] for problem in deck_problems(newest_rules(deck.ruleset), deck.options, cards)]
    return row


# Taking


def _take(found: DeckImport, rows: Sequence[dict[str, Any]], until: float) -> bool:
    for row in _waiting(found):
        if time.monotonic() > until:
            return True
        with _resting():
            _take_row(found, row, rows[row.number - 1])
            progressed(DeckImport.objects.filter(pk=found.pk), timezone.now(), LEASE)
    DeckImport.objects.filter(pk=found.pk).update(status=Status.DONE, content=None, ended_at=timezone.now())
    return False


def _waiting(found: DeckImport) -> Iterator[DeckImportRow]:
    wanted = found.rows.filter(is_taken=False, kind__in=[Kind.NEW, Kind.CHANGED])
    if not found.takes_illegal:
        wanted = wanted.filter(problems=[])
    while piece := list(wanted.order_by("number")[:PIECE]):
        yield from piece


class _Refused(Exception):
    """Undoes what was written of a row."""


def _written(sent: dict[str, Any], found: DeckImport) -> RowResult:
    """The row as a deck; of one with a fault nothing stays. What the database lacks now is no fault of it."""
    result = RowResult()
    with suppress(_Refused), transaction.atomic():
        result = import_row(sent, found.by, writes=True)
        if lacking := next((fault.error for fault in result.errors if isinstance(fault.error, OperationalError)), None):
            raise lacking
        if result.errors or result.validation_error:
            raise _Refused
    return result


def _take_row(found: DeckImport, row: DeckImportRow, sent: dict[str, Any]) -> None:
    """The deck, the row that says so, and the line in the history, or none of them."""
    with transaction.atomic():
        if not DeckImportRow.objects.filter(pk=row.pk, is_taken=False).update(is_taken=True):
            return  # Another worker's, who was thought to be dead.
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
