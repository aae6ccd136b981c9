"""Compares a match's database rows, column by column, with the values that follow from its log.

Differences are reported, never repaired. docs/security.md lists the columns that no log determines.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
from django.core.exceptions import ObjectDoesNotExist
from django.db import InterfaceError, OperationalError

from common.timestamps import milliseconds, moment_of
from matches.clocks import Clock, Times, read_clock, started, ticked
from matches.log import sql, stored_match
from matches.log.archive import archived_log
from matches.log.events import Event
from matches.log.folding import ALWAYS, Position, is_older, tally
from matches.log.snapshots import OtherLayout
from matches.models import Match, MatchSummary, Scorecard, SearchTerm, Seat, moment_of_id
from matches.search.models import SeatRecord
from matches.search.seat_records import counts_for_statistics, seat_records
from matches.search.terms import LAYOUT, terms_of_match
from matches.selectors.access import ABORTED
from players.models import Player
from replay.findings import Finding
from replay.models import ImportedMatch, Verification
from replay.seasons.league_rows import compare_league
from rules.engine import seats_to_act

BOT = "bot:"
"""Prefix of a bot's public id; name and version follow (lobby.py)."""


class _At(msgspec.Struct):
    at: str


_read_at = msgspec.json.Decoder(_At)


def moment_in(event: Event) -> datetime:
    """When an event happened, from its `at`."""
    return datetime.fromisoformat(_read_at.decode(event.body).at)


class Course:
    """Follows the fold of a log: stores the last position, runs the clocks again and compares every checkpoint."""

    def __init__(self, match: Match, events: Sequence[Event], *, is_imported: bool) -> None:
        self.match_id = match.pk
        self.events = events
        self.checkpoints = sql.checkpoints(match.pk)
        self.is_imported = is_imported
        self.last: Position | None = None
        self.clock: Clock | None = None
        self.times = Times()
        self.not_compared: list[Finding] = []

    def __call__(self, position: Position) -> Iterable[Finding]:
        self.last = position
        self._tick(position)
        raw = self.checkpoints.get(position.seq)
        if raw is None:
            return []
        differs, other_layout = compare_position(self.match_id, raw, position)
        if other_layout:
            self.not_compared.append(Finding(position.seq, "checkpoint", "other_layout"))
        return [Finding(position.seq, "checkpoint", "other_position")] if differs else []

    def _tick(self, position: Position) -> None:
        """Run the clocks after an event as when it was written. The clocks of imports never ran here."""
        if self.is_imported:
            return
        event = self.events[position.seq]
        if position.seq == 0:
            first = msgspec.json.decode(event.body)
            self.clock = read_clock(first["clock"])
            self.times = started(self.clock, len(first["seats"]))
        if self.clock is not None and event.type in ("match_started", "action_taken"):
            now = milliseconds(moment_in(event))
            self.times = ticked(self.clock, self.times, position.opened, position.seq, now, event.seat)


def compare_position(match_id: UUID, raw: bytes, position: Position) -> tuple[bool, bool]:
    """Whether a snapshot differs from the position, and whether it can't be compared because of its layout."""
    rules = position.table.rules
    try:
        stored = stored_match.decode_snapshot(match_id, position.seq, raw, rules, position.key)
    except OtherLayout:
        return False, True
    except Exception:  # A damaged snapshot may fail anywhere in a ruleset's decoder.
        return True, False
    return _marks(stored) != _marks(position) or rules.encode(stored.table) != rules.encode(position.table), False


def _marks(position: Position) -> tuple[Any, ...]:
    return position.seq, position.last_hash, position.opened, position.words_drawn


