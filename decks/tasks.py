"""Celery tasks: each calls one function, and may run twice, late, or never."""

from uuid import UUID

from celery import shared_task

from decks import verdicts
from decks.importing import services, working


@shared_task(name=services.WORK, soft_time_limit=50, time_limit=60)
def work_on_import(which: str) -> None:
    """Work for some seconds, then queue itself again if more is left to do."""
    if working.work_on_import(UUID(which)):
        services.wake(UUID(which))


@shared_task(name=verdicts.JUDGE, soft_time_limit=50, time_limit=60)
def judge_decks() -> None:
    """Work for some seconds, then queue itself again if more is left to do."""
    if verdicts.judge_decks():
        verdicts.wake()


@shared_task(name="decks.sweep_imports")
def sweep_imports() -> None:
    services.sweep_imports()
