"""The notices that matches and challenges send to accounts, and those still open for an account."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from uuid import UUID

import msgspec

from common.timestamps import rfc3339
from matches.log.stored_match import StoredMatch
from matches.models import Challenge, Match, Seat, seats_in
from matches.notifications.inbox import notify, told_since, when_told
from matches.notifications.notices import (
    AbortOffered,
    CalledToSeat,
    CallMissed,
    ChallengeAnswered,
    Challenged,
    DrawDeclined,
    DrawOffered,
    MatchEnded,
    MatchStarted,
    NoticeKind,
    Paired,
    PhraseSaid,
    SeatLeft,
    SeatTaken,
    WebhookDisabled,
    register,
)
from players.models import Player
from rules.engine import Outcome

_ASKED = (Seat.Kind.CALLED, Seat.Kind.INVITED)
"""Seats whose player has not joined yet."""


def register_notices() -> None:
    register(CalledToSeat, CallMissed, Paired, SeatTaken, SeatLeft, opened=open_calls)
    register(Challenged, ChallengeAnswered, opened=open_to_answer)
    register(MatchStarted, MatchEnded, AbortOffered)
    register(DrawOffered, DrawDeclined, opened=open_draw_offers)
    register(PhraseSaid, WebhookDisabled)


def tell_called(match: Match, seats: Iterable[Seat]) -> None:
    """Notify everyone called or invited to a seat of a new match."""
    for seat in seats:
        if seat.kind in _ASKED and seat.player_id is not None:
            notify([seat.player_id], _called(match, seat))


def called_by(player: Player, account_id: int, since: datetime) -> list[UUID]:
    """The matches this player called or invited an account to since a moment, whatever became of them."""
    found = []
    for body in told_since(account_id, since):
        with suppress(msgspec.ValidationError):
            notice = msgspec.json.decode(body, type=CalledToSeat)
            if notice.by == player.get_username():
                found.append(UUID(notice.match))
    return found


def tell_call_missed(match: Match, seat: Seat, paused_until: datetime | None) -> None:
    if seat.player_id is not None:
        until = None if paused_until is None else rfc3339(paused_until)
        notify([seat.player_id], CallMissed(str(match.pk), seat.index, until))


def tell_paired(match: Match, account_id: int, request_id: UUID) -> None:
    notify([account_id], Paired(str(request_id), str(match.pk)))


def tell_challenged(challenge: Challenge) -> None:
    notify([challenge.opponent_id], _challenged(challenge))


def _challenged(challenge: Challenge) -> Challenged:
    return Challenged(str(challenge.pk), challenge.ruleset, challenge.challenger.get_username())


def tell_challenge_answered(challenge: Challenge, account_id: int) -> None:
    match = None if challenge.match_id is None else str(challenge.match_id)
    notice = ChallengeAnswered(str(challenge.pk), str(challenge.status), challenge.reason or None, match)
    notify([account_id], notice)


def open_to_answer(account_id: int) -> Iterator[NoticeKind]:
    """The challenges that an account has not answered."""
    found = Challenge.objects.filter(opponent_id=account_id, status=Challenge.Status.OPEN)
    for challenge in found.select_related("challenger").order_by("pk"):
        yield _challenged(challenge)


def tell_started(match: Match, seats: Iterable[Seat]) -> None:
    for seat in seats:
        if seat.player_id is not None:
            notify([seat.player_id], MatchStarted(str(match.pk), seat.index, match.ruleset))


def tell_seat_taken(match: Match, seats: Sequence[Seat], seat: int, player: Player) -> None:
    """Notify everyone else in a match that still waits for players."""
    notify(_others(match, seats, player), SeatTaken(str(match.pk), seat, player.get_username()))


def tell_seat_left(match: Match, seats: Sequence[Seat], seat: int, player: Player) -> None:
    notify(_others(match, seats, player), SeatLeft(str(match.pk), seat, player.get_username()))


def told_of_leaving(match: Match, seats: Sequence[Seat], player: Player, since: datetime) -> list[datetime]:
    """The times at which the player left the lobby, from the notices of the other account that has most of them."""
    left = [SeatLeft(str(match.pk), seat.index, player.get_username()) for seat in seats]
    return max(when_told(_others(match, seats, player), left, since).values(), key=len, default=[])


def _others(match: Match, seats: Sequence[Seat], player: Player) -> set[int]:
    """The accounts in a lobby, without this player's. The maker of a league isn't in the lobbies of its matches."""
    opened_by = match.created_by_id if match.deal is None else None
    return {opened_by, *(seat.player_id for seat in seats)} - {None, player.pk}


def tell_ended(match: StoredMatch) -> None:
    """Notify the players if these events have ended the match."""
    outcome = match.position.table.outcome
    if outcome is not None and len(match.bots) < match.rules.seats(match.position.table.options):
        _notify_seated(match.id, MatchEnded(str(match.id), outcome))


def tell_lobby_closed(match: Match, outcome: Outcome) -> None:
    """Notify everyone in the lobby."""
    notify({match.created_by_id} - {None}, MatchEnded(str(match.pk), outcome))
    _notify_seated(match.pk, MatchEnded(str(match.pk), outcome), without=[match.created_by_id])


def tell_abort_offered(match: StoredMatch, seat: int) -> None:
    """Notify the other players that this seat consents to an abort."""
    player = Seat.objects.filter(match_id=match.id, index=seat).values_list("player_id", flat=True).first()
    _notify_seated(match.id, AbortOffered(str(match.id), seat), without=[player])


def tell_draw_offered(match_id: UUID, seat: int, offering: int) -> None:
    """Notify every player who has not agreed. `offering` has a bit for each seat that has."""
    notify(_accounts(match_id, lambda other: not offering >> other & 1), DrawOffered(str(match_id), seat))


def tell_draw_declined(match_id: UUID, seat: int, offering: int) -> None:
    """Notify those who had offered or agreed."""
    notify(_accounts(match_id, lambda other: bool(offering >> other & 1)), DrawDeclined(str(match_id), seat))


def tell_phrase(match_id: UUID, seat: int, code: str, account_ids: Collection[int]) -> None:
    notify(account_ids, PhraseSaid(str(match_id), seat, code))


def open_draw_offers(account_id: int) -> Iterator[NoticeKind]:
    """The draw offers that an account has not answered."""
    seats = Seat.objects.filter(player_id=account_id, match__status=Match.Status.PLAYING, match__draw_offers__gt=0)
    for match_id, own, offering in seats.order_by("match_id").values_list("match_id", "index", "match__draw_offers"):
        if not offering >> own & 1:
            yield from (DrawOffered(str(match_id), seat) for seat in seats_in(offering))


def _accounts(match_id: UUID, is_meant: Callable[[int], bool]) -> list[int]:
    seated = Seat.objects.filter(match_id=match_id, player__isnull=False).values_list("index", "player_id")
    return [account for seat, account in seated if account is not None and is_meant(seat)]


def _notify_seated(match_id: UUID, notice: NoticeKind, without: Collection[int | None] = ()) -> None:
    seated = Seat.objects.filter(match_id=match_id, player__isnull=False).values_list("player_id", flat=True)
    notify([account for account in seated if account is not None and account not in without], notice)


def open_calls(account_id: int) -> Iterator[NoticeKind]:
    """The seats that an account is called or invited to and has not taken."""
    seats = Seat.objects.filter(player_id=account_id, kind__in=_ASKED, match__status=Match.Status.LOBBY)
    for seat in seats.select_related("match__created_by").order_by("match_id"):
        yield _called(seat.match, seat)


def _called(match: Match, seat: Seat) -> CalledToSeat:
    by = None if match.created_by is None else match.created_by.get_username()
    is_called = seat.kind == Seat.Kind.CALLED and match.answer_by is not None
    answer_by = rfc3339(match.answer_by) if is_called else None
    return CalledToSeat(str(match.pk), seat.index, match.ruleset, by, answer_by)
