"""Celery's doors: fetch nothing, decide nothing, call one function. Each may run twice, late, or never."""

from uuid import UUID

from celery import shared_task

from matches import announce, house, upkeep


@shared_task(name=announce.PLAY_BOTS, soft_time_limit=60, time_limit=90)
def play_bots(match_id: str) -> None:
    """It lasts some seconds and the longest decision; a bot that thinks until its time is up forfeits."""
    house.play_bots(UUID(match_id), gives_way=True)


@shared_task(name=announce.SCORE)
def score(match_id: str) -> None:
    upkeep.score(UUID(match_id))


@shared_task(name="matches.upkeep.sweep")
def sweep() -> None:
    upkeep.sweep()
