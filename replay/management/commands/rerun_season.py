"""`manage.py rerun_season FILE`: replay the deals of house bots in an exported season. Uses no database.

Exit code 0: every bot decided as before. 1: one did not, or a match does not verify. 2: the file cannot be read.
"""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from replay.exports import Unreadable
from replay.management.commands.verify_season import NOT_READ, NOT_SOUND
from replay.seasons.audit import read_season
from replay.seasons.rerun import places_of, play_again, with_other_code


class Command(BaseCommand):
    help = "Play the matches of house bots in an exported season again, and compare every decision."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        same = other = left = 0
        try:
            with file.open("rb") as lines:
                document, logs = read_season(lines)
                places = places_of(document)
                for log in logs:
                    place = places.get(log.match)
                    report = None if place is None else play_again(document, log, *place)
                    if report is None:
                        left += 1
                    elif report.is_sound:
                        same += 1
                    else:
                        other += 1
                        finding = report.findings[0]
                        self.stderr.write(f"{log.match}, event {finding.seq}: {finding.texts['en']}")
        except Unreadable as error:
            raise CommandError(error.texts["en"], returncode=NOT_READ) from error
        except OSError as error:
            raise CommandError(str(error), returncode=NOT_READ) from error
        if other:
            if bots := with_other_code(document):
                self.stderr.write(f"The code of these bots has another digest here: {', '.join(bots)}")
            raise CommandError(
                f"{other} matches of season {document.season} were played differently", returncode=NOT_SOUND
            )
        self.stdout.write(f"Season {document.season}: {same} matches were repeated, event by event.")
        if left:
            self.stdout.write(
                f"{left} matches were not played again: only accounts play in them, a bot has a version that can't be "
                "repeated, or the season keeps its seed."
            )
