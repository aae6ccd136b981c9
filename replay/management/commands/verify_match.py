"""`manage.py verify_match`: prove a match, all of them, or an exported file; compare with what a viewer had kept.

Exit code 0: everything verifies. 1: something does not. 2: there is nothing to verify, or it cannot be read.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser

from matches.models import Match
from matches.refusals import Refusal
from replay.audit import Log, Report, audit, compare_seen
from replay.exports import Unreadable, lines_of, read_events, read_many
from replay.faults import Fault
from replay.stored import audit_match, find_match, log_of

NOT_SOUND, NOT_READ = 1, 2
NO_SEED = (
    "While a match lives nothing of it can be verified: keep the file for --seen, and export again when it is over."
)


class Command(BaseCommand):
    help = "Audit matches: chain, seed commitment, salts, every draw of chance, effects and states."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("match", nargs="?", type=UUID, help="the id of a stored match")
        what.add_argument("--all", action="store_true", help="every stored match, live ones too")
        what.add_argument("--file", type=Path, help="exported matches (JSON lines); no database is used")
        parser.add_argument("--seen", type=Path, help="what a viewer had kept of the match, one event a line")

    def handle(
        self, *args: Any, match: UUID | None, all: bool, file: Path | None, seen: Path | None, **options: Any
    ) -> None:
        if all and seen is not None:
            raise CommandError("--seen needs one match", returncode=NOT_READ)
        if all:
            reports = _all_reports()
        elif file is not None:
            reports = _reports_of(file, seen)
        else:
            assert match is not None
            reports = iter([_stored_report(match, seen)])

        sound, unsound = 0, 0
        for report in reports:
            self._say(report, seen)
            sound, unsound = sound + report.is_sound, unsound + (not report.is_sound)
        if all or sound + unsound > 1:
            self.stdout.write(f"{sound} verified, {unsound} not.")
        if unsound:
            where = "in the file" if file else "stored"
            raise CommandError(f"what is {where} is not what was played", returncode=NOT_SOUND)

    def _say(self, report: Report, seen: Path | None) -> None:
        if report.is_sound:
            kept = f", and all that {seen} shows of it" if seen else ""
            self.stdout.write(
                f"{report.match}: verified. {report.events} events, {report.draws} draws of chance, "
                f"chain, commitment, salts, effects and states{kept}."
            )
            return
        self.stdout.write(f"{report.match}: DOES NOT VERIFY, after {report.events} sound events.")
        for fault in report.faults:
            self.stdout.write(f"  {fault}")


def _all_reports() -> Iterator[Report]:
    begun = Match.objects.select_related("card_set").filter(version__gte=0).order_by("pk")
    return (audit_match(match) for match in begun.iterator(chunk_size=50))


def _stored_report(match_id: UUID, seen: Path | None) -> Report:
    try:
        match = find_match(match_id)
    except Refusal as refusal:
        raise CommandError(f"{match_id}: {refusal.texts['en']}", returncode=NOT_READ) from refusal
    report = audit_match(match)
    return _with_seen(report, log_of(match), seen) if report.is_sound else report


def _reports_of(file: Path, seen: Path | None) -> Iterator[Report]:
    try:
        logs = list(read_many(lines_of(file.read_bytes())))
    except (OSError, Unreadable) as error:
        raise CommandError(f"{file}: {error}", returncode=NOT_READ) from error
    if seen is not None and len(logs) > 1:
        raise CommandError("--seen needs one match", returncode=NOT_READ)
    for log in logs:
        if log.server_seed is None:
            raise CommandError(f"{file}: match {log.match} has no `server_seed`. {NO_SEED}", returncode=NOT_READ)
    return (_with_seen(audit(log), log, seen) for log in logs)


def _with_seen(report: Report, log: Log, seen: Path | None) -> Report:
    if seen is None or not report.is_sound:
        return report
    try:
        shown = read_events(lines_of(seen.read_bytes()))
    except (OSError, Unreadable) as error:
        raise CommandError(f"{seen}: {error}", returncode=NOT_READ) from error
    if not shown:
        report.faults.append(Fault(None, "seen", "nothing_kept"))
    report.faults.extend(compare_seen(log.events, shown))
    return report
