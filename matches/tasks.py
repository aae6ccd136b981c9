"""Celery's doors: fetch nothing, decide nothing, call one function. Each may run twice, late, or never."""

from uuid import UUID

from celery import shared_task

from matches import announce, house, upkeep


@shared_task(name=announce.PLAY_BOTS)
def play_bots(match_id: str) -> None:
    house.play_bots(UUID(match_id))


@shared_task(name=announce.SCORE)
def score(match_id: str) -> None:
    upkeep.score(UUID(match_id))


@shared_task(name="matches.upkeep.sweep")
def sweep() -> None:
    upkeep.sweep()
