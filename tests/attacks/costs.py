"""Measures what one request costs a process, in processor seconds and megabytes."""

import ctypes
import gc
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

STEPS_A_SECOND = 30_000_000
"""Steps of `_steps` per second on the machine for which the bounds are meant."""
SHORT = 0.1
"""Seconds below all bounds, even on a slow machine."""
_libc = ctypes.CDLL(None)


@dataclass(frozen=True)
class Cost:
    seconds: float
    """Seconds of a processor with STEPS_A_SECOND, so that a slow machine gives the same result."""
    megabytes: float
    """The growth of the process, at its largest."""


def cost_of(work: Callable[[], Any]) -> tuple[Cost, Any]:
    """The cost of the work, and its result."""
    gc.collect()
    gc.freeze()  # What survives is not visited again, neither by the work nor by the next collection.
    _libc.malloc_trim(0)  # Free memory of the process would hide what the work needs.
    Path("/proc/self/clear_refs").write_text("5")  # Forget the largest size until now.
    before, begun = _status("VmRSS"), time.process_time()
    result = work()
    seconds = time.process_time() - begun
    megabytes = max(0, _status("VmHWM") - before) / 1024
    return Cost(seconds if seconds < SHORT else seconds / _slowness.during(), megabytes), result


def _status(name: str) -> int:
    """A field of /proc/self/status, in kilobytes."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(f"{name}:"))


class _Slowness:
    """How many times as long this machine takes as the one for which the bounds are meant; at least 1.

    A processor is slower while its neighbours are busy. So this is measured after each long work, and the greater of
    two measurements counts: the last before the work, and the first after it.
    """

    def __init__(self) -> None:
        self._before = 1.0

    def during(self) -> float:
        before, self._before = self._before, max(1.0, median(_steps() for _ in range(5)) * STEPS_A_SECOND)
        return max(before, self._before)


_slowness = _Slowness()


def _steps(count: int = 500_000) -> float:
    """Processor seconds per step."""
    begun = time.process_time()
    total = 0
    for step in range(count):
        total ^= step
    return (time.process_time() - begun) / count
