"""The only code that touches the log's table, and the row lock that makes every match have one writer.

A move is three statements by hand: lock and read the match row, insert the event, update the row. The ORM costs more
than the database here (README).
"""

import threading
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import msgspec
from django.db import connection, transaction
from django.db.backends.signals import connection_created
from django.utils import timezone
from structlog.contextvars import bind_contextvars

from cards.engine import Ruleset, asked
from cards.selectors import rules_of
from matches import metrics
from matches.clocks import Clock, Times, read_clock
from matches.history import Event, Position, SnapshotMismatch, decode_position, encode_position, fold
from matches.models import Match
from matches.refusals import Refusal
from matches.sealing import unseal

CHECKPOINT_EVERY = 50


class _FairLock:
    """First come, first served: SQLite's own waiting starves single writers for seconds."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._waiting: deque[threading.Event] = deque()
        self._held_by: int | None = None
        self._depth = 0

    def acquire(self) -> None:
        me = threading.get_ident()
        with self._guard:
            if self._held_by == me:
                self._depth += 1
                return
            if self._held_by is None:
                self._held_by, self._depth = me, 1
                return
            turn = threading.Event()
            self._waiting.append(turn)
        turn.wait()
        with self._guard:
            self._held_by, self._depth = me, 1

    def release(self) -> None:
        with self._guard:
            self._depth -= 1
            if self._depth:
                return
            self._held_by = None
            if self._waiting:
                self._held_by = -1  # handed over; nobody may overtake
                self._waiting.popleft().set()


_sqlite_writer = _FairLock()


@contextmanager
def writing() -> Iterator[None]:
    """One transaction that writes; on SQLite its turn comes in order."""
    if connection.vendor != "sqlite":
        with transaction.atomic():
            yield
        return
    _sqlite_writer.acquire()
    try:
        with transaction.atomic():
            yield
    finally:
        _sqlite_writer.release()


@dataclass(slots=True)
class LockedMatch:
    """A match row under its lock, with the position that its snapshot holds."""

    id: UUID
    status: str
    version: int
    rules: Ruleset
    position: Position
    clock: Clock | None
    times: Times
    seat: int | None
    """The seat of the player who was asked for, if he has one."""
    bots: frozenset[int]
    answered: tuple[int, bytes] | None
    """seq and request digest of the event that the idempotency key has already made."""


_LOCK = """
SELECT m.status, m.version, m.ruleset, m.ruleset_version, m.card_set_id, m.sealed_seed, m.snapshot, m.clock, m.times,
       m.bots, s.seat, e.seq, e.request_digest
FROM matches_match m
LEFT JOIN (SELECT "index" AS seat FROM matches_seat WHERE match_id = %s AND player_id = %s) s ON TRUE
LEFT JOIN (SELECT seat, seq, request_digest FROM matches_event WHERE match_id = %s AND "key" = %s) e ON e.seat = s.seat
WHERE m.id = %s
"""


def lock(match_id: UUID, *, player_id: int | None = None, key: str | None = None) -> LockedMatch:
    """Take the match's row lock and read what a move needs, in one statement. Inside `writing()` only.

    Raises Refusal `not_found`; `match_not_started` for a lobby.
    """
    row = _read(match_id, player_id, key, " FOR UPDATE OF m" if connection.vendor == "postgresql" else "")
    bind_contextvars(match=str(match_id))
    return _locked(match_id, row)


def peek(match_id: UUID) -> LockedMatch:
    """The same without the lock: for thinking, which happens outside it."""
    return _locked(match_id, _read(match_id, None, None, ""))


def _read(match_id: UUID, player_id: int | None, key: str | None, suffix: str) -> Sequence[Any]:
    own = _uuid(match_id)
    with connection.cursor() as cursor:
        cursor.execute(_LOCK + suffix, [own, player_id, own, key, own])
        row: Sequence[Any] | None = cursor.fetchone()
    if row is None:
        raise Refusal("not_found")
    if row[0] == Match.Status.LOBBY:
        raise Refusal("match_not_started")
    if row[1] < 0:
        raise Refusal("match_over")  # A lobby that was closed; it has no log.
    return row


def _locked(match_id: UUID, row: Sequence[Any]) -> LockedMatch:
    status, version, ruleset, ruleset_version, card_set_id, sealed, snapshot, clock, times, bots, seat, seq, digest = (
        row
    )
    rules = rules_of(ruleset, ruleset_version, card_set_id)
    key = unseal(bytes(sealed), match_id.bytes)[32:]
    try:
        position = decode_position(bytes(snapshot or b""), rules, key)
    except SnapshotMismatch:
        with metrics.fold_seconds.time():
            position = fold(rules, key, events(match_id))
    return LockedMatch(
        match_id,
        status,
        version,
        rules,
        position,
        read_clock(_json(clock)),
        msgspec.convert(_json(times), Times, str_keys=True),
        seat,
        frozenset(_json(bots)),
        None if seq is None else (seq, bytes(digest or b"")),
    )


def find_answer(match_id: UUID, seat: int, key: str) -> tuple[int, bytes] | None:
    """seq and request digest of the event that this key made, as it is committed now."""
    with connection.cursor() as cursor:
        cursor.execute(
            'SELECT seq, request_digest FROM matches_event WHERE match_id = %s AND seat = %s AND "key" = %s',
            [_uuid(match_id), seat, key],
        )
        row = cursor.fetchone()
    return None if row is None else (row[0], bytes(row[1] or b""))


_INSERT_EVENT = """
INSERT INTO matches_event (match_id, seq, type, seat, body, hash, "key", request_digest)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s)
"""
_INSERT_CHECKPOINT = "INSERT INTO matches_checkpoint (match_id, seq, snapshot) VALUES (%s, %s, %s)"
_UPDATE_MATCH = """
UPDATE matches_match SET status = %s, version = %s, snapshot = %s, times = %s, asked = %s, bot_asked = %s,
       deadline_at = %s, outcome = %s, end_reason = %s, ended_at = %s, updated_at = %s
