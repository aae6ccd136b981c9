"""Everything that moves a running match on: act, resign, abort, run out of time. One door for people, bots and tests.

What is refused (`ServiceError`) has changed nothing.
"""

import hashlib
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, TypeVar
from uuid import UUID

import msgspec

from cards.engine import IllegalAction, MalformedAction, Ruleset, prompts
from cards.http.schema_faults import unreadable
from cards.http.timestamps import milliseconds, rfc3339
from cards.text.errors import ServiceError, malformed
from matches import metrics
from matches.clocks import run_out
from matches.log import folding, sql, stored_match
from matches.log.database_clock import read_database_clock
from matches.log.events import Event
from matches.log.sql import load_match
from matches.log.stored_match import StoredMatch, Wish
from matches.log.transactions import writing
from matches.models import AuditRead, Match, Seat
from matches.notifications import wake
from matches.players.models import Player
from matches.selectors import access
from matches.services.auto_pass import check_wishes, passes

MOST_NOTE = 400
MOST_ATTEMPTS = 100
LONG_WAIT = timedelta(days=1)
"""Who has waited so long for a decision without a clock may abort alone."""


@dataclass(frozen=True, slots=True)
class Taken:
    """An accepted request: its event, whose seat it was, and the match's version now."""

    rules: Ruleset
    event: Event
    seat: int
    version: int
    over: bool
    is_repeat: bool
    """It had been accepted before under the same Idempotency-Key; nothing has happened now."""


def take_action(
    *, match_id: UUID, player_id: int, action: bytes, seen: int, key: str | None = None, row: sql.Row | None = None
) -> Taken:
    """A player's action as it was sent; `seen` is the version it was decided on.

    `row` is the match's, if it has just been read for this player and key.

    Raises ServiceError: not_found, not_your_seat, match_not_started, match_over, unknown_version, not_asked,
    stale_version, malformed_action, illegal_action, key_reused.
    """
    digest = _digest(b"action", b"%d" % seen, action)

    def attempt(match: StoredMatch, seat: int) -> Taken | None:
        _check_asked(match, seat, seen)
        event = _follow(match, seat, action)
        return _append(match, seat, event, key, digest)

    return _from_seat(match_id, player_id, key, digest, attempt, row)


def resign(*, match_id: UUID, player_id: int, note: str = "", key: str | None = None) -> Taken:
    """Give up for one's team, whoever is asked.

    Raises ServiceError: not_found, not_your_seat, match_over, key_reused …
    """
    check_note(note)
    digest = _digest(b"resign", note.encode())

    def attempt(match: StoredMatch, seat: int) -> Taken | None:
        _check_running(match)
        event = _end(match, "seat_resigned", [seat], note)
        return _append(match, seat, event, key, digest)

    return _from_seat(match_id, player_id, key, digest, attempt)


def abort_match(*, match_id: UUID, player: Player | None, note: str) -> None:
    """End a match that nobody wins: an operator (no `player`) at any time, its players when all consent.

    A lobby is closed at once, by whoever opened it or sits in it. After the start the seat's consent is noted; the
    match ends when every seat has consented. A bot consents as soon as a person has acted. An action of a seat takes
    its own consent back; consenting again changes nothing. Who has waited long enough for a decision without a clock
    needs nobody's consent. Raises ServiceError: not_found, not_your_seat, match_over.
    """
    check_note(note)

    def attempt() -> bool | None:
        with writing():
            return _abort(match_id, player, note)

    _until_written(attempt)


def _abort(match_id: UUID, player: Player | None, note: str) -> bool | None:
    """Under the lock of the row: of two seats that consent at once the second one ends the match.

    None if a clock has run out and ended it first.
    """
    row = sql.lock_match(match_id)
    if row is None:
        raise ServiceError("not_found")
    if player is not None and player.pk != row.created_by_id and not row.seats.filter(player=player).exists():
        raise ServiceError("not_your_seat")
    if row.status == Match.Status.LOBBY:
        return _close_lobby(row)
    match = load_match(match_id, player_id=None if player is None else player.pk)
    _check_running(match)
    if player is not None:
        if match.seat is None:
            raise ServiceError("not_your_seat")
        if has_run_out(match):
            _expire(match)
            return None
        row.abort_consents |= 1 << match.seat
        row.save(update_fields=["abort_consents"])
        if not _all_consent(match, row.consenting_seats) and not _has_waited_long(match):
            return True
    return _write(match, _end(match, "match_aborted", [], note)) or None


