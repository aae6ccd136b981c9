"""Delivers every task message several times: some copies at once, others later, in any order.

A broker promises to deliver each message at least once. With `deliver_again(9)` in a process's settings it comes nine
times.
"""

import random
from datetime import UTC, datetime, timedelta
from typing import Any

from celery import current_app
from celery.signals import after_task_publish

LATEST = 8.0
"""Most seconds by which a copy comes after its message."""


def deliver_again(times: int) -> None:
    """Make this process publish each task message this many times, with the same task id."""

    def publish_copies(body: Any, exchange: str, routing_key: str, headers: dict[str, Any], **_signal: Any) -> None:
        with current_app.producer_or_acquire() as producer:
            for copy in range(1, times):
                late = datetime.now(UTC) + timedelta(seconds=random.uniform(0, LATEST))
                producer.publish(
                    body,
                    exchange=exchange,
                    routing_key=routing_key,
                    headers={**headers, **({"eta": late.isoformat()} if copy % 2 else {})},
                    serializer="json",
                    correlation_id=headers["id"],
                )

    after_task_publish.connect(publish_copies, weak=False)
