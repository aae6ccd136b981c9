"""The scheduler of `celery beat`, which leaves a sign of life for those who watch it."""

from pathlib import Path
from typing import Any

from celery.beat import PersistentScheduler


class Scheduler(PersistentScheduler):
    """Touches `FILE.sent` after each task that the broker has taken; FILE is that of `--schedule`."""

    def apply_async(self, *args: Any, **kwargs: Any) -> Any:
        sent = super().apply_async(*args, **kwargs)
        Path(f"{self.schedule_filename}.sent").touch()
        return sent
