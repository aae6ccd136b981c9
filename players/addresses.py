"""The email address of an account. It isn't used until it has been confirmed by a link in a mail to it.

The link has a signed text. It is valid for a day, for one change of address, and until the password changes.
"""

from typing import Any

from django.core import signing
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext, override

from common.sending import send_task
from common.text.errors import ServiceError
from players.mail import TELL_FORMER, page_address, send_mail
from players.models import Player

SALT = "players.addresses"
SECONDS = 24 * 3600


def send_confirmation(*, player_id: int, address: str, language: str) -> None:
    """Mail a confirmation link to a new address."""
    player = Player.objects.get(pk=player_id)
    link = page_address(f"{reverse('account-confirm-address')}?sent={_signed(player, address, language)}")
    with override(language):
        send_mail(
            to=address,
            language=language,
            subject=gettext("Confirm your mail address"),
            paragraphs=[
                gettext("Someone entered this address for the account %(name)s.") % {"name": player.get_username()},
                gettext("If that was you, confirm it here within a day:"),
                link,
                gettext("If it wasn't you, ignore this mail. The address won't be used."),
            ],
        )


def read_confirmation(sent: str) -> tuple[Player, str, str]:
    """Read a confirmation: its player, address and language. Raises ServiceError `link_over` if it isn't valid."""
    try:
        found = signing.loads(sent, salt=SALT, max_age=SECONDS)
    except signing.BadSignature:
        raise ServiceError("link_over") from None
    player = Player.objects.filter(pk=found["player"], is_active=True).first()
    if player is None or found["state"] != _state(player):
        raise ServiceError("link_over")
    return player, found["address"], found["language"]


def confirm_address(*, sent: str) -> Player:
    """Set the player's address to the confirmed one. Raises ServiceError `link_over`; each link works once."""
    with transaction.atomic():
        player, address, language = read_confirmation(sent)
        former = player.email if player.email_confirmed_at else ""
        now = timezone.now()
        changed = Player.objects.filter(
            pk=player.pk, email=player.email, email_confirmed_at=player.email_confirmed_at
        ).update(email=address, email_confirmed_at=now, mail_language=language)
        if not changed:
            raise ServiceError("link_over")
    if former and former != address:
        send_task(TELL_FORMER, player.pk, former)
    return player


def forget_address(player: Player) -> None:
    Player.objects.filter(pk=player.pk).update(email="", email_confirmed_at=None, wants_turn_mail=False)


def tell_former(*, player_id: int, address: str) -> None:
    """Mail the account's former address that it was changed."""
    player = Player.objects.get(pk=player_id)
    with override(player.language_of_mails):
        send_mail(
            to=address,
            language=player.language_of_mails,
            subject=gettext("Your mail address was changed"),
            paragraphs=[
                gettext("The mail address of the account %(name)s has changed.") % {"name": player.get_username()},
                gettext("If that wasn't you, contact the operators of this service."),
            ],
        )


def _signed(player: Player, address: str, language: str) -> str:
    content: dict[str, Any] = {"player": player.pk, "address": address, "language": language, "state": _state(player)}
    return signing.dumps(content, salt=SALT)


def _state(player: Player) -> str:
    """A digest of address and password: links become invalid when either changes."""
    confirmed = player.email_confirmed_at.isoformat() if player.email_confirmed_at else ""
    state = f"{player.pk}:{player.email}:{confirmed}:{player.password}"
    return str(salted_hmac(SALT, state, algorithm="sha256").hexdigest()[:32])
