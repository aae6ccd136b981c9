"""`manage.py verify_match`: verify a match, all of them, or an exported file; compare it with what a viewer saved.

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
    kept_findings,
    proof_findings,
    read_proof,
    read_roots,
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
class Kept:
    """The reader's saved files about one match and about the roots."""

    seen: Path | None
    inclusion: Path | None
    roots: Path | None

    @property
    def of_one_match(self) -> str:
        """The given option that concerns one match only, if any."""
        return "--seen" if self.seen is not None else "--inclusion" if self.inclusion is not None else ""


class Command(BaseCommand):
    help = "Audit matches: chain, seed, salts, chance, effects, states, and everything that is stored beside the log."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("match", nargs="?", type=UUID, help="the id of a stored match")
        what.add_argument("--all", action="store_true", help="every stored match, live ones too")
        what.add_argument("--file", type=Path, help="exported matches (JSON lines); no database is used")
        parser.add_argument("--seen", type=Path, help="what a viewer had kept of the match, one event a line")
        parser.add_argument(
            "--scorecard", action="store_true", help="with --file: also what each match came to, as JSON"
        )
        parser.add_argument("--inclusion", type=Path, help="the proof that a published root holds the match")
        parser.add_argument("--roots", type=Path, help="with --inclusion: published roots that were kept, one a line")

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
        kept = Kept(seen, inclusion, roots)
        if all and kept.of_one_match:
            raise CommandError(f"{kept.of_one_match} needs one match", returncode=NOT_READ)
        if scorecard and file is None:
            raise CommandError(
                "--scorecard needs --file; a service has GET matches/{id}/scorecard", returncode=NOT_READ
            )
        if roots is not None and inclusion is None:
            raise CommandError("--roots needs --inclusion; verify_roots checks the chain alone", returncode=NOT_READ)
        if all:
            reports = _all_reports()
        elif file is not None:
            reports = self._reports_of(file, kept, scorecard=scorecard)
        else:
            assert match is not None
            reports = iter([_stored_report(match, kept)])

        sound, unsound = 0, 0
        for report in reports:
            self._say(report, kept)
            self._say_not_compared(report)
            sound, unsound = sound + report.is_sound, unsound + (not report.is_sound)
        if all or sound + unsound > 1:
            self.stdout.write(f"{sound} verified, {unsound} not.")
        if unsound:
            where = "in the file" if file else "stored"
            raise CommandError(f"what is {where} is not what was played", returncode=NOT_SOUND)

    def _reports_of(self, file: Path, kept: Kept, *, scorecard: bool) -> Iterator[Report]:
        """Audit the matches of a file. With `scorecard`, print the tally after each sound match."""
        for log in _logs_of(file, kept):
            newest = _Newest()
            report = audit(log, watch=newest)
            yield _with_kept(report, log, kept)
            if scorecard and report.is_sound:
                assert newest.position is not None
                card = tally(newest.position, log.events)
                self.stdout.write(msgspec.json.format(msgspec.json.encode(card), indent=2).decode())

    def _say(self, report: Report, kept: Kept) -> None:
        if report.is_sound:
            shown = f", and all that {kept.seen} shows of it" if kept.seen else ""
            self.stdout.write(
                f"{report.match}: verified. {report.events} events, {report.draws} draws of chance, "
                f"chain, commitment, salts, effects and states{shown}."
            )
            if kept.inclusion is not None:
                root = _read_inclusion(kept.inclusion).root
                bound = f" It is bound by what {kept.roots} has." if kept.roots else ""
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
    """Remembers the last position of an audit."""

    position: Position | None = None

    def __call__(self, position: Position) -> tuple[()]:
        self.position = position
        return ()


def _all_reports() -> Iterator[Report]:
    """Reports of every match that has a log, and of every log whose match is gone."""
    begun = begun_matches().order_by("pk").values_list("pk", flat=True)
    ids = chain(begun.iterator(chunk_size=1000), lost_logs())
    return (verify(match_id)[0] for match_id in ids)


def _stored_report(match_id: UUID, kept: Kept) -> Report:
    if not has_log(match_id):
        code = "match_not_started" if Match.objects.filter(pk=match_id).exists() else "not_found"
        raise CommandError(f"{match_id}: {ServiceError(code).texts['en']}", returncode=NOT_READ)
    report, _verdict = verify(match_id)
    return _with_kept(report, log_of(find_match(match_id)), kept) if report.is_sound else report


def _logs_of(file: Path, kept: Kept) -> list[Log]:
    try:
        logs = list(read_many(lines_of(file.read_bytes())))
    except (OSError, Unreadable) as error:
        raise CommandError(f"{file}: {error}", returncode=NOT_READ) from error
    if kept.of_one_match and len(logs) == 1 + _origins(logs[-1]):
        logs = logs[-1:]
    if kept.of_one_match and len(logs) > 1:
        raise CommandError(f"{kept.of_one_match} needs one match", returncode=NOT_READ)
    for log in logs:
        if log.server_seed is None:
            raise CommandError(f"{file}: match {log.match} has no `server_seed`. {NO_SEED}", returncode=NOT_READ)
    return logs


def _origins(log: Log) -> int:
    """The number of matches in a row that a log continues."""
    return 0 if log.origin is None else 1 + _origins(log.origin)


def _with_kept(report: Report, log: Log, kept: Kept) -> Report:
    """Add the findings of the reader's own documents to the report of a sound log."""
    report = _with_seen(report, log, kept.seen)
    if kept.inclusion is None or not report.is_sound:
        return report
    proof = _read_inclusion(kept.inclusion)
    report.findings.extend(proof_findings(proof, log.match, log.events[-1].hash))
    if kept.roots is not None:
        try:
            report.findings.extend(kept_findings(proof, read_roots(kept.roots.read_bytes().splitlines())))
        except (OSError, NoDocument) as error:
            raise CommandError(f"{kept.roots}: {error}", returncode=NOT_READ) from error
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
        shown = read_events(lines_of(seen.read_bytes()))
    except (OSError, Unreadable) as error:
        raise CommandError(f"{seen}: {error}", returncode=NOT_READ) from error
    if not shown:
        report.findings.append(Finding(None, "seen", "nothing_kept"))
    report.findings.extend(compare_seen(log.events, shown))
    return report
