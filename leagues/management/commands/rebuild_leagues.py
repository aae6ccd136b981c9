"""`manage.py rebuild_leagues [LEAGUE …]`: compute the tables of seasons again from the logs of their matches alone.

Exit code 1: a table differs from the served one, or there is no such league. Tables are not stored, so nothing is
written.
"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from leagues.models import League, Season
from leagues.services.rebuilding import rebuild_season


class Command(BaseCommand):
    help = "Recompute the standings and ratings of all seasons from the logs, and compare them with the stored ones."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("leagues", nargs="*", help="only these leagues")

    def handle(self, *args: Any, leagues: list[str], **options: Any) -> None:
        if unknown := sorted({*leagues} - {*League.objects.filter(slug__in=leagues).values_list("slug", flat=True)}):
            raise CommandError(f"There is no league {', '.join(unknown)}.")
        seasons = Season.objects.select_related("league").order_by("league_id", "number")
        wrong = 0
        for season in seasons.filter(league__slug__in=leagues) if leagues else seasons:
            rebuilt = rebuild_season(season)
            self.stdout.write(f"{season}: {rebuilt.digest} {'same' if rebuilt.is_same else 'DIFFERS'}")
            wrong += not rebuilt.is_same
        if wrong:
            raise CommandError(f"the stored tables of {wrong} seasons differ from their logs")
