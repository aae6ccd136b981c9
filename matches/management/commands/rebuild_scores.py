"""`manage.py rebuild_scores`: fold the logs of finished matches again and tally them."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import OperationalError

from matches.models import Match
from matches.services.scoring import rebuild_score


class Command(BaseCommand):
    help = "Rebuild the scorecards of all finished matches, or of one ruleset, and print which were wrong."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--ruleset")

    def handle(self, *args: Any, ruleset: str | None, **options: Any) -> None:
        finished = Match.objects.filter(status=Match.Status.OVER, version__gte=0).order_by("pk")
        if ruleset is not None:
            finished = finished.filter(ruleset=ruleset)
        tallied = changed = failed = 0
        for match_id in finished.values_list("pk", flat=True).iterator():
            try:
                is_changed = rebuild_score(match_id)
            except OperationalError:
                raise
            except Exception as error:
                failed += 1
                self.stdout.write(f"{match_id}: cannot be tallied: {type(error).__name__}; see verify_match")
                continue
            tallied += 1
            if is_changed:
                changed += 1
                self.stdout.write(f"{match_id}: the scorecard was missing or wrong, and is written anew")
        self.stdout.write(f"{tallied} matches tallied, {changed} scorecards written anew.")
        if failed:
            raise CommandError(f"{failed} matches cannot be tallied")
