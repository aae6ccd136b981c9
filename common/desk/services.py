"""Exports the whole desk into one archive, and imports such an archive in one transaction."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import IntegrityError, OperationalError, connection, transaction

from common.desk.archive import Archive, DeskManifest, opened, write_archive
from common.desk.owners import Choice, Owners, read_choice
from common.desk.parts import Importing, Part, Refused, Report, desk_text, parts

CONFLICTS = ("40001", "40P01", "55P03")
"""What PostgreSQL calls a serialization failure, a deadlock, and a lock that it did not get in time."""


def export_desk(path: Path) -> DeskManifest:
    """Write the archive of the desk, then check it as an import would. Raises Refused, OSError."""
    wanted = parts()
    with path.open("xb") as out:
        try:
            with _snapshot():
                manifest = write_archive(out, wanted)
        except BaseException:
            path.unlink()
            raise
    with opened(path, wanted) as archive:
        archive.check(wanted)
    return manifest


@contextmanager
def _snapshot() -> Iterator[None]:
    """Read everything as it is at one moment, although others write meanwhile."""
    is_outermost = not connection.in_atomic_block
    with transaction.atomic():
        if is_outermost and connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


class _Rehearsed(Exception):
    """Rolls a rehearsed import back."""


def import_desk(path: Path, *, owners: str | Choice, replaces: bool = False, is_rehearsal: bool = False) -> Report:
    """Import an archive: everything, or nothing if it raises Refused or OSError. Repeating it changes nothing.

    `owners` is a choice, or a text as `read_choice` reads it. What is here with other content stays, unless `replaces`.
    A rehearsal does all the work and takes it back. Raises OperationalError if the database is lost. The import is then
    there or not, and repeating it is safe.
    """
    report, wanted = Report(), parts()
    choose = read_choice(owners) if isinstance(owners, str) else owners
    with opened(path, wanted) as archive:
        chosen = choose(archive.check(wanted))
        try:
            with transaction.atomic():
                _store(archive, wanted, chosen, Importing(chosen.owner, chosen.author, replaces, report))
                if is_rehearsal:
                    raise _Rehearsed
        except _Rehearsed:
            pass
        except (IntegrityError, OperationalError) as error:
            if not _is_conflict(error):
                raise
            raise Refused(desk_text("desk_changed_meanwhile", error=error)) from error
    return report


def _is_conflict(error: IntegrityError | OperationalError) -> bool:
    """Whether other requests are to blame, rather than a database that has gone."""
    state = getattr(error.__cause__, "sqlstate", None)
    return isinstance(error, IntegrityError) or state in CONFLICTS or "is locked" in str(error)


def _store(archive: Archive, wanted: Collection[Part], chosen: Owners, importing: Importing) -> None:
    for part in wanted:
        part.store(archive.lines(part, is_checked=True), importing)
    if chosen.staff:
        importing.report.notes.append(desk_text("desk_staff", names=", ".join(chosen.staff)))