WHERE id = %s
"""


def append(
    locked: LockedMatch,
    new: Sequence[Event],
    checkpoints: Iterable[tuple[int, bytes]] = (),
    *,
    key: str | None = None,
    request_digest: bytes | None = None,
) -> None:
    """Write new events and the row that follows from `locked.position` and `locked.times`, under the lock."""
    bind_contextvars(seq=locked.position.seq)
    own = _uuid(locked.id)
    table = locked.position.table
    over = table.outcome
    seats = list(asked(table))
    deadline = locked.times.next_deadline if over is None else None
    now = timezone.now()
    snapshot = encode_position(locked.position)
    if locked.position.seq % CHECKPOINT_EVERY == 0:
        checkpoints = [*checkpoints, (locked.position.seq, snapshot)]
    rows = [[own, e.seq, e.type, e.seat, e.body, e.hash, key, request_digest] for e in new]
    with connection.cursor() as cursor:
        if len(rows) == 1:
            cursor.execute(_INSERT_EVENT, rows[0])
        else:
            cursor.executemany(_INSERT_EVENT, rows)
        for seq, bytes_ in checkpoints:
            cursor.execute(_INSERT_CHECKPOINT, [own, seq, bytes_])
        cursor.execute(
            _UPDATE_MATCH,
            [
                Match.Status.PLAYING.value if over is None else Match.Status.OVER.value,
                locked.position.seq,
                snapshot,
                _dump(locked.times),
                _dump(seats),
                any(seat in locked.bots for seat in seats),
                None if deadline is None else _time(datetime.fromtimestamp(deadline / 1000, UTC)),
                None if over is None else _dump(over),
                "" if over is None else over.reason,
                None if over is None else _time(now),
                _time(now),
                own,
            ],
        )


_EVENTS = "SELECT seq, type, seat, body, hash FROM matches_event WHERE match_id = %s AND seq > %s ORDER BY seq"


def events(match_id: UUID, after: int = -1, limit: int | None = None) -> list[Event]:
    """The log of a match after a seq, in order."""
    with connection.cursor() as cursor:
        if limit is None:
            cursor.execute(_EVENTS, [_uuid(match_id), after])
        else:
            cursor.execute(_EVENTS + " LIMIT %s", [_uuid(match_id), after, limit])
        return [
            Event(seq, type_, seat, bytes(body), bytes(hash_)) for seq, type_, seat, body, hash_ in cursor.fetchall()
        ]


def event(match_id: UUID, seq: int) -> Event:
    """One event. Raises Refusal `not_found`."""
    found = events(match_id, seq - 1, 1)
    if not found or found[0].seq != seq:
        raise Refusal("not_found")
    return found[0]


# Lifting the triggers


class _Archiving(threading.local):
    lifted = False


_archiving = _Archiving()


@contextmanager
def archiving() -> Iterator[None]:
    """Lift the triggers that guard the log: for archiving finished matches, and for the tests' flush. Nothing else."""
    _archiving.lifted = True
    try:
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET match_service.archiving = 'on'")
        yield
    finally:
        _archiving.lifted = False
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("RESET match_service.archiving")


def _teach_sqlite(connection: Any, **kwargs: Any) -> None:
    if connection.vendor == "sqlite":
        connection.connection.create_function("log_is_lifted", 0, lambda: _archiving.lifted)


connection_created.connect(_teach_sqlite, dispatch_uid="matches.store")


# The two dialects


def _uuid(value: UUID) -> Any:
    return value if connection.vendor == "postgresql" else value.hex


def _time(value: datetime) -> Any:
    return connection.ops.adapt_datetimefield_value(value)


def _dump(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _json(value: Any) -> Any:
    return msgspec.json.decode(value) if isinstance(value, (str, bytes)) else value
