"""Sends mail to players, as plain text in the player's language. Requests only queue mail; workers send it.

If `EMAIL_URL` is not set, nothing is queued.
"""

import logging
from collections.abc import Callable, Sequence
from smtplib import SMTPException

from django.conf import settings
from django.core.mail import EmailMessage
from django.utils.translation import gettext, override
from prometheus_client import Counter

from players.models import SentMail

CONFIRM = "players.send_confirmation"
TELL_FORMER = "players.tell_former"
RESET = "players.send_password_reset"
mails = Counter("match_mails", "Mails that workers have handed to the mail server, or could not", ["result"])
logger = logging.getLogger(__name__)


def send_once(task_id: str, send: Callable[[], None]) -> None:
    """Send the mail of a task, unless the same task was delivered before.

    The task is marked as done before its mail is sent. So a worker that is killed in between loses the mail rather than
    sending it twice. Raises OSError if the mail server does not accept it. The task may then be retried.
    """
    if not SentMail.objects.get_or_create(task_id=task_id)[1]:
        return
    try:
        send()
    except OSError:
        SentMail.objects.filter(task_id=task_id).delete()
        raise


def send_mail(*, to: str, language: str, subject: str, paragraphs: Sequence[str]) -> None:
    """Send a mail whose texts are in `language`. Raises OSError if the mail server does not accept it."""
    with override(language):
        footer = gettext("This mail was sent by %(url)s.") % {"url": settings.PUBLIC_URL}
    text = "\n\n".join([*paragraphs, f"-- \n{footer}"]) + "\n"
    try:
        EmailMessage(" ".join(subject.split()), text, settings.DEFAULT_FROM_EMAIL, [to]).send()
    except OSError as error:
        mails.labels("failed").inc()
        # The server's message may quote the address.
        why = getattr(error, "smtp_code", "") if isinstance(error, SMTPException) else error.strerror
        logger.error("the mail server did not accept a mail: %s %s", type(error).__name__, why)
        raise
    mails.labels("sent").inc()


def page_address(path: str) -> str:
    """The full URL of one of our pages. The host comes from the configuration, never from a request."""
    return f"{settings.PUBLIC_URL}{path}"
