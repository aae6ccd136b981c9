"""The ways in which the service ends a match.

A clock runs out, a player resigns, the players agree to a draw, an operator or all players abort it, or nothing happens
for days.
"""

from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from uuid import UUID

import msgspec

from common.text.errors import ServiceError
from common.timestamps import milliseconds
from matches.clocks import run_out
from matches.limits import MOST_WRITE_ATTEMPTS
from matches.log import appending, sql
from matches.log.appending import lock_match
from matches.log.database_clock import read_database_clock
from matches.log.sql import load_match
from matches.log.stored_match import StoredMatch, end
from matches.log.transactions import writing
from matches.models import Match, Seat
from matches.notifications import news
from matches.selectors.idle import closes_at
from matches.services.attempts import (
    ActionReceipt,
    attempts,
    check_note,
    check_running,
    digest_of,
    load_for_seat,
    repeated,
    write_events,
    write_request,
)
from matches.services.match_notices import (
    tell_abort_offered,
    tell_draw_declined,
    tell_draw_offered,
    tell_lobby_closed,
    tell_seat_left,
)
from players.models import Player
from rules.engine import Outcome

LONG_WAIT = timedelta(days=1)
"""After waiting this long for a decision without a clock, a player may abort alone."""


def abort_match(*, match_id: UUID, player: Player | None, note: str) -> None:
    """End a match without a winner: an operator (no `player`) at any time, the players if all consent.

    A lobby is closed at once, by the player who opened it or anyone seated. After the start the seat's consent is
    recorded, and the match ends when every seat has consented. A bot consents as soon as a person has acted. A seat's
    own action withdraws its consent; consenting again changes nothing. A player who has waited LONG_WAIT for a decision
    without a clock needs no consent. Players cannot abort league matches.
    Raises ServiceError: not_found, not_your_seat, match_over, league_match.
    """
    check_note(note)

    for _ in range(MOST_WRITE_ATTEMPTS):
        with writing():
            if _abort(match_id, player, note):
                return
    raise ServiceError("too_busy")


def _abort(match_id: UUID, player: Player | None, note: str) -> bool:
    """Abort under the row lock, so that of two seats consenting at once the second one ends the match.

    False if a clock ran out and ended it first, or the match has changed meanwhile.
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
    """Whether the player, who has nothing to decide, has waited LONG_WAIT for a decision without a clock."""
    opened = match.position.opened
    if match.clock is not None or match.seat is None or match.seat in opened or not opened:
        return False
    since = max(min(opened.values()), sql.last_action_of(match.id, match.seat) or 0)
    return match.now() - datetime.fromisoformat(sql.event(match.id, since).content["at"]) >= LONG_WAIT


def close_lobby(match: Match, *, left_by: Player | None = None) -> bool:
    """Close a lobby. The caller holds the row lock. Nothing of a closed lobby is ever shown.

    If the service set up the match, the other players are notified who left.
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


def expire_clock(*, match_id: UUID) -> bool:
    """End the match if a clock has run out. Only the first caller does so; later callers find it over."""
    return expire(load_match(match_id))


def expire(match: StoredMatch) -> bool:
    """`expire_clock` for a match that was just read. Writes nothing if the match has changed since."""
    losers = has_run_out(match)
    if not losers:
        return False
    note = "" if len(losers) == 1 else ",".join(str(seat) for seat in losers)
    return write_events(match, [end(match, "clock_expired", losers, note)])


def has_run_out(match: StoredMatch) -> list[int]:
    """The seats of a running match whose clock has run out."""
    if match.status == Match.Status.OVER or not match.times.deadlines:
        return []
    return run_out(match.times, milliseconds(match.now()))


def resign(*, match_id: UUID, player_id: int, note: str = "", key: str | None = None) -> ActionReceipt:
    """Resign for the player's team, no matter whose turn it is.

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
    """Resign for a bot that cannot decide, and store the fault for the operator. False if the match has moved on."""
    match = load_match(match_id)
    if match.status == Match.Status.OVER or match.version != version:
        return False
    with writing():
        written = write_events(match, [end(match, "seat_resigned", [seat], "bot_fault")])
        if written:
            Seat.objects.filter(match_id=match_id, index=seat).update(fault=fault)
    return written


def withdraw_seat(*, match_id: UUID, seat: int) -> None:
    """Resign for a player who has withdrawn from the match's league. Does nothing if the match is over.

    Raises ServiceError `too_busy`.
    """
    for _ in range(MOST_WRITE_ATTEMPTS):
        match = load_match(match_id)
        if match.status == Match.Status.OVER or expire(match):
            return
        if write_events(match, [end(match, "seat_resigned", [seat], "withdrawn")]):
            return
    raise ServiceError("too_busy")


def close_idle(match_id: UUID) -> bool:
    """Close a lobby, or abort a match without a clock, if nothing has happened in it for too long.

    False if it is not idle, or has changed meanwhile.
    """
    row = Match.objects.defer("snapshot").get(pk=match_id)
    if row.status == Match.Status.LOBBY:
        return _close_idle_lobby(match_id)
    due = closes_at(row)
    if due is None or due > read_database_clock().moment:
        return False
    match = load_match(match_id)
    if match.status != Match.Status.PLAYING or match.last_at != milliseconds(row.updated_at):
        return False
    return write_events(match, [end(match, "match_aborted", [], "idle")])


def _close_idle_lobby(match_id: UUID) -> bool:
    with writing():
        match = appending.lock_match(match_id)
        if match is None or match.status != Match.Status.LOBBY:
            return False
        due = closes_at(match)
        return due is not None and _has_come(due) and close_lobby(match)


def _has_come(moment: datetime) -> bool:
    return moment <= read_database_clock().moment


Answer = Callable[[Match, StoredMatch, int], bool]
"""A seat's response about a draw, under the row lock; False if the match has changed meanwhile."""


