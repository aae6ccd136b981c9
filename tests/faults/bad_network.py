"""A proxy between a client and the web service that refuses, breaks and loses connections."""

import asyncio
import random
import threading
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any

REFUSALS = {"429": "429 Too Many Requests", "502": "502 Bad Gateway", "503": "503 Service Unavailable"}
FATES = {"fine": 78, "reset": 4, "silent": 2, "429": 4, "502": 1, "503": 4, "breaks": 3, "falls silent": 2, "is cut": 2}
"""What becomes of a connection, and how often of a hundred."""
MOST_SECONDS, MOST_BYTES = 60, 3000
"""The latest moment at which a connection breaks or falls silent, and the most bytes that a cut one carries."""


class BadNetwork:
    """Forwards to `target` as the proxy of docker-compose.yml does, if the connection is lucky."""

    def __init__(self, target: int, seed: str) -> None:
        self.port = 0
        self.fates: Counter[str] = Counter()
        self._target, self._luck = target, random.Random(seed)
        self._loop = asyncio.new_event_loop()
        self._is_open = threading.Event()
        threading.Thread(target=self._serve, daemon=True).start()
        self._is_open.wait()

    def _serve(self) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._accept, "127.0.0.1", 0))
        self.port = server.sockets[0].getsockname()[1]
        self._is_open.set()
        self._loop.run_forever()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        (fate,) = self._luck.choices(list(FATES), list(FATES.values()))
        self.fates[fate] += 1
        try:
            if fate == "reset":
                return
            if fate == "silent":
                await reader.read()
            elif fate in REFUSALS:
                await _request(reader)
                writer.write(f"HTTP/1.1 {REFUSALS[fate]}\r\nRetry-After: 1\r\nConnection: close\r\n\r\n<p>No".encode())
                await writer.drain()
            else:
                await self._forward(fate, reader, writer)
        except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass
        finally:
            with suppress(OSError):
                writer.transport.abort() if fate in ("reset", "breaks") else writer.close()

    async def _forward(self, fate: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Copy both directions until one side closes, or the bad luck comes."""
        is_silent = asyncio.Event()
        theirs, ours = await asyncio.open_connection("127.0.0.1", self._target)
        copies = [
            asyncio.ensure_future(self._copy(lambda: _request(reader), ours, is_silent)),
            asyncio.ensure_future(
                self._copy(lambda: theirs.read(65536), writer, is_silent, self._bytes() if fate == "is cut" else None)
            ),
        ]
        seconds = self._luck.uniform(0, MOST_SECONDS) if fate in ("breaks", "falls silent") else None
        done, _ = await asyncio.wait(copies, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        if fate == "falls silent" and not done:
            is_silent.set()
            await asyncio.wait(copies, return_when=asyncio.FIRST_COMPLETED)
        for copy in copies:
            copy.cancel()
        await asyncio.gather(*copies, return_exceptions=True)
        ours.close()

    def _bytes(self) -> int:
        return self._luck.randrange(1, MOST_BYTES)

    @staticmethod
    async def _copy(
        read: Callable[[], Any], writer: asyncio.StreamWriter, is_silent: asyncio.Event, most: int | None = None
    ) -> None:
        while data := await read():
            if is_silent.is_set():
                continue
            writer.write(data[:most])
            await writer.drain()
            if most is not None and (most := most - len(data)) <= 0:
                return


async def _request(reader: asyncio.StreamReader) -> bytes:
    """The next request, marked as one that came by TLS. Empty at the end of the connection."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError:
        return b""
    line, _, rest = head.partition(b"\r\n")
    length = 0
    for header in rest.split(b"\r\n"):
        name, _, value = header.partition(b":")
        if name.strip().lower() == b"content-length":
            length = int(value)
    body = await reader.readexactly(length)
    return line + b"\r\nX-Forwarded-Proto: https\r\n" + rest + body
