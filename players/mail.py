"""Mail to players: plain text in the reader's language, sent by workers; requests only queue it.

Nothing is queued if this service sends no mail (`EMAIL_URL` is not set).
"""

import logging
from collections.abc import Callable, Sequence
from smtplib import SMTPException
from typing import Any

from celery import current_app
from django.conf import settings
from django.core.mail import EmailMessage
from django.utils.translation import gettext, override
from kombu.exceptions import OperationalError
from prometheus_client import Counter

from players.models import SentMail

CONFIRM = "players.send_confirmation"
TELL_FORMER = "players.tell_former"
RESET = "players.send_password_reset"
mails = Counter("match_mails", "Mails that workers have handed to the mail server, or could not", ["result"])
logger = logging.getLogger(__name__)


def request_mail(task: str, *args: Any) -> None:
    """Queue a mail for the workers. If the broker can't be reached, the mail is dropped and a warning logged."""
    try:
        current_app.signature(task, args=args).apply_async(retry=False)
    except (OperationalError, OSError) as error:
        logger.warning("broker unreachable, %s is not carried out: %s", task, type(error).__name__)


def send_once(task_id: str, send: Callable[[], None]) -> None:
    """Send the mail of a task, unless the same task was delivered before.

    The task is marked as done before its mail is sent, so a worker killed in between sends none, never two. Raises
    OSError when the mail server does not take it; then the task may be tried again.
    """
    if not SentMail.objects.get_or_create(task_id=task_id)[1]:
        return
    try:
        send()
    except OSError:
        SentMail.objects.filter(task_id=task_id).delete()
        raise


def send_mail(*, to: str, language: str, subject: str, paragraphs: Sequence[str]) -> None:
    """Send a mail; its texts are already in `language`. Raises OSError when the mail server does not take it."""
    with override(language):
        footer = gettext("This mail was sent by %(url)s.") % {"url": settings.PUBLIC_URL}
    text = "\n\n".join([*paragraphs, f"-- \n{footer}"]) + "\n"
    try:
        EmailMessage(" ".join(subject.split()), text, settings.DEFAULT_FROM_EMAIL, [to]).send()
    except OSError as error:
        mails.labels("failed").inc()
        # The server's message may quote the address.
        why = getattr(error, "smtp_code", "") if isinstance(error, SMTPException) else error.strerror
        logger.error("the mail server has not taken a mail: %s %s", type(error).__name__, why)
        raise
    mails.labels("sent").inc()


def page_address(path: str) -> str:
    """The full address of one of our pages, from the service's configuration, never from the request."""
    return f"{settings.PUBLIC_URL}{path}"
