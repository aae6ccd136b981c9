"""Archives of the desk that staff export and import in the admin: begin one, choose its owners, approve or cancel it.

Workers do the work under a lease (`work_on_archive`). An import is rehearsed first. Its report is the preview.
"""

import hashlib
from dataclasses import asdict
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from uuid import UUID

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils import timezone

from common.desk.owners import Choice, by_map, nobody, one_account
from common.desk.parts import Refused, Report, desk_text
from common.desk.services import export_desk, import_desk
from common.leases import claim, release, set_aside, unclaimed
from common.limits import MOST_DESK_ARCHIVES, MOST_DESK_EXPORT_BYTES, MOST_ROWS_LISTED
from common.models import DeskArchive
from common.sending import send_task

WORK = "common.work_on_archive"
EXPORT, IMPORT = "common.export_desk", "common.import_desk"
Status = DeskArchive.Status
WORKING = (Status.EXPORTING, Status.CHECKING, Status.IMPORTING)
LEASE = timedelta(minutes=31)
"""Longer than the time limit of the task, because an import is one transaction and can't renew its lease."""
STORED_FOR = timedelta(days=1)
"""How long the content of an archive stays in the database."""


def begin(
    *, by: Any, status: Status, file_name: str, content: bytes | None = None, **choice: Any
) -> DeskArchive | None:
    """Have the desk exported (EXPORTING), or an archive checked (CHECKING). None if the account has too many."""
    with transaction.atomic():
        get_user_model().objects.select_for_update().get(pk=by.pk)
        mine = DeskArchive.objects.filter(by=by)
        if (
            mine.filter(content__isnull=False).count() + mine.filter(status=Status.EXPORTING).count()
            >= MOST_DESK_ARCHIVES
        ):
            return None
        name = "".join(letter for letter in file_name if letter.isprintable())[:255] or "–"
        found = DeskArchive(by=by, status=status, file_name=name, **choice)
        if content is not None:
            found.content, found.size, found.digest = content, len(content), hashlib.sha256(content).hexdigest()
        found.save()
        wake(found.pk)
    return found


def choose_again(which: DeskArchive, **choice: Any) -> bool:
    """Check an archive with other owners. Returns False if it is being worked on, or over."""
    found = _of(which, Status.CHECKED, Status.REFUSED).filter(content__isnull=False)
    with transaction.atomic():
        changed = found.update(
            **choice, status=Status.CHECKING, choice=which.choice + 1, report=None, faults=[], fruitless=0
        )
        if changed:
            wake(which.pk)
    return bool(changed)


def approve(which: DeskArchive) -> bool:
    """Import what the preview showed. Returns False if something else was chosen or decided meanwhile."""
    with transaction.atomic():
        changed = _of(which, Status.CHECKED).update(status=Status.IMPORTING, fruitless=0)
        if changed:
            wake(which.pk)
    return bool(changed)


def drop(which: DeskArchive) -> bool:
    """Delete the content of an archive that is not being imported. Returns False if it is too late."""
    found = DeskArchive.objects.filter(pk=which.pk).exclude(status__in=(Status.IMPORTING, Status.IMPORTED))
    return bool(found.update(status=Status.DROPPED, content=None, ended_at=timezone.now()))


def _of(which: DeskArchive, *status: Status) -> Any:
    return DeskArchive.objects.filter(pk=which.pk, status__in=status, choice=which.choice)


def wake(which: UUID) -> None:
    """Notify the workers after the commit. If the message is lost, the sweep finds the archive."""
    transaction.on_commit(lambda: send_task(WORK, str(which)))


def sweep_archives() -> None:
    """Wake a worker for each archive that no worker holds, and delete old content."""
    now = timezone.now()
    for which in DeskArchive.objects.filter(unclaimed(now), status__in=WORKING).values_list("pk", flat=True)[:20]:
        wake(which)
    old = DeskArchive.objects.filter(content__isnull=False, created_at__lt=now - STORED_FOR)
    old.exclude(status__in=WORKING).update(status=Status.DROPPED, content=None, ended_at=now)


# The work


def work_on_archive(which: UUID) -> None:
    """Do the work that the status of an archive calls for, unless another worker holds it."""
    this = DeskArchive.objects.filter(pk=which)
    if not claim(this.filter(status__in=WORKING), timezone.now(), LEASE):  # type: ignore[arg-type]
        return
    try:
        found = this.select_related("by").get()
        if not found.by.has_perm(EXPORT if found.status == Status.EXPORTING else IMPORT):
            raise Refused(desk_text("desk_not_allowed"))
        if found.has_failed_twice:
            set_aside.labels("desk archive").inc()
            raise Refused(desk_text("desk_failed_twice"))
        with TemporaryDirectory() as folder:
            STEPS[Status(found.status)](found, Path(folder) / "desk.zip")
    except Refused as refusal:
        _of(found, Status(found.status)).update(status=Status.REFUSED, faults=list(refusal.faults))
    finally:
        release(this)  # type: ignore[arg-type]


def _export(found: DeskArchive, path: Path) -> None:
    export_desk(path)
    size = path.stat().st_size
    if size > MOST_DESK_EXPORT_BYTES:
        raise Refused(desk_text("desk_export_too_large", most=MOST_DESK_EXPORT_BYTES // 2**20))
    content = path.read_bytes()
    digest = hashlib.sha256(content).hexdigest()
    _end(found, Status.EXPORTED, content=content, size=size, digest=digest)


def _check(found: DeskArchive, path: Path) -> None:
    path.write_bytes(found.content or b"")
    report = import_desk(path, owners=owners_of(found), replaces=found.replaces, is_rehearsal=True)
    _of(found, Status.CHECKING).update(status=Status.CHECKED, report=stored(report))


def _import(found: DeskArchive, path: Path) -> None:
    """The status changes in the transaction of the import, so no worker imports an archive again."""
    path.write_bytes(found.content or b"")
    with transaction.atomic():
        report = import_desk(path, owners=owners_of(found), replaces=found.replaces)
        _end(found, Status.IMPORTED, content=None, report=stored(report))


STEPS = {Status.EXPORTING: _export, Status.CHECKING: _check, Status.IMPORTING: _import}


def _end(found: DeskArchive, status: Status, **fields: Any) -> None:
    _of(found, Status(found.status)).update(status=status, ended_at=timezone.now(), **fields)


def owners_of(found: DeskArchive) -> Choice:
    """The chosen owners. Raises Refused."""
    match found.owners:
        case DeskArchive.Owners.ME:
            return one_account(found.by.get_username())
        case DeskArchive.Owners.ACCOUNT:
            return one_account(found.account)
        case DeskArchive.Owners.MAP:
            return by_map(found.owner_map.encode(), "owners.csv")
    return nobody


def stored(report: Report) -> dict[str, Any]:
    """A report as JSON: counts of all rows, and the first rows of each kind."""
    plain = asdict(report)
    counts = {
        kind: {
            "made": report.made[kind],
            "updated": sum(one == kind for one, _name in report.updated),
            "there": report.there[kind],
            "different": sum(one == kind for one, _name, _reason in report.different),
        }
        for kind in sorted(
            {*+report.made, *+report.there, *(kind for kind, *_ in [*report.updated, *report.different])}
        )
    }
    return {"counts": counts, **{name: plain[name][:MOST_ROWS_LISTED] for name in ("updated", "different", "notes")}}
