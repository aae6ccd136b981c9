"""What a token may be used for. Every operation names the scope that it asks for (`operation`), or none.

A token is checked for its scope before anything is looked up, so that a refusal tells nothing of what is there.
"""

from collections.abc import Collection
from typing import Any

from common.text.errors import ServiceError

SCOPES = ("read", "play", "decks", "bot", "leagues", "audit")
"""read: reading as oneself. play: matches. decks: changing decks. bot: what a bot account declares. leagues: leagues.
audit: the rights of the staff, for who has them."""
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
