"""Signing in to the API with a bearer token (RFC 6750)."""

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from knox.auth import TokenAuthentication
from knox.crypto import hash_token
from rest_framework.exceptions import AuthenticationFailed

from matches.players.models import AccessToken, Player


class BearerToken(TokenAuthentication):
    """knox's tokens, found by their digest: one indexed read, however many tokens a player has."""

    def authenticate_credentials(self, token: bytes) -> tuple[Player, AccessToken]:
        try:
            digest = hash_token(token.decode("ascii"))
            found = AccessToken.objects.select_related("user").get(digest=digest)
        except (UnicodeDecodeError, AccessToken.DoesNotExist) as error:
            raise AuthenticationFailed(_("The token is not known.")) from error
        if found.expiry is not None and found.expiry < timezone.now():
            raise AuthenticationFailed(_("The token has expired. Sign in again."))
        if not found.user.is_active:
            raise AuthenticationFailed(_("The player is not active."))
        return found.user, found
