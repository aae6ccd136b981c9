"""Our parts of Celery: the scheduler, and the broker of the embedded default, which stores messages as files."""

from pathlib import Path
from time import monotonic
from typing import Any
from uuid import uuid4

from celery.beat import PersistentScheduler
from kombu.transport import filesystem
from kombu.utils.json import dumps


class Channel(filesystem.Channel):  # type: ignore[misc]
    def _put(self, queue: str, payload: Any, **kwargs: Any) -> None:
        """Write the file aside, then move it into place. A worker that found an empty file would stop forever."""
        place = Path(self.data_folder_out) / f"{round(monotonic() * 1000)}_{uuid4()}.{queue}.msg"
        aside = place.with_suffix(".part")
        aside.write_bytes(dumps(payload).encode())
        aside.replace(place)


class Transport(filesystem.Transport):  # type: ignore[misc]
    Channel = Channel


class Scheduler(PersistentScheduler):
    """The scheduler of `celery beat`, with a file that shows that it is alive.

    Touches `FILE.sent` after each task that the broker accepts; FILE is that of `--schedule`.
    """

    def apply_async(self, *args: Any, **kwargs: Any) -> Any:
        sent = super().apply_async(*args, **kwargs)
        Path(f"{self.schedule_filename}.sent").touch()
        return sent
