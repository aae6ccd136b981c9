"""When tokens end: revoked, signed out of, with the old password, or with the account. Who listens is told at once."""

from collections.abc import Callable

_listeners: list[Callable[[int], None]] = []


def when_access_ends(tell: Callable[[int], None]) -> None:
    """Have `tell` called with the id of each player of whom a token, or all of them, are about to end."""
    _listeners.append(tell)


def access_ends(player_id: int) -> None:
    """Say so, in the transaction that ends them."""
    for tell in _listeners:
        tell(player_id)
