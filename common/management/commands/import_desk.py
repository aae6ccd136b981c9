"""`manage.py import_desk FILE --owners CHOICE`: import an archive that `export_desk` wrote on another installation."""

from collections import Counter
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import InterfaceError, OperationalError

from common.desk.parts import Refused, Report
from common.desk.services import import_desk
from common.limits import MOST_ROWS_LISTED


class Command(BaseCommand):
    help = (
        "Import an archive of export_desk: everything, or nothing if it has a fault. Repeating it changes nothing. "
        "Anything that exists here with other content stays as it is, and is listed."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="the archive")
        parser.add_argument(
            "--owners",
            required=True,
            metavar="nobody|NAME|map=FILE.csv",
            help="who gets decks, drafts and leagues: `nobody`, the name of one account, or a CSV file that maps old "
            "names to new ones, with the columns old,new (an empty new name means nobody)",
        )
        parser.add_argument("--dry-run", action="store_true", help="report what would happen, and change nothing")
        parser.add_argument(
            "--replace",
            action="store_true",
            help="let the archive win where this installation has other content: as a new version, revision or change",
        )

    def handle(self, *args: Any, file: Path, owners: str, dry_run: bool, replace: bool, **options: Any) -> None:
        try:
            report = import_desk(file, owners=owners, replaces=replace, is_rehearsal=dry_run)
        except OSError as error:
            raise CommandError(str(error)) from error
        except (OperationalError, InterfaceError) as error:
            raise CommandError(
                "The database stopped answering, so it is not known whether the import is there. Repeat it when the "
                f"database is back. Nothing is imported twice. ({error})"
            ) from error
        except Refused as error:
            raise CommandError(f"Nothing was imported.\n{error}") from error
        self._write(report)
        if dry_run:
            self.stdout.write("Nothing was changed (--dry-run).")

    def _write(self, report: Report) -> None:
        made, there = +report.made, +report.there
        updated = Counter(kind for kind, _name in report.updated)
        different = Counter(kind for kind, _name, _reason in report.different)
        self.stdout.write(f"{'':16} {'made':>8} {'updated':>8} {'there':>8} {'different':>9}")
        for kind in sorted({*made, *updated, *there, *different}):
            counts = f"{made[kind]:8} {updated[kind]:8} {there[kind]:8} {different[kind]:9}"
            self.stdout.write(f"{kind:16} {counts}")
        total = f"{made.total()} made, {updated.total()} updated, {there.total()} already there"
        self.stdout.write(f"{total}, {different.total()} different.")
        self._list([f"Updated: {kind}, {name}" for kind, name in report.updated])
        self._list([f"Left alone: {kind}, {name}. {reason['en']}" for kind, name, reason in report.different])
        self._list([note["en"] for note in report.notes])

    def _list(self, lines: list[str]) -> None:
        for line in lines[:MOST_ROWS_LISTED]:
            self.stdout.write(line)
        if len(lines) > MOST_ROWS_LISTED:
            self.stdout.write(f"… and {len(lines) - MOST_ROWS_LISTED} more.")
