"""Ending a match that nobody wins: by an operator, or by its players together."""

from collections.abc import Collection
from datetime import datetime, timedelta
from uuid import UUID

import msgspec

from common.text.errors import ServiceError
from matches.log import appending, sql
from matches.log.database_clock import read_database_clock
from matches.log.sql import load_match
from matches.log.stored_match import StoredMatch, end
from matches.log.transactions import writing
from matches.models import Match
from matches.notifications import news
from matches.services.attempts import MOST_ATTEMPTS, check_note, check_running, write_events
from matches.services.expire import expire, has_run_out
from matches.services.match_notices import tell_abort_offered, tell_lobby_closed, tell_seat_left
from players.models import Player
from rules.engine import Outcome

LONG_WAIT = timedelta(days=1)
"""Who has waited so long for a decision without a clock may abort alone."""


def abort_match(*, match_id: UUID, player: Player | None, note: str) -> None:
    """End a match that nobody wins: an operator (no `player`) at any time, its players when all consent.

    A lobby is closed at once, by whoever opened it or sits in it. After the start the seat's consent is noted; the
    match ends when every seat has consented. A bot consents as soon as a person has acted. An action of a seat takes
    its own consent back; consenting again changes nothing. Who has waited long enough for a decision without a clock
    needs nobody's consent. Matches of a league are not called off by those who play them.
    Raises ServiceError: not_found, not_your_seat, match_over, league_match.
    """
    check_note(note)

    for _ in range(MOST_ATTEMPTS):
        with writing():
            if _abort(match_id, player, note):
                return
    raise ServiceError("too_busy")


def _abort(match_id: UUID, player: Player | None, note: str) -> bool:
    """Under the lock of the row: of two seats that consent at once the second one ends the match.

    False if a clock has run out and ended it first, or somebody else has moved it on.
    """
    row = appending.lock_match(match_id)
    if row is None:
        raise ServiceError("not_found")
    if player is not None and player.pk != row.created_by_id and not row.seats.filter(player=player).exists():
        raise ServiceError("not_your_seat")
    if player is not None and row.deal is not None:
        raise ServiceError("league_match")
    if row.status == Match.Status.LOBBY:
        return close_lobby(row, left_by=player)
    match = load_match(match_id, player_id=None if player is None else player.pk)
    check_running(match)
    if player is not None:
        if match.seat is None:
            raise ServiceError("not_your_seat")
        if has_run_out(match):
            expire(match)
            return False
        is_new = match.seat not in row.consenting_seats
        row.abort_consents |= 1 << match.seat
        row.save(update_fields=["abort_consents"])
        if not _all_consent(match, row.consenting_seats) and not _has_waited_long(match):
            if is_new:
                tell_abort_offered(match, match.seat)
            return True
    return write_events(match, [end(match, "match_aborted", [], note)])


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


def close_lobby(match: Match, *, left_by: Player | None = None) -> bool:
    """The caller holds the lock of the row. Nothing of a closed lobby is ever shown.

    Of a match that the service has brought about the others are told who did not want it.
    """
    if match.created_by_id is None and left_by is not None:
        seats = list(match.seats.all())
        tell_seat_left(match, seats, next(seat.index for seat in seats if seat.player_id == left_by.pk), left_by)
    now = read_database_clock().moment
    outcome = {"winners": [], "reason": "aborted", "scores": {}}
    Match.objects.filter(pk=match.pk).update(
        status=Match.Status.OVER,
        end_reason="aborted",
        outcome=outcome,
        ended_at=now,
        updated_at=now,
        is_scored=True,
        answer_by=None,
    )
    tell_lobby_closed(match, msgspec.convert(outcome, Outcome))
    news.publish(news.match_topic(match.pk))
    return True
