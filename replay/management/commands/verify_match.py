"""`manage.py verify_match`: verify a match, all matches, or an exported file, and compare it with saved events.

Exit code 0: everything verifies. 1: something does not. 2: there is nothing to verify, or it cannot be read.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any
from uuid import UUID

import msgspec
from django.core.management.base import BaseCommand, CommandError, CommandParser

from common.text.errors import ServiceError
from matches.log.folding import Position, tally
from matches.models import Match
from replay.audit import Log, Report, audit, compare_seen
from replay.daily_roots.signed_roots import (
    InclusionProof,
    NoDocument,
    proof_findings,
    read_proof,
    read_roots,
    saved_root_findings,
)
from replay.exports import Unreadable, lines_of, read_events, read_many
from replay.findings import Finding
from replay.stored_logs import begun_matches, find_match, has_log, log_of, lost_logs
from replay.verdicts import verify

NOT_SOUND, NOT_READ = 1, 2
NO_SEED = (
    "Nothing can be verified of a match while it lives, nor of one that was aborted: keep the file for --seen, "
    "and export again when it is over."
)


@dataclass(frozen=True, slots=True)
class SavedFiles:
    """The reader's saved files about one match and about the roots."""

    seen: Path | None
    inclusion: Path | None
    roots: Path | None

    @property
    def of_one_match(self) -> str:
        """The option given that applies to a single match, or an empty text."""
        return "--seen" if self.seen is not None else "--inclusion" if self.inclusion is not None else ""


class Command(BaseCommand):
    help = "Audit matches: chain, seed, salts, chance, effects, states, and everything stored beside the log."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("match", nargs="?", type=UUID, help="the id of a stored match")
        what.add_argument("--all", action="store_true", help="every stored match, including live ones")
        what.add_argument("--file", type=Path, help="exported matches (JSON lines); no database is used")
        parser.add_argument("--seen", type=Path, help="events that a viewer saved, one per line")
        parser.add_argument(
            "--scorecard", action="store_true", help="with --file: also print each match's scorecard as JSON"
        )
        parser.add_argument("--inclusion", type=Path, help="the proof that a published root includes the match")
        parser.add_argument("--roots", type=Path, help="with --inclusion: saved published roots, one per line")

    def handle(
        self,
        *args: Any,
        match: UUID | None,
        all: bool,
        file: Path | None,
        seen: Path | None,
        scorecard: bool,
        inclusion: Path | None,
        roots: Path | None,
        **options: Any,
    ) -> None:
        saved = SavedFiles(seen, inclusion, roots)
        if all and saved.of_one_match:
            raise CommandError(f"{saved.of_one_match} can be used with one match only", returncode=NOT_READ)
        if scorecard and file is None:
            raise CommandError(
                "--scorecard needs --file; for a stored match, use GET matches/{id}/scorecard", returncode=NOT_READ
            )
        if roots is not None and inclusion is None:
            raise CommandError(
                "--roots needs --inclusion; to check the chain of roots, use verify_roots", returncode=NOT_READ
            )
        if all:
            reports = _all_reports()
        elif file is not None:
            reports = self._reports_of(file, saved, scorecard=scorecard)
        else:
            assert match is not None
            reports = iter([_stored_report(match, saved)])

        sound, unsound = 0, 0
        for report in reports:
            self._say(report, saved)
            self._say_not_compared(report)
            sound, unsound = sound + report.is_sound, unsound + (not report.is_sound)
        if all or sound + unsound > 1:
            self.stdout.write(f"{sound} verified, {unsound} not.")
        if unsound:
            where = "in the file" if file else "stored"
            raise CommandError(f"what is {where} is not what was played", returncode=NOT_SOUND)

    def _reports_of(self, file: Path, saved: SavedFiles, *, scorecard: bool) -> Iterator[Report]:
        """Audit the matches of a file. With `scorecard`, print the tally after each sound match."""
        for log in _logs_of(file, saved):
            newest = _Newest()
            report = audit(log, watch=newest)
            yield _with_saved(report, log, saved)
            if scorecard and report.is_sound:
                assert newest.position is not None
                card = tally(newest.position, log.events)
                self.stdout.write(msgspec.json.format(msgspec.json.encode(card), indent=2).decode())

    def _say(self, report: Report, saved: SavedFiles) -> None:
        if report.is_sound:
            also = f", and all that {saved.seen} shows of it" if saved.seen else ""
            self.stdout.write(
                f"{report.match}: verified. {report.events} events, {report.draws} draws of chance, "
                f"chain, commitment, salts, effects and states{also}."
            )
            if saved.inclusion is not None:
                root = _read_inclusion(saved.inclusion).root
                bound = f" It is bound by what {saved.roots} has." if saved.roots else ""
                place = f"in root {root.number} of {root.day}, {root.root}, signed by key {root.key}"
                self.stdout.write(f"{report.match}: {place}.{bound}")
            return
        self.stdout.write(f"{report.match}: DOES NOT VERIFY, after {report.events} sound events.")
        for finding in report.findings:
            self.stdout.write(f"  {finding}")

    def _say_not_compared(self, report: Report) -> None:
        for finding in report.not_compared:
            self.stdout.write(f"  not compared: {finding}")


