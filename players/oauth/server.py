"""The authorization server: oauthlib's protocol over our grants and tokens.

It supports the code flow with PKCE (S256) and refresh tokens. Clients are public: they have an id but no secret.
"""

import re
from collections.abc import Sequence
from typing import Any

from knox.models import get_digest_token
from oauthlib.oauth2 import InvalidGrantError, InvalidRequestError, RequestValidator, WebApplicationServer
from oauthlib.oauth2.rfc6749.errors import UnsupportedCodeChallengeMethodError

from common.scopes import APP_SCOPES, read_scopes
from players.models import OAuthApp, Player
from players.oauth import grants
from players.oauth.redirects import is_registered

GRANT_TYPES = ("authorization_code", "refresh_token")
DEFAULT_SCOPES = ("read", "play")
CHALLENGE_METHOD = "S256"
_client_id = re.compile("[0-9a-f]{32}")
_challenge = re.compile("[A-Za-z0-9_-]{43}")
INSIDE = "https://inside/"
"""A placeholder, because oauthlib requires an https URL. The proxy takes care of encryption."""


class Validator(RequestValidator):  # type: ignore[misc]
    """Answers oauthlib's questions about a request.

    It sets `client` (the app) and `grant` (locked until the transaction ends) on the request.
    """

    def validate_client_id(self, client_id: str, request: Any, *args: Any, **kwargs: Any) -> bool:
        request.client = _app(client_id)
        return request.client is not None

    def validate_redirect_uri(self, client_id: str, redirect_uri: str, request: Any, *args: Any, **kwargs: Any) -> bool:
        return is_registered(redirect_uri, request.client.redirect_uris.split("\n"))

    def get_default_redirect_uri(self, client_id: str, request: Any, *args: Any, **kwargs: Any) -> str | None:
        """None for a request of a code. When the code is used: its address, which OAuth 2.1 no longer repeats."""
        grant = getattr(request, "grant", None)
        return None if grant is None else str(grant.redirect_uri)

    def get_default_scopes(self, client_id: str, request: Any, *args: Any, **kwargs: Any) -> Sequence[str]:
        return DEFAULT_SCOPES

    def validate_scopes(
        self, client_id: str, scopes: Sequence[str], client: Any, request: Any, *args: Any, **kwargs: Any
    ) -> bool:
        return set(scopes) <= set(APP_SCOPES)

    def validate_response_type(
        self, client_id: str, response_type: str, client: Any, request: Any, *args: Any, **kwargs: Any
    ) -> bool:
        return response_type == "code"

    def is_pkce_required(self, client_id: str, request: Any) -> bool:
        return True

    def save_authorization_code(
        self, client_id: str, code: dict[str, str], request: Any, *args: Any, **kwargs: Any
    ) -> None:
        grants.give_code(
            app=request.client,
            player=request.user,
            scopes=request.scopes,
            redirect_uri=request.redirect_uri,
            challenge=request.code_challenge,
            code=code["code"],
        )

    def client_authentication_required(self, request: Any, *args: Any, **kwargs: Any) -> bool:
        return False

    def authenticate_client_id(self, client_id: str, request: Any, *args: Any, **kwargs: Any) -> bool:
        return self.validate_client_id(client_id, request)

    def validate_grant_type(
        self, client_id: str, grant_type: str, client: Any, request: Any, *args: Any, **kwargs: Any
    ) -> bool:
        return grant_type in GRANT_TYPES

    def validate_code(self, client_id: str, code: str, client: Any, request: Any, *args: Any, **kwargs: Any) -> bool:
        return self._has_grant(request, grants.hold_code(code))

    def validate_refresh_token(self, refresh_token: str, client: Any, request: Any, *args: Any, **kwargs: Any) -> bool:
        return self._has_grant(request, grants.hold_refresh_token(refresh_token))

    def _has_grant(self, request: Any, grant: Any) -> bool:
        if grant is None or grant.app != request.client:
            return False
        request.grant, request.user, request.scopes = grant, grant.player, grant.scopes.split()
        return True

    def get_code_challenge(self, code: str, request: Any) -> str:
        return str(request.grant.code_challenge)

    def get_code_challenge_method(self, code: str, request: Any) -> str:
        return CHALLENGE_METHOD

    def confirm_redirect_uri(
        self, client_id: str, code: str, redirect_uri: str, client: Any, request: Any, *args: Any, **kwargs: Any
    ) -> bool:
        if redirect_uri != request.grant.redirect_uri:
            raise InvalidGrantError("redirect_uri is not the one that the code was asked for with.", request=request)
        return True

    def get_original_scopes(self, refresh_token: str, request: Any, *args: Any, **kwargs: Any) -> list[str]:
        return list(request.grant.scopes.split())

    def rotate_refresh_token(self, request: Any) -> bool:
        return True

    def save_bearer_token(self, token: dict[str, Any], request: Any, *args: Any, **kwargs: Any) -> None:
        grants.give_tokens(
            request.grant,
            access=token["access_token"],
            refresh=token["refresh_token"],
            scopes=read_scopes(token["scope"]),
        )

    def invalidate_authorization_code(self, client_id: str, code: str, request: Any, *args: Any, **kwargs: Any) -> None:
        """Do nothing: giving tokens has used up the code."""

    def revoke_token(self, token: str, token_type_hint: str | None, request: Any, *args: Any, **kwargs: Any) -> None:
        grants.end_grant_of(token, request.client)


def _app(client_id: str | None) -> OAuthApp | None:
    if client_id is None or not _client_id.fullmatch(client_id):
        return None
    return OAuthApp.objects.select_related("owner").filter(client_id=client_id).first()


def _check_request(request: Any) -> dict[str, Any]:
    """Raise OAuth2Error if an app requests a code in an unsupported way."""
    if request.response_mode not in (None, "query"):
        raise InvalidRequestError("Unsupported response_mode.", request=request)
    if request.code_challenge is not None:
        if request.code_challenge_method != CHALLENGE_METHOD:
            raise UnsupportedCodeChallengeMethodError("code_challenge_method must be S256.", request=request)
        if not _challenge.fullmatch(request.code_challenge):
            raise InvalidRequestError("Malformed code_challenge.", request=request)
    return {}


def _access_token(request: Any) -> str:
    _, token = get_digest_token()
    return str(token)


def _refresh_token(request: Any) -> str:
    return grants.new_refresh_token(request.refresh_token)


def _with_issuer(code: dict[str, str], token_handler: Any, request: Any) -> dict[str, str]:
    """Add the issuer to the answer (RFC 9207)."""
    return {**code, "iss": request.issuer}


server = WebApplicationServer(
    Validator(),
    token_generator=_access_token,
    token_expires_in=grants.ACCESS_SECONDS,
    refresh_token_generator=_refresh_token,
)
server.auth_grant.custom_validators.pre_auth.append(_check_request)
server.auth_grant.register_code_modifier(_with_issuer)


def make_code(*, uri: str, player: Player, scopes: Sequence[str], issuer: str) -> str:
    """Make a code, and return the redirect URL that takes it to the app.

    Raises oauthlib's errors, and OAuthApp.DoesNotExist if the app has just been deleted.
    """
    headers, _, _ = server.create_authorization_response(
        uri, scopes=scopes, credentials={"user": player, "issuer": issuer}
    )
    return str(headers["Location"])
