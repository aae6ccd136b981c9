"""`manage.py publish_root`: publish yesterday's root, as beat does, or continue the chain after a restore."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from replay.daily_roots.publishing import CannotPublish, continue_from, publish_root
from replay.daily_roots.signed_roots import NoDocument, read_roots


class Command(BaseCommand):
    help = "Publish the daily root of yesterday (UTC), if there is none yet."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--continue-from",
            type=Path,
            metavar="FILE",
            help="after a restore: all published roots, one per line, as the API returned them",
        )

    def handle(self, *args: Any, continue_from: Path | None, **options: Any) -> None:
        try:
            if continue_from is not None:
                self._continue(continue_from)
            root = publish_root()
        except CannotPublish as error:
            raise CommandError(str(error)) from error
        if root is None:
            self.stdout.write("The root of yesterday is already published.")
        else:
            self.stdout.write(f"Root {root.number} of {root.day} is published: {root.size} matches, {root.root}.")

    def _continue(self, file: Path) -> None:
        try:
            roots = read_roots(file.read_bytes().splitlines())
        except (OSError, NoDocument) as error:
            raise CommandError(f"{file}: {error}") from error
        missing = continue_from(roots)
        self.stdout.write(
            f"The chain goes on here after root {max(root.number for root in roots)}; {missing} were new."
        )