class _Newest:
    """Stores the last position of an audit."""

    position: Position | None = None

    def __call__(self, position: Position) -> tuple[()]:
        self.position = position
        return ()


def _all_reports() -> Iterator[Report]:
    """Verify every match that has a log, and every log without a match."""
    begun = begun_matches().order_by("pk").values_list("pk", flat=True)
    ids = chain(begun.iterator(chunk_size=1000), lost_logs())
    return (verify(match_id)[0] for match_id in ids)


def _stored_report(match_id: UUID, saved: SavedFiles) -> Report:
    if not has_log(match_id):
        code = "match_not_started" if Match.objects.filter(pk=match_id).exists() else "not_found"
        raise CommandError(f"{match_id}: {ServiceError(code).texts['en']}", returncode=NOT_READ)
    report, _verdict = verify(match_id)
    return _with_saved(report, log_of(find_match(match_id)), saved) if report.is_sound else report


def _logs_of(file: Path, saved: SavedFiles) -> list[Log]:
    try:
        logs = list(read_many(lines_of(file.read_bytes())))
    except (OSError, Unreadable) as error:
        raise CommandError(f"{file}: {error}", returncode=NOT_READ) from error
    if saved.of_one_match and len(logs) == 1 + _origins(logs[-1]):
        logs = logs[-1:]
    if saved.of_one_match and len(logs) > 1:
        raise CommandError(f"{saved.of_one_match} can be used with one match only", returncode=NOT_READ)
    for log in logs:
        if log.server_seed is None:
            raise CommandError(f"{file}: match {log.match} has no `server_seed`. {NO_SEED}", returncode=NOT_READ)
    return logs


def _origins(log: Log) -> int:
    """The length of the chain of matches that a log continues."""
    return 0 if log.origin is None else 1 + _origins(log.origin)


def _with_saved(report: Report, log: Log, saved: SavedFiles) -> Report:
    """The report of a log. If it is sound, the findings of the reader's saved files are added."""
    report = _with_seen(report, log, saved.seen)
    if saved.inclusion is None or not report.is_sound:
        return report
    proof = _read_inclusion(saved.inclusion)
    report.findings.extend(proof_findings(proof, log.match, log.events[-1].hash))
    if saved.roots is not None:
        try:
            report.findings.extend(saved_root_findings(proof, read_roots(saved.roots.read_bytes().splitlines())))
        except (OSError, NoDocument) as error:
            raise CommandError(f"{saved.roots}: {error}", returncode=NOT_READ) from error
    return report


def _read_inclusion(file: Path) -> InclusionProof:
    try:
        return read_proof(file.read_bytes())
    except (OSError, NoDocument) as error:
        raise CommandError(f"{file}: {error}", returncode=NOT_READ) from error


def _with_seen(report: Report, log: Log, seen: Path | None) -> Report:
    if seen is None or not report.is_sound:
        return report
    try:
        saved_events = read_events(lines_of(seen.read_bytes()))
    except (OSError, Unreadable) as error:
        raise CommandError(f"{seen}: {error}", returncode=NOT_READ) from error
    if not saved_events:
        report.findings.append(Finding(None, "seen", "nothing_kept"))
    report.findings.extend(compare_seen(log.events, saved_events))
    return report
