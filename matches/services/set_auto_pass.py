"""A seat's own auto-passes: read, and put in place of those before."""

from collections.abc import Sequence
from uuid import UUID

from common.text.errors import ServiceError
from matches.log import appending
from matches.log.sql import load_match
from matches.log.stored_match import AutoPass
from matches.log.transactions import writing
from matches.services.attempts import MOST_WRITE_ATTEMPTS, check_running, load_for_seat, write_events
from matches.services.auto_pass import check_auto_passes
from matches.services.ending import expire, has_run_out
from players.models import Player


def set_auto_passes(*, match_id: UUID, player: Player, auto_passes: Sequence[AutoPass]) -> None:
    """Put a seat's auto-passes in place of those it had; one that fits an open prompt acts at once.

    Raises ServiceError: not_found, not_your_seat, match_not_started, match_over, malformed_request.
    """
    match, seat = load_for_seat(match_id, player.pk)
    if has_run_out(match) and expire(match):
        raise ServiceError("match_over", version=match.position.seq)
    check_running(match)
    check_auto_passes(match.rules, auto_passes)
    with writing():
        appending.write_auto_passes(match_id, seat, auto_passes)

    for _ in range(MOST_WRITE_ATTEMPTS):
        stored = load_match(match_id)
        if expire(stored) if has_run_out(stored) else write_events(stored, []):
            return
    raise ServiceError("too_busy")


def auto_passes_of(*, match_id: UUID, player: Player) -> list[AutoPass]:
    """A seat's own auto-passes. Raises ServiceError: not_found, not_your_seat, match_not_started."""
    match, seat = load_for_seat(match_id, player.pk)
    return match.auto_passes.get(seat, [])
