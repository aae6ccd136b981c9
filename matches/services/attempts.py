"""Shared steps of every request that changes a running match: load it for the caller, write the result.

A request reads the match, decides, and writes under a guard. If something else was written in between, it starts over.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from common.text.errors import ServiceError, malformed
from matches import metrics
from matches.limits import MOST_REASON, MOST_WRITE_ATTEMPTS
from matches.log import sql
from matches.log.appending import append_events
from matches.log.events import Event
from matches.log.recent import Holder
from matches.log.sql import load_match, parse_row
from matches.log.stored_match import StoredMatch
from matches.log.transactions import writing
from matches.models import Match
from matches.notifications import wake
from matches.selectors import access
from matches.services.auto_pass import passes
from matches.services.match_notices import tell_ended


@dataclass(frozen=True, slots=True)
class ActionReceipt:
    """An accepted request: the match after it, its event and its seat."""

    match: StoredMatch
    event: Event
    seat: int
    over: bool
    is_repeat: bool
    """Whether the request was already accepted under the same Idempotency-Key, so nothing happens now."""


def attempts(
    match_id: UUID, player_id: int, key: str | None = None, row: sql.Row | None = None
) -> Iterator[tuple[StoredMatch, int]]:
    """Yield the match and the player's seat, read again for each attempt to write. The first attempt uses `row`.

    Raises ServiceError: not_your_seat, match_not_started; not_found for a hidden match; too_busy after the last
    attempt.
    """
    for _ in range(MOST_WRITE_ATTEMPTS):
        yield load_for_seat(match_id, player_id, key, row)
        row = None
    raise ServiceError("too_busy")


def load_for_seat(
    match_id: UUID, player_id: int, key: str | None = None, row: sql.Row | None = None
) -> tuple[StoredMatch, int]:
    """Load a match and this player's seat in it. Raises ServiceError as `attempts` does, never too_busy."""
    try:
        match = load_match(match_id, player_id=player_id, key=key) if row is None else parse_row(match_id, row)
    except ServiceError as refusal:
        raise _hidden(match_id, player_id) or refusal from None
    if match.seat is None:
        raise _hidden(match_id, player_id) or ServiceError("not_your_seat")
    if key is not None and match.answered is None and match.status == Match.Status.OVER:
        match.answered = sql.archived_answer(match_id, match.seat, key)
    return match, match.seat


def _hidden(match_id: UUID, player_id: int) -> ServiceError | None:
    """The error if this match is private, or hidden by an operator, and the player is outside it: it looks like a
    missing one.
    """
    closed = Match.objects.filter(~access.OPEN_TO_ALL, pk=match_id)
    is_hidden = closed.exclude(created_by=player_id).exclude(seats__player=player_id).exists()
    return ServiceError("not_found") if is_hidden else None


def check_running(match: StoredMatch) -> None:
    if match.status == Match.Status.OVER:
        raise ServiceError("match_over", version=match.position.seq)


def check_note(note: str) -> None:
    if len(note) > MOST_REASON:
        raise malformed("note_too_long", most=MOST_REASON)


def digest_of(*parts: bytes) -> bytes:
    """Digest for comparing two requests with the same Idempotency-Key."""
    return hashlib.sha256(b"\0".join(parts)).digest()


def repeated(match: StoredMatch, seat: int, digest: bytes) -> ActionReceipt:
    """The receipt for the event already made with this key. Raises ServiceError `key_reused`."""
    assert match.answered is not None
    seq, first = match.answered
    if first != digest:
        raise ServiceError("key_reused")
    over = match.status == Match.Status.OVER
    return ActionReceipt(match, sql.event(match.id, seq), seat, over, True)


def write_request(
    match: StoredMatch, seat: int, event: Event, key: str | None, digest: bytes, holder: Holder | None = None
) -> ActionReceipt | None:
    """Write the event of a seat's request. None if the match has changed since it was read (`append_events`)."""
    request_digest = None if key is None else digest
    if not write_events(match, [event], key=key, request_digest=request_digest, actor=seat, holder=holder):
        return None
    metrics.moves.labels(match.rules.slug, "player").inc()
    return ActionReceipt(match, event, seat, match.position.table.outcome is not None, False)


def write_events(
    match: StoredMatch,
    events: Sequence[Event],
    *,
    key: str | None = None,
    request_digest: bytes | None = None,
    actor: int | None = None,
    holder: Holder | None = None,
) -> bool:
    """Append events and the auto-passes that follow, then notify. False if the match has changed since it was read.

    Without events, only the auto-passes that apply to the current position act.
    """
    happened = match.position.table.effects if events else ()
    events = [*events, *passes(match, happened)]
    if not events:
        return True
    write = append_events if match.position.table.outcome is None else _end
    written = write(match, events, key=key, request_digest=request_digest, actor=actor, holder=holder)
    if written:
        wake.appended(match)
    return written


def _end(match: StoredMatch, events: Sequence[Event], **more: Any) -> bool:
    """Append the last events and notify the players in the same transaction."""
    with writing():
        written = append_events(match, events, **more)
        if written:
            tell_ended(match)
    return written
