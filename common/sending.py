"""Sends tasks to the workers by name."""

import logging
from typing import Any

from celery import current_app
from kombu.exceptions import OperationalError

logger = logging.getLogger(__name__)


def send_task(name: str, *args: Any, **options: Any) -> None:
    """Queue a task. If the broker can't be reached, log a warning: sweeps find the work of most tasks, but no mail.

    The arguments are not logged, since a mail's are addresses.
    """
    try:
        current_app.signature(name, args=args).apply_async(retry=False, **options)
    except (OperationalError, OSError) as error:
        logger.warning("broker unreachable, so %s was not queued: %s", name, type(error).__name__)
