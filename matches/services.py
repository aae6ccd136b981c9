"""Everything that moves a running match on: act, resign, abort, run out of time. One door for people, bots and tests.

Every function is one transaction. Refused (`Refusal`), it has changed nothing.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

import msgspec
from django.utils import timezone

from cards.engine import IllegalAction, MalformedAction, Ruleset, prompts
from matches import announce, history, metrics, store
from matches.clocks import run_out, ticked
from matches.history import Event
from matches.models import AuditRead, Match
from matches.players.models import Player
from matches.refusals import Refusal
from matches.store import LockedMatch, lock, writing
from matches.times import milliseconds, rfc3339

MOST_NOTE = 400


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


def take_action(*, match_id: UUID, player: Player, action: bytes, seen: int, key: str | None = None) -> Taken:
    """A player's action as it was sent; `seen` is the version it was decided on.

    Raises Refusal: not_found, not_your_seat, match_not_started, match_over, unknown_version, not_asked, stale_version,
    malformed_action, illegal_action, key_reused.
    """
    digest = _digest(b"action", b"%d" % seen, action)
    with writing():
        locked = lock(match_id, player_id=player.pk, key=key)
        seat = _seat_of(locked)
        if (repeated := _answered(locked, seat, key, digest, late=_is_late(locked, seat, seen))) is not None:
            return repeated
        if not _expire(locked):
            _check_asked(locked, seat, seen)
            event = _follow(locked, seat, action)
            return _append(locked, seat, event, key, digest)
    raise Refusal("match_over", version=locked.position.seq)


def resign(*, match_id: UUID, player: Player, note: str = "", key: str | None = None) -> Taken:
    """Give up for one's team, whoever is asked. Raises Refusal: not_found, not_your_seat, match_over, key_reused …"""
    _check_note(note)
    digest = _digest(b"resign", note.encode())
    with writing():
        locked = lock(match_id, player_id=player.pk, key=key)
        seat = _seat_of(locked)
        late = locked.status == Match.Status.OVER
        if (repeated := _answered(locked, seat, key, digest, late=late)) is not None:
            return repeated
        if not _expire(locked):
            _check_running(locked)
            event = _end(locked, "seat_resigned", [seat], note)
            return _append(locked, seat, event, key, digest)
    raise Refusal("match_over", version=locked.position.seq)


def abort_match(*, match_id: UUID, player: Player | None, note: str) -> None:
    """End a match that nobody wins: a participant before the first action, an operator (no `player`) at any time.

    A lobby is simply closed. Raises Refusal: not_found, not_your_seat, match_started, match_over.
    """
    _check_note(note)
    with writing():
        match = Match.objects.select_for_update().filter(pk=match_id).first()
        if match is None:
            raise Refusal("not_found")
        is_participant = player is None or player.pk == match.created_by_id or _sits(match, player)
        if not is_participant:
            raise Refusal("not_your_seat")
        if match.status == Match.Status.LOBBY:
            _close_lobby(match)
            return
        locked = lock(match_id)
        _check_running(locked)
        if player is not None and locked.position.seq > 0:
            raise Refusal("match_started", "a match can be aborted before its first action; afterwards resign")
        event = _end(locked, "match_aborted", [], note)
        store.append(locked, [event])
        announce.appended(locked)


def _sits(match: Match, player: Player) -> bool:
    return match.seats.filter(player=player).exists()


def _close_lobby(match: Match) -> None:
    match.status = Match.Status.OVER
    match.end_reason = "aborted"
    match.outcome = {"winners": [], "reason": "aborted", "scores": {}}
    match.ended_at = timezone.now()
    match.is_scored = True
    match.save()


def expire_clock(*, match_id: UUID) -> bool:
    """End the match if a clock has run out. Whoever comes first does it; exactly one event is written."""
    with writing():
        return _expire(lock(match_id))


def forfeit_bot(*, match_id: UUID, seat: int, version: int, fault: str) -> bool:
    """A bot that cannot decide loses its seat; the fault is kept for the operator. False if the match has moved on."""
    with writing():
        locked = lock(match_id)
        if locked.status == Match.Status.OVER or locked.position.seq != version:
            return False
        event = _end(locked, "seat_resigned", [seat], "bot_fault")
        store.append(locked, [event])
        Match.objects.get(pk=match_id).seats.filter(index=seat).update(fault=fault)
        announce.appended(locked)
        return True


