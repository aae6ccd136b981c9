"""Read matches and their logs with hand-written SQL: the ORM costs more than the database here (README).

`load_match` reads the row for a move in one statement; `appending` writes the result. The log of an archived match is
read from its file.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any
from uuid import UUID

import msgspec
from django.db import connection
from django.db.models import Exists, OuterRef
from django.db.models.expressions import Combinable

from cards.sets.selectors import rules_of
from common.text.errors import ServiceError
from common.timestamps import milliseconds
from matches import metrics
from matches.clocks import Clock, Times
from matches.log.archive import LoggedRow, archived_rows, read_archived
from matches.log.database_clock import as_moment, reading_of
from matches.log.events import Event
from matches.log.folding import Position, fold
from matches.log.models import ArchivedLog
from matches.log.models import Event as EventRow
from matches.log.partitions import in_partition
from matches.log.recent import Holder
from matches.log.seed_encryption import unseal_chance
from matches.log.snapshots import SnapshotMismatch
from matches.log.stored_match import StoredMatch, decode_snapshot, read_auto_passes
from matches.log.transactions import adapted_uuid
from matches.models import Match
from rules.engine import Ruleset, Table

_COLUMNS_READ = """
m.status, m.version, m.ruleset, m.ruleset_version, m.card_set_id, m.sealed_seed, m.snapshot, m.clock, m.times, m.bots,
m.auto_passes, m.draw_offers, m.updated_at, clock_timestamp(), s."index", e.seq, e.request_digest
"""
_READ = f"""
SELECT {_COLUMNS_READ} FROM matches_match m
LEFT JOIN matches_seat s ON s.match_id = m.id AND s.player_id = %s
LEFT JOIN matches_event e ON e.match_id = m.id AND e.seat = s."index" AND e."key" = %s {{partition}}
WHERE m.id = %s
"""
_READ_AS_HOLDER = f"""
SELECT u.id, t.scopes, {_COLUMNS_READ} FROM players_accesstoken t JOIN players_player u ON u.id = t.user_id
LEFT JOIN matches_match m ON m.id = %s
LEFT JOIN matches_seat s ON s.match_id = m.id AND s.player_id = u.id
LEFT JOIN matches_event e ON e.match_id = m.id AND e.seat = s."index" AND e."key" = %s {{partition}}
WHERE t.digest = %s AND (t.expiry IS NULL OR t.expiry >= clock_timestamp()) AND u.is_active
"""
Row = tuple[Any, ...]
"""A match row as read from the database, not parsed yet."""


def read_as_holder(match_id: UUID, token_digest: str, key: str | None) -> tuple[Holder, Row] | None:
    """The holder of a valid token, and the match row for that player, in one statement; None if the token is not
    valid.
    """
    with connection.cursor() as cursor:
        cursor.execute(in_partition(_READ_AS_HOLDER, match_id), [adapted_uuid(match_id), key, token_digest])
        row = cursor.fetchone()
    return None if row is None else (Holder(token_digest, row[0], row[1]), row[2:])


_read_clock = msgspec.json.Decoder(Clock)
_read_times = msgspec.json.Decoder(Times)


def load_match(match_id: UUID, *, player_id: int | None = None, key: str | None = None) -> StoredMatch:
    """Load the match and its newest position in one statement; `append_events` writes the changes.

    Raises ServiceError `not_found`; `match_not_started` for a lobby.
    """
    with connection.cursor() as cursor:
        cursor.execute(in_partition(_READ, match_id), [player_id, key, adapted_uuid(match_id)])
        row = cursor.fetchone()
    return parse_row(match_id, row)


def parse_row(match_id: UUID, row: Row | None) -> StoredMatch:
    """Parse a row. Raises ServiceError as `load_match` does."""
    if row is None or row[0] is None:
        raise ServiceError("not_found")
    status, version, ruleset, ruleset_version, card_set_id, sealed, snapshot, *rest = row
    clock, times, bots, auto_passes, draw_offers, updated_at, clock_timestamp, seat, seq, digest = rest
    if version < 0:
        raise ServiceError("match_not_started" if status == Match.Status.LOBBY else "match_over")
    rules = rules_of(ruleset, ruleset_version, card_set_id)
    key_of_chance = unseal_chance(bytes(sealed), match_id.bytes)
    try:
        position = decode_snapshot(match_id, version, snapshot or b"", rules, key_of_chance)
    except SnapshotMismatch:
        with metrics.fold_seconds.time():
            position = fold_log(match_id, rules, key_of_chance)
    return StoredMatch(
        match_id,
        status,
        version,
        rules,
        position,
        None if clock is None else _read_clock.decode(clock),
        _read_times.decode(times),
        seat,
        frozenset(msgspec.json.decode(bots)),
        None if seq is None else (seq, bytes(digest or b"")),
        read_auto_passes(auto_passes),
        auto_passes,
        draw_offers=draw_offers,
        last_at=milliseconds(as_moment(updated_at)),
        clock_reading=reading_of(clock_timestamp),
    )


EVENT_COLUMNS = "e.seq, e.type, e.seat, e.body, e.hash"
EVENTS_AFTER = "LEFT JOIN matches_event e ON e.match_id = m.id AND e.seq > %s {partition}"
"""A join that adds to a match row (`m`) its events after a seq, for `event_of`; nulls if there are none. Complete the
statement with `in_partition`.
"""
_EVENTS = f"""
SELECT {EVENT_COLUMNS} FROM matches_event e WHERE e.match_id = %s AND e.seq > %s {{partition}} ORDER BY e.seq
"""


def events(match_id: UUID, after: int = -1, limit: int | None = None) -> list[Event]:
    """The log of a match after a seq, in order. Raises ArchiveUnavailable, ArchiveDamaged."""
    return _stored_events(match_id, after, limit) or _archived_events(match_id, after, limit)


def _stored_events(match_id: UUID, after: int, limit: int | None) -> list[Event]:
    statement = in_partition(_EVENTS, match_id)
    with connection.cursor() as cursor:
        if limit is None:
            cursor.execute(statement, [adapted_uuid(match_id), after])
        else:
            cursor.execute(statement + " LIMIT %s", [adapted_uuid(match_id), after, limit])
        rows = cursor.fetchall()
    return [event_of(row) for row in rows]


def _archived_events(match_id: UUID, after: int, limit: int | None) -> list[Event]:
    """Empty for a match that is not archived."""
    found = [event_of(row[:5]) for row in archived_rows(match_id) or () if row.seq > after]
    return found if limit is None else found[:limit]


def event_batches(match_id: UUID, size: int) -> Iterator[list[Event]]:
    """The whole log in lists of up to `size` events. An archived log is read once."""
    after = -1
    while batch := _stored_events(match_id, after, size):
        yield batch
        after = batch[-1].seq
    archived = _archived_events(match_id, after, None)
    yield from (archived[start : start + size] for start in range(0, len(archived), size))


def logged_rows(match_id: UUID) -> list[LoggedRow]:
    """Every row of a log with all its columns, in order, for the audit and the archive."""
    rows = EventRow.objects.filter(match=match_id).order_by("seq")
    found = [
        LoggedRow(seq, type_, seat, bytes(body), bytes(hash_), key, None if digest is None else bytes(digest))
        for seq, type_, seat, body, hash_, key, digest in rows.values_list(*LoggedRow._fields)
    ]
    return found or archived_rows(match_id) or []


def has_log() -> Combinable:
    """Whether the match of the outer query has a log, in the database or in the archive."""
    return Exists(EventRow.objects.filter(match=OuterRef("pk"))) | Exists(ArchivedLog.objects.filter(pk=OuterRef("pk")))


def with_logs(match_ids: Sequence[UUID]) -> list[UUID]:
    """Those of the matches that have a log, in the database or in the archive."""
    stored = EventRow.objects.filter(match__in=match_ids).order_by().values_list("match", flat=True).distinct()
    return [*stored, *ArchivedLog.objects.filter(pk__in=match_ids).values_list("pk", flat=True)]


def archived_answer(match_id: UUID, seat: int, key: str) -> tuple[int, bytes] | None:
    """As `StoredMatch.answered`, for an archived match: seq and digest of the seat's request with this key."""
    for row in archived_rows(match_id) or ():
        if row.seat == seat and row.key == key:
            return row.seq, row.request_digest or b""
    return None


