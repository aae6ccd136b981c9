"""`manage.py rebuild_search_terms`: rewrite the search terms and seat records from the logs."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import OperationalError

from matches.models import Match, MatchSummary, SearchTerm
from matches.search.models import SeatRecord
from matches.search.terms import write_search_terms


class Command(BaseCommand):
    help = "Rebuild the search terms of all finished matches, or of one ruleset."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--ruleset")

    def handle(self, *args: Any, ruleset: str | None, **options: Any) -> None:
        finished = Match.objects.filter(status=Match.Status.OVER, version__gte=0)
        if ruleset is not None:
            finished = finished.filter(ruleset=ruleset)
        ids = list(finished.order_by("pk").values_list("pk", flat=True))
        written, damaged = 0, 0
        for match_id in ids:
            try:
                written += write_search_terms(match_id)
            except OperationalError:
                raise
            except Exception as error:
                damaged += 1
                self.stderr.write(f"{match_id} cannot be read: {type(error).__name__}. See verify_match.")
        stray = MatchSummary.objects.exclude(match__status=Match.Status.OVER)
        for model in (SearchTerm, SeatRecord):
            model.objects.filter(match__in=stray.values("match")).delete()
        stray.delete()
        self.stdout.write(f"The search terms of {written} matches are rebuilt.")
        if damaged:
            raise CommandError(f"{damaged} logs cannot be read; the search leaves them out")
