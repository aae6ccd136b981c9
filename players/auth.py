"""Signing in: with name and password, and to the API with a bearer token (RFC 6750)."""

from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.http import HttpRequest
from knox.auth import TokenAuthentication
from knox.crypto import hash_token
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated
from structlog.contextvars import bind_contextvars

from players.attempts import counted
from players.models import AccessToken, Player
from players.presence import note_seen
from players.tokens import valid_token


class CountedPasswords(ModelBackend):
    """Django's password check with a limit on attempts, for pages and the API."""

    def authenticate(
        self, request: HttpRequest | None, username: str | None = None, password: str | None = None, **more: Any
    ) -> Player | None:
        """The player, or None if name or password is wrong.

        Raises ServiceError `too_fast` after too many attempts. Other backends would return None, but the error says how
        long to wait.
        """
        if username is None or password is None:
            return None
        with counted(request, username) as attempt:
            attempt.player = super().authenticate(request, username, password, **more)  # type: ignore[assignment]
        return attempt.player


class BearerToken(TokenAuthentication):
    """knox's tokens, looked up by their digest in one indexed read."""

    def authenticate_credentials(self, token: bytes) -> tuple[Player, AccessToken]:
        found = valid_token(_digest(token))
        if found is None:
            raise AuthenticationFailed
        found.user.token_scopes = found.scope_set
        bind_contextvars(user_id=found.user_id)
        note_seen(found.user_id)
        return found.user, found


def token_digest(request: HttpRequest) -> str:
    """The digest of the request's token. With it, one statement can read both the token's owner and a match.

    Raises NotAuthenticated if there is no token, AuthenticationFailed if it is malformed.
    """
    scheme, _, token = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
    if not scheme:
        raise NotAuthenticated
    if scheme.lower() != "bearer":
        raise AuthenticationFailed
    return _digest(token.strip().encode("latin-1"))


def _digest(token: bytes) -> str:
    try:
        return str(hash_token(token.decode("ascii")))
    except UnicodeDecodeError as error:
        raise AuthenticationFailed from error
