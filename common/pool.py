"""A pool of things that threads share, handed out first come, first served."""

import threading
from collections import deque
from collections.abc import Iterable
from queue import SimpleQueue
from typing import Generic, TypeVar

T = TypeVar("T")


class Pool(Generic[T]):
    """Free things and waiting threads. A lock or queue of the standard library could let some threads wait too long."""

    def __init__(self, things: Iterable[T] = ()) -> None:
        self._guard = threading.Lock()
        self._free = list(things)
        self._queue: deque[SimpleQueue[T]] = deque()

    def get(self) -> T:
        with self._guard:
            if self._free:
                return self._free.pop()
            turn: SimpleQueue[T] = SimpleQueue()
            self._queue.append(turn)
        return turn.get()

    def put(self, thing: T) -> None:
        with self._guard:
            if self._queue:
                self._queue.popleft().put(thing)
            else:
                self._free.append(thing)