def event_of(row: Row) -> Event:
    """Build an event from a row of seq, type, seat, body and hash."""
    seq, type_, seat, body, hash_ = row
    return Event(seq, type_, seat, bytes(body), bytes(hash_))


def event(match_id: UUID, seq: int) -> Event:
    """One event. Raises ServiceError `not_found`."""
    found = events(match_id, seq - 1, 1)
    if not found or found[0].seq != seq:
        raise ServiceError("not_found")
    return found[0]


def last_hashes(match_ids: Sequence[UUID]) -> dict[UUID, bytes]:
    """The hash of each match's event at its version, also from the archive. Matches without that event are left out."""
    if not match_ids:
        return {}
    places = ", ".join(["%s"] * len(match_ids))
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT m.id, e.hash FROM matches_match m JOIN matches_event e ON e.match_id = m.id AND e.seq = m.version "
            f"WHERE m.id IN ({places}) "
            f"UNION ALL SELECT match_id, last_hash FROM matches_archivedlog WHERE match_id IN ({places})",
            [adapted_uuid(match_id) for match_id in match_ids] * 2,
        )
        rows = cursor.fetchall()
    return {id_ if isinstance(id_, UUID) else UUID(id_): bytes(hash_) for id_, hash_ in rows}


_LAST_ACTION = """
SELECT max(e.seq) FROM matches_event e
WHERE e.match_id = %s AND e.seat = %s AND e.type = 'action_taken' {partition}
"""