def _all_consent(match: StoredMatch, consenting: Collection[int]) -> bool:
    people = set(range(match.rules.seats(match.position.table.options))) - match.bots
    if not people <= set(consenting):
        return False
    return not match.bots or any(sql.last_action_of(match.id, seat) is not None for seat in people)


def _has_waited_long(match: StoredMatch) -> bool:
    """Whether the asker, who is asked for nothing himself, has waited LONG_WAIT for a decision without a clock."""
    opened = match.position.opened
    if match.clock is not None or match.seat is None or match.seat in opened or not opened:
        return False
    since = max(min(opened.values()), sql.last_action_of(match.id, match.seat) or 0)
    return match.now() - datetime.fromisoformat(sql.event(match.id, since).content["at"]) >= LONG_WAIT


def _close_lobby(match: Match) -> bool:
    """The lobby is locked. Nothing of it is ever shown."""
    now = read_database_clock().moment
    outcome = {"winners": [], "reason": "aborted", "scores": {}}
    Match.objects.filter(pk=match.pk).update(
        status=Match.Status.OVER,
        end_reason="aborted",
        outcome=outcome,
        ended_at=now,
        updated_at=now,
        is_scored=True,
    )
    return True


def expire_clock(*, match_id: UUID) -> bool:
    """End the match if a clock has run out. Whoever comes first does it; exactly one event is written."""
    return _expire(load_match(match_id))


def forfeit_bot(*, match_id: UUID, seat: int, version: int, fault: str) -> bool:
    """A bot that cannot decide loses its seat; the fault is kept for the operator. False if the match has moved on."""
    match = load_match(match_id)
    if match.status == Match.Status.OVER or match.version != version:
        return False
    with writing():
        written = _write(match, _end(match, "seat_resigned", [seat], "bot_fault"))
        if written:
            Seat.objects.filter(match_id=match_id, index=seat).update(fault=fault)
    return written


def record_audit_read(*, match_id: UUID, reader: Player, seq: int, what: str, reason: str = "") -> None:
    """Somebody is about to see everything of a running match."""
    with writing():
        AuditRead.objects.create(
            match_id=match_id, reader=reader, reader_name=reader.get_username(), seq=seq, what=what, reason=reason
        )


def set_wishes(*, match_id: UUID, player: Player, wishes: Sequence[Wish]) -> None:
    """Put a seat's standing wishes in place of what it wished before; one that fits an open prompt acts at once.

    Raises ServiceError: not_found, not_your_seat, match_not_started, match_over, malformed_request.
    """
    match = _seated(match_id, player.pk)
    if has_run_out(match) and _expire(match):
        raise ServiceError("match_over", version=match.position.seq)
    _check_running(match)
    check_wishes(match.rules, wishes)
    with writing():
        sql.write_wishes(match_id, match.seat, wishes)

    def attempt() -> bool | None:
        stored = load_match(match_id)
        if has_run_out(stored):
            return _expire(stored) or None
        events = list(passes(stored))
        return (_written(stored, events) or None) if events else True

    _until_written(attempt)


def wishes_of(*, match_id: UUID, player: Player) -> list[Wish]:
    """A seat's own standing wishes. Raises ServiceError: not_found, not_your_seat, match_not_started."""
    match = _seated(match_id, player.pk)
    return match.wishes.get(match.seat, [])


# The steps


def _digest(*parts: bytes) -> bytes:
    return hashlib.sha256(b"\0".join(parts)).digest()


def check_note(note: str) -> None:
    if len(note) > MOST_NOTE:
        raise malformed("note_too_long", most=MOST_NOTE)


Result = TypeVar("Result")


def _until_written(attempt: Callable[[], Result | None]) -> Result:
    """Read, decide and write again for as long as somebody else has written in between."""
    for _ in range(MOST_ATTEMPTS):
        if (result := attempt()) is not None:
            return result
    raise ServiceError("too_busy")


def _from_seat(
    match_id: UUID,
    player_id: int,
    key: str | None,
    digest: bytes,
    attempt: Callable[[StoredMatch, int], Taken | None],
    row: sql.Row | None = None,
) -> Taken:
    """A seat's request: repeated if its key has made an event, refused if a clock has run out, else attempted."""
    rows = [] if row is None else [row]

    def try_once() -> Taken | None:
        match = _seated(match_id, player_id, key, rows.pop() if rows else None)
        if match.answered is not None:
            return _repeated(match, match.seat, digest)
        if has_run_out(match):
            _expire(match)
            return None
        return attempt(match, match.seat)

    return _until_written(try_once)


