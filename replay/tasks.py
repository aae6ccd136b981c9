"""Celery's doors, and beat's."""

from celery import shared_task

from replay import nightly_audit


@shared_task(name="replay.verify_recent")
def verify_recent() -> dict[str, int]:
    return nightly_audit.verify_recent()


@shared_task(name="replay.publish_root")
def publish_root() -> None:
    nightly_audit.publish()


@shared_task(name="replay.verify_roots")
def verify_roots() -> int:
    return nightly_audit.verify_roots()
