"""The players that one player may see as connected. Blocks are respected."""

from collections.abc import Callable, Collection
from uuid import UUID

from django.db.models import QuerySet

from matches.models import Match, Seat
from matches.selectors.blocks import kept_apart
from players.models import BotAccount, Player
from players.presence import UNKNOWN, Presence, presence_of

BATCH = 500
"""Bot accounts read at a time."""


def presence_in(match: Match, player: Player | None) -> dict[int, Presence]:
    """Seat -> the presence of its account. Without seats that show nothing to this player, and empty after the end.

    The caller has checked that the player may see the match.
    """
    if match.status == Match.Status.OVER:
        return {}
    seats = {seat.index: seat.player_id for seat in match.seats.all() if seat.player_id is not None}
    shown = presence_for(player, set(seats.values()))
    return {seat: shown[account] for seat, account in seats.items() if account in shown}


def offline_seats(match_id: UUID, player: Player) -> list[int]:
    """The seats of other accounts that were seen, and that this player may see as not connected now.

    The caller has checked that the player may see the match.
    """
    others = Seat.objects.filter(match_id=match_id, player__isnull=False).exclude(player=player)
    seats = dict(others.order_by("index").values_list("index", "player_id"))
    shown = presence_for(player, set(seats.values())) if seats else {}
    return [seat for seat, account in seats.items() if account in shown and shown[account].is_offline]


def presence_for(player: Player | None, account_ids: Collection[int]) -> dict[int, Presence]:
    """The presence of these accounts, without those that a block keeps apart from the player."""
    apart = frozenset() if player is None else kept_apart({player.pk, *account_ids})
    visible = [account for account in account_ids if player is None or (player.pk, account) not in apart]
    return presence_of(visible)


def online_bots(
    player: Player | None, bots: Callable[..., QuerySet[BotAccount]], *, after: str | None, most: int
) -> list[tuple[BotAccount, Presence]]:
    """The first `most` connected ones of these bots, by name, without those that a block keeps apart from the player.

    `bots` is called with `after`, and returns the bots after that name.
    """
    found: list[tuple[BotAccount, Presence]] = []
    while len(found) < most:
        accounts = list(bots(after=after)[:BATCH])
        shown = presence_for(player, [account.player_id for account in accounts])
        pairs = [(account, shown.get(account.player_id, UNKNOWN)) for account in accounts]
        found += [(account, presence) for account, presence in pairs if presence.is_connected]
        if len(accounts) < BATCH:
            break
        after = accounts[-1].player.username
    return found[:most]
