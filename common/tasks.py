"""Celery tasks: each calls one function, and may run twice, late, or never."""

from uuid import UUID

from celery import shared_task

from common.desk import archives


@shared_task(name=archives.WORK, soft_time_limit=1750, time_limit=1800)
def work_on_archive(which: str) -> None:
    archives.work_on_archive(UUID(which))


@shared_task(name="common.sweep_archives")
def sweep_archives() -> None:
    archives.sweep_archives()
