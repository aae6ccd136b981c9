"""Signing up, signing in, and out again."""

from datetime import timedelta
from typing import Any

from django.contrib.auth import authenticate
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.http import HttpRequest

from cards.http.errors import Malformed, NameTaken, WrongCredentials
from matches.players.models import AccessToken, Player
from matches.players.names import fault_of, is_reserved, keys_of


def sign_up(*, username: str, password: str) -> Player:
    """A new player. Raises Malformed with what is wrong with name or password; NameTaken, also for a look-alike."""
    player = Player(username=username)
    if (fault := fault_of(username)) is not None:
        raise Malformed(fault, place={"pointer": "/username"})
    _check("password", lambda: validate_password(password, player))
    by_case, by_looks = keys_of(username)
    alike = Q(username__iexact=username) | Q(case_key=by_case) | Q(look_key=by_looks)
    if is_reserved(username) or Player.objects.filter(alike).exists():
        raise NameTaken
    player.set_password(password)
    try:
        with transaction.atomic():
            player.save(force_insert=True)
    except IntegrityError as error:
        raise NameTaken from error
    return player


def _check(field: str, validate: Any) -> None:
    try:
        validate()
    except ValidationError as error:
        raise Malformed(" ".join(error.messages), place={"pointer": f"/{field}"}) from error


def sign_in(*, request: HttpRequest, username: str, password: str, name: str, days: int) -> tuple[AccessToken, str]:
    """A new token and its secret, which is nowhere kept. Raises WrongCredentials, TooFast after too many of them.

    The request goes along because attempts are counted by where they come from (attempts.py).
    """
    player = authenticate(request, username=username, password=password)
    if player is None:
        raise WrongCredentials
    return AccessToken.objects.create(user=player, expiry=timedelta(days=days), name=name)  # type: ignore[return-value]


def revoke_token(*, player: Player, token_id: str) -> bool:
    """Sign a program out. False if the player has no such token."""
    deleted, _ = AccessToken.objects.filter(user=player, digest__startswith=token_id).delete()
    return deleted > 0
