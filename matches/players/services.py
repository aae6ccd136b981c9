"""Signing up, signing in, and out again."""

from datetime import timedelta

from django.contrib.auth import authenticate
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.http import HttpRequest
from django.utils.translation import override

from cards.text.errors import ServiceError, malformed
from matches.players.models import AccessToken, Player
from matches.players.names import fault_of, is_reserved, keys_of


def sign_up(*, username: str, password: str) -> Player:
    """A new player.

    Raises ServiceError: `malformed_request` with what is wrong with name or password; `name_taken`, also for a
    look-alike.
    """
    player = Player(username=username)
    if (fault := fault_of(username)) is not None:
        raise ServiceError("malformed_request", fault)
    _check_password(password, player)
    by_case, by_looks = keys_of(username)
    alike = Q(username__iexact=username) | Q(case_key=by_case) | Q(look_key=by_looks)
    if is_reserved(username) or Player.objects.filter(alike).exists():
        raise ServiceError("name_taken")
    player.set_password(password)
    try:
        with transaction.atomic():
            player.save(force_insert=True)
    except IntegrityError as error:
        raise ServiceError("name_taken") from error
    return player


def _check_password(password: str, player: Player) -> None:
    """What Django's validators say, in both languages. Raises ServiceError `malformed_request`."""
    reasons: dict[str, str] = {}
    for language in ("ja", "en"):
        try:
            with override(language):
                validate_password(password, player)
        except ValidationError as error:
            reasons[language] = " ".join(error.messages)
    if reasons:
        raise malformed("password_not_allowed", place={"pointer": "/password"}, reason=reasons)


def sign_in(*, request: HttpRequest, username: str, password: str, name: str, days: int) -> tuple[AccessToken, str]:
    """A new token and its secret, which is nowhere kept.

    Raises ServiceError `wrong_credentials`, `too_fast` after too many of them.

    The request goes along because attempts are counted by where they come from (attempts.py).
    """
    player = authenticate(request, username=username, password=password)
    if player is None:
        raise ServiceError("wrong_credentials")
    return AccessToken.objects.create(user=player, expiry=timedelta(days=days), name=name)  # type: ignore[return-value]


def revoke_token(*, player: Player, token_id: str) -> bool:
    """Sign a program out. False if the player has no such token."""
    deleted, _ = AccessToken.objects.filter(user=player, digest__startswith=token_id).delete()
    return deleted > 0
