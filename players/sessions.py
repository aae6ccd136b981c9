"""Whether the session of a browser still signs a player in, for answers that stay open."""

from importlib import import_module

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.utils.crypto import constant_time_compare

from players.models import Player


def is_signed_in(session_key: str, player_id: int) -> bool:
    """Whether this session still signs this player in, as a request with it would find. Changes nothing."""
    stored = import_module(settings.SESSION_ENGINE).SessionStore(session_key).load()
    if stored.get(SESSION_KEY) != str(player_id):
        return False
    player = Player.objects.filter(pk=player_id, is_active=True).first()
    return player is not None and constant_time_compare(
        stored.get(HASH_SESSION_KEY, ""), player.get_session_auth_hash()
    )
