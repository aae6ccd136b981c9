"""Exports the whole desk into one archive, and imports such an archive in one transaction."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import IntegrityError, OperationalError, connection, transaction

from common.desk.archive import Archive, DeskManifest, opened, write_archive
from common.desk.owners import Owners, read_choice
from common.desk.parts import Importing, Part, Refused, Report, parts


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


def import_desk(path: Path, *, owners: str, replaces: bool = False, is_rehearsal: bool = False) -> Report:
    """Import an archive: everything, or nothing if it raises Refused or OSError. Repeating it changes nothing.

    `owners` is a choice as `read_choice` reads it. What is here with other content stays, unless `replaces`. A
    rehearsal does all the work and takes it back.
    """
    report, wanted = Report(), parts()
    choose = read_choice(owners)
    with opened(path, wanted) as archive:
        archive.check(wanted)
        chosen = choose(_accounts_in(archive, wanted))
        try:
            with transaction.atomic():
                _store(archive, wanted, chosen, Importing(chosen.owner, chosen.author, replaces, report))
                if is_rehearsal:
                    raise _Rehearsed
        except _Rehearsed:
            pass
        except (IntegrityError, OperationalError) as error:
            raise Refused(f"Someone changed the same rows meanwhile. Repeat the import. ({error})") from error
    return report


def _accounts_in(archive: Archive, wanted: Collection[Part]) -> set[str]:
    return {
        name for part in wanted for line in archive.lines(part) for name in part.accounts(line.row) if name is not None
    }


def _store(archive: Archive, wanted: Collection[Part], chosen: Owners, importing: Importing) -> None:
    for part in wanted:
        part.store(archive.lines(part), importing)
    if chosen.staff:
        importing.report.notes.append(f"These staff accounts own something from it: {', '.join(chosen.staff)}.")