def last_action_of(match_id: UUID, seat: int) -> int | None:
    """seq of a seat's last action in a running match; None if it has taken none."""
    with connection.cursor() as cursor:
        cursor.execute(in_partition(_LAST_ACTION, match_id), [adapted_uuid(match_id), seat])
        seq: int | None = cursor.fetchone()[0]
    return seq


def seats_that_acted(match_ids: Iterable[UUID]) -> dict[UUID, set[int]]:
    """match -> the seats that have taken an action. Matches without any are left out."""
    ids = list(match_ids)
    rows = EventRow.objects.filter(match__in=ids, type="action_taken", seat__isnull=False)
    found: dict[UUID, set[int]] = defaultdict(set)
    for match, seat in rows.order_by().values_list("match", "seat").distinct():
        found[match].add(seat)
    for archived in ArchivedLog.objects.filter(pk__in=ids):
        taken = {row.seat for row in read_archived(archived) if row.type == "action_taken" and row.seat is not None}
        if taken:
            found[archived.pk] = taken
    return found


# Positions, and matches that continue from one


def fold_log(match_id: UUID, rules: Ruleset, key: bytes) -> Position:
    """The position after the last event, from the log alone."""
    log = events(match_id)
    return fold(rules, key, log, origin=origin_of(log[0]) if log else None)


def position_at(match_id: UUID, seq: int) -> Position:
    """The position after an event, from the nearest earlier checkpoint and the events since."""
    match = Match.objects.only("ruleset", "ruleset_version", "card_set_id", "sealed_seed").get(pk=match_id)
    rules = rules_of(match.ruleset, match.ruleset_version, match.card_set_id)
    key = unseal_chance(bytes(match.sealed_seed), match_id.bytes)
    try:
        found = nearest_checkpoint(match_id, seq)
        position = None if found is None else decode_snapshot(match_id, *found, rules, key)
    except SnapshotMismatch:  # Then fold from the start.
        position = None
    if position is None:
        log = events(match_id, limit=seq + 1)
        return fold(rules, key, log, origin=origin_of(log[0]))
    return (
        position
        if position.seq == seq
        else fold(rules, key, events(match_id, position.seq, seq - position.seq), position)
    )


def origin_of(first: Event) -> Table[Any, Any] | None:
    """The table that a match continues from, read from its event 0; None for a match that continues no other."""
    continues = _read_continues(first.body).continues
    return None if continues is None else position_at(UUID(continues.match), continues.seq).table


def events_before(first: Event) -> list[Event]:
    """All events before a match that continues another, back to the very first; empty for other matches."""
    continues = _read_continues(first.body).continues
    if continues is None:
        return []
    before = events(UUID(continues.match), limit=continues.seq + 1)
    earlier = events_before(before[0])
    return [*earlier, *before[1:]] if earlier else before


class _Continues(msgspec.Struct):
    match: str
    seq: int


class _Begins(msgspec.Struct):
    continues: _Continues | None = None


_read_continues = msgspec.json.Decoder(_Begins).decode


def nearest_checkpoint(match_id: UUID, seq: int) -> tuple[int, bytes] | None:
    """seq and snapshot of the last checkpoint at or before an event."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT seq, snapshot FROM matches_checkpoint WHERE match_id = %s AND seq <= %s ORDER BY seq DESC LIMIT 1",
            [adapted_uuid(match_id), seq],
        )
        row = cursor.fetchone()
    return None if row is None else (row[0], bytes(row[1]))


def checkpoints(match_id: UUID) -> dict[int, bytes]:
    """All checkpoints of a match: seq -> snapshot."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT seq, snapshot FROM matches_checkpoint WHERE match_id = %s", [adapted_uuid(match_id)])
        return {seq: bytes(snapshot) for seq, snapshot in cursor.fetchall()}
