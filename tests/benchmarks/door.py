"""`python -m tests.benchmarks.door`: durable moves over HTTP on PostgreSQL, against pgbench doing the same writes.

Matches are opened with seeds known to the benchmark, so that every request is ready before the clock starts; sixteen
clients play sixteen matches at once, each move waiting for the answer to the last. The figure that a busy machine
does not spoil is processor time a move: application and database, over the database's own in pgbench.
"""

import argparse
import os
import re
import selectors
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from cards.rulesets.registry import shipped_ruleset
from tests.benchmarks.database import (
    cpu_seconds,
    database,
    pgbench_unit,
    postmaster,
    set_up_django,
    some_setup,
    tree,
)
from tests.fire.servers import free_port

CLIENTS = 16


class Recorded:
    """One match, opened in the database, and the moves that will be sent to it."""

    def __init__(self, ruleset: str, players: Sequence[Any], tokens: Sequence[str], seed: int) -> None:
        from matches import lobby  # noqa: PLC0415 -- after settings
        from matches.lobby import SeatPlan, open_match  # noqa: PLC0415 -- after settings

        urandom = os.urandom
        lobby.os.urandom = lambda size: seed.to_bytes(size, "big")
        try:
            rules = shipped_ruleset(ruleset)
            options, decks = some_setup(rules)
            seats = [
                SeatPlan(kind="player", player=player, deck=deck, is_ready=True)
                for player, deck in zip(players, decks, strict=True)
            ]
            match = open_match(ruleset=ruleset, options=options, seats=seats)
        finally:
            lobby.os.urandom = urandom
        self.path = f"/api/v1/matches/{match.id}/actions"
        self.requests = list(_moves(rules, options, decks, seed, tokens))


def _moves(
    rules: Any, options: Mapping[str, Any], decks: list[dict[str, Any]], seed: int, tokens: Sequence[str]
) -> Any:
    from cards.engine import SeededChance, apply, asked, canonical, legal_actions, match_key  # noqa: PLC0415

    luck = Random(seed)
    table = rules.start(options, decks, SeededChance(match_key(seed.to_bytes(32, "big"), ["", ""])))
    version = 0
    while table.outcome is None:
        seat = asked(table)[0]
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


def measure(ruleset: str, matches_a_client: int) -> None:
    with database() as url, tempfile.TemporaryDirectory() as folder:
        set_up_django(url)
        from matches.players.models import AccessToken, Player  # noqa: PLC0415 -- after settings

        players = [Player.objects.create_user(f"player{i}") for i in range(2)]
        tokens = [AccessToken.objects.create(user=player)[1] for player in players]
        count = CLIENTS * matches_a_client + CLIENTS + 1
        matches = [Recorded(ruleset, players, tokens, seed) for seed in range(1, count + 1)]
        warm, timed, last = matches[:CLIENTS], matches[CLIENTS:-1], matches[-1]
        unit, unit_cpu = pgbench_unit(url, Path(folder))

        port = free_port()
        server = subprocess.Popen(_server(port), env={**os.environ, "RATE_FACTOR": "1000", "LOG_LEVEL": "WARNING"})
        try:
            _wait(port)
            _all_at_once(port, [[match] for match in warm])
            main = postmaster()
            app, data = cpu_seconds(tree(server.pid)), cpu_seconds(tree(main))
            begun = time.perf_counter()
            latencies = _all_at_once(port, [timed[i::CLIENTS] for i in range(CLIENTS)])
            took = time.perf_counter() - begun
            app, data = cpu_seconds(tree(server.pid)) - app, cpu_seconds(tree(main)) - data
            alone = _all_at_once(port, [[last]])
        finally:
            server.terminate()
            server.wait()
        unit_alone, _ = pgbench_unit(url, Path(folder), clients=1, seconds=2)
    moves = len(latencies)
    latencies.sort()
    app_ms, data_ms = app / moves * 1000, data / moves * 1000
    print(f"pgbench, 16 clients: {unit:,.0f} moves/s (U), {unit_cpu:.3f} ms of database CPU a move")
    print(
        f"{ruleset} over HTTP, 16 matches: {moves / took:,.0f} moves/s = {moves / took / unit:.3f} U; "
        f"p50 {latencies[moves // 2] * 1000:.1f} ms, p99 {latencies[moves * 99 // 100] * 1000:.1f} ms"
    )
    print(
        f"CPU a move: application {app_ms:.3f} ms + database {data_ms:.3f} ms "
        f"= {(app_ms + data_ms) / unit_cpu:.2f} x pgbench's"
    )
    p50 = sorted(alone)[len(alone) // 2]
    print(f"one client alone: p50 {p50 * 1000:.2f} ms = {p50 * unit_alone:.2f} x one pgbench client's")


def _server(port: int) -> list[str]:
    options = f"--interface wsgi --host 127.0.0.1 --port {port} --workers 2 --blocking-threads 4 --log-level warning"
    return [sys.executable, "-m", "granian", *options.split(), "config.wsgi:application"]


def _wait(port: int) -> None:
    for _ in range(100):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/health/live", timeout=1).close()
            return
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
    raise RuntimeError("the server did not start")


class _Client:
    """One keep-alive connection, on which each move waits for the answer to the last."""

    def __init__(self, port: int, share: list[Recorded]) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._left = iter([_raw(match.path, *request) for match in share for request in match.requests])
        self._answer = b""
        self._begun = 0.0

    def send_next(self) -> bool:
        """False when there is nothing left."""
        request = next(self._left, None)
        if request is None:
            return False
        self._answer, self._begun = b"", time.perf_counter()
        self.socket.sendall(request)
        return True

    def receive(self) -> float | None:
        """The latency, once the whole answer is there."""
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


def _all_at_once(port: int, shares: list[list[Recorded]]) -> list[float]:
    """Latencies of all moves, a client a share. One thread, and no more work than needed: it shares the machine."""
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


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser("python -m tests.benchmarks.door", description="Durable moves over HTTP.")
    parser.add_argument("ruleset", nargs="?", default="invictus")
    parser.add_argument("--matches", type=int, default=3, help="matches a client")
    wanted = parser.parse_args(arguments)
    measure(wanted.ruleset, wanted.matches)


if __name__ == "__main__":
    main()
