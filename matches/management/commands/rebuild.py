"""`manage.py rebuild WHAT`: write anew, from the logs, what is derived from them.

Exit code 1: some logs cannot be read. What was stored for these matches stays as it was.
"""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from cryptography.exceptions import InvalidTag
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import OperationalError
from django.db.models import QuerySet

from matches.log.rebuilding import rebuild_snapshots
from matches.models import Match
from matches.search.terms import remove_stray_terms, write_search_terms
from matches.services.ratings import rebuild_ratings
from matches.services.scoring import rebuild_score
from rules.registry import slugs


class Command(BaseCommand):
    help = (
        "Write checkpoints, ratings, scores or search terms anew from the logs. "
        "You can stop the command at any time and run it again."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("what", choices=["checkpoints", "ratings", "scores", "search_terms"])
        parser.add_argument("--ruleset", help="only the matches of this ruleset")
        parser.add_argument("--match", type=UUID, help="only this match (not for ratings)")
        parser.add_argument(
            "--every", action="store_true", help="also compare checkpoints that can be read, which takes longer"
        )

    def handle(
        self, *args: Any, what: str, ruleset: str | None, match: UUID | None, every: bool, **options: Any
    ) -> None:
        if what == "ratings":
            if match is not None:
                raise CommandError("A rating follows from all rated matches of a ruleset; leave out --match.")
            self._rebuild_ratings([ruleset] if ruleset else slugs())
        else:
            matches = Match.objects.filter(version__gte=0).order_by("pk")
            if what != "checkpoints":
                matches = matches.filter(status=Match.Status.OVER)
            if ruleset is not None:
                matches = matches.filter(ruleset=ruleset)
            if match is not None:
                matches = matches.filter(pk=match)
            self._rebuild_matches(what, matches, every=every)

    def _rebuild_matches(self, what: str, matches: QuerySet[Match], *, every: bool) -> None:
        ways: dict[str, tuple[Callable[[UUID], int], str]] = {
            "checkpoints": (lambda match_id: rebuild_snapshots(match_id, every=every), "snapshots"),
            "scores": (rebuild_score, "scorecards"),
            "search_terms": (write_search_terms, "lists of search terms"),
        }
        write, noun = ways[what]
        read = written = failed = 0
        for match_id in matches.values_list("pk", flat=True).iterator():
            try:
                written += write(match_id)
                read += 1
            except OperationalError:
                raise
            except Exception as error:  # A damaged log may fail anywhere in the rules.
                failed += 1
                reason = "its seed cannot be opened" if isinstance(error, InvalidTag) else type(error).__name__
                self.stderr.write(f"{match_id} cannot be read: {reason}. See verify_match.")
        if what == "search_terms":
            remove_stray_terms()
        self.stdout.write(f"{read} matches read, {written} {noun} written anew.")
        if failed:
            raise CommandError(f"{failed} matches cannot be read and were not changed.")

    def _rebuild_ratings(self, rulesets: list[str]) -> None:
        for ruleset in rulesets:
            wrong = rebuild_ratings(ruleset)
            result = f"{wrong} rows differed" if wrong else "equal to what was there"
            self.stdout.write(f"{ruleset}: rebuilt, {result}")
