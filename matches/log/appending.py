"""The only code that writes the log, and the guard that gives every match one writer.

A move is two hand-written statements. `sql` reads the match row, then this module writes event and row together. The
guard: if the row is no longer at the version that was read, nothing is written and the caller reads again. No lock is
held while the rules run. If this process itself wrote the row, and it is still the same, nothing is read (`recent`).
The ORM is not used, because it costs more than the database here (README).
"""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import msgspec
from django.db import connection
from structlog.contextvars import bind_contextvars

from common.timestamps import moment_of
from matches.log import sql
from matches.log.events import Event
from matches.log.folding import tally
from matches.log.partitions import in_partition
from matches.log.recent import Holder
from matches.log.stored_match import (
    AutoPass,
    StoredMatch,
    WrittenRow,
    encode_snapshot,
    keep_checkpoint,
    read_auto_passes,
)
from matches.log.transactions import POSTGRES, adapted_json, adapted_time, adapted_uuid, writing
from matches.models import Match
from rules.engine import seats_to_act

_OF_MOVES = ("version", "snapshot", "times", "to_act", "bot_to_act", "deadline_at", "updated_at")
_OF_THE_END = ("status", "outcome", "end_reason", "ended_at", "is_scored")
_STATE = _OF_MOVES + _OF_THE_END
"""The columns derived from the position and the clocks: first those that change before the end."""
_SNAPSHOT = _STATE.index("snapshot")


def _updating(columns: Sequence[str]) -> str:
    return f"""
UPDATE matches_match SET {", ".join(f"{column} = %s" for column in columns)}, abort_consents = abort_consents & %s,
    draw_offers_made = draw_offers_made & %s,
    draw_offers = CASE WHEN (draw_offers & %s) = %s THEN draw_offers ELSE 0 END
WHERE id = %s AND version = %s AND auto_passes = %s
"""


_UPDATE = _updating(_STATE)
_EVERY_SEAT = 0x7FFF
"""One bit for each seat that the consents column has room for."""
_COLUMNS = 'match_id, seq, type, seat, body, hash, "key", request_digest'
_TYPES = ("uuid", "int4", "varchar", "int2", "bytea", "bytea", "varchar", "bytea")
_INSERT = f"INSERT INTO matches_event ({_COLUMNS}) VALUES (%s, %s, %s, %s, %s, %s, %s, %s)"
_INSERT_CHECKPOINT = "INSERT INTO matches_checkpoint (match_id, seq, snapshot) VALUES (%s, %s, %s)"
_UPDATE_AUTO_PASSES = "UPDATE matches_match SET auto_passes = %s WHERE id = %s"
_INSERT_SCORECARD = "INSERT INTO matches_scorecard (match_id, body, scored_at) VALUES (%s, %s, %s)"
_IF_UNCHANGED = """
AND xmin = %s::xid AND updated_at = %s AND (deadline_at IS NULL OR deadline_at > clock_timestamp())
AND clock_timestamp() BETWEEN %s - interval '1 second' AND %s + interval '1 second'
AND EXISTS (
    SELECT FROM players_accesstoken t JOIN players_player u ON u.id = t.user_id
    JOIN matches_seat s ON s.player_id = u.id
    WHERE t.digest = %s AND u.id = %s AND t.scopes = %s AND (t.expiry IS NULL OR t.expiry >= clock_timestamp())
    AND u.is_active AND s.match_id = %s AND s."index" = %s)
AND NOT EXISTS (
    SELECT FROM matches_event e WHERE e.match_id = %s AND e.seat = %s AND e."key" = %s {partition})
"""
"""For a match that was not read for this move: all that the read would have found is checked here."""


def _moving(condition: str = "") -> str:
    """The statement for an event that does not end the match. It updates the row and inserts the event, and gives the
    row's `xmin`.
    """
    return f"""
WITH moved AS ({_updating(_OF_MOVES)} {condition} RETURNING id, xmin), logged AS (
    INSERT INTO matches_event ({_COLUMNS})
    SELECT id, %s::int, %s, %s::smallint, %s::bytea, %s::bytea, %s, %s::bytea FROM moved)
SELECT xmin FROM moved
"""


