"""Personal access tokens. Players create, list and revoke them on a page or with another of their tokens.

A token can't create or revoke tokens with more scopes than its own, nor create one that lasts longer. The token of a
third-party app (oauth/) can't create tokens, and can list and revoke only itself.
"""

from collections.abc import Collection
from datetime import timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from common.scopes import SCOPES, write_scopes
from common.text.errors import Detail, ServiceError
from players.access import access_ends
from players.limits import MOST_TOKENS
from players.models import AccessToken, Player
from players.oauth.grants import end_grants

DAYS = 30
ID_DIGITS = 16
REMEMBERED = timedelta(minutes=5)
"""The precision of `last_used_at`. It saves writes."""


def token_id(token: AccessToken) -> str:
    """The id that the token's owner sees: the beginning of its digest."""
    return str(token.digest)[:ID_DIGITS]


def tokens_of(player: Player, by: AccessToken | None = None) -> QuerySet[AccessToken]:
    """The player's own valid tokens, newest first. If `by` is the token of an app, only that token."""
    now = timezone.now()
    return (
        _within_reach(by).filter(Q(expiry__isnull=True) | Q(expiry__gte=now), user=player).order_by("-created", "-pk")
    )


def _within_reach(by: AccessToken | None) -> QuerySet[AccessToken]:
    if by is not None and by.grant_id is not None:
        return AccessToken.objects.filter(pk=by.pk)
    return AccessToken.objects.filter(grant=None)


def make_token(
    *, player: Player, name: str, scopes: Collection[str], days: int | None = None, by: AccessToken | None = None
) -> tuple[AccessToken, str]:
    """Make a token. Returns it with its secret, which isn't stored. `by` is the token of the request, None on a page.

    Raises ServiceError `beyond_token`, `too_many_tokens`, `guest_not_allowed`, or `not_signed_in` if the player has
    changed the password since signing in.
    """
    lasts = timedelta(days=DAYS if days is None else days)
    if by is not None:
        if by.grant_id is not None:
            raise ServiceError("beyond_token", Detail("token_of_app", {}, {"header": "Authorization"}))
        _check_within(by, scopes)
        lasts = _lasting(by, lasts, is_asked=days is not None)
    with transaction.atomic():
        if not has_password_still(player):  # This locks the player, so simultaneous requests count each other's tokens.
            raise ServiceError("not_signed_in")
        if player.is_guest:
            raise ServiceError("guest_not_allowed")
        AccessToken.objects.filter(user=player, expiry__lt=timezone.now()).delete()
        if AccessToken.objects.filter(user=player, grant=None).count() >= MOST_TOKENS:
            raise ServiceError("too_many_tokens", most=MOST_TOKENS)
        return AccessToken.objects.create(  # type: ignore[return-value]
            user=player, expiry=lasts, name=name, scopes=write_scopes(scopes)
        )


def has_password_still(player: Player) -> bool:
    """Whether the player still has the password they signed in with, and hasn't signed out everywhere since.

    The lock on the player prevents both until the transaction ends. Both end all tokens (`Player.save`,
    `sign_out_everywhere`). Without the lock they would miss a token created at the same moment.
    """
    current = Player.objects.select_for_update().filter(pk=player.pk).values_list("password", "session_salt").first()
    return current == (player.password, player.session_salt)


def _check_within(by: AccessToken, scopes: Collection[str]) -> None:
    beyond = set(scopes) - by.scope_set
    if beyond:
        own = [scope for scope in SCOPES if scope in by.scope_set]
        accepted = {"type": "array", "items": {"enum": own}}
        place = {"pointer": "/scopes"}
        raise ServiceError("beyond_token", Detail("token_scopes_beyond", {"scopes": " ".join(own)}, place, accepted))


def _lasting(by: AccessToken, lasts: timedelta, *, is_asked: bool) -> timedelta:
    """The lifetime of a new token, at most the remaining lifetime of the token of the request.

    If the client asked for more (`is_asked`), ServiceError `beyond_token` is raised.
    """
    if by.expiry is None:
        return lasts
    left = by.expiry - timezone.now()
    if lasts > left and is_asked:
        accepted = {"type": "integer", "minimum": 1, "maximum": left.days} if left.days else {"type": "null"}
        raise ServiceError("beyond_token", Detail("token_outlasts", {}, {"pointer": "/days"}, accepted))
    return min(lasts, left - timedelta(seconds=1))  # The new token starts a moment later.


def revoke_token(*, player: Player, token_id: str, by: AccessToken | None = None) -> None:
    """Revoke a token. For the token of an app, the app's whole grant ends.

    Raises ServiceError `not_found`, or `beyond_token` if the token has scopes that the token of the request lacks.
    """
    found = _within_reach(by).filter(user=player, digest__startswith=token_id)
    token = found.first() if len(token_id) == ID_DIGITS else None
    if token is None:
        raise ServiceError("not_found")
    if by is not None and token.pk != by.pk:
        _check_within(by, token.scope_set)
    if token.grant_id is not None:
        return end_grants(player_id=player.pk, pk=token.grant_id)
    found.filter(pk=token.pk).delete()
    access_ends(player.pk)
    return None


def valid_token(digest: str) -> AccessToken | None:
    """The token with its player, in one read. None if it is unknown, expired or revoked, or its player is inactive.

    Open streams call this repeatedly. Each call counts as a use of the token.
    """
    now = timezone.now()
    found = AccessToken.objects.select_related("user").filter(digest=digest).first()
    if found is None or (found.expiry is not None and found.expiry < now) or not found.user.is_active:
        return None
    if found.last_used_at is None or found.last_used_at < now - REMEMBERED:
        AccessToken.objects.filter(pk=found.pk).update(last_used_at=now)
    return found
