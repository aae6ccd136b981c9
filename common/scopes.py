"""What a token may be used for. Every operation names the scope that it asks for (`operation`), or none.

A token is checked for its scope before anything is looked up, so that a refusal tells nothing of what is there.
"""

from collections.abc import Collection
from typing import Any

from common.text.errors import ServiceError

SCOPE_TEXTS = {
    "read": "Reading as the account.",
    "play": "Matches.",
    "decks": "Changing decks.",
    "bot": "Declarations and comparisons of bot accounts.",
    "leagues": "Running leagues.",
    "webhooks": "Webhooks, which go on when the token has ended.",
    "audit": "Staff rights, if the account has them.",
}
"""What a scope allows, for developers."""
SCOPES = tuple(SCOPE_TEXTS)
APP_SCOPES = tuple(scope for scope in SCOPES if scope != "webhooks")
"""The scopes that an app may have. Webhooks are not among them, as they would outlive the app's permission."""
ALL_SCOPES = " ".join(SCOPES)
"""As a token that may do everything has it: in the order of SCOPES, with spaces between them."""


def read_scopes(written: str) -> frozenset[str]:
    """The scopes of a token as it is stored."""
    return frozenset(written.split())


def write_scopes(scopes: Collection[str]) -> str:
    return " ".join(scope for scope in SCOPES if scope in scopes)


def check_scope(needed: str | None, scopes: Collection[str]) -> None:
    """Raises ServiceError `scope_missing`."""
    if needed is not None and needed not in scopes:
        raise ServiceError("scope_missing", scope=needed)


def check_request(handler: Any, token: Any) -> None:
    """The same for a handler that `operation` describes; without a token others decide. Raises ServiceError."""
    if token is not None:
        check_scope(getattr(handler, "scope", None), read_scopes(token.scopes))