_MOVE, _MOVE_IF_UNCHANGED = _moving(), _moving(_IF_UNCHANGED)


def copy_to_row(match: StoredMatch, row: Match) -> None:
    """Copy the columns derived from a match's position to its model row, when the ORM writes the row at the start."""
    is_over = match.position.table.outcome is not None
    for column, value in zip(_STATE, _state(match, is_scored=is_over), strict=True):
        setattr(row, column, msgspec.to_builtins(value, str_keys=True) if column in _JSON else value)


def write_first(match: StoredMatch, events: Sequence[Event]) -> None:
    """Write the log so far, with the scorecard if the game is over. Call it in the transaction that writes the row."""
    bind_contextvars(match=str(match.id), seq=match.position.seq)
    write_logs([(match, events)])


def write_logs(logs: Sequence[tuple[StoredMatch, Sequence[Event]]]) -> None:
    """Write the logs of several matches at once, as `write_first` does for one."""
    rows: list[list[Any]] = []
    for match, events in logs:
        keep_checkpoint(match)
        own = adapted_uuid(match.id)
        rows += [_event_row(own, event) for event in events]
    with connection.cursor() as cursor:
        _insert_events(cursor, rows)
        _insert_checkpoints(cursor, [match for match, _ in logs])
        _insert_scorecards(cursor, [log for log in logs if log[0].position.table.outcome is not None])


def append_events(
    match: StoredMatch,
    new: Sequence[Event],
    *,
    key: str | None = None,
    request_digest: bytes | None = None,
    scores: bool = False,
    actor: int | None = None,
    holder: Holder | None = None,
) -> bool:
    """Write new events, and the row derived from `match.position` and `match.times`, in one transaction.

    A request's key belongs to the first event; the others follow from it by auto-passes. With `scores`, the scorecard
    is written too if the events end the game. An `actor` who decided for themselves withdraws their consent to an
    abort. It also ends the draw offers that they did not agree to.
    Returns False and writes nothing if the match is no longer at `match.version`, or if a seat has changed its
    auto-passes since. With a `holder`, the match was not read for this request (`recent`): the same if its row has
    changed at all, its clock has run out, the key was used, or the holder's token or seat is no longer good.
    """
    bind_contextvars(match=str(match.id), seq=match.position.seq)
    own = adapted_uuid(match.id)
    before, match.row = match.row, None
    is_over = match.position.table.outcome is not None
    scores = scores and is_over
    state = _adapted(_state(match, is_scored=scores))
    acted = 0 if actor is None else 1 << actor
    others = _EVERY_SEAT & ~acted
    guard = [others, others, acted, acted, own, match.version, match.auto_passes_read]
    if holder is not None:
        assert before is not None
        at = moment_of(match.last_at)
        guard += [before.xmin, before.updated_at, at, at, *holder, own, actor, own, actor, key]
    keep_checkpoint(match)
    left = _auto_passes_left(match)
    if POSTGRES and len(new) == 1 and not is_over and not match.checkpoints and left is None:
        with connection.cursor() as cursor:
            event = _event_row(own, new[0], key, request_digest)[1:]
            statement = _MOVE if holder is None else in_partition(_MOVE_IF_UNCHANGED, match.id)
            cursor.execute(statement, [*state[: len(_OF_MOVES)], *guard, *event])
            row = cursor.fetchone()
        written = row is not None
        if row is not None and not connection.in_atomic_block:
            match.row = WrittenRow(row[0], moment_of(match.last_at), len(state[_SNAPSHOT]))
    else:
        with writing(), connection.cursor() as cursor:
            statement = _UPDATE if holder is None else in_partition(_UPDATE + _IF_UNCHANGED, match.id)
            cursor.execute(statement, [*state, *guard])
            written = cursor.rowcount == 1
            if written:
                _insert(cursor, match, new, key, request_digest)
            if written and scores:
                _insert_scorecards(cursor, [(match, sql.events(match.id))])
            if written and left is not None:
                cursor.execute(_UPDATE_AUTO_PASSES, [left, own])
    if written:
        match.version = match.position.seq
        match.draw_offers = offers_after(match.draw_offers, actor)
        match.auto_passes_read = match.auto_passes_read if left is None else left
    return written


