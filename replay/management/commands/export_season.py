"""`manage.py export_season nightly 3 FILE`: export a finished season with all its matches, to archive or share."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from common.text.errors import ServiceError
from leagues.models import Season
from replay.seasons.audit import audit_season, read_season
from replay.seasons.exports import archive_season


class Command(BaseCommand):
    help = "Write a finished season as JSON lines, then verify the file as `verify_season` does."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("league")
        parser.add_argument("number", type=int)
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, league: str, number: int, file: Path, **options: Any) -> None:
        season = Season.objects.select_related("card_set").filter(league__slug=league, number=number).first()
        if season is None:
            raise CommandError(f"there is no season {league}/{number}")
        try:
            with file.open("wb") as out:
                out.writelines(archive_season(season))
        except (ServiceError, OSError) as error:
            file.unlink(missing_ok=True)
            raise CommandError(error.texts["en"] if isinstance(error, ServiceError) else str(error)) from error
        with file.open("rb") as written:
            findings = audit_season(*read_season(written))
        for finding in findings:
            self.stderr.write(f"{finding.field}: {finding.texts['en']}")
        if findings:
            raise CommandError(f"{file} was written, but does not verify")
        self.stdout.write(f"{season} is in {file}, and verifies.")
