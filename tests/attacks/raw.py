"""Sends requests written by hand, byte by byte."""

import json
import socket
from collections.abc import Iterable
from contextlib import closing, suppress
from typing import Any

HOST = "play.example.org"


def head(method: str, path: str, *lines: str, token: str = "", address: str = "", host: str = "127.0.0.1") -> bytes:
    """The head of a request as our proxy would pass it on. `address` is the client's."""
    more = [f"Authorization: Bearer {token}"] if token else []
    more += [f"X-Forwarded-For: {address}"] if address else []
    every = [f"{method} {path} HTTP/1.1", f"Host: {host}", "X-Forwarded-Proto: https", *more, *lines]
    return "\r\n".join([*every, "", ""]).encode("latin-1")


def sized(body: bytes) -> str:
    return f"Content-Length: {len(body)}"


CHUNKED = "Transfer-Encoding: chunked"


def chunks(*parts: bytes) -> bytes:
    return b"".join(b"%x\r\n%b\r\n" % (len(part), part) for part in parts) + b"0\r\n\r\n"


def connect(port: int, *parts: bytes) -> socket.socket:
    """A connection on which these parts have been sent."""
    opened = socket.create_connection(("127.0.0.1", port), timeout=30)
    for part in parts:
        opened.sendall(part)
    return opened


def answer_on(opened: socket.socket) -> tuple[int, dict[str, str], bytes]:
    """The next answer of a connection: status (0 if it was closed without an answer), headers, body."""
    with opened.makefile("rb") as lines:
        first = lines.readline()
        if not first:
            return 0, {}, b""
        headers = dict(_headers(lines))
        body = lines.read(int(headers.get("content-length", 0)))
    return int(first.split()[1]), headers, body


def _headers(lines: Iterable[bytes]) -> Iterable[tuple[str, str]]:
    for line in lines:
        if line == b"\r\n":
            return
        name, _, value = line.decode("latin-1").partition(":")
        yield name.lower(), value.strip()


def ask(port: int, *parts: bytes, ends: bool = False) -> tuple[int, Any]:
    """Send one request. Returns status and document. With `ends`, the client closes its sending side."""
    with closing(connect(port, *parts)) as opened:
        if ends:
            with suppress(OSError):  # The server may have closed already. The answer can still be read.
                opened.shutdown(socket.SHUT_WR)
        status, headers, body = answer_on(opened)
    return status, json.loads(body) if "json" in headers.get("content-type", "") else body


def post(port: int, path: str, document: Any, token: str = "", address: str = "", **more: str) -> tuple[int, Any]:
    body = json.dumps(document).encode()
    return ask(port, head("POST", path, sized(body), token=token, address=address, **more), body)
