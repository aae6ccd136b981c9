"""Post a message: over one connection to a checked address, without redirects, within limits of time and size."""

import asyncio
import io
import os
import ssl
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from http.client import HTTPException, HTTPResponse, IncompleteRead
from typing import Any, cast

from matches.limits import MOST_ANSWER_BYTES
from matches.webhooks import addresses
from matches.webhooks.addresses import Address, IpAddress

SECONDS = 10.0
"""Time limit from looking up the host to the end of the answer."""
PAUSE = 0.05
"""Seconds between two looks at an answer that arrives in pieces. Each look reads all of it again."""
RESOLVERS = 64


@dataclass(frozen=True)
class Answer:
    """The receiver's answer. `body` is cut off at MOST_ANSWER_BYTES, with the header."""

    status: int
    body: bytes


class NotPosted(Exception):
    """There is no answer. `code` says why without revealing anything about our own network."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


async def post(address: Address, headers: Mapping[str, str], body: bytes) -> Answer:
    """Post and return the answer, whatever its status. Raises NotPosted."""
    received = bytearray()
    try:
        async with asyncio.timeout(SECONDS):
            await _exchange(address, headers, body, received)
    except TimeoutError as error:
        if (answer := _parsed(bytes(received))) is not None:
            return answer  # The status came in time, which is enough.
        raise NotPosted("timed_out") from error
    except ssl.SSLError as error:
        raise NotPosted("tls_failed") from error
    except OSError as error:
        if not received:
            raise NotPosted("unreachable") from error
    if (answer := _parsed(bytes(received))) is None:
        raise NotPosted("unreadable_answer")
    return answer


async def _exchange(address: Address, headers: Mapping[str, str], body: bytes, received: bytearray) -> None:
    reader, writer = await _connect(address, await _checked(address))
    try:
        writer.write(_request(address, headers, body))
        await writer.drain()
        while chunk := await reader.read(MOST_ANSWER_BYTES - len(received)):
            received += chunk
            if len(received) == MOST_ANSWER_BYTES or _is_complete(bytes(received)):
                return
            await asyncio.sleep(PAUSE)
    finally:
        writer.transport.abort()


@cache
def _resolvers() -> ThreadPoolExecutor:
    """Threads that look up hosts, so that slow name servers do not delay other deliveries."""
    return ThreadPoolExecutor(RESOLVERS, thread_name_prefix="resolver")


os.register_at_fork(after_in_child=_resolvers.cache_clear)  # A forked child has none of these threads.


async def _checked(address: Address) -> list[IpAddress]:
    """The addresses of the host, if all of them may be reached. Raises NotPosted."""
    loop = asyncio.get_running_loop()
    try:
        found = await loop.run_in_executor(_resolvers(), addresses.addresses_of, address.host, address.port)
    except (OSError, UnicodeError) as error:
        raise NotPosted("no_public_address") from error
    allowed = addresses.may_reach if address.is_encrypted else addresses.may_reach_in_clear
    if not found or not all(map(allowed, found)):
        raise NotPosted("no_public_address")
    return found


async def _connect(address: Address, found: list[IpAddress]) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Connect to the first of these addresses that answers. With TLS, it must have the certificate of the host."""
    encrypted: dict[str, Any] = {"ssl": tls(), "server_hostname": address.host} if address.is_encrypted else {}
    for ip in found[:-1]:
        try:
            return await asyncio.open_connection(str(ip), address.port, **encrypted)
        except OSError:
            continue
    return await asyncio.open_connection(str(found[-1]), address.port, **encrypted)


@cache
def tls() -> ssl.SSLContext:
    return ssl.create_default_context()


def _request(address: Address, headers: Mapping[str, str], body: bytes) -> bytes:
    fixed = {
        "Host": address.authority,
        "User-Agent": "match-service-webhooks",
        "Content-Type": "application/json",
        "Content-Length": str(len(body)),
        "Connection": "close",
    }
    lines = [f"{name}: {value}" for name, value in {**fixed, **headers}.items()]
    return "\r\n".join([f"POST {address.target} HTTP/1.1", *lines, "", ""]).encode("ascii") + body


class _Received:
    """Bytes in the form of the socket that HTTPResponse reads from."""

    def __init__(self, raw: bytes) -> None:
        self._raw = raw

    def makefile(self, *args: Any) -> io.BytesIO:
        return io.BytesIO(self._raw)


def _read(raw: bytes) -> tuple[HTTPResponse, bytes, bool] | None:
    """The response in these bytes, its body, and whether it is complete. None if the header is not."""
    if b"\r\n\r\n" not in raw:
        return None
    response = HTTPResponse(cast(Any, _Received(raw)), method="POST")
    try:
        response.begin()
        return response, response.read(), not response.will_close or response.length == 0
    except IncompleteRead as error:
        return response, error.partial, False


def _is_complete(raw: bytes) -> bool:
    """Whether nothing more needs to be read. An answer without a length is complete when the connection ends."""
    try:
        read = _read(raw)
    except (HTTPException, ValueError):
        return True
    return read is not None and read[2]


def _parsed(raw: bytes) -> Answer | None:
    try:
        read = _read(raw)
    except (HTTPException, ValueError):
        return None
    return None if read is None else Answer(read[0].status, read[1])
