"""`manage.py rebuild_checkpoints`: rewrite the snapshots and checkpoints of stored matches from their logs."""

from typing import Any
from uuid import UUID

from cryptography.exceptions import InvalidTag
from django.core.management.base import BaseCommand, CommandError, CommandParser

from matches.log.rebuilding import rebuild_snapshots
from matches.models import Match


class Command(BaseCommand):
    help = (
        "Rebuild, from the logs, the snapshots and checkpoints that are missing, damaged or in another layout. "
        "The service also works without them, but then it folds whole logs, which takes longer. "
        "You can stop the command at any time and run it again."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--match", type=UUID, help="only this match")
        parser.add_argument("--ruleset", help="only the matches of this ruleset")
        parser.add_argument(
            "--every", action="store_true", help="also compare readable checkpoints, which takes longer"
        )

    def handle(self, *args: Any, match: UUID | None, ruleset: str | None, every: bool, **options: Any) -> None:
        begun = Match.objects.filter(version__gte=0).order_by("pk")
        if match is not None:
            begun = begun.filter(pk=match)
        if ruleset is not None:
            begun = begun.filter(ruleset=ruleset)
        found = written = damaged = 0
        for match_id in begun.values_list("pk", flat=True).iterator():
            found += 1
            try:
                written += rebuild_snapshots(match_id, every=every)
            except InvalidTag:
                damaged += 1
                self.stderr.write(f"{match_id}: its seed cannot be opened")
            except Exception as error:  # A damaged log may fail anywhere in the rules.
                damaged += 1
                self.stderr.write(f"{match_id}: its log cannot be folded ({type(error).__name__}); see verify_match")
        self.stdout.write(f"{found} matches looked at, {written} snapshots written.")
        if damaged:
            raise CommandError(f"{damaged} matches are damaged and were not changed.")
