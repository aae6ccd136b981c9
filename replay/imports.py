"""Imports a finished match from an export, after verifying it completely.

The match gets its own row and id, while its log has the id from where it was played. So an import can't replace a match
of this service. Its seats have their own kind and no players, since a file can't prove who played. Importing for others
to see needs a permission, because anyone can write a log that verifies with any names in it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec
from django.db import IntegrityError
from uuid6 import uuid7

from cards.models import CardSetRevision
from common.text.errors import ServiceError
from common.text.templates import templates
from common.timestamps import milliseconds, rfc3339
from matches.clocks import Times
from matches.log import appending, stored_match
from matches.log.database_clock import read_database_clock
from matches.log.folding import Position
from matches.log.seed_encryption import seal
from matches.log.stored_match import StoredMatch
from matches.log.transactions import writing
from matches.models import Match, Seat
from matches.notifications import wake
from players.models import Player
from replay.audit import Log, Report, audit, is_over
from replay.event_schema import check_event
from replay.exports import Unreadable, read
from replay.findings import Finding
from replay.limits import MOST_AHEAD, MOST_IMPORT_EVENTS
from replay.models import ImportedMatch
from rules.engine import Names, match_key
from rules.engine.messages import fill

LONGEST_LINE = 512 * 1024
"""In bytes. A first line contains a card set, which may be five times the largest shipped one."""
IMPORT_PUBLIC = "replay.import_public"


@dataclass(frozen=True, slots=True)
class Imported:
    """The match of an import. If `is_repeat`, the same player had already imported it and nothing was stored."""

    match: Match
    report: Report
    is_repeat: bool


def import_match(
    *, lines: Iterable[bytes], player: Player | None, visibility: str = Match.Visibility.PRIVATE
) -> Imported:
    """Verify and store a finished match. Raises ServiceError `not_verified` with the reasons, or `not_allowed`."""
    check_may_import(player, visibility)
    log = _readable(lines)
    if log.server_seed is None or not is_over(log.events):
        raise _refused("not_over")
    if "continues" in msgspec.json.decode(log.events[0].body):
        raise _refused("continues_another")
    if log.events[-1].type == "match_aborted":
        raise _refused("aborted")
    revision = _revision(log)
    collector = _Collector()
    report = audit(log, watch=collector)
    if not report.is_sound:
        raise ServiceError("not_verified", reasons=[_reason(finding, finding.texts) for finding in report.findings])
    assert collector.position is not None
    return _store(log, revision, collector, report, player, visibility)


def check_may_import(player: Player | None, visibility: str) -> None:
    """Raise ServiceError `not_allowed` if the player may not import matches with this visibility.

    Everyone may import for themselves. Importing for others to see needs a permission.
    """
    if visibility != Match.Visibility.PRIVATE and player is not None and not player.has_perm(IMPORT_PUBLIC):
        raise ServiceError("not_allowed")


def _refused(code: str, **params: object) -> ServiceError:
    texts = fill(templates("import_refusals")[code], params)
    return ServiceError("not_verified", reasons=[{"code": code, "detail": texts["en"], "texts": texts}])


def _reason(finding: Finding, texts: Names, code: str = "does_not_verify") -> dict[str, Any]:
    """An entry of the refusal's `reasons`: where and why a log fails. Its `finding` is the finding's code.

    It has `pointer` and `accepted` if the schema knows more than the field.
    """
    more = {name: finding.params[name] for name in ("pointer", "accepted") if name in finding.params}
    place = {"seq": finding.seq, "field": finding.field, "finding": finding.code}
    return {"code": code, **place, **more, "detail": texts["en"], "texts": texts}


def _readable(lines: Iterable[bytes]) -> Log:
    """Read an export. Raises ServiceError if this service could not have written its events."""
    try:
        return read(_bounded(lines), _EventCheck())
    except Unreadable as error:
        texts = fill(templates("import_refusals")["unreadable"], {"error": error.texts})
        raise ServiceError("not_verified", reasons=[_reason(error.finding, texts, "unreadable")]) from error


def _bounded(lines: Iterable[bytes]) -> Iterator[bytes]:
    """The lines of a file. Raises ServiceError or Unreadable if they exceed the limits of an import."""
    for number, line in enumerate(lines):
        if number > MOST_IMPORT_EVENTS + (not line):  # One first line, the events, and an empty end.
            raise _refused("too_long", most=MOST_IMPORT_EVENTS)
        if len(line) > LONGEST_LINE:
            raise Unreadable(number + 1, "line_too_long", params={"most": LONGEST_LINE})
        yield line


class _EventCheck:
    """Refuses events that this service would not write. For example, times must not go back or lie in the future.

    It runs before anything else uses an event. Later code reads the fields without checking them again.
    """

    def __init__(self) -> None:
        self._latest = rfc3339(read_database_clock().moment + MOST_AHEAD)
        self._earliest, self._clock = "", None

    def __call__(self, seq: int, line: dict[str, Any]) -> None:
        if seq == 0:
            self._earliest, self._clock = "", None
        content = {name: value for name, value in line.items() if name != "hash"}
        wrong = check_event(content)
        if wrong is None and (content["type"] == "match_started") != (seq == 0):
            wrong = "type", "one_start", {}
        if wrong is None and content["at"] > self._latest:
            wrong = "at", "in_the_future", {"found": content["at"], "latest": self._latest}
        if wrong is None and content["at"] < self._earliest:
            wrong = "at", "before_the_last", {"found": content["at"], "earliest": self._earliest}
        if wrong is None and content["type"] == "clock_expired" and self._clock is None:
            wrong = "type", "no_clock", {}
        if wrong is not None:
            finding = Finding(seq, *wrong)
            raise ServiceError("not_verified", reasons=[_reason(finding, finding.texts)])
        self._earliest, self._clock = content["at"], content.get("clock", self._clock)


def _revision(log: Log) -> CardSetRevision:
    """The published revision with the log's card definitions. Raises ServiceError for unknown ones.

    Cards are rules, and the service does not run rules from files.
    """
    published = CardSetRevision.objects.filter(ruleset=log.events[0].content["ruleset"], is_playtest=False)
    revision = published.filter(digest=log.card_set["digest"]).first()
    if revision is None:
        raise _refused("unknown_card_set")
    return revision


class _Collector:
    """Collects the rows to store beside the log during an audit: the checkpoints and the last position."""

    def __init__(self) -> None:
        self.match_id = uuid7()
        """Id of the new match. Its snapshots are bound to this id."""
        self.position: Position | None = None
        self.checkpoints: list[tuple[int, bytes]] = []

    def __call__(self, position: Position) -> tuple[()]:
        self.position = position
        if stored_match.is_checkpoint(position.seq):
            self.checkpoints.append((position.seq, stored_match.encode_snapshot(self.match_id, position)))
        return ()


def _store(
    log: Log, revision: CardSetRevision, collector: _Collector, report: Report, player: Player | None, visibility: str
) -> Imported:
    last_hash = log.events[-1].hash
    known = ImportedMatch.objects.select_related("match").filter(imported_by=player, last_hash=last_hash).first()
    if known is not None:
        return Imported(known.match, report, True)
    try:
        with writing():
            match = _write(log, revision, collector, player, visibility)
            ImportedMatch.objects.create(
                match=match,
                original_id=log.match,
                last_hash=last_hash,
                imported_by=player,
                imported_at=match.created_at,
            )
    except IntegrityError:  # Another request has just stored the same import.
        known = ImportedMatch.objects.select_related("match").get(imported_by=player, last_hash=last_hash)
        return Imported(known.match, report, True)
    return Imported(match, report, False)


def _write(log: Log, revision: CardSetRevision, collector: _Collector, player: Player | None, visibility: str) -> Match:
    first = msgspec.json.decode(log.events[0].body)
    position, seed = collector.position, log.server_seed
    assert position is not None and seed is not None
    match = Match(
        id=collector.match_id,
        ruleset=first["ruleset"],
        ruleset_version=first["ruleset_version"],
        card_set=revision,
        options=first["options"],
        clock=first["clock"],
        visibility=visibility,
        created_by=player,
        seed_commitment=first["seed_commitment"],
        is_imported=True,
    )
    key = match_key(seed, [seat["entropy"] for seat in first["seats"]])
    match.sealed_seed = seal(seed + key, match.id.bytes)
    match.save(force_insert=True)
    Seat.objects.bulk_create(
        Seat(
            match=match,
            index=index,
            kind=Seat.Kind.IMPORTED,
            public_id=seat["player"],
            entropy=seat["entropy"],
            deck=seat["deck"],
            is_ready=True,
        )
        for index, seat in enumerate(first["seats"])
    )
    stored = StoredMatch(
        match.id, match.status, -1, position.table.rules, position, None, Times(), None, frozenset(), None
    )
    stored.last_at = milliseconds(_ended_at(log))
    stored.checkpoints = collector.checkpoints
    appending.append_events(stored, log.events)
    wake.appended(stored)
    return Match.objects.get(pk=match.id)


def _ended_at(log: Log) -> datetime:
    """When the match ended where it was played."""
    return datetime.fromisoformat(msgspec.json.decode(log.events[-1].body)["at"])
