"""Signing in to the API with a bearer token (RFC 6750)."""

from datetime import timedelta

from django.db import connection
from django.http import HttpRequest
from django.utils import timezone
from knox.auth import TokenAuthentication
from knox.crypto import hash_token
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated

from matches.players.models import AccessToken, Player

REMEMBERED = timedelta(hours=1)
"""`last_used_at` is as exact as this, so that reading does not write."""


class BearerToken(TokenAuthentication):
    """knox's tokens, found by their digest: one indexed read, however many tokens a player has."""

    def authenticate_credentials(self, token: bytes) -> tuple[Player, AccessToken]:
        now = timezone.now()
        found = AccessToken.objects.select_related("user").filter(digest=_digest(token)).first()
        if found is None or (found.expiry is not None and found.expiry < now) or not found.user.is_active:
            raise AuthenticationFailed
        if found.last_used_at is None or found.last_used_at < now - REMEMBERED:
            AccessToken.objects.filter(pk=found.pk).update(last_used_at=now)
        return found.user, found


_HOLDER = """
SELECT u.id FROM players_accesstoken t JOIN players_player u ON u.id = t.user_id
WHERE t.digest = %s AND (t.expiry IS NULL OR t.expiry >= %s) AND u.is_active
"""


def signed_in(request: HttpRequest) -> Player:
    """The holder of the request's token by one read, for the path that must cost little; only `pk` is loaded.

    Raises NotAuthenticated or AuthenticationFailed.
    """
    scheme, _, token = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
    if not scheme:
        raise NotAuthenticated
    if scheme.lower() != "bearer":
        raise AuthenticationFailed
    now = connection.ops.adapt_datetimefield_value(timezone.now())
    with connection.cursor() as cursor:
        cursor.execute(_HOLDER, [_digest(token.strip().encode("latin-1")), now])
        row = cursor.fetchone()
    if row is None:
        raise AuthenticationFailed
    return Player.from_db(None, ["id"], [row[0]])


def _digest(token: bytes) -> str:
    try:
        return str(hash_token(token.decode("ascii")))
    except UnicodeDecodeError as error:
        raise AuthenticationFailed from error
