"""Our scheduler for Celery, and the broker of the embedded default, which stores messages as files."""

from pathlib import Path
from time import monotonic
from typing import Any
from uuid import uuid4

from celery.beat import PersistentScheduler
from kombu.transport import filesystem
from kombu.utils.json import dumps


class Channel(filesystem.Channel):  # type: ignore[misc]
    def _put(self, queue: str, payload: Any, **kwargs: Any) -> None:
        """Write a temporary file and move it into place, because a worker that finds an empty file hangs."""
        place = Path(self.data_folder_out) / f"{round(monotonic() * 1000)}_{uuid4()}.{queue}.msg"
        aside = place.with_suffix(".part")
        aside.write_bytes(dumps(payload).encode())
        aside.replace(place)


class Transport(filesystem.Transport):  # type: ignore[misc]
    Channel = Channel


class Scheduler(PersistentScheduler):
    """The scheduler of `celery beat`, which also updates a file to show that it is alive.

    After each task that the broker accepts, it touches `FILE.sent`, where FILE is that of `--schedule`.
    """

    def apply_async(self, *args: Any, **kwargs: Any) -> Any:
        sent = super().apply_async(*args, **kwargs)
        Path(f"{self.schedule_filename}.sent").touch()
        return sent
