"""Limits the number of transfers in each process, in all and per address, since clients can make them very slow.

A server thread waits for each body that is still arriving, and for each client that is still receiving a long answer.
Requests beyond the limits are refused with 503 before their body is read. Behind a proxy that buffers requests
(config/proxy/nginx.conf), transfers take no time.
"""

import time
from collections.abc import Callable
from io import BytesIO
from typing import Any

from django.conf import settings
from django.core.exceptions import SuspiciousOperation

from common import worker_slots
from common.addresses import limit_key
from common.concurrency_limits import ConcurrencyLimit
from decks.limits import MOST_FILE_BYTES
from replay.limits import MOST_IMPORT_BYTES

REFUSED = "config.transfers.refused"
"""Key of the WSGI environ with the reason for refusing a request unread (`middleware.Transfers`)."""
TOO_MANY, CUT_SHORT, AMBIGUOUS = "too_many_transfers", "cut_short", "ambiguous"

READ_AHEAD = 64 * 1024
"""Bodies up to this size in bytes are read before waiting for a slot. That includes nearly all bodies."""
PIECE = 64 * 1024
MOST_DRAINED = 24 * 2**20
"""Most bytes to read of a refused body, so that its sender reads the answer."""
LONGEST = max(MOST_FILE_BYTES, MOST_IMPORT_BYTES)
"""Bytes of the longest body that any operation accepts."""
DRAIN_SECONDS = 20.0


transfers = ConcurrencyLimit(settings.TRANSFERS_AT_ONCE, settings.TRANSFERS_OF_ONE_ADDRESS)
"""Transfers of this process."""


class CutShort(SuspiciousOperation):
    """The client sent fewer bytes than it announced."""


class Body:
    """A body that is still arriving, for Django to read. The request gives up its slot while waiting for bytes.

    `length` is the announced length, or None for a chunked body, whose end the server knows. `leave` is called once,
    when the body is complete or no longer needed.
    """

    def __init__(self, sent: Any, length: int | None, leave: Callable[[], None]) -> None:
        self._sent = sent
        self._left = length
        self._ahead = BytesIO()
        self._leave: Callable[[], None] | None = leave
        self.is_touched = False

    @property
    def is_whole(self) -> bool:
        return self._leave is None

    def end(self) -> None:
        if self._leave is not None:
            self._leave()
            self._leave = None

    def read(self, size: int | None = None) -> bytes:
        """Up to `size` bytes; fewer only at the end of the body. Raises CutShort."""
        if size is None or size < 0:
            return self._ahead.read() + self._receive(None)
        ahead = self._ahead.read(size)
        return ahead if len(ahead) == size else ahead + self._receive(size - len(ahead))

    def readline(self, size: int | None = None) -> bytes:
        """A line, or the part of it that `size` allows."""
        line = bytearray()
        while (size is None or size < 0 or len(line) < size) and not line.endswith(b"\n"):
            piece = self.read(1)
            if not piece:
                break
            line += piece
        return bytes(line)

    def _receive(self, size: int | None) -> bytes:
        if self.is_whole:
            return b""
        if self._left is not None:
            size = self._left if size is None else min(size, self._left)
        self.is_touched = True
        with worker_slots.waiting():
            received = bytes(self._sent.read() if size is None else self._sent.read(size))
        is_short = size is None or len(received) < size
        if self._left is None:
            if is_short:
                self.end()
            return received
        self._left -= len(received)
        if is_short or not self._left:
            self.end()
        if is_short:
            raise CutShort
        return received

    def read_ahead(self, size: int) -> bytes:
        """Receive the first `size` bytes now. `read` returns them again."""
        received = self._receive(size)
        self._ahead = BytesIO(received)
        return received

    def drain(self) -> None:
        """Receive and discard the rest if it is not too long, since a client that is sending reads no answer."""
        if self._left is not None and self._left > MOST_DRAINED:
            return
        until = time.monotonic() + DRAIN_SECONDS
        drained = 0
        while not self.is_whole and drained < MOST_DRAINED and time.monotonic() < until:
            try:
                drained += len(self._receive(PIECE))
            except CutShort:
                return


def receive(environ: dict[str, Any]) -> Body | None:
    """Count the body of a request as a transfer, and read it if it is short. None if there is nothing to wait for.

    A chunked body is read up to the usual limit to learn its length. If there is more, its length is set to the maximum
    of any operation plus one. Operations with a lower limit then refuse it. The others count what they read.
    """
    is_chunked = "HTTP_TRANSFER_ENCODING" in environ
    announced = environ.get("CONTENT_LENGTH") or "0"
    if not (announced.isascii() and announced.isdecimal()) or (is_chunked and announced != "0"):
        refuse(environ, AMBIGUOUS)
        return None
    length = None if is_chunked else int(announced)
    if length == 0:
        return None
    place = transfers.enter(limit_key(environ))
    if place is None:
        refuse(environ, TOO_MANY)
        return None
    body = Body(environ["wsgi.input"], length, place.leave)
    environ["wsgi.input"] = body
    try:
        if length is None:
            _receive_chunks(environ, body)
        elif length <= READ_AHEAD:
            environ["wsgi.input"] = BytesIO(body.read_ahead(length))
    except CutShort:
        refuse(environ, CUT_SHORT)
    except BaseException:
        body.end()
        raise
    return body


def _receive_chunks(environ: dict[str, Any], body: Body) -> None:
    ahead = body.read_ahead(settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)
    environ["CONTENT_LENGTH"] = str(len(ahead) if body.is_whole else LONGEST + 1)
    if not ahead:  # granian ends a body at unreadable chunks.
        refuse(environ, CUT_SHORT)


def finish(environ: dict[str, Any], body: Body) -> None:
    """Receive the unread rest once the answer is known, unless the client waits for `100 Continue`."""
    try:
        if not body.is_whole and (body.is_touched or "HTTP_EXPECT" not in environ):
            body.drain()
    finally:
        body.end()


def refuse(environ: dict[str, Any], why: str) -> None:
    environ[REFUSED] = why
    environ["wsgi.input"] = BytesIO()
    environ["CONTENT_LENGTH"] = "0"
