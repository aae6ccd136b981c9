"""How many may hold a place at once while nothing is computed for them: so many in all, and of each who."""

import threading
from collections import Counter

Names = list[tuple[int, str]]


class ConcurrencyLimit:
    """Counts who holds a place now, in all and under each of the names that he is counted by.

    So a place may be counted for an address and for an account. A name that is unknown (None) counts in all only.
    """

    def __init__(self, most: int, *most_each: int) -> None:
        """`most_each` is the most under the first name, under the second …"""
        self._most, self._most_each = most, most_each
        self._guard = threading.Lock()
        self._of: Counter[tuple[int, str]] = Counter()
        self.count = 0
        """How many places are held now."""

    def enter(self, *who: str | None) -> "Place | None":
        """A place that is counted until it is left; None if there is no room for one more."""
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
    """One place of a limit. It is left once, however often that is asked for, and by whichever thread."""

    def __init__(self, limit: ConcurrencyLimit, names: Names) -> None:
        self._limit, self._names = limit, names
        self._once = threading.Lock()

    def leave(self) -> None:
        if self._once.acquire(blocking=False):
            self._limit._free(self._names)
