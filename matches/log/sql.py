"""The only code that touches the log's tables, and the guard that makes every match have one writer.

A move is two statements by hand: one reads the match row, one writes event and row together, if the row is still at
the version that was read. Whoever finds it moved on has written nothing and reads again. No lock is held while the
rules think, and the ORM, which costs more than the database here, stays out (README).
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
from django.db import connection
from structlog.contextvars import bind_contextvars

from cards.engine import asked
from cards.http.timestamps import milliseconds, moment_of
from cards.sets.selectors import rules_of
from cards.text.errors import ServiceError
from matches import metrics
from matches.clocks import Clock, Times
from matches.log.database_clock import as_moment, reading_of
from matches.log.events import Event
from matches.log.folding import fold, tally
from matches.log.seed_encryption import unseal_chance
from matches.log.snapshots import SnapshotMismatch
from matches.log.stored_match import (
    AutoPass,
    AutoPasses,
    StoredMatch,
    decode_snapshot,
    encode_snapshot,
    keep_checkpoint,
)
from matches.log.transactions import POSTGRES, writing
from matches.models import Match

_COLUMNS_READ = """
m.status, m.version, m.ruleset, m.ruleset_version, m.card_set_id, m.sealed_seed, m.snapshot, m.clock, m.times, m.bots,
m.auto_passes, m.updated_at, clock_timestamp(), s."index", e.seq, e.request_digest
"""
_READ = f"""
SELECT {_COLUMNS_READ} FROM matches_match m
LEFT JOIN matches_seat s ON s.match_id = m.id AND s.player_id = %s
LEFT JOIN matches_event e ON e.match_id = m.id AND e.seat = s."index" AND e."key" = %s
WHERE m.id = %s
"""
_READ_AS_HOLDER = f"""
SELECT u.id, {_COLUMNS_READ} FROM players_accesstoken t JOIN players_player u ON u.id = t.user_id
LEFT JOIN matches_match m ON m.id = %s
LEFT JOIN matches_seat s ON s.match_id = m.id AND s.player_id = u.id
LEFT JOIN matches_event e ON e.match_id = m.id AND e.seat = s."index" AND e."key" = %s
WHERE t.digest = %s AND (t.expiry IS NULL OR t.expiry >= clock_timestamp()) AND u.is_active
"""
Row = tuple[Any, ...]
"""A match as the database gave it, not looked into yet."""


def read_as_holder(match_id: UUID, token_digest: str, key: str | None) -> tuple[int, Row] | None:
    """Who holds a valid token, and the match's row for him, in one statement; None if nobody does."""
    with connection.cursor() as cursor:
        cursor.execute(_READ_AS_HOLDER, [_uuid(match_id), key, token_digest])
        row = cursor.fetchone()
    return None if row is None else (row[0], row[1:])


_read_clock = msgspec.json.Decoder(Clock)
_read_times = msgspec.json.Decoder(Times)
_read_auto_passes = msgspec.json.Decoder(AutoPasses)


def load_match(match_id: UUID, *, player_id: int | None = None, key: str | None = None) -> StoredMatch:
    """The match and its newest position, in one statement; `append_events` writes what follows from it.

    Raises ServiceError `not_found`; `match_not_started` for a lobby.
    """
    with connection.cursor() as cursor:
        cursor.execute(_READ, [player_id, key, _uuid(match_id)])
        row = cursor.fetchone()
    return parse_row(match_id, row)


def parse_row(match_id: UUID, row: Row | None) -> StoredMatch:
    """What a row says. Raises ServiceError as `load_match` does."""
    if row is None or row[0] is None:
        raise ServiceError("not_found")
    status, version, ruleset, ruleset_version, card_set_id, sealed, snapshot, *rest = row
    clock, times, bots, auto_passes, updated_at, clock_timestamp, seat, seq, digest = rest
    if version < 0:
        raise ServiceError("match_not_started" if status == Match.Status.LOBBY else "match_over")
    rules = rules_of(ruleset, ruleset_version, card_set_id)
    key_of_chance = unseal_chance(bytes(sealed), match_id.bytes)
    try:
        position = decode_snapshot(match_id, version, snapshot or b"", rules, key_of_chance)
    except SnapshotMismatch:
        with metrics.fold_seconds.time():
            position = fold(rules, key_of_chance, events(match_id))
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
        _read_auto_passes.decode(auto_passes),
        auto_passes,
        last_at=milliseconds(as_moment(updated_at)),
        clock_reading=reading_of(clock_timestamp),
    )


