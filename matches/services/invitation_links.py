"""Invitation links: anyone with the code can find the lobby of a match and join it, even a private one.

The player who opened the match makes, reads, replaces and revokes the link. It stops working when the match starts.
"""

import secrets
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef
from django.utils.crypto import salted_hmac

from common.text.errors import ServiceError
from matches.log.database_clock import read_database_clock
from matches.log.transactions import writing
from matches.models import InvitationLink, Match
from matches.selectors.access import link_digest, may_share, visible_to
from matches.selectors.lists import find_match_by_code
from matches.services.lobby import hold_lobby, join_match
from players.models import Player

CODE_BYTES = 16
"""128 bits in 22 characters, too many to guess."""


def make_link(*, match_id: UUID, player: Player) -> str:
    """Make a new link and return its code. The previous link stops working.

    Raises ServiceError `not_found`, `not_allowed`, `match_started`, `match_over`.
    """
    with writing():
        _hold_own_lobby(match_id, player)
        nonce = secrets.token_bytes(CODE_BYTES)
        code = _code(nonce)
        made = {"nonce": nonce, "digest": link_digest(code), "made_at": read_database_clock().moment}
        InvitationLink.objects.update_or_create(match_id=match_id, defaults=made)
    return code


def read_code(*, match_id: UUID, player: Player) -> str | None:
    """The code of the current link; None if there is none. Raises ServiceError as `make_link`."""
    match = Match.objects.filter(visible_to(player), pk=match_id).first()
    if match is None:
        raise ServiceError("not_found")
    if match.status != Match.Status.LOBBY:
        raise ServiceError("match_over" if match.status == Match.Status.OVER else "match_started")
    if not may_share(match, player):
        raise ServiceError("not_allowed")
    link = InvitationLink.objects.filter(pk=match_id).first()
    if link is None:
        return None
    code = _code(bytes(link.nonce))
    # The code of a link from before a change of the secret key cannot be computed again.
    return code if link_digest(code) == link.digest else None


def revoke_link(*, match_id: UUID, player: Player) -> None:
    """Revoke the link, so that no one can join by it. Raises ServiceError as `make_link`."""
    with writing():
        _hold_own_lobby(match_id, player)
        InvitationLink.objects.filter(pk=match_id).delete()


def join_by_code(
    *,
    code: str,
    player: Player,
    deck: Mapping[str, Any] | str | None = None,
    entropy: str = "",
    seat: int | None = None,
) -> Match:
    """Join the match of a link. Raises ServiceError `not_found`, and as `join_match`."""
    match_id = find_match_by_code(code).pk
    return join_match(match_id=match_id, player=player, deck=deck, entropy=entropy, seat=seat, code=code)


def forget_links() -> int:
    """Delete the links that no longer work. Returns how many."""
    with writing():
        waiting = Match.objects.filter(pk=OuterRef("match_id"), status=Match.Status.LOBBY)
        deleted, _ = InvitationLink.objects.filter(~Exists(waiting)).delete()
    return deleted


def _hold_own_lobby(match_id: UUID, player: Player) -> None:
    """Lock the player's own lobby. Raises ServiceError `not_found`, `not_allowed`, `match_started`, `match_over`."""
    match, _ = hold_lobby(match_id, player)
    if not may_share(match, player):
        raise ServiceError("not_allowed")


def _code(nonce: bytes) -> str:
    digest = salted_hmac("matches.invitation_links", nonce, algorithm="sha256").digest()
    return urlsafe_b64encode(digest[:CODE_BYTES]).rstrip(b"=").decode()
