"""Limits how many places can be held at once: in total, and for each address or account."""

import threading
from collections import Counter

Names = list[tuple[int, str]]


class ConcurrencyLimit:
    """Counts the places held now, in total and by name.

    A place can count for several names, such as an address and an account. Without a name (None) it counts only in
    total.
    """

    def __init__(self, most: int, *most_each: int) -> None:
        """`most_each`: the limit for the first name, for the second, and so on."""
        self._most, self._most_each = most, most_each
        self._guard = threading.Lock()
        self._of: Counter[tuple[int, str]] = Counter()
        self.count = 0
        """Places held now."""

    def enter(self, *who: str | None) -> "Place | None":
        """Take a place, which counts until it is left. None if a limit has been reached."""
        names = [(index, name) for index, name in zip(range(len(self._most_each)), who, strict=False) if name]
        with self._guard:
            if self.count >= self._most or any(self._of[name] >= self._most_each[name[0]] for name in names):
                return None
            self.count += 1
            self._of.update(names)
            return Place(self, names)

    def _free(self, names: Names) -> None:
        with self._guard:
            self.count -= 1
            for name in names:
                self._of[name] -= 1
                if not self._of[name]:
                    del self._of[name]


class Place:
    """One place of a limit. Any thread can leave it; leaving it again does nothing."""

    def __init__(self, limit: ConcurrencyLimit, names: Names) -> None:
        self._limit, self._names = limit, names
        self._once = threading.Lock()

    def leave(self) -> None:
        if self._once.acquire(blocking=False):
            self._limit._free(self._names)
