"""Values that a process computes once however many ask for them, also at the same moment."""

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
    """The values of the `most` keys that were asked for last. The key says everything that the value depends on."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._guard = threading.Lock()
        self._entries: OrderedDict[K, _Entry[V]] = OrderedDict()

    def get(self, key: K, compute: Callable[[], V]) -> V:
        """The value; whoever asks while another computes it waits for that one. What raises is computed anew."""
        entry = self._entry(key)
        with entry.lock:
            if not entry.values:
                entry.values.append(compute())
            return entry.values[0]

    def known(self, key: K) -> V | None:
        """The value if it has been computed and is still kept."""
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
