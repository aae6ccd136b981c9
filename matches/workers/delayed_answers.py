"""Bot answers already decided, which wait until it is time to carry them out. One thread per process.

The worker process does other work meanwhile. If it is killed, the sweep finds the match.
"""

import heapq
import logging
import threading
import time
from collections.abc import Callable
from itertools import count

from django.db import connection
from structlog.contextvars import clear_contextvars

logger = logging.getLogger(__name__)


class DelayedAnswers:
    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._delayed: list[tuple[float, int, Callable[[], object]]] = []
        """A heap of (when, order of arrival, job)."""
        self._number = count()
        self._is_busy = False
        self._thread: threading.Thread | None = None

    def delay(self, seconds: float, job: Callable[[], object]) -> None:
        """Run a job after a number of seconds, without blocking the caller."""
        with self._changed:
            heapq.heappush(self._delayed, (time.monotonic() + seconds, next(self._number), job))
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="delayed-answers", daemon=True)
                self._thread.start()
            self._changed.notify_all()

    def finish(self, seconds: float) -> bool:
        """Wait until no job is delayed any more, at most this long. Returns whether that is so."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._delayed and not self._is_busy, seconds)

    def _run(self) -> None:
        while True:
            job = self._next()
            clear_contextvars()
            try:
                job()
            except Exception:
                logger.exception("a delayed answer failed, so the sweep will find its match")
                connection.close()  # The connection may be the broken part; the next job opens another.

    def _next(self) -> Callable[[], object]:
        with self._changed:
            self._is_busy = False
            self._changed.notify_all()
            while not self._delayed or self._delayed[0][0] > time.monotonic():
                self._changed.wait(self._delayed[0][0] - time.monotonic() if self._delayed else None)
            self._is_busy = True
            return heapq.heappop(self._delayed)[2]


_waiting = DelayedAnswers()
delay, finish = _waiting.delay, _waiting.finish
