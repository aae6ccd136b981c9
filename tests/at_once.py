"""Runs jobs at the same time, for tests of races."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.db import connections

from common.text.errors import ServiceError


def at_once(jobs: Sequence[Callable[[], Any]]) -> list[Any]:
    """Run all jobs at the same time, each in its own thread: their results, or the codes of refusals."""
    barrier = threading.Barrier(len(jobs))

    def run(job: Callable[[], Any]) -> Any:
        try:
            barrier.wait(60)
            return job()
        except ServiceError as refusal:
            return refusal.code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(jobs)) as pool:
        return list(pool.map(run, jobs))
