"""Sends links for setting a new password to confirmed addresses. Django makes the token and the link.

A request does the same for every address: it counts the mail and queues a task. So neither the answer nor its timing
reveals whether an account has the address.
"""

from collections.abc import Iterator
from hashlib import sha256
from math import ceil
from typing import Any

from django.contrib.auth.forms import PasswordResetForm
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext, override

from common.addresses import limit_key
from common.http import limits
from common.sending import send_task
from common.text.errors import ServiceError
from players.mail import RESET, page_address, send_mail
from players.models import Player


def request_reset(*, request: HttpRequest, address: str, language: str) -> None:
    """Have a worker send a link if an account has this address. Raises ServiceError `too_fast`."""
    count_mail(request, address)
    send_task(RESET, address, language)


def count_mail(request: HttpRequest, address: str) -> None:
    """Count a mail for the sender's network address, then for the mail address. Raises ServiceError `too_fast`.

    In this order a sender who has reached their own limit can't use up the mails of others.
    """
    mailbox = sha256(address.casefold().encode()).hexdigest()
    client = limit_key(request.META)
    for policy, who in [*([("mail_requests", client)] if client else []), ("mails", mailbox)]:
        rate = limits.take(policy, who)
        if not rate.allowed:
            raise ServiceError("too_fast", retry_after=ceil(rate.wait))


def send_reset(*, address: str, language: str) -> None:
    """Mail a link for every account with this confirmed address.

    `language` is that of the request. It is used for accounts that have chosen none.
    """
    form = _Reset(language, {"email": address})
    if form.is_valid():
        form.save(domain_override="-")  # Our links use the service's configured address.


class _Reset(PasswordResetForm):
    """Django's form, which finds the accounts and makes the token, with our own mail."""

    def __init__(self, language: str, *args: Any) -> None:
        super().__init__(*args)
        self._language = language

    def get_users(self, email: str) -> Iterator[Player]:
        return (player for player in super().get_users(email) if player.email_confirmed_at is not None)

    def send_mail(self, subject: str, template: str, context: Any, sender: Any, to_email: str, **_more: Any) -> None:
        name = context["user"].get_username()
        link = page_address(reverse("account-new-password", args=[context["uid"], context["token"]]))
        language = context["user"].language or self._language
        with override(language):
            send_mail(
                to=to_email,
                language=language,
                subject=gettext("Set a new password"),
                paragraphs=[
                    gettext("Someone asked to reset the password of the account %(name)s.") % {"name": name},
                    gettext("If that was you, set it here within two hours:"),
                    link,
                    gettext("If it wasn't you, ignore this mail. Your password stays the same."),
                ],
            )
