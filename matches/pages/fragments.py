"""Drawn positions that everybody may see, kept by match, version, language and side: spectators cost one drawing."""

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Any

MOST = 256


class Fragments:
    """The last few drawings of this process."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._kept: OrderedDict[tuple[Any, ...], str] = OrderedDict()
        self._lock = Lock()

    def get(self, key: tuple[Any, ...], draw: Callable[[], str]) -> str:
        """The drawing under a key, made if it is not there. Two readers may draw the same at once; one is kept."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        drawn = draw()
        with self._lock:
            self._kept[key] = drawn
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return drawn


PUBLIC_POSITIONS = Fragments()
