"""Access of people and programs: whether a browser is still signed in, and who is notified when access ends.

It ends when a token is revoked, a browser signs out, a password changes or an account ends.
"""

from collections.abc import Callable
from importlib import import_module

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY, get_user_model
from django.utils.crypto import constant_time_compare

_listeners: list[Callable[[int], None]] = []


def when_access_ends(notify: Callable[[int], None]) -> None:
    """Have `notify` called with a player's id whenever one or all of their tokens or sessions end."""
    _listeners.append(notify)


def access_ends(player_id: int) -> None:
    """Call the listeners, in the transaction that ends the tokens, or after a session has ended."""
    for notify in _listeners:
        notify(player_id)


def is_signed_in(session_key: str, player_id: int) -> bool:
    """Whether this session still signs this player in, as a request with it would find. Changes nothing."""
    stored = import_module(settings.SESSION_ENGINE).SessionStore(session_key).load()
    if stored.get(SESSION_KEY) != str(player_id):
        return False
    player = get_user_model().objects.filter(pk=player_id, is_active=True).first()
    return player is not None and constant_time_compare(
        stored.get(HASH_SESSION_KEY, ""), player.get_session_auth_hash()
    )
