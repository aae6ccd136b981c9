"""When to send a request again, and after how long. No I/O: the clients send and sleep."""

import json
import random
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

import httpx2

from match_client._refused import ConnectionLost, Refused

FIRST_SECONDS, MOST_SECONDS = 0.25, 30.0
NOTHING_HAPPENED = (429, 503)
"""The service refused before doing anything."""
MAY_HAVE_HAPPENED = (502, 504)
"""A proxy got no answer from the service."""
NEVER_SENT = (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.PoolTimeout)
REPEATABLE = ("GET", "PUT", "DELETE")


class Retry:
    """Counts the attempts at one request. After each failure it returns how long to wait, or raises."""

    def __init__(self, *, is_repeatable: bool, tries: int) -> None:
        """A request is repeatable if sending it twice has no more effect than sending it once."""
        self._is_repeatable = is_repeatable
        self._tries = tries
        self._failed = 0

    def after_break(self, error: httpx2.TransportError) -> float:
        """After a connection that failed or broke off: the seconds to wait. Raises if retrying is useless."""
        self._failed += 1
        if self._failed >= self._tries or not (self._is_repeatable or isinstance(error, NEVER_SENT)):
            raise ConnectionLost(str(error) or type(error).__name__) from error
        return self.backoff()

    def after_refusal(self, answer: httpx2.Response) -> float:
        """After an unsuccessful answer whose body has been read: the seconds to wait. Raises if retrying is useless."""
        self._failed += 1
        may_repeat = answer.status_code in NOTHING_HAPPENED or (
            self._is_repeatable and answer.status_code in MAY_HAVE_HAPPENED
        )
        if self._failed >= self._tries or not may_repeat:
            raise Refused(answer.status_code, _problem(answer), answer.headers.get("Content-Language", "en"))
        return max(retry_after(answer), self.backoff())

    def succeeded(self) -> None:
        self._failed = 0

    def backoff(self) -> float:
        """The seconds to wait: doubled after each failure, with jitter, so clients don't all return at once."""
        return random.uniform(0.5, 1.0) * min(MOST_SECONDS, FIRST_SECONDS * 2.0**self._failed)


def whole(answer: httpx2.Response) -> httpx2.Response:
    """The answer. Raises an error if it broke off before its document because the token ended meanwhile."""
    if answer.is_success and not answer.content and "json" in answer.headers.get("Content-Type", ""):
        raise httpx2.RemoteProtocolError("the answer has no document")
    return answer


def retry_after(answer: httpx2.Response) -> float:
    """The seconds in `Retry-After`; 0 if it is missing."""
    given = answer.headers.get("Retry-After", "0")
    try:
        return max(0.0, float(given))
    except ValueError:
        pass
    try:
        return max(0.0, (parsedate_to_datetime(given) - datetime.now(UTC)).total_seconds())
    except (TypeError, ValueError):
        return 0.0


def _problem(answer: httpx2.Response) -> dict[str, Any]:
    try:
        problem = json.loads(answer.text)
    except ValueError:
        problem = None
    return problem if isinstance(problem, dict) else {"detail": answer.text[:200]}
