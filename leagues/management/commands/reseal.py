"""`manage.py reseal`: seal everything with the current SEED_SEALING_KEY, so that a former key can be removed."""

from typing import Any

from cryptography.exceptions import InvalidTag
from django.core.management.base import BaseCommand, CommandError, CommandParser

from leagues.services.leagues import reseal_season, seasons_sealed_before
from matches.log.resealing import reseal, sealed_before


class Command(BaseCommand):
    help = (
        "Seal all server seeds, and authenticate all snapshots, under the current SEED_SEALING_KEY. "
        "Matches continue meanwhile. You can stop the command at any time and run it again."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--dry-run", action="store_true", help="only count the matches whose seed is under a former key"
        )

    def handle(self, *args: Any, dry_run: bool, **options: Any) -> None:
        if dry_run:
            seasons = len(seasons_sealed_before())
            self.stdout.write(f"{sum(1 for _ in sealed_before())} matches are under a former key.")
            if seasons:
                self.stdout.write(f"{seasons} seasons of leagues are under a former key.")
            return
        for season_id in seasons_sealed_before():  # Seasons first: the oldest match shows that all is done.
            reseal_season(season_id)
        done = closed = 0
        for match_id in sealed_before():
            try:
                reseal(match_id)
                done += 1
            except InvalidTag:
                closed += 1
                self.stderr.write(f"{match_id}: its seed cannot be opened with any of the keys")
        self.stdout.write(f"{done} matches put under the current key.")
        if closed:
            raise CommandError(f"{closed} matches were not changed: their key was not given. Keep every former key.")
