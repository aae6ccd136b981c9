"""Tells listeners when access ends: a token is revoked, a browser signs out, a password changes, an account ends."""

from collections.abc import Callable

_listeners: list[Callable[[int], None]] = []


def when_access_ends(tell: Callable[[int], None]) -> None:
    """Have `tell` called with a player's id whenever one or all of their tokens or sessions end."""
    _listeners.append(tell)


def access_ends(player_id: int) -> None:
    """Call the listeners, in the transaction that ends the tokens, or after a session has ended."""
    for tell in _listeners:
        tell(player_id)
