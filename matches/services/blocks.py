"""Block a player: no challenges, invitations, calls, pairings or phrases between the two, and neither is notified.

The blocked player gets the same refusal as for any unavailable player. Matches that the two already play continue.
"""

from uuid import UUID

from django.db.models import Q

from common.text.errors import ServiceError
from matches.limits import MOST_BLOCKED
from matches.log.database_clock import read_database_clock
from matches.log.transactions import writing
from matches.models import Block
from matches.services.challenges import end_challenge, open_challenges
from players.models import Player
from players.services import hold_players


def block_player(*, player: Player, public_id: UUID) -> None:
    """Block a player; blocking again changes nothing. Open challenges between the two are declined or withdrawn as
    usual.

    Both accounts are locked, as by every request that brings two players together, so concurrent requests take turns.
    Raises ServiceError `not_found`, `not_allowed` for oneself, `too_many_blocks`.
    """
    other = Player.objects.filter(public_id=public_id, is_active=True).first()
    if other is None:
        raise ServiceError("not_found")
    if other.pk == player.pk:
        raise ServiceError("not_allowed")
    with writing():
        hold_players([player.pk, other.pk])
        known = Block.objects.filter(blocker=player)
        if known.filter(blocked=other).exists():
            return
        if known.count() >= MOST_BLOCKED:
            raise ServiceError("too_many_blocks", most=MOST_BLOCKED)
        Block.objects.create(blocker=player, blocked=other, at=read_database_clock().moment)
    # After the commit: accepting a challenge locks it before the accounts, and is refused by then.
    for challenge in open_challenges(player).filter(Q(challenger=other) | Q(opponent=other)):
        end_challenge(challenge, player)


def unblock_player(*, player: Player, public_id: UUID) -> None:
    """Unblock a player. Raises ServiceError `not_found` if they are not blocked."""
    with writing():
        deleted, _ = Block.objects.filter(blocker=player, blocked__public_id=public_id).delete()
    if not deleted:
        raise ServiceError("not_found")
