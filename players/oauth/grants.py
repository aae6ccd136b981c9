"""Grants: an app gets a code for a player's consent, tokens for the code, and new tokens for each refresh token.

Only digests are stored. Every function here that gives or ends tokens first locks the player, then the app. So an app
that is being revoked can't get a token at the same moment.
"""

import secrets
from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from knox.crypto import hash_token

from common.scopes import write_scopes
from players.access import access_ends
from players.limits import MOST_GRANTS
from players.models import AccessToken, OAuthApp, OAuthGrant, Player

CODE = timedelta(seconds=60)
ACCESS_SECONDS = 3600
REFRESH = timedelta(days=30)
"""A grant ends if it isn't refreshed for this long."""
WHOLE = timedelta(days=365)
"""A grant ends this long after the consent in any case."""
REFRESH_PREFIX = "match_refresh_"
FAMILY = len(REFRESH_PREFIX) + 43


def give_code(
    *, app: OAuthApp, player: Player, scopes: Iterable[str], redirect_uri: str, challenge: str, code: str
) -> None:
    """Store the player's consent, found later by the code that the app gets.

    Raises OAuthApp.DoesNotExist if the app has just been deleted.
    """
    now = timezone.now()
    with transaction.atomic():
        _hold(player.pk)
        OAuthApp.objects.select_for_update(no_key=True).get(pk=app.pk)
        own = OAuthGrant.objects.filter(player=player)
        own.filter(expires_at__lte=now).delete()
        surplus = own.order_by("-created_at", "-pk").values_list("pk", flat=True)[MOST_GRANTS - 1 :]
        own.filter(pk__in=list(surplus)).delete()
        OAuthGrant.objects.create(
            app=app,
            player=player,
            scopes=write_scopes(list(scopes)),
            redirect_uri=redirect_uri,
            code_digest=hash_token(code),
            code_challenge=challenge,
            created_at=now,
            expires_at=now + CODE,
        )


def hold_code(code: str) -> OAuthGrant | None:
    """The grant of a code, locked until the transaction ends; None if the code isn't valid.

    Using a code a second time ends its grant (RFC 6749 4.1.2).
    """
    grant = _held(code_digest=hash_token(code))
    if grant is None or grant.tokens_given_at is None:
        return _usable(grant)
    _end(grant)
    return None


def hold_refresh_token(token: str) -> OAuthGrant | None:
    """The grant of a refresh token, as for a code. A used token ends its grant, since it may have been stolen."""
    grant = _held(family_digest=hash_token(token[:FAMILY]))
    if grant is None or grant.refresh_digest == hash_token(token):
        return _usable(grant)
    _end(grant)
    return None


def new_refresh_token(former: str | None) -> str:
    family = former[:FAMILY] if former else REFRESH_PREFIX + secrets.token_urlsafe(32)
    return family + secrets.token_urlsafe(32)


def give_tokens(grant: OAuthGrant, *, access: str, refresh: str, scopes: Iterable[str]) -> None:
    """Store the next tokens of a locked grant and end the former ones."""
    now = timezone.now()
    ends = min(now + REFRESH, grant.created_at + WHOLE)
    OAuthGrant.objects.filter(pk=grant.pk).update(
        tokens_given_at=now,
        family_digest=hash_token(refresh[:FAMILY]),
        refresh_digest=hash_token(refresh),
        expires_at=ends,
    )
    AccessToken.objects.filter(grant=grant).delete()
    access_ends(grant.player_id)
    AccessToken(
        digest=hash_token(access),
        token_key=access[:8],
        user=grant.player,
        expiry=min(now + timedelta(seconds=ACCESS_SECONDS), ends),
        grant=grant,
        name=grant.app.name,
        scopes=write_scopes(list(scopes)),
    ).save(force_insert=True)


def end_grant_of(token: str, app: OAuthApp) -> None:
    """End the grant of an access or refresh token of this app. Unknown tokens are ignored (RFC 7009)."""
    with transaction.atomic():
        for where in ({"tokens__digest": hash_token(token)}, {"family_digest": hash_token(token[:FAMILY])}):
            grant = _held(app=app, **where)
            if grant is not None:
                _end(grant)


def end_grants(*, player_id: int, **which: Any) -> None:
    """End the grants of a player that match the filter."""
    with transaction.atomic():
        _hold(player_id)
        OAuthGrant.objects.filter(player_id=player_id, **which).delete()
        access_ends(player_id)


def _held(**where: Any) -> OAuthGrant | None:
    found = OAuthGrant.objects.filter(**where).values_list("player_id", "app_id").first()
    if found is None:
        return None
    player_id, app_id = found
    _hold(player_id)
    list(OAuthApp.objects.select_for_update(no_key=True).filter(pk=app_id).values_list("pk"))
    return OAuthGrant.objects.select_related("app", "player").filter(**where).first()


def _hold(player_id: int) -> None:
    list(Player.objects.select_for_update(no_key=True).filter(pk=player_id).values_list("pk"))


def _usable(grant: OAuthGrant | None) -> OAuthGrant | None:
    if grant is None or grant.expires_at <= timezone.now() or not grant.player.is_active:
        return None
    return grant


def _end(grant: OAuthGrant) -> None:
    grant.delete()
    access_ends(grant.player_id)
