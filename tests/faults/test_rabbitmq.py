"""RabbitMQ as the broker (docs/operations.md): a whole season is played while a worker is killed."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from amqp import PreconditionFailed
from django.conf import settings
from kombu import Connection
from kombu.exceptions import OperationalError

from tests.faults.seasons import (
    assert_every_deal_counts_once,
    assert_recomputed,
    make_league,
    progress,
    seasons_over,
)
from tests.faults.servers import wait_for
from tests.faults.stack import Stack, prepared_stack

AMQP = os.environ.get("TEST_AMQP_URL", "amqp://guest:guest@127.0.0.1:5672//")
QUEUES = ("answers", "bots", "leagues", "maintenance")


@pytest.fixture
def stack() -> Iterator[Stack]:
    """Worker and beat with RabbitMQ. With CI=true, RabbitMQ must be running."""
    if settings.DATABASES["default"]["ENGINE"] != "django.db.backends.postgresql":
        pytest.skip("tried where the suite runs on PostgreSQL")
    if not _answers() and os.environ.get("CI") != "true":
        pytest.skip("RabbitMQ is not on this machine")
    folder = Path(tempfile.mkdtemp(prefix="stack-"))
    stack = Stack(folder, prepared_stack())
    stack.environment["CELERY_BROKER_URL"] = AMQP
    try:
        stack.redis.start()
        if not stack.is_prepared:
            stack.prepare()
        _delete_queues()
        yield stack
    finally:
        stack.down()
        shutil.rmtree(folder, ignore_errors=True)
        _delete_queues()


def _answers() -> bool:
    try:
        with Connection(AMQP) as broker:
            broker.ensure_connection(max_retries=1, timeout=3)
    except (OperationalError, OSError):
        return False
    return True


def _delete_queues() -> None:
    """Delete the queues of earlier runs, with their messages."""
    with Connection(AMQP) as broker, broker.channel() as channel:
        for queue in QUEUES:
            channel.queue_delete(queue)


def _kind(queue: str) -> str:
    """The kind of a queue that the service has made: RabbitMQ refuses to declare it as another."""
    with Connection(AMQP) as broker:
        for kind in ("classic", "quorum"):
            with suppress(PreconditionFailed), broker.channel() as channel:
                channel.queue_declare(queue, durable=True, auto_delete=False, arguments={"x-queue-type": kind})
                return kind
    raise AssertionError(f"{queue} is of another kind")


@pytest.mark.exhaustive
def test_a_season_is_played_whole(stack: Stack) -> None:
    make_league(stack, "nightly", "battle_line", ["random", "random", "greedy"], deals=2)
    for service in ("worker", "background", "beat"):
        stack.start(service)
    wait_for(lambda: progress(stack)[0], "the first deal")
    stack.kill("background")
    stack.start("background")

    wait_for(lambda: seasons_over(stack, 1), "the end of the season")

    assert assert_every_deal_counts_once(stack) == 2 * 2 * 2 * 3
    assert_recomputed(stack, ["nightly"], stack.folder)
    assert "amqp://" in stack.log("background")
    assert [_kind(queue) for queue in QUEUES] == ["quorum"] * len(QUEUES)
