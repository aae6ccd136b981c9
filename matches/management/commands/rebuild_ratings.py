"""`manage.py rebuild_ratings`: all ratings anew, from the rated matches in the order in which they ended."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from matches.services.ratings import rebuild_ratings
from rules.registry import slugs


class Command(BaseCommand):
    help = "Rebuild the ratings of all games, or of one, and print how many rows were wrong."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--ruleset", choices=slugs())

    def handle(self, *args: Any, ruleset: str | None, **options: Any) -> None:
        for slug in [ruleset] if ruleset else slugs():
            wrong = rebuild_ratings(slug)
            self.stdout.write(
                f"{slug}: rebuilt, {'equal to what was there' if not wrong else f'{wrong} rows differed'}"
            )
