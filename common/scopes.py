"""Scopes of tokens. Every operation names the scope that it needs (`operation`), or none.

The scope is checked before anything is looked up, so a refusal reveals nothing about what exists.
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
"""All scopes as a token stores them: in the order of SCOPES, separated by spaces."""


def read_scopes(written: str) -> frozenset[str]:
    """Parse the stored scopes of a token."""
    return frozenset(written.split())


def write_scopes(scopes: Collection[str]) -> str:
    return " ".join(scope for scope in SCOPES if scope in scopes)


def check_scope(needed: str | None, scopes: Collection[str]) -> None:
    """Raises ServiceError `scope_missing`."""
    if needed is not None and needed not in scopes:
        raise ServiceError("scope_missing", scope=needed)


def check_request(handler: Any, token: Any) -> None:
    """Check the token for a handler described with `operation`; without a token do nothing. Raises ServiceError."""
    if token is not None:
        check_scope(getattr(handler, "scope", None), read_scopes(token.scopes))
