"""`python -m tests.faults.gaps [ANSWERS]`: count the gaps in what clients read of matches while others move in them.

It starts the deployed web service. In each of eight matches two players send actions with `after`, and two spectators
ask for pages of events. An answer has a gap if its events do not lead from the client's newest event to its `now`.
"""

import http.client
import itertools
import json
import os
import random
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

from tests.faults.stack import Stack

MATCHES = 8
FULL = 500
"""Events of a full page, which need not reach `now`."""
PAUSE_SECONDS = 0.05
PRINTED_EVERY = 5000
"""Answers from one printed count to the next."""
HEADERS = {"Content-Type": "application/json", "X-Forwarded-Proto": "https"}


class Count:
    """Counts answers and gaps, until there are enough answers."""

    def __init__(self, enough: int) -> None:
        self.answers, self.gaps = itertools.count(1), 0
        self.read = 0
        self.faults: list[str] = []
        self._enough = enough

    @property
    def is_over(self) -> bool:
        return self.read >= self._enough or bool(self.faults)

    def look(self, after: int, answer: dict[str, Any]) -> int:
        """Count the answer. Returns the number of the event to go on from, which is that of its `now`."""
        self.read = next(self.answers)
        if self.read % PRINTED_EVERY == 0:
            print(f"{self.gaps} gaps in {self.read:,} answers", flush=True)
        seqs, version = [event["seq"] for event in answer["events"]], answer["now"]["version"]
        is_whole = seqs == list(range(after + 1, version + 1))
        self.gaps += not is_whole and len(seqs) < FULL
        return int(version)


class Caller(threading.Thread):
    """A client with a connection of its own. It does `work` until there are enough answers."""

    def __init__(self, stack: Stack, count: Count, token: str = "") -> None:
        super().__init__(daemon=True)
        self._connection = http.client.HTTPConnection("127.0.0.1", stack.port, timeout=60)
        self._headers = {**HEADERS, **({"Authorization": f"Bearer {token}"} if token else {})}
        self.count = count

    def send(self, method: str, path: str, body: Any = None, key: str = "") -> tuple[int, Any]:
        headers = {**self._headers, **({"Idempotency-Key": key} if key else {})}
        self._connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = self._connection.getresponse()
        return answer.status, json.loads(answer.read())

    def run(self) -> None:
        try:
            while not self.count.is_over:
                self.work()
        except Exception as error:
            self.count.faults.append(repr(error))
            raise
        finally:
            self._connection.close()

    def work(self) -> None:
        raise NotImplementedError


class Mover(Caller):
    """One of the two players of a match. Seat 0 opens the next match when one is over."""

    def __init__(
        self, stack: Stack, count: Count, token: str, table: list[str], deal: Callable[[], str] | None
    ) -> None:
        super().__init__(stack, count, token)
        self.table, self._deal = table, deal
        self._path, self._after, self._luck = "", -1, random.Random(token)

    def work(self) -> None:
        if self._path == self.table[-1]:  # The match is over.
            if self._deal is not None:
                self.table.append(self._deal())
            else:
                time.sleep(PAUSE_SECONDS)
                return
        self._path, self._after = self.table[-1], -1
        while not self.count.is_over and not self._has_ended():
            pass

    def _has_ended(self) -> bool:
        """Wait for the turn, and act as long as it lasts. Returns True if the match is over."""
        status, page = self.send("GET", f"{self._path}/events?after={self._after}&limit={FULL}&wait=1")
        assert status == 200, page
        self._after = self.count.look(self._after, page)
        now = page["now"]
        while now.get("legal_actions") and not self.count.is_over:
            action = self._luck.choice(now["legal_actions"])["action"]
            path, body = f"{self._path}/actions?after={self._after}", {"version": now["version"], "action": action}
            status, taken = self.send("POST", path, body, key=f"{now['version']}")
            assert status in (201, 409) and "now" in taken, taken
            self._after, now = self.count.look(self._after, taken), taken["now"]
        return bool(now["status"] == "over")


class Reader(Caller):
    """A spectator, who asks for one page after another."""

    def __init__(self, stack: Stack, count: Count, table: list[str]) -> None:
        super().__init__(stack, count)
        self.table = table
        self._path, self._after = "", -1

    def work(self) -> None:
        if self._path == self.table[-1]:
            time.sleep(PAUSE_SECONDS)
            return
        self._path, self._after, is_live = self.table[-1], -1, True
        while is_live and not self.count.is_over:
            status, page = self.send("GET", f"{self._path}/events?after={self._after}&limit={FULL}&as=public")
            assert status == 200, page
            self._after, is_live = self.count.look(self._after, page), page["now"]["status"] != "over"


def count_gaps(stack: Stack, answers: int) -> Count:
    """Read this many answers from the running web service."""
    count = Count(answers)
    callers: list[Caller] = []
    for number in range(MATCHES):
        tokens = [stack.sign_up(f"mover-{number}-{seat}") for seat in range(2)]
        seats = [{"kind": "me", "ready": True}, {"kind": "open"}]

        def deal(tokens: list[str] = tokens, seats: Any = seats) -> str:
            path = stack.open_match(tokens[0], *seats)
            status, joined = stack.insist("POST", f"{path}/join", {}, tokens[1], "")
            assert status == 200, joined
            return path

        table = [deal()]
        callers += [Mover(stack, count, tokens[0], table, deal), Mover(stack, count, tokens[1], table, None)]
        callers += [Reader(stack, count, table) for _ in range(2)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    return count


def main(answers: int) -> int:
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.test"
    import django  # noqa: PLC0415 -- after settings

    django.setup()
    from tests.faults.stack import running_stack  # noqa: PLC0415 -- after settings

    with running_stack("web") as stack:
        count = count_gaps(stack, answers)
    print(f"{count.gaps} gaps in {count.read:,} answers {' '.join(count.faults)}")
    return 1 if count.gaps or count.faults else 0


if __name__ == "__main__":
    sys.exit(main(int(dict(enumerate(sys.argv)).get(1, 100_000))))
