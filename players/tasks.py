"""Celery's entry points for mail: each calls one function, and is tried again when the mail server does not answer."""

from celery import shared_task

from players import addresses, mail, password_reset

AGAIN = {"autoretry_for": (OSError,), "retry_backoff": 30, "max_retries": 3}


@shared_task(name=mail.CONFIRM, **AGAIN)
def send_confirmation(player_id: int, address: str, language: str) -> None:
    addresses.send_confirmation(player_id=player_id, address=address, language=language)


@shared_task(name=mail.TELL_FORMER, **AGAIN)
def tell_former(player_id: int, address: str) -> None:
    addresses.tell_former(player_id=player_id, address=address)


@shared_task(name=mail.RESET, **AGAIN)
def send_password_reset(address: str, language: str) -> None:
    password_reset.send_reset(address=address, language=language)
