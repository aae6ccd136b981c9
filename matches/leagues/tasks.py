"""Celery's entry points: each calls one function, and may run twice, late, or never."""

from celery import shared_task

from matches.leagues.services import calling, leagues, playing
from matches.leagues.services.waking import CALL_ACCOUNTS, PLAY_DEALS


@shared_task(name=PLAY_DEALS, soft_time_limit=60, time_limit=90)
def play_deals() -> None:
    """It lasts some seconds and the longest decision."""
    playing.play_deals()


@shared_task(name=CALL_ACCOUNTS, soft_time_limit=60, time_limit=90)
def call_accounts() -> None:
    calling.call_accounts()


@shared_task(name="matches.leagues.sweep")
def sweep() -> None:
    leagues.sweep()