def offers_after(offers: int, actor: int | None) -> int:
    """The draw offers that remain after a seat has acted, computed as `_UPDATE` does."""
    return offers if actor is None or offers >> actor & 1 else 0


_LOCKED = ("status", "created_by_id", "abort_consents", "draw_offers", "draw_offers_made", "updated_at", "deal")


def lock_match(match_id: UUID) -> Match | None:
    """Load a match row and lock it until the transaction ends. Inside `writing()` only."""
    rows = Match.objects.select_for_update().only(*_LOCKED)
    return rows.filter(pk=match_id).first()


def write_auto_passes(match_id: UUID, seat: int, auto_passes: Sequence[AutoPass]) -> None:
    """Replace a seat's auto-passes. Inside `writing()` only."""
    match = Match.objects.select_for_update().get(pk=match_id)
    others = {name: value for name, value in match.auto_passes.items() if name != str(seat)}
    match.auto_passes = {**others, str(seat): msgspec.to_builtins(auto_passes)} if auto_passes else others
    match.save(update_fields=["auto_passes"])


def _auto_passes_left(match: StoredMatch) -> str | None:
    """The remaining auto-passes to write, or None if they are unchanged since the match was read."""
    if match.auto_passes_read == "{}":
        return None
    left = adapted_json(match.auto_passes)
    return None if left == adapted_json(read_auto_passes(match.auto_passes_read)) else left


def _state(match: StoredMatch, *, is_scored: bool) -> list[Any]:
    """The values for the columns in _STATE."""
    table = match.position.table
    outcome = table.outcome
    seats = list(seats_to_act(table))
    deadline = match.times.next_deadline if outcome is None else None
    last_at = moment_of(match.last_at)
    return [
        match.position.seq,
        encode_snapshot(match.id, match.position),
        match.times,
        seats,
        any(seat in match.bots for seat in seats),
        None if deadline is None else moment_of(deadline),
        last_at,
        Match.Status.PLAYING.value if outcome is None else Match.Status.OVER.value,
        outcome,
        "" if outcome is None else outcome.reason,
        None if outcome is None else last_at,
        is_scored,
    ]


def _adapted(state: list[Any]) -> list[Any]:
    """Convert the values of `_state`, in place, to the form the database accepts."""
    for place, column in enumerate(_STATE):
        if state[place] is not None:
            if column in _JSON:
                state[place] = adapted_json(state[place])
            elif column in _MOMENTS:
                state[place] = adapted_time(state[place])
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
    """Insert events, the first with its request's key, and the checkpoints reached on the way."""
    own = adapted_uuid(match.id)
    rows = [_event_row(own, new[0], key, request_digest), *(_event_row(own, event) for event in new[1:])]
    _insert_events(cursor, rows)
    _insert_checkpoints(cursor, [match])


def _insert_events(cursor: Any, rows: Sequence[list[Any]]) -> None:
    if POSTGRES and len(rows) > 1:
        with cursor.copy(f"COPY matches_event ({_COLUMNS}) FROM STDIN (FORMAT BINARY)") as copy:
            copy.set_types(_TYPES)
            for row in rows:
                copy.write_row(row)
    else:
        cursor.executemany(_INSERT, rows)


def _insert_checkpoints(cursor: Any, matches: Sequence[StoredMatch]) -> None:
    rows = [[adapted_uuid(match.id), seq, raw] for match in matches for seq, raw in match.checkpoints]
    if rows:
        cursor.executemany(_INSERT_CHECKPOINT, rows)


def _insert_scorecards(cursor: Any, logs: Sequence[tuple[StoredMatch, Sequence[Event]]]) -> None:
    rows = [
        [adapted_uuid(match.id), adapted_json(tally(match.position, log)), adapted_time(match.now())]
        for match, log in logs
    ]
    if rows:
        cursor.executemany(_INSERT_SCORECARD, rows)
