"""Imports of a file of decks: begin one, choose its columns, have its rows imported, or cancel it.

Workers check the file row by row (`working.py`). If headers don't say what their columns contain, the file waits until
its owner chooses. The choice is remembered. The result is shown, and after approval the rows are imported.
"""

import hashlib
from collections.abc import Collection, Sequence
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone

from common.leases import unclaimed
from common.sending import send_task
from common.text.errors import ServiceError
from decks.limits import MOST_IMPORTS_REMEMBERED
from decks.models import DeckImport

WORK = "decks.work_on_import"
Status = DeckImport.Status
WORKING = (Status.CHECKING, Status.TAKING)
IMPORTING = ("decks.view_deck", "decks.add_deck", "decks.change_deck")
"""The permissions that importing needs. A file can change any deck."""


def begin_import(*, by: Any, file_name: str, content: bytes, key: str = "") -> DeckImport:
    """Store a file of at most MOST_FILE_BYTES and have it checked."""
    made = DeckImport.objects.create(
        by=by,
        by_name=by.get_username(),
        file_name="".join(letter for letter in file_name if letter.isprintable())[:255] or "–",
        digest=hashlib.sha256(content).hexdigest(),
        size=len(content),
        content=content,
        request_key=key,
    )
    wake(made.pk)
    return made


def begin_import_once(*, by: Any, file_name: str, content: bytes, key: str) -> tuple[DeckImport, bool]:
    """Begin an import, unless this account began one with the same key. Returns the import and whether it is new.

    Raises ServiceError `key_reused` if the key was used for another file.
    """
    try:
        with transaction.atomic():
            return begin_import(by=by, file_name=file_name, content=content, key=key), True
    except IntegrityError:
        found = DeckImport.objects.defer("content").get(by=by, request_key=key)
    if found.digest != hashlib.sha256(content).hexdigest():
        raise ServiceError("key_reused")
    return found, False


@transaction.atomic
def choose_columns(*, which: DeckImport, fields: Sequence[str], ruleset: str) -> bool:
    """Set the field of each column and the ruleset of rows that name none, and have the file checked (again).

    Returns False if the file has no columns to choose now.
    """
    found = DeckImport.objects.select_for_update().filter(pk=which.pk, status__in=[Status.ASKING, Status.CHECKED])
    for one in found:
        columns = [{**column, "field": field} for column, field in zip(one.columns, fields, strict=True)]
        one.rows.all().delete()
        found.update(columns=columns, ruleset=ruleset, status=Status.CHECKING, fruitless=0)
        wake(one.pk)
        return True
    return False


def remembered_choice(by_id: int | None) -> tuple[dict[str, str], str]:
    """Header -> field as this account last chose it, and the ruleset it last chose for rows that name none."""
    chosen = DeckImport.objects.filter(by=by_id, columns__isnull=False).exclude(status=Status.ASKING)
    fields: dict[str, str] = {}
    rulesets = []
    for columns, ruleset in chosen.order_by("-created_at").values_list("columns", "ruleset")[:MOST_IMPORTS_REMEMBERED]:
        rulesets.append(ruleset)
        for column in columns:
            fields.setdefault(column["header"], column["field"])
    fields.pop("", None)
    return fields, next(filter(None, rulesets), "")


@transaction.atomic
def take_import(*, which: DeckImport, takes_illegal: bool, numbers: Collection[int] | None = None) -> bool:
    """Start importing the valid rows of a checked file: all of them, or only those in `numbers`.

    Returns False if someone else has already decided about the file.
    """
    found = DeckImport.objects.filter(pk=which.pk, status=Status.CHECKED)
    if not found.update(status=Status.TAKING, takes_illegal=takes_illegal):
        return False
    if numbers is not None:
        which.rows.exclude(number__in=set(numbers)).update(is_left_out=True)
    wake(which.pk)
    return True


def is_taken_so(*, which: DeckImport, takes_illegal: bool, numbers: Collection[int] | None) -> bool:
    """Whether a file is being or has been imported with exactly these choices."""
    if which.status not in (Status.TAKING, Status.DONE) or which.takes_illegal != takes_illegal:
        return False
    if numbers is None:
        return not which.rows.filter(is_left_out=True).exists()
    chosen = which.rows.filter(is_left_out=False).values_list("number", flat=True)
    return set(chosen) == set(numbers)


@transaction.atomic
def drop_import(*, which: DeckImport) -> bool:
    """Cancel a file before it is imported. Its preview stays as a report. Returns False if it is too late."""
    waiting = [Status.CHECKING, Status.ASKING, Status.CHECKED]
    found = DeckImport.objects.filter(pk=which.pk, status__in=waiting)
    return bool(found.update(status=Status.DROPPED, content=None, ended_at=timezone.now()))


def wake(which: UUID) -> None:
    """Notify the workers after the commit. If the message is lost, the sweep finds the file."""
    transaction.on_commit(lambda: send_task(WORK, str(which)))


def sweep_imports() -> int:
    """Wake a worker for each file that no worker holds."""
    waiting = DeckImport.objects.filter(unclaimed(timezone.now()), status__in=WORKING)
    ids = list(waiting.values_list("pk", flat=True)[:20])
    for which in ids:
        wake(which)
    return len(ids)
