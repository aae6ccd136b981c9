"""Celery tasks that send mail. Each sends one mail once, and is retried if the mail server doesn't accept it."""

from functools import partial

from celery import Task, shared_task

from players import addresses, mail, password_reset

AGAIN = {"bind": True, "autoretry_for": (OSError,), "retry_backoff": 30, "max_retries": 3}
"""Retry up to three times if the mail server fails, after at most 30, 60 and 120 seconds."""


@shared_task(name=mail.CONFIRM, **AGAIN)
def send_confirmation(task: Task, player_id: int, address: str, language: str) -> None:
    send = partial(addresses.send_confirmation, player_id=player_id, address=address, language=language)
    mail.send_once(task.request.id, send)


@shared_task(name=mail.TELL_FORMER, **AGAIN)
def tell_former(task: Task, player_id: int, address: str) -> None:
    mail.send_once(task.request.id, partial(addresses.tell_former, player_id=player_id, address=address))


@shared_task(name=mail.RESET, **AGAIN)
def send_password_reset(task: Task, address: str, language: str) -> None:
    mail.send_once(task.request.id, partial(password_reset.send_reset, address=address, language=language))