_STATE = (
    *("status", "version", "snapshot", "times", "to_act", "bot_to_act", "deadline_at"),
    *("outcome", "end_reason", "ended_at", "updated_at", "is_scored"),
)
"""The columns that follow from the position and the clocks."""
_UPDATE = f"""
UPDATE matches_match SET {", ".join(f"{column} = %s" for column in _STATE)}, abort_consents = abort_consents & %s
WHERE id = %s AND version = %s AND auto_passes = %s
"""
_EVERY_SEAT = 0x7FFF
"""A bit for each seat, in as many as the column of consents has."""
_COLUMNS = 'match_id, seq, type, seat, body, hash, "key", request_digest'
_TYPES = ("uuid", "int4", "varchar", "int2", "bytea", "bytea", "varchar", "bytea")
_INSERT = f"INSERT INTO matches_event ({_COLUMNS}) VALUES (%s, %s, %s, %s, %s, %s, %s, %s)"
_INSERT_CHECKPOINT = "INSERT INTO matches_checkpoint (match_id, seq, snapshot) VALUES (%s, %s, %s)"
_UPDATE_AUTO_PASSES = "UPDATE matches_match SET auto_passes = %s WHERE id = %s"
_INSERT_SCORECARD = "INSERT INTO matches_scorecard (match_id, body, scored_at) VALUES (%s, %s, %s)"
_MOVE = f"""
WITH moved AS ({_UPDATE} RETURNING id)
INSERT INTO matches_event ({_COLUMNS})
SELECT id, %s::int, %s, %s::smallint, %s::bytea, %s::bytea, %s, %s::bytea FROM moved
"""


def copy_to_row(match: StoredMatch, row: Match) -> None:
    """Set what follows from a match's position in the model's row; for its start, when the ORM writes the row."""
    is_over = match.position.table.outcome is not None
    for column, value in zip(_STATE, _state(match, is_scored=is_over), strict=True):
        setattr(row, column, msgspec.to_builtins(value, str_keys=True) if column in _JSON else value)


def write_first(match: StoredMatch, events: Sequence[Event]) -> None:
    """Write the log so far, inside the transaction that writes the row; with the scorecard if the game is over."""
    bind_contextvars(match=str(match.id), seq=match.position.seq)
    keep_checkpoint(match)
    with connection.cursor() as cursor:
        _insert(cursor, match, events)
        if match.position.table.outcome is not None:
            _insert_scorecard(cursor, match)


def append_events(
    match: StoredMatch,
    new: Sequence[Event],
    *,
    key: str | None = None,
    request_digest: bytes | None = None,
    scores: bool = False,
    actor: int | None = None,
) -> bool:
    """Write new events, and the row that follows from `match.position` and `match.times`, in one transaction.

    A request's key belongs to the first of the events; the others follow from it by auto-passes. Who `scores`
    writes the scorecard too, if they end the game. The seat of an `actor` who decided himself takes his consent to an
    abort back. False, and nothing is written, if the match is no longer at
    `match.version`, or if a seat has wished anew since it was read.
    """
    bind_contextvars(match=str(match.id), seq=match.position.seq)
    own = _uuid(match.id)
    scores = scores and match.position.table.outcome is not None
    kept_consents = _EVERY_SEAT if actor is None else _EVERY_SEAT & ~(1 << actor)
    update = [*_adapted(_state(match, is_scored=scores)), kept_consents, own, match.version, match.auto_passes_read]
    keep_checkpoint(match)
    left = _auto_passes_left(match)
    if POSTGRES and len(new) == 1 and not match.checkpoints and not scores and left is None:
        with connection.cursor() as cursor:
            cursor.execute(_MOVE, [*update, *_event_row(own, new[0], key, request_digest)[1:]])
            written = cursor.rowcount == 1
    else:
        with writing(), connection.cursor() as cursor:
            cursor.execute(_UPDATE, update)
            written = cursor.rowcount == 1
            if written:
                _insert(cursor, match, new, key, request_digest)
            if written and scores:
                _insert_scorecard(cursor, match)
            if written and left is not None:
                cursor.execute(_UPDATE_AUTO_PASSES, [left, own])
    if written:
        match.version = match.position.seq
        match.auto_passes_read = match.auto_passes_read if left is None else left
    return written


def lock_match(match_id: UUID) -> Match | None:
    """The row of a match, which nobody else writes until the transaction ends. Inside `writing()` only."""
    rows = Match.objects.select_for_update().only("status", "created_by_id", "abort_consents")
    return rows.filter(pk=match_id).first()


def write_auto_passes(match_id: UUID, seat: int, auto_passes: Sequence[AutoPass]) -> None:
    """Put a seat's auto-passes in place of what it wished before. Inside `writing()` only."""
    match = Match.objects.select_for_update().get(pk=match_id)
    kept = {name: value for name, value in match.auto_passes.items() if name != str(seat)}
    match.auto_passes = {**kept, str(seat): msgspec.to_builtins(auto_passes)} if auto_passes else kept
    match.save(update_fields=["auto_passes"])


def _auto_passes_left(match: StoredMatch) -> str | None:
    """What is left of the auto-passes, to be written; None if it is what was read."""
    if match.auto_passes_read == "{}":
        return None
    left = _dump(match.auto_passes)
    return None if left == _dump(_read_auto_passes.decode(match.auto_passes_read)) else left


def _state(match: StoredMatch, *, is_scored: bool) -> list[Any]:
    """The values of _STATE."""
    table = match.position.table
    outcome = table.outcome
    seats = list(asked(table))
    deadline = match.times.next_deadline if outcome is None else None
    last_at = moment_of(match.last_at)
    return [
        Match.Status.PLAYING.value if outcome is None else Match.Status.OVER.value,
        match.position.seq,
        encode_snapshot(match.id, match.position),
        match.times,
        seats,
        any(seat in match.bots for seat in seats),
        None if deadline is None else moment_of(deadline),
        outcome,
        "" if outcome is None else outcome.reason,
        None if outcome is None else last_at,
        last_at,
        is_scored,
    ]


