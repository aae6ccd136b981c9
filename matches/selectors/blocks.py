"""Blocks between accounts, and the pairs they keep apart, no matter which of the two blocked the other."""

from collections.abc import Collection
from itertools import product

from django.db.models import QuerySet

from matches.models import Block
from players.models import BotAccount, Player

Apart = frozenset[tuple[int, int]]
"""Pairs of accounts that a block keeps apart, each pair in both orders."""


def blocks_of(player: Player) -> QuerySet[Block]:
    """The accounts that a player has blocked, the newest first."""
    return Block.objects.filter(blocker=player).select_related("blocked__bot_account__owner").order_by("-at", "-pk")


def kept_apart(account_ids: Collection[int]) -> Apart:
    """The pairs among these accounts that a block keeps apart. A block of two people also covers their bot accounts."""
    if len(account_ids) < 2:
        return frozenset()
    owned = BotAccount.objects.filter(player__in=account_ids, owner__isnull=False).values_list("player", "owner")
    of = {account_id: {account_id} for account_id in account_ids}
    for account_id, owner_id in owned:
        of.setdefault(owner_id, set()).add(account_id)
    found = Block.objects.filter(blocker__in=of, blocked__in=of).values_list("blocker", "blocked")
    pairs = {pair for blocker, blocked in found for pair in product(of[blocker], of[blocked])}
    return frozenset([*pairs, *((other, one) for one, other in pairs)])


def are_apart(one: int, other: int) -> bool:
    return bool(kept_apart({one, other}))


def blocks(player: Player, other: Player) -> bool:
    """Whether the player has blocked the other. Never show this to the other."""
    return Block.objects.filter(blocker=player, blocked=other).exists()
