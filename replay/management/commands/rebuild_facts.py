"""`manage.py rebuild_facts`: gather what the search knows anew, from the logs alone."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from matches.models import Match
from replay.facts import write_facts
from replay.models import Fact, Summary


class Command(BaseCommand):
    help = "Rebuild the search facts of all finished matches, or of those of one ruleset."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--ruleset")

    def handle(self, *args: Any, ruleset: str | None, **options: Any) -> None:
        finished = Match.objects.filter(status=Match.Status.OVER, version__gte=0)
        if ruleset is not None:
            finished = finished.filter(ruleset=ruleset)
        written = sum(write_facts(match_id) for match_id in finished.values_list("pk", flat=True).iterator())
        stray = Summary.objects.exclude(match__status=Match.Status.OVER)
        Fact.objects.filter(match__in=stray.values("match")).delete()
        stray.delete()
        self.stdout.write(f"The facts of {written} matches are rebuilt.")
