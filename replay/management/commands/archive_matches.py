"""`manage.py archive_matches`: move the events of old matches from the database to the archive.

Exit code 0: done. 1: some matches do not verify and stay in the database. 2: the archive cannot be read or written.
"""

from datetime import timedelta
from itertools import islice
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from matches.log.archive import ArchiveUnavailable
from matches.log.database_clock import read_database_clock
from replay.archiving import archive_match, matches_to_archive

NOT_SOUND, NOT_WRITTEN = 1, 2


class Command(BaseCommand):
    help = (
        "Move the events of old, finished and disclosed matches to the archive. Each match is audited first, and its "
        "file is read back before anything is removed. You can stop the command at any time and run it again."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--days", type=int, default=365, help="only matches that ended at least this many days ago (365)"
        )
        parser.add_argument("--limit", type=int, default=10_000, help="at most this many matches (10000)")

    def handle(self, *args: Any, days: int, limit: int, **options: Any) -> None:
        if days < 1:
            raise CommandError("--days must be 1 or more: pages still update when a match has just ended.")
        before = read_database_clock().moment - timedelta(days=days)
        archived = failed = 0
        for match_id in islice(matches_to_archive(before), limit):
            try:
                is_archived = archive_match(match_id)
            except ArchiveUnavailable as error:
                raise CommandError(f"{archived} matches archived. Then {error}.", returncode=NOT_WRITTEN) from error
            archived, failed = archived + is_archived, failed + (not is_archived)
            if not is_archived:
                self.stderr.write(f"{match_id} does not verify and stays in the database. See verify_match.")
        self.stdout.write(f"{archived} matches archived.")
        if failed:
            raise CommandError(f"{failed} matches do not verify and were not archived.", returncode=NOT_SOUND)
