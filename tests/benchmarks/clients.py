"""Cheap clients: the requests of whole matches are made before the clock starts, and a single thread sends them.

The benchmark knows the matches' seeds, so every action of a random game is known in advance.
"""

import re
import selectors
import socket
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any
from unittest.mock import patch

from rules.registry import shipped_ruleset
from tests.benchmarks.database import some_setup

CLIENTS = 16


class Recorded:
    """A match, opened in the database, and the moves to send."""

    def __init__(self, ruleset: str, players: Sequence[Any], tokens: Sequence[str], seed: int) -> None:
        from matches.services.lobby import open_match  # noqa: PLC0415 -- after settings
        from matches.services.seat_plans import SeatPlan  # noqa: PLC0415 -- after settings

        rules = shipped_ruleset(ruleset)
        options, decks = some_setup(rules)
        seats = [
            SeatPlan(kind="player", player=player, deck=deck, is_ready=True)
            for player, deck in zip(players, decks, strict=True)
        ]
        with patch("os.urandom", lambda size: seed.to_bytes(size, "big")):
            match = open_match(ruleset=ruleset, options=options, seats=seats)
        self.path = f"/api/v1/matches/{match.id}/actions"
        self.requests = list(_moves(rules, options, decks, seed, tokens))


def _moves(
    rules: Any, options: Mapping[str, Any], decks: list[dict[str, Any]], seed: int, tokens: Sequence[str]
) -> Iterator[tuple[bytes, dict[str, str]]]:
    from rules.engine import SeededChance, apply, canonical, legal_actions, match_key, seats_to_act  # noqa: PLC0415

    luck = Random(seed)
    table = rules.start(options, decks, SeededChance(match_key(seed.to_bytes(32, "big"), ["", ""])))
    version = 0
    while table.outcome is None:
        seat = seats_to_act(table)[0]
        action = luck.choice(legal_actions(table, seat))
        body = b'{"version":%d,"action":%s}' % (version, canonical(action))
        headers = {
            "Authorization": f"Bearer {tokens[seat]}",
            "Content-Type": "application/json",
            "Idempotency-Key": f"move-{version}",
        }
        yield body, headers
        apply(table, seat, action)
        version += 1


def server_command(port: int) -> list[str]:
    options = f"--interface wsgi --host 127.0.0.1 --port {port} --log-level warning"
    # As the two web containers of docker-compose.yml. Each client has a connection, and so a process, of its own:
    shape = "--workers 2 --http 1 --respawn-failed-workers --blocking-threads 128"
    shape += " --runtime-mode st --workers-kill-timeout 5"
    return [sys.executable, "-m", "granian", *options.split(), *shape.split(), "config.wsgi:application"]


def wait_until_up(port: int) -> None:
    for _ in range(500):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/health/live", timeout=1).close()
            return
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
    raise RuntimeError("the server did not start")


class _Client:
    """A keep-alive connection that sends each move after the answer to the last."""

    def __init__(self, port: int, share: list[Recorded]) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._left = iter([_raw(match.path, *request) for match in share for request in match.requests])
        self._answer = b""
        self._begun = 0.0

    def send_next(self) -> bool:
        """Send the next move. Returns False if none is left."""
        request = next(self._left, None)
        if request is None:
            return False
        self._answer, self._begun = b"", time.perf_counter()
        self.socket.sendall(request)
        return True

    def receive(self) -> float | None:
        """The latency in seconds once the answer is complete, else None."""
        part = self.socket.recv(65_536)
        assert part, "the server has hung up"
        self._answer += part
        head, _, body = self._answer.partition(b"\r\n\r\n")
        length = _LENGTH.search(head)
        if length is None or len(body) < int(length[1]):
            return None
        assert head.startswith(b"HTTP/1.1 201"), self._answer
        return time.perf_counter() - self._begun


_LENGTH = re.compile(rb"\r\ncontent-length: (\d+)", re.IGNORECASE)


def _raw(path: str, body: bytes, headers: Mapping[str, str]) -> bytes:
    fields = {"Host": "localhost", **headers, "Content-Length": str(len(body))}
    head = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    return f"POST {path} HTTP/1.1\r\n{head}\r\n".encode() + body


def all_at_once(port: int, shares: list[list[Recorded]]) -> list[float]:
    """Send all moves, one client per share, and return their latencies. One thread does it, to keep the load low."""
    latencies = []
    with selectors.DefaultSelector() as waiting:
        for share in shares:
            client = _Client(port, share)
            waiting.register(client.socket, selectors.EVENT_READ, client)
            client.send_next()
        while waiting.get_map():
            for key, _ in waiting.select():
                if (latency := key.data.receive()) is not None:
                    latencies.append(latency)
                    if not key.data.send_next():
                        waiting.unregister(key.fileobj)
                        key.data.socket.close()
    return latencies
