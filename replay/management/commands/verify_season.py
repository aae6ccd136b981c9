"""`manage.py verify_season FILE`: compute a season again from its export. Uses no database.

Exit code 0: everything follows. 1: something does not. 2: the file cannot be read. 3: everything in the file follows,
but the export leaves out some matches.
"""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from replay.audit import Report
from replay.exports import Unreadable
from replay.seasons.audit import audit_season, read_season

NOT_SOUND, NOT_READ, INCOMPLETE = 1, 2, 3


class Command(BaseCommand):
    help = "Verify every match of an exported season, and recompute its seeds, pairings, standings and ratings."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        matches: list[Report] = []
        try:
            with file.open("rb") as lines:
                document, logs = read_season(lines)
                findings = audit_season(document, logs, matches.append)
        except Unreadable as error:
            raise CommandError(error.texts["en"], returncode=NOT_READ) from error
        except OSError as error:
            raise CommandError(str(error), returncode=NOT_READ) from error
        for finding in findings:
            self.stderr.write(f"{finding.field}: {finding.texts['en']}")
        if findings:
            raise CommandError(f"season {document.season} does not verify", returncode=NOT_SOUND)
        if document.left_out:
            raise CommandError(
                f"season {document.season} is incomplete: {document.left_out} matches are left out. The other "
                f"{len(matches)} verify, but standings and ratings can't be computed.",
                returncode=INCOMPLETE,
            )
        counts = f"{len(matches)} matches, {len(document.rounds)} rounds"
        self.stdout.write(f"Season {document.season} verifies: {counts}, standings and ratings.")
        if document.seed is None:
            self.stdout.write("Its seed is secret, so this doesn't show that the match seeds come from it.")
