"""Guests: accounts without a password, for playing without signing up. Only one browser's session identifies a guest.

A guest who chooses a name and a password gets a normal account with all matches they have played.
"""

import secrets
from datetime import datetime, timedelta

from django.contrib.auth import login
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils import timezone

from common.text.errors import ServiceError
from players.models import Player
from players.names import GUEST, keys_of
from players.services import check_name_and_password

GUEST_SESSION = timedelta(days=30)
"""How long a guest's session lasts after they last joined a match. When it ends, the account can't be used again."""
ATTEMPTS = 5


def let_in_as_guest(request: HttpRequest) -> Player:
    """Create a guest and sign this browser in."""
    player = _new_guest()
    login(request, player)
    request.session.set_expiry(GUEST_SESSION)
    return player


def stay_guest(request: HttpRequest, player: Player) -> None:
    """Extend the session of a guest who has joined a match."""
    if player.is_guest:
        request.session.set_expiry(GUEST_SESSION)
        Player.objects.filter(pk=player.pk).update(last_login=timezone.now())


def claim_guest(*, player: Player, username: str, password: str) -> None:
    """Turn a guest's account into a full one. It keeps its matches.

    Raises ServiceError `malformed_request`, `name_taken`; `not_allowed` if the player isn't a guest.
    """
    wanted = Player(username=username)
    check_name_and_password(wanted, password)
    wanted.set_password(password)
    by_case, by_looks = keys_of(username)
    try:
        with transaction.atomic():
            changed = Player.objects.filter(pk=player.pk, is_guest=True, deleted_at=None).update(
                username=username, password=wanted.password, case_key=by_case, look_key=by_looks, is_guest=False
            )
    except IntegrityError as error:
        raise ServiceError("name_taken") from error
    if not changed:
        raise ServiceError("not_allowed")


def idle_guests(now: datetime, limit: int) -> list[int]:
    """Ids of at most `limit` guests whose sessions have ended, the longest absent first."""
    found = Player.objects.filter(is_guest=True, last_login__lt=now - GUEST_SESSION).order_by("last_login")
    return list(found.values_list("pk", flat=True)[:limit])


def _new_guest() -> Player:
    for _ in range(ATTEMPTS):
        player = Player(username=f"{GUEST}{secrets.token_hex(4)}", is_guest=True)
        player.set_unusable_password()
        try:
            with transaction.atomic():
                player.save(force_insert=True)
            return player
        except IntegrityError:
            continue  # The name is taken.
    raise ServiceError("too_busy")
