"""How many may hold a thread at once while nothing is computed for them: so many in all, and from each address."""

import threading
from collections import Counter


class ConcurrencyLimit:
    """Counts who holds a thread now, in all and from each address. An unknown address counts in all only."""

    def __init__(self, most: int, most_each: int) -> None:
        self._most, self._most_each = most, most_each
        self._guard = threading.Lock()
        self._count = 0
        self._of: Counter[str] = Counter()

    def enter(self, who: str | None) -> bool:
        """Whether there is room for one more. It is counted then, and has to leave."""
        with self._guard:
            if self._count >= self._most or (who is not None and self._of[who] >= self._most_each):
                return False
            self._count += 1
            if who is not None:
                self._of[who] += 1
            return True

    def leave(self, who: str | None) -> None:
        with self._guard:
            self._count -= 1
            if who is not None:
                self._of[who] -= 1
                if not self._of[who]:
                    del self._of[who]
