"""Giving up: a player for his team, or the service for a bot that cannot decide."""

from uuid import UUID

from matches.log.sql import load_match
from matches.log.stored_match import end
from matches.log.transactions import writing
from matches.models import Match, Seat
from matches.services.attempts import (
    ActionReceipt,
    attempts,
    check_note,
    check_running,
    digest_of,
    repeated,
    write_events,
    write_request,
)
from matches.services.expire import expire, has_run_out


def resign(*, match_id: UUID, player_id: int, note: str = "", key: str | None = None) -> ActionReceipt:
    """Give up for one's team, whoever is to act.

    Raises ServiceError: not_found, not_your_seat, match_over, key_reused …
    """
    check_note(note)
    digest = digest_of(b"resign", note.encode())
    for match, seat in attempts(match_id, player_id, key):
        if match.answered is not None:
            return repeated(match, seat, digest)
        if has_run_out(match):
            expire(match)
            continue
        check_running(match)
        event = end(match, "seat_resigned", [seat], note)
        if receipt := write_request(match, seat, event, key, digest):
            return receipt
    raise AssertionError("attempts end by raising")


def forfeit_bot(*, match_id: UUID, seat: int, version: int, fault: str) -> bool:
    """A bot that cannot decide loses its seat; the fault is kept for the operator. False if the match has moved on."""
    match = load_match(match_id)
    if match.status == Match.Status.OVER or match.version != version:
        return False
    with writing():
        written = write_events(match, [end(match, "seat_resigned", [seat], "bot_fault")])
        if written:
            Seat.objects.filter(match_id=match_id, index=seat).update(fault=fault)
    return written