def record_audit_read(*, match_id: UUID, reader: Player, seq: int) -> None:
    """Somebody is about to see everything of a running match."""
    with writing():
        AuditRead.objects.create(match_id=match_id, reader=reader, seq=seq)


def append_bot_moves(
    *,
    match_id: UUID,
    thought: LockedMatch,
    version: int,
    events: Sequence[Event],
    checkpoints: Sequence[tuple[int, bytes]],
) -> bool:
    """What bots have decided outside the lock, if the match is still where they saw it; else False and nothing."""
    with writing():
        locked = lock(match_id)
        if locked.status == Match.Status.OVER or locked.position.seq != version:
            return False
        if _expire(locked):
            return False
        store.append(thought, events, checkpoints)
        announce.appended(thought)
        metrics.moves.labels(locked.rules.slug, "bot").inc(len(events))
        return True


# The steps


def _digest(*parts: bytes) -> bytes:
    return hashlib.sha256(b"\0".join(parts)).digest()


def _check_note(note: str) -> None:
    if len(note) > MOST_NOTE:
        raise Refusal("malformed_request", f"`note` must have at most {MOST_NOTE} characters")


def _seat_of(locked: LockedMatch) -> int:
    if locked.seat is None:
        raise Refusal("not_your_seat")
    return locked.seat


def _is_late(locked: LockedMatch, seat: int, seen: int) -> bool:
    opened = locked.position.opened.get(seat)
    return opened is None or seen < opened


def _answered(locked: LockedMatch, seat: int, key: str | None, digest: bytes, *, late: bool) -> Taken | None:
    """The event that this key has already made, if it has. Raises Refusal `key_reused`."""
    if key is None:
        return None
    if locked.answered is None and late:
        # An equal request may have been committed while this one waited for the lock.
        locked.answered = store.find_answer(locked.id, seat, key)
    if locked.answered is None:
        return None
    seq, first = locked.answered
    if first != digest:
        raise Refusal("key_reused")
    over = locked.status == Match.Status.OVER
    return Taken(locked.rules, store.event(locked.id, seq), seat, locked.position.seq, over, True)


def _check_running(locked: LockedMatch) -> None:
    if locked.status == Match.Status.OVER:
        raise Refusal("match_over", version=locked.position.seq)


def _check_asked(locked: LockedMatch, seat: int, seen: int) -> None:
    version = locked.position.seq
    if not 0 <= seen <= version:
        raise Refusal("unknown_version", version=version)
    _check_running(locked)
    opened = locked.position.opened.get(seat)
    if opened is None:
        raise Refusal("not_asked", version=version)
    if seen < opened:
        raise Refusal("stale_version", version=version)


def _follow(locked: LockedMatch, seat: int, raw: bytes) -> Event:
    """Move the locked position on by one action, and the clocks with it."""
    now = timezone.now()
    position = locked.position
    try:
        action = locked.rules.decode_action(raw)
        event = history.follow(position, seat, action, rfc3339(now))
    except MalformedAction as error:
        raise Refusal("malformed_action", error.detail) from error
    except IllegalAction as error:
        prompt = next(prompt for prompt in prompts(position.table) if prompt.seat == seat)
        raise Refusal("illegal_action", version=position.seq, prompt=msgspec.to_builtins(prompt)) from error
    locked.times = ticked(locked.clock, locked.times, position.opened, position.seq, milliseconds(now), seat)
    return event


def _end(locked: LockedMatch, type_: str, losers: Sequence[int], note: str) -> Event:
    return history.follow_ending(locked.position, type_, losers, note, rfc3339(timezone.now()))


def _append(locked: LockedMatch, seat: int, event: Event, key: str | None, digest: bytes) -> Taken:
    store.append(locked, [event], key=key, request_digest=None if key is None else digest)
    announce.appended(locked)
    metrics.moves.labels(locked.rules.slug, "player").inc()
    over = locked.position.table.outcome is not None
    return Taken(locked.rules, event, seat, locked.position.seq, over, False)


def _expire(locked: LockedMatch) -> bool:
    """Write the expiry if a clock has run out by now; the caller's transaction commits it."""
    if locked.status == Match.Status.OVER or not locked.times.deadlines:
        return False
    losers = run_out(locked.times, milliseconds(timezone.now()))
    if not losers:
        return False
    note = "" if len(losers) == 1 else ",".join(str(seat) for seat in losers)
    store.append(locked, [_end(locked, "clock_expired", losers, note)])
    announce.appended(locked)
    return True