def _adapted(state: list[Any]) -> list[Any]:
    """The same as the database takes them."""
    for place, column in enumerate(_STATE):
        if state[place] is not None:
            if column in _JSON:
                state[place] = _dump(state[place])
            elif column in _MOMENTS:
                state[place] = _time(state[place])
    return state


_JSON = frozenset(("times", "to_act", "outcome"))
_MOMENTS = frozenset(("deadline_at", "ended_at", "updated_at"))


def _event_row(match_id: Any, event: Event, key: str | None = None, request_digest: bytes | None = None) -> list[Any]:
    return [match_id, event.seq, event.type, event.seat, event.body, event.hash, key, request_digest]


def _insert(
    cursor: Any,
    match: StoredMatch,
    new: Sequence[Event],
    key: str | None = None,
    request_digest: bytes | None = None,
) -> None:
    """Events, the first with its request's key, and the checkpoints on the way."""
    own = _uuid(match.id)
    rows = [_event_row(own, new[0], key, request_digest), *(_event_row(own, event) for event in new[1:])]
    if POSTGRES and len(rows) > 1:
        with cursor.copy(f"COPY matches_event ({_COLUMNS}) FROM STDIN (FORMAT BINARY)") as copy:
            copy.set_types(_TYPES)
            for row in rows:
                copy.write_row(row)
    else:
        for row in rows:
            cursor.execute(_INSERT, row)
    for seq, raw in match.checkpoints:
        cursor.execute(_INSERT_CHECKPOINT, [own, seq, raw])


def _insert_scorecard(cursor: Any, match: StoredMatch) -> None:
    cursor.execute(_INSERT_SCORECARD, [_uuid(match.id), _dump(tally(match.position)), _time(match.now())])


_EVENTS = "SELECT seq, type, seat, body, hash FROM matches_event WHERE match_id = %s AND seq > %s ORDER BY seq"


def events(match_id: UUID, after: int = -1, limit: int | None = None) -> list[Event]:
    """The log of a match after a seq, in order."""
    with connection.cursor() as cursor:
        if limit is None:
            cursor.execute(_EVENTS, [_uuid(match_id), after])
        else:
            cursor.execute(_EVENTS + " LIMIT %s", [_uuid(match_id), after, limit])
        rows = cursor.fetchall()
    return [Event(seq, type_, seat, bytes(body), bytes(hash_)) for seq, type_, seat, body, hash_ in rows]


def event(match_id: UUID, seq: int) -> Event:
    """One event. Raises ServiceError `not_found`."""
    found = events(match_id, seq - 1, 1)
    if not found or found[0].seq != seq:
        raise ServiceError("not_found")
    return found[0]


def last_hashes(match_ids: Sequence[UUID]) -> dict[UUID, bytes]:
    """The hash of each match's event at its version; a match that has no such event is left out."""
    if not match_ids:
        return {}
    places = ", ".join(["%s"] * len(match_ids))
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT m.id, e.hash FROM matches_match m JOIN matches_event e ON e.match_id = m.id AND e.seq = m.version "
            f"WHERE m.id IN ({places})",
            [_uuid(match_id) for match_id in match_ids],
        )
        rows = cursor.fetchall()
    return {id_ if isinstance(id_, UUID) else UUID(id_): bytes(hash_) for id_, hash_ in rows}


_LAST_ACTION = "SELECT max(seq) FROM matches_event WHERE match_id = %s AND seat = %s AND type = 'action_taken'"


def last_action_of(match_id: UUID, seat: int) -> int | None:
    """seq of the last action of a seat; None if it has taken none."""
    with connection.cursor() as cursor:
        cursor.execute(_LAST_ACTION, [_uuid(match_id), seat])
        seq: int | None = cursor.fetchone()[0]
    return seq


def nearest_checkpoint(match_id: UUID, seq: int) -> tuple[int, bytes] | None:
    """seq and snapshot of the last checkpoint at or before an event."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT seq, snapshot FROM matches_checkpoint WHERE match_id = %s AND seq <= %s ORDER BY seq DESC LIMIT 1",
            [_uuid(match_id), seq],
        )
        row = cursor.fetchone()
    return None if row is None else (row[0], bytes(row[1]))


def checkpoints(match_id: UUID) -> dict[int, bytes]:
    """All checkpoints of a match: seq -> snapshot."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT seq, snapshot FROM matches_checkpoint WHERE match_id = %s", [_uuid(match_id)])
        return {seq: bytes(snapshot) for seq, snapshot in cursor.fetchall()}


# The two dialects


def _uuid(value: UUID) -> Any:
    return value if POSTGRES else value.hex


def _time(value: datetime) -> Any:
    return value if POSTGRES else connection.ops.adapt_datetimefield_value(value)


def _dump(value: Any) -> str:
    return msgspec.json.encode(value).decode()
