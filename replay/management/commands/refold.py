"""`manage.py refold`: check that every stored log still folds as when it was written.

Run it before every release, on the logs of the tests and the whole database. If a log differs, the changed rules must
become a new version of the ruleset.
"""

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from replay.audit import Report, audit
from replay.exports import Unreadable, lines_of, read
from replay.stored_logs import audit_stored, begun_matches


class Command(BaseCommand):
    help = "Fold every stored log again and compare effects and states, byte for byte."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--logs", type=Path, default=Path(settings.BASE_DIR) / "tests" / "logs")
        parser.add_argument("--ruleset", help="only this ruleset")
        where = parser.add_mutually_exclusive_group()
        where.add_argument("--only-logs", action="store_true", help="only the logs of the tests")
        where.add_argument("--only-database", action="store_true", help="only the database")

    def handle(
        self, *args: Any, logs: Path, ruleset: str | None, only_logs: bool, only_database: bool, **options: Any
    ) -> None:
        folded = different = 0
        files = iter(()) if only_database else _files(logs, ruleset)
        matches = iter(()) if only_logs else _matches(ruleset)
        for name, report in chain(files, matches):
            folded += 1
            if not report.is_sound:
                different += 1
                self.stdout.write(f"{name} folds differently")
                for finding in report.findings:
                    self.stdout.write(f"  {finding}")
            for finding in report.not_compared:
                self.stdout.write(f"{name}: not compared: {finding}")
        if different:
            raise CommandError(f"{different} of {folded} logs fold differently: the rules need a new version")
        self.stdout.write(f"{folded} logs fold as they were written.")


def _files(folder: Path, ruleset: str | None) -> Iterator[tuple[str, Report]]:
    for file in sorted(folder.glob(f"{ruleset or '*'}/*/*.jsonl")):
        try:
            report = audit(read(lines_of(file.read_bytes())))
        except Unreadable as error:
            report = Report(file.name, findings=[error.finding])
        yield str(file.relative_to(folder)), report


def _matches(ruleset: str | None) -> Iterator[tuple[str, Report]]:
    stored = begun_matches().order_by("pk")
    if ruleset is not None:
        stored = stored.filter(ruleset=ruleset)
    for match_id in stored.values_list("pk", flat=True).iterator(chunk_size=1000):
        yield str(match_id), audit_stored(match_id)
