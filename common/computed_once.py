"""A cache whose values a process computes once, even if many threads ask at the same time."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class _Entry(Generic[V]):
    __slots__ = ("lock", "values")

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.values: list[V] = []


class ComputedOnce(Generic[K, V]):
    """Caches the values of the `most` keys used last. A key must contain everything that its value depends on."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._guard = threading.Lock()
        self._entries: OrderedDict[K, _Entry[V]] = OrderedDict()

    def get(self, key: K, compute: Callable[[], V]) -> V:
        """The value. A thread that asks while another computes it waits. If `compute` raises, nothing is cached."""
        entry = self._entry(key)
        with entry.lock:
            if not entry.values:
                entry.values.append(compute())
            return entry.values[0]

    def known(self, key: K) -> V | None:
        """The value if it is cached, else None."""
        with self._guard:
            entry = self._entries.get(key)
        return entry.values[0] if entry is not None and entry.values else None

    def _entry(self, key: K) -> _Entry[V]:
        with self._guard:
            entry = self._entries.pop(key, None) or _Entry()
            self._entries[key] = entry
            if len(self._entries) > self._most:
                self._entries.popitem(last=False)
            return entry
