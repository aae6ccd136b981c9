"""Signs players up and in, and changes passwords."""

import secrets
from collections.abc import Iterable
from datetime import timedelta

from django.contrib.auth import authenticate
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.http import HttpRequest
from django.utils.translation import override

from common.text.errors import ServiceError, malformed
from players.access import access_ends
from players.models import AccessToken, Player, end_tokens
from players.names import fault_of, is_reserved, keys_of
from players.tokens import has_password_still


def sign_up(*, username: str, password: str) -> Player:
    """Create a player.

    Raises ServiceError `malformed_request` with the faults of name and password, or `name_taken` if a player has this
    name or one that looks like it.
    """
    player = Player(username=username)
    check_name_and_password(player, password)
    player.set_password(password)
    try:
        with transaction.atomic():
            player.save(force_insert=True)
    except IntegrityError as error:
        raise ServiceError("name_taken") from error
    return player


def check_name_and_password(player: Player, password: str) -> None:
    """Check that a player may have this name and password. Raises the errors of `sign_up`."""
    username = player.username
    if (fault := fault_of(username)) is not None:
        raise ServiceError("malformed_request", fault)
    _check_password(password, player)
    by_case, by_looks = keys_of(username)
    alike = Q(username__iexact=username) | Q(case_key=by_case) | Q(look_key=by_looks)
    if is_reserved(username) or Player.objects.filter(alike).exists():
        raise ServiceError("name_taken")


def _check_password(password: str, player: Player, field: str = "password") -> None:
    """Check a password with Django's validators. Raises ServiceError `malformed_request`, which names the field."""
    reasons: dict[str, str] = {}
    for language in ("ja", "en"):
        try:
            with override(language):
                validate_password(password, player)
        except ValidationError as error:
            reasons[language] = " ".join(error.messages)
    if reasons:
        raise malformed("password_not_allowed", place={"pointer": f"/{field}"}, reason=reasons)


def sign_in(*, request: HttpRequest, username: str, password: str, name: str, days: int) -> tuple[AccessToken, str]:
    """Make a token. Returns it with its secret, which isn't stored.

    The request is needed because attempts are counted by where they come from (attempts.py). Raises ServiceError
    `wrong_credentials`, or `too_fast` after too many attempts.
    """
    player = authenticate(request, username=username, password=password)
    if player is None:
        raise ServiceError("wrong_credentials")
    with transaction.atomic():
        if not has_password_still(player):  # Checking a password takes long enough for the player to set another.
            raise ServiceError("wrong_credentials")
        return AccessToken.objects.create(  # type: ignore[return-value]
            user=player, expiry=timedelta(days=days), name=name
        )


def change_password(*, player: Player, password: str, field: str = "password") -> None:
    """Set a new password. Ends all sessions and tokens (`Player.save`). Raises ServiceError `malformed_request`."""
    _check_password(password, player, field)
    player.set_password(password)
    player.save(update_fields=["password"])


def sign_out_everywhere(*, player: Player) -> None:
    """End all sessions and tokens of an account. Its password stays."""
    with transaction.atomic():
        Player.objects.filter(pk=player.pk).update(session_salt=secrets.token_hex(16))
        end_tokens(player)
        access_ends(player.pk)


def set_language(*, player: Player, language: str) -> None:
    """Set the language of pages and mails in every browser. If empty, each browser's preference counts.

    Does nothing for guests: they have only one browser, which stores the language.
    """
    Player.objects.filter(pk=player.pk, is_guest=False, deleted_at=None).update(language=language)


def check_own_password(*, request: HttpRequest, player: Player, password: str) -> None:
    """Check the player's password, limited like signing in. Raises ServiceError `wrong_credentials`, `too_fast`."""
    if authenticate(request, username=player.get_username(), password=password) is None:
        raise ServiceError("wrong_credentials")


def hold_players(player_ids: Iterable[int]) -> None:
    """Lock these accounts until the transaction ends, so that requests which count their rows wait for each other.

    Locks are taken in the order of ids to avoid deadlocks.
    """
    held = Player.objects.select_for_update(no_key=True).filter(pk__in=set(player_ids)).order_by("pk")
    list(held.values_list("pk"))