def offer_draw(*, match_id: UUID, player: Player) -> None:
    """Offer a draw, or agree to an open offer.

    Raises ServiceError: not_found, not_your_seat, match_not_started, match_over, league_match, draw_offered_already.
    """
    _answer(match_id, player, _offer)


def accept_draw(*, match_id: UUID, player: Player) -> None:
    """Agree to a draw.

    Raises ServiceError: not_found, not_your_seat, match_not_started, match_over, league_match, no_draw_offered.
    """
    _answer(match_id, player, _accept)


def decline_draw(*, match_id: UUID, player: Player) -> None:
    """Decline and remove all open draw offers. Raises ServiceError as `accept_draw`."""
    _answer(match_id, player, _decline)


def withdraw_draw(*, match_id: UUID, player: Player) -> None:
    """Withdraw the player's own offer of a draw, or their agreement to one. Other offers stay.

    Without an offer of theirs, nothing changes.
    Raises ServiceError: not_found, not_your_seat, match_not_started, match_over, league_match.
    """
    _answer(match_id, player, _withdraw)


def _answer(match_id: UUID, player: Player, answer: Answer) -> None:
    for _ in range(MOST_WRITE_ATTEMPTS):
        with writing():
            row = lock_match(match_id)
            match, seat = load_for_seat(match_id, player.pk)
            assert row is not None
            if has_run_out(match):
                expire(match)
                continue
            check_running(match)
            if row.deal is not None:
                raise ServiceError("league_match")
            if answer(row, match, seat):
                return
    raise ServiceError("too_busy")


def _offer(row: Match, match: StoredMatch, seat: int) -> bool:
    own = 1 << seat
    if row.draw_offers & ~own:
        return _agree(row, match, seat, notifies=not row.draw_offers_made & own)
    if (row.draw_offers | row.draw_offers_made) & own:
        raise ServiceError("draw_offered_already")
    row.draw_offers_made |= own
    if match.bots:
        _save_offers(row)
        tell_draw_declined(match.id, min(match.bots), own)
        return True
    return _agree(row, match, seat, notifies=True)


def _accept(row: Match, match: StoredMatch, seat: int) -> bool:
    if not row.draw_offers & ~(1 << seat):
        raise ServiceError("no_draw_offered")
    return _agree(row, match, seat, notifies=not row.draw_offers_made >> seat & 1)


def _decline(row: Match, match: StoredMatch, seat: int) -> bool:
    if not row.draw_offers & ~(1 << seat):
        raise ServiceError("no_draw_offered")
    tell_draw_declined(match.id, seat, row.draw_offers & ~(1 << seat))
    row.draw_offers = 0
    _save_offers(row)
    return True


def _withdraw(row: Match, match: StoredMatch, seat: int) -> bool:
    own = 1 << seat
    if row.draw_offers & own:
        row.draw_offers &= ~own
        row.draw_offers_made |= own  # Agreeing and withdrawing in turns notifies the others only once.
        _save_offers(row)
    return True


def _agree(row: Match, match: StoredMatch, seat: int, *, notifies: bool) -> bool:
    """Record that the seat agrees, and notify the others if `notifies`. The match is drawn when every seat agrees."""
    if row.draw_offers >> seat & 1:
        return True
    row.draw_offers |= 1 << seat
    if row.draw_offers == (1 << match.rules.seats(match.position.table.options)) - 1:
        return write_events(match, [end(match, "draw_agreed", [], "")])
    _save_offers(row)
    if notifies:
        tell_draw_offered(match.id, seat, row.draw_offers)
    return True


def _save_offers(row: Match) -> None:
    row.save(update_fields=["draw_offers", "draw_offers_made"])
    news.publish(news.match_topic(row.pk))
