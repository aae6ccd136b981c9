"""Who has blocked whom, and who is kept apart by that: the two alike, whichever of them has blocked the other."""

from collections.abc import Collection

from django.db.models import QuerySet

from matches.models import Block
from players.models import Player

Apart = frozenset[tuple[int, int]]
"""Accounts that are kept apart, each pair both ways round."""


def blocks_of(player: Player) -> QuerySet[Block]:
    """Those whom an account has blocked, the newest first."""
    return Block.objects.filter(blocker=player).select_related("blocked__bot_account__owner").order_by("-at", "-pk")


def kept_apart(account_ids: Collection[int]) -> Apart:
    """The pairs among these accounts that are kept apart. One query."""
    if len(account_ids) < 2:
        return frozenset()
    found = Block.objects.filter(blocker__in=account_ids, blocked__in=account_ids).values_list("blocker", "blocked")
    pairs = list(found)
    return frozenset([*pairs, *((blocked, blocker) for blocker, blocked in pairs)])


def are_apart(one: int, other: int) -> bool:
    return bool(kept_apart({one, other}))


def blocks(player: Player, other: Player) -> bool:
    """Whether the player has blocked the other; who is blocked is not told."""
    return Block.objects.filter(blocker=player, blocked=other).exists()
