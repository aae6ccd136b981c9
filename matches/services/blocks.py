"""Blocking somebody: no challenges, invitations, calls, pairings or phrases between the two, and none of it is told.

Whoever is blocked is refused as by somebody who cannot be asked now. What the two play already goes on.
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
    """Done again, it changes nothing. Open challenges between the two are declined and withdrawn, as by anybody.

    Both accounts are held, as by whoever brings them together, so that of the two requests the later one counts.
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
    # After the commit: who accepts one holds it before he holds the accounts, and is refused by then.
    for challenge in open_challenges(player).filter(Q(challenger=other) | Q(opponent=other)):
        end_challenge(challenge, player)


def unblock_player(*, player: Player, public_id: UUID) -> None:
    """Raises ServiceError `not_found` for somebody who is not blocked."""
    with writing():
        deleted, _ = Block.objects.filter(blocker=player, blocked__public_id=public_id).delete()
    if not deleted:
        raise ServiceError("not_found")