def _seated(match_id: UUID, player_id: int, key: str | None = None, row: sql.Row | None = None) -> StoredMatch:
    """The match for who sits in it.

    Raises ServiceError: not_your_seat, match_not_started; not_found for what is hidden.
    """
    try:
        match = load_match(match_id, player_id=player_id, key=key) if row is None else sql.parse_row(match_id, row)
    except ServiceError as refusal:
        raise _hidden(match_id, player_id) or refusal from None
    if match.seat is None:
        raise _hidden(match_id, player_id) or ServiceError("not_your_seat")
    return match


def _hidden(match_id: UUID, player_id: int) -> ServiceError | None:
    """To whom has no part in it, a private match is absent, and one that an operator has hidden."""
    closed = Match.objects.filter(~access.OPEN_TO_ALL, pk=match_id)
    is_hidden = closed.exclude(created_by=player_id).exclude(seats__player=player_id).exists()
    return ServiceError("not_found") if is_hidden else None


def _repeated(match: StoredMatch, seat: int, digest: bytes) -> Taken:
    """The event that this key has already made. Raises ServiceError `key_reused`."""
    assert match.answered is not None
    seq, first = match.answered
    if first != digest:
        raise ServiceError("key_reused")
    over = match.status == Match.Status.OVER
    return Taken(match.rules, sql.event(match.id, seq), seat, match.version, over, True)


def _check_running(match: StoredMatch) -> None:
    if match.status == Match.Status.OVER:
        raise ServiceError("match_over", version=match.position.seq)


def _check_asked(match: StoredMatch, seat: int, seen: int) -> None:
    version = match.position.seq
    if not 0 <= seen <= version:
        raise ServiceError("unknown_version", version=version)
    _check_running(match)
    opened = match.position.opened.get(seat)
    if opened is None:
        raise ServiceError("not_asked", version=version)
    if seen < opened:
        raise ServiceError("stale_version", version=version)


def _follow(match: StoredMatch, seat: int, raw: bytes) -> Event:
    """Move the position on by one action, and the clocks with it."""
    position = match.position
    try:
        return stored_match.advance(match, seat, match.rules.decode_action(raw))
    except MalformedAction as error:
        action_types = match.rules.definition.action_types
        raise ServiceError("malformed_action", unreadable(error.detail, action_types, prefix="/action")) from error
    except IllegalAction as error:
        prompt = next(prompt for prompt in prompts(position.table) if prompt.seat == seat)
        raise ServiceError("illegal_action", version=position.seq, prompt=msgspec.to_builtins(prompt)) from error


def _end(match: StoredMatch, type_: str, losers: Sequence[int], note: str) -> Event:
    return folding.follow_ending(match.position, type_, losers, note, rfc3339(match.next_moment()))


def _append(match: StoredMatch, seat: int, event: Event, key: str | None, digest: bytes) -> Taken | None:
    if not _write(match, event, key=key, request_digest=None if key is None else digest, actor=seat):
        return None
    metrics.moves.labels(match.rules.slug, "player").inc()
    return Taken(match.rules, event, seat, match.version, match.position.table.outcome is not None, False)


def _write(match: StoredMatch, event: Event, **request: Any) -> bool:
    """Append the event and what follows from it by standing wishes, and announce. False if somebody was faster."""
    return _written(match, [event, *passes(match, match.position.table.effects)], **request)


def _written(match: StoredMatch, events: Sequence[Event], **request: Any) -> bool:
    written = sql.append_events(match, events, **request)
    if written:
        wake.appended(match)
    return written


def has_run_out(match: StoredMatch) -> list[int]:
    """The seats whose clock has run out by now, if the match is running."""
    if match.status == Match.Status.OVER or not match.times.deadlines:
        return []
    return run_out(match.times, milliseconds(match.now()))


def _expire(match: StoredMatch) -> bool:
    losers = has_run_out(match)
    if not losers:
        return False
    note = "" if len(losers) == 1 else ",".join(str(seat) for seat in losers)
    return _write(match, _end(match, "clock_expired", losers, note))
