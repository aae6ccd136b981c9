"""`manage.py export_desk FILE`: write cards, drafts, decks and leagues into one archive for another installation."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from common.desk.parts import Refused
from common.desk.services import export_desk


class Command(BaseCommand):
    help = (
        "Write the whole desk into one ZIP archive: card sets, drafts, card tests, decks and leagues. Equal desks give "
        "equal archives. It has no passwords, tokens, mail addresses or matches. It has private decks and the names of "
        "accounts, so store it like a backup."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="the archive to write; it must not exist yet")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            manifest = export_desk(file)
        except OSError as error:
            raise CommandError(str(error)) from error
        except Refused as error:
            raise CommandError(f"{file} was written, but can't be imported:\n{error}") from error
        for member in manifest.members:
            self.stdout.write(f"{member.name:20} {member.rows:8} rows  {member.sha256}")
        self.stdout.write(f"The desk is in {file}.")
