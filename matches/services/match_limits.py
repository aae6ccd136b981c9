"""Limits per account: matches at once, invitations in vain, and leaving and rejoining a lobby.

Taken or called seats count, and matches that the account opened. Seats the account is only invited to do not count, or
strangers could use up its limit.
"""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from math import ceil

from django.conf import settings

from common.text.errors import ServiceError
from matches.limits import MOST_INVITED_IN_VAIN, MOST_LOBBIES_LEFT
from matches.log.database_clock import read_database_clock
from matches.models import Match, Seat
from matches.services.match_notices import called_by, told_of_leaving
from players.models import Player
from players.services import hold_players

LIVE = (Match.Status.LOBBY, Match.Status.PLAYING)
OWN = (Seat.Kind.PLAYER, Seat.Kind.CALLED)
INVITED_WITHIN = timedelta(hours=1)
LEFT_WITHIN = timedelta(hours=1)


def check_room(account_ids: Collection[int], *, asked_by: int | None, starts: bool) -> None:
    """Check that each account has room for one more match. Unless it `starts`, the match counts as a lobby.

    Requests for matches of the same account wait for each other here until the transaction ends.
    Raises ServiceError `too_many_matches` if `asked_by` has no room, `player_unavailable` if another account has none.
    """
    if not account_ids:
        return
    hold_players(account_ids)
    full = full_accounts(account_ids, starts=starts)
    if asked_by in full:
        status, most = full[asked_by]
        raise ServiceError("too_many_matches", status_counted=status, most=most)
    if full:
        raise ServiceError("player_unavailable")


def full_accounts(account_ids: Collection[int], *, starts: bool) -> dict[int, tuple[str, int]]:
    """The accounts without room for one more match, with the status that is full and its limit. Two queries."""
    had: dict[int, dict[object, str]] = {account: {} for account in account_ids}
    is_counted = {"match__status__in": LIVE, "match__card_set__is_playtest": False}
    sat = Seat.objects.order_by().filter(player__in=account_ids, kind__in=OWN, **is_counted)
    opened = Match.objects.order_by().filter(created_by__in=account_ids, status__in=LIVE, card_set__is_playtest=False)
    opened = opened.filter(deal=None)  # A league's matches name the player who created the league.
    for account, match_id, status in sat.values_list("player_id", "match_id", "match__status"):
        had[account][match_id] = status
    for account, match_id, status in opened.values_list("created_by_id", "pk", "status"):
        had[account][match_id] = status
    found = {account: _too_many(matches.values(), starts=starts) for account, matches in had.items()}
    return {account: status for account, status in found.items() if status is not None}


def _too_many(statuses: Collection[str], *, starts: bool) -> tuple[str, int] | None:
    """The full status and its limit. Lobbies count as matches too, or they would start beyond the limit."""
    lobbies = sum(status == Match.Status.LOBBY for status in statuses)
    if not starts and lobbies >= settings.MOST_LOBBIES:
        return Match.Status.LOBBY.value, settings.MOST_LOBBIES
    if len(statuses) >= settings.MOST_MATCHES:
        return Match.Status.PLAYING.value, settings.MOST_MATCHES
    return None


def invited_too_often(by: Player, invited: Iterable[Player]) -> list[int]:
    """The ids of accounts that this one recently invited too often to lobbies that never started.

    Each invitation notified them. The seats do not show this, because declining clears them. The caller holds a lock on
    the inviting account.
    """
    since = read_database_clock().moment - INVITED_WITHIN
    often = []
    for player in invited:
        in_vain = Match.objects.filter(pk__in=called_by(by, player.pk, since), version=-1)
        if in_vain.count() >= MOST_INVITED_IN_VAIN:
            often.append(player.pk)
    return often


def check_stays(match: Match, seats: Sequence[Seat], player: Player) -> None:
    """Check that the player has not left this lobby too often recently to return yet.

    Each time the others were notified twice. The caller holds a lock on the match.
    Raises ServiceError `too_fast`.
    """
    now = read_database_clock().moment
    _check_left(told_of_leaving(match, seats, player, now - LEFT_WITHIN), now)


def check_wants_pairings(player: Player) -> None:
    """Check that the player has not recently left too many matches set up for them, which makes others wait in vain.

    Raises ServiceError `too_fast`.
    """
    now = read_database_clock().moment
    since = now - LEFT_WITHIN
    closed = Match.objects.filter(created_by=None, version=-1, status=Match.Status.OVER, created_at__gt=since)
    found = closed.filter(seats__player=player).prefetch_related("seats")
    left = [moment for match in found for moment in told_of_leaving(match, list(match.seats.all()), player, since)]
    _check_left(sorted(left), now)


def _check_left(left: Sequence[datetime], now: datetime) -> None:
    if len(left) >= MOST_LOBBIES_LEFT:
        raise ServiceError("too_fast", retry_after=ceil((left[-MOST_LOBBIES_LEFT] + LEFT_WITHIN - now).total_seconds()))
