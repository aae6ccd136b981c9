"""Every message of a task, delivered again: some copies at once, the others later, in any order.

A broker promises each message at least once. `deliver_again(9)` in the settings of a process makes it nine times.
"""

import random
from datetime import UTC, datetime, timedelta
from typing import Any

from celery import current_app
from celery.signals import after_task_publish

LATEST = 8.0
"""Seconds after its message that a copy comes."""


def deliver_again(times: int) -> None:
    """From now on this process publishes each message of a task so many times, with the id of its task."""

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