class Comparison:
    """Compares the rows of one match, and fills `findings` and `not_compared`.

    `course` has followed the fold. If `is_folded` is False, the log failed, and only values from event 0 are compared.
    """

    def __init__(
        self, match: Match, imported: ImportedMatch | None, key: bytes | None, course: Course, *, is_folded: bool
    ) -> None:
        self.match, self.imported, self.key = match, imported, key
        self.course, self.events = course, course.events
        self.position = course.last if is_folded else None
        self.archived = archived_log(match.pk)
        self.findings: list[Finding] = []
        self.not_compared: list[Finding] = []

    def run(self) -> None:
        self.first = msgspec.json.decode(self.events[0].body)
        for what, compare in {
            "row": self._setup,
            "card_set": self._card_set,
            "seats": self._seats,
            "events": self._events,
            "archived_log": self._archived,
            "imported": self._imported,
            "verification": self._verification,
            "is_hidden": self._moderation,
            "fixture": self._league,
        }.items():
            self._apart(what, compare)
        if self.position is None:
            self.not_compared.append(Finding(None, "row", "log_fails"))
            return
        for what, compare in {
            "row": self._state,
            "snapshot": self._snapshot,
            "checkpoint": self._checkpoints,
            "scorecard": self._scorecard,
            "summary": self._search,
        }.items():
            self._apart(what, compare)

    def _apart(self, what: str, compare: Callable[[], None]) -> None:
        """Run one comparison. If a row can't be read, that is a finding, and the other comparisons still run."""
        try:
            compare()
        except (OperationalError, InterfaceError):
            raise
        except Exception as error:
            self._finding(what, "unreadable_row", error=repr(error))

    def _finding(self, field: str, code: str, seq: int | None = None, **params: Any) -> None:
        self.findings.append(Finding(seq, field, code, params))

    def _same(self, field: str, found: Any, expected: Any) -> None:
        if _plain(found) != _plain(expected):
            self._finding(field, "row", found=found, expected=expected)

    # From event 0

    def _setup(self) -> None:
        match, first = self.match, self.first
        self._same("version", match.version, self.events[-1].seq)
        for name in ("ruleset", "ruleset_version", "options", "clock", "seed_commitment"):
            self._same(name, getattr(match, name), first[name])
        self._same("continues", match.continues, first.get("continues"))
        self._same("is_imported", match.is_imported, first["match"] != str(match.pk))
        self._same("bots", match.bots, sorted(self._bots()))
        if match.pk.version != 7:
            self.not_compared.append(Finding(None, "created_at", "no_time_in_id"))
            return
        self._same("created_at", match.created_at, moment_of_id(match.pk))

    def _bots(self) -> set[int]:
        """The seats of the service's bots. None for an import, whose names don't refer to players of this service."""
        if self.imported is not None:
            return set()
        return {index for index, seat in enumerate(self.first["seats"]) if seat["player"].startswith(BOT)}

    def _card_set(self) -> None:
        revision, pinned = self.match.card_set, self.first["card_set"]
        self._same("card_set.ruleset", revision.ruleset, self.first["ruleset"])
        self._same("card_set.digest", revision.digest, pinned["digest"])
        if self.imported is None:
            self._same("card_set.revision", revision.revision, pinned["revision"])

    def _seats(self) -> None:
        rows = {seat.index: seat for seat in Seat.objects.filter(match=self.match).select_related("player")}
        logged, bots = self.first["seats"], self._bots()
        accounts = self._accounts([seat["player"] for seat in logged])
        person = Seat.Kind.PLAYER if self.imported is None else Seat.Kind.IMPORTED
        for index, seat in enumerate(logged):
            row = rows.pop(index, None)
            if row is None:
                self._finding(f"seats[{index}]", "missing_row")
                continue
            name = seat["player"]
            bot = name.removeprefix(BOT).rpartition("/")[0] if index in bots else ""
            expected = {
                "kind": Seat.Kind.BOT if index in bots else person,
                "bot": bot,
                "public_id": name,
                "deck": seat["deck"],
                "entropy": seat["entropy"],
                "is_ready": True,
            }
            for column, value in expected.items():
                self._same(f"seats[{index}].{column}", getattr(row, column), value)
            self._same(f"seats[{index}].player", row.player_id, accounts.get(name))
            if self.position is not None and bool(row.fault) != (self._failed_bot() == index):
                self._finding(f"seats[{index}].fault", "other_fault")
        for index in sorted(rows):
            self._finding(f"seats[{index}]", "extra_row")

    def _accounts(self, names: Sequence[str]) -> dict[str, int]:
        """Public id -> account, for the accounts in this log that still exist."""
        if self.imported is not None:
            return {}
        wanted = [name for name in names if _is_uuid(name)]
        found = Player.objects.filter(public_id__in=wanted).values_list("public_id", "pk")
        return {str(public_id): pk for public_id, pk in found}

    def _failed_bot(self) -> int | None:
        """The seat of a bot that lost because it failed, or None. The bot's error is stored with the seat."""
        last = msgspec.json.decode(self.events[-1].body)
        failed = last["type"] == "seat_resigned" and last["note"] == "bot_fault" and last["seat"] in self._bots()
        return last["seat"] if failed else None

    def _events(self) -> None:
        """Find events with negative numbers, and idempotency keys on events that no request can have caused."""
        bots = self._bots()
        for row in sql.logged_rows(self.match.pk):
            is_nobodys = self.imported is not None or row.seat is None or row.seat in bots
            if row.seq < 0:
                self._finding("seq", "extra_row", row.seq)
            if row.key is not None and (is_nobodys or row.request_digest is None):
                self._finding("key", "no_request", row.seq)
            if row.key is None and row.request_digest is not None:
                self._finding("request_digest", "no_request", row.seq)

    def _archived(self) -> None:
        """Compare the row of an archived log with the log. The database must not have the events too."""
        if self.archived is None:
            return
        self._same("archived_log.last_hash", bytes(self.archived.last_hash).hex(), self.events[-1].hash.hex())
        if self.match.events.exists():
            self._finding("archived_log", "extra_row")

    def _imported(self) -> None:
        imported, match = self.imported, self.match
        if imported is None:
            if match.is_imported:
                self._finding("imported", "missing_row")
            return
        self._same("imported.original_id", imported.original_id, self.first["match"])
        self._same("imported.last_hash", bytes(imported.last_hash).hex(), self.events[-1].hash.hex())
        self._same("imported.imported_by", imported.imported_by_id, match.created_by_id)
        self._same("imported.imported_at", imported.imported_at, moment_of_id(match.pk))

    def _moderation(self) -> None:
        """Compare whether the match is hidden with its newest moderation record."""
        newest = self.match.moderations.order_by("-at", "-pk").first()
        self._same("is_hidden", self.match.is_hidden, newest is not None and newest.is_hidden)

    def _league(self) -> None:
        """Compare the seed and whether the match is withheld with its deal and season."""
        for place, found, expected in compare_league(self.match, self.first):
            self._same(place, found, expected)

    def _verification(self) -> None:
        """Check the seal of the stored verdict, which shows that the service wrote it."""
        stored = Verification.objects.filter(match=self.match).first()
        if stored is not None and not stored.is_sealed:
            self._finding("verification", "broken_seal")

    # From the last position

    def _state(self) -> None:
        match, position = self.match, self.position
        assert position is not None
        outcome, seats = position.table.outcome, list(seats_to_act(position.table))
        deadline = self.course.times.next_deadline
        expected = {
            "status": Match.Status.PLAYING if outcome is None else Match.Status.OVER,
            "times": msgspec.to_builtins(self.course.times, str_keys=True),
            "to_act": seats,
            "bot_to_act": any(seat in self._bots() for seat in seats),
            "deadline_at": None if outcome or deadline is None else moment_of(deadline),
            "outcome": msgspec.to_builtins(outcome, str_keys=True),
            "end_reason": outcome.reason if outcome else "",
            "ended_at": moment_in(self.events[-1]) if outcome else None,
            "updated_at": moment_in(self.events[-1]),
        }
        for name, value in expected.items():
            self._same(name, getattr(match, name), value)
        if self.key != position.key:
            self._finding("sealed_seed", "other_key")

    def _snapshot(self) -> None:
        assert self.position is not None
        differs, other_layout = compare_position(self.match.pk, bytes(self.match.snapshot or b""), self.position)
        if differs:
            self._finding("snapshot", "other_position")
        if other_layout:
            self.not_compared.append(Finding(None, "snapshot", "other_layout"))

    def _checkpoints(self) -> None:
        found = set(self.course.checkpoints)
        checked = self.events if self.archived is None else []  # An archived match has no checkpoints.
        expected = {event.seq for event in checked if stored_match.is_checkpoint(event.seq)}
        for seq in sorted(expected - found):
            self._finding("checkpoint", "missing_row", seq)
        for seq in sorted(found - expected):
            self._finding("checkpoint", "extra_row", seq)

    def _scorecard(self) -> None:
        """Compare the scorecard. The scoring task writes it together with `is_scored`, and may not have run yet."""
        assert self.position is not None
        card = Scorecard.objects.filter(match=self.match).first()
        if card is None:
            if self.match.is_scored:
                self._finding("scorecard", "missing_row")
            return
        if self.position.table.outcome is None:
            self._finding("scorecard", "extra_row")
            return
        self._same("is_scored", self.match.is_scored, True)
        expected, body = tally(self.position, self.events), card.body
        if is_older(body, expected["version"]):
            self.not_compared.append(Finding(None, "scorecard", "other_version"))
            expected, body = ({name: one.get(name) for name in ALWAYS} for one in (expected, body))
        self._same("scorecard.body", body, expected)

    def _search(self) -> None:
        """Compare the summary and the search terms. A sweep writes them from the log and may not have run yet."""
        assert self.position is not None
        summary = MatchSummary.objects.filter(match=self.match).first()
        rows = set(SearchTerm.objects.filter(match=self.match).values_list("kind", "value", "seat"))
        records = list(SeatRecord.objects.filter(match=self.match).order_by("seat"))
        outcome = self.position.table.outcome
        if outcome is None:
            self._same("terms_layout", self.match.terms_layout, 0)
        if outcome is None or self.match.card_set.is_playtest or self.match.continues or self.match.withheld:
            there_are = {"summary": summary is not None, "search_terms": bool(rows), "seat_records": bool(records)}
            for field, there in there_are.items():
                if there:
                    self._finding(field, "extra_row")
            return
        if self.match.terms_layout != LAYOUT:
            if summary is not None or self.match.terms_layout:
                self.not_compared.append(Finding(None, "terms_layout", "other_layout"))
            elif rows or records:
                self._finding("summary", "missing_row")
            return
        if summary is None:
            self._finding("summary", "missing_row")
            return
        expected = {
            "ruleset": self.first["ruleset"],
            "length": len(self.events),
            "ended_at": moment_in(self.events[-1]),
            "is_imported": self.imported is not None,
            "is_readable": True,
        }
        for name, value in expected.items():
            self._same(f"summary.{name}", getattr(summary, name), value)
        known = {"disclosed": outcome.reason != ABORTED, "is_imported": self.imported is not None}
        terms = terms_of_match(self.position, self.events, **known)
        for term in sorted(terms - rows):
            self._finding("search_terms", "missing_search_term", term=list(term))
        for term in sorted(rows - terms):
            self._finding("search_terms", "extra_search_term", term=list(term))
        counts = counts_for_statistics(**known)
        self._seat_records(records, outcome.winners if counts else None)

    def _seat_records(self, found: Sequence[SeatRecord], winners: Sequence[int] | None) -> None:
        """Compare the records for statistics. A match that counts in no statistics (`winners` None) has none."""
        assert self.position is not None
        rules = self.position.table.rules
        expected = [] if winners is None else seat_records(self.match.pk, rules, self.events, winners)
        if len(found) != len(expected):
            self._finding("seat_records", "missing_row" if len(found) < len(expected) else "extra_row")
            return
        for own, right in zip(found, expected, strict=True):
            for field in (field for field in SeatRecord._meta.fields if field.name not in ("id", "match")):
                value = getattr(own, field.name)
                value = bytes(value).hex() if isinstance(value, bytes | memoryview) else value
                other = getattr(right, field.name)
                self._same(f"seat_records.{field.name}", value, other.hex() if isinstance(other, bytes) else other)


def _plain(value: Any) -> str:
    """A text for comparing values. It ignores the order of JSON fields, but 1, 1.0 and true differ."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, default=_named)


def _named(value: Any) -> str:
    return value.isoformat() if isinstance(value, datetime) else repr(value)


def _is_uuid(text: str) -> bool:
    try:
        return str(UUID(text)) == text
    except ValueError:
        return False


def imported_row(match_id: UUID) -> ImportedMatch | None:
    """The source of an imported match, or None if the match was played here."""
    try:
        return ImportedMatch.objects.get(pk=match_id)
    except ObjectDoesNotExist:
        return None
