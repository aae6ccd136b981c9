"""Celery tasks: each calls one function, and may run twice, late, or never."""

from functools import partial
from uuid import UUID

from celery import Task, shared_task

from leagues.services import alarms, calling, computing, leagues, luck, playing
from leagues.services.waking import CALL_ACCOUNTS, COMPUTE_SEASON, PLAY_CONTROLS, PLAY_DEALS, TELL_MAKER, TELL_MAKERS
from players.mail import send_once
from players.tasks import AGAIN


@shared_task(name=PLAY_DEALS, soft_time_limit=60, time_limit=90)
def play_deals() -> None:
    """Play for some seconds, plus the time of the longest decision."""
    playing.play_deals()


@shared_task(name=PLAY_CONTROLS, soft_time_limit=60, time_limit=90)
def play_controls() -> None:
    luck.play_controls()


@shared_task(name=CALL_ACCOUNTS, soft_time_limit=60, time_limit=90)
def call_accounts() -> None:
    calling.call_accounts()


@shared_task(name=COMPUTE_SEASON, soft_time_limit=300, time_limit=330)
def compute_season(season_id: str) -> None:
    computing.compute_season(UUID(season_id))


@shared_task(name=TELL_MAKERS)
def tell_makers() -> None:
    alarms.tell_makers()


@shared_task(name=TELL_MAKER, **AGAIN)
def tell_maker(task: Task, player_id: int, alarm_ids: list[int]) -> None:
    send_once(task.request.id, partial(alarms.tell_maker, player_id=player_id, alarm_ids=alarm_ids))


@shared_task(name="leagues.sweep")
def sweep() -> None:
    leagues.sweep()
