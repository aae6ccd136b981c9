"""`python -m tests.benchmarks.spectators`: how much spectators slow down the moves of the match that they watch.

Sixteen clients play sixteen matches at once over HTTP on PostgreSQL, with and without 200 spectators of the first
match. Spectators send requests like an open page (matches/static/matches/watch.js). Both are measured by turns, several
times, and compared pair by pair. The figure is the ratio of the watched match's latencies. It must stay below 1.1.
"""

import argparse
import os
import random
import re
import selectors
import socket
import subprocess
import time
from collections.abc import Sequence
from statistics import median

from tests.benchmarks.clients import CLIENTS, Recorded, _Client, server_command, wait_until_up
from tests.benchmarks.database import database, set_up_django
from tests.benchmarks.figures import note_cost, note_gain
from tests.faults.servers import free_port

SECONDS, SPREAD = 1.5, 0.3
"""Seconds between requests and their random spread, as in watch.js."""
STEP = 0.005
_LENGTH = re.compile(rb"\r\ncontent-length: (\d+)", re.IGNORECASE)
_ETAG = re.compile(rb"\r\netag: (\S+)", re.IGNORECASE)
_STATUS = slice(9, 12)


class Spectator:
    """An open page, which requests the newest position of a match and says which one it has."""

    def __init__(self, port: int, luck: random.Random) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._luck = luck
        self.due = time.perf_counter() + SECONDS * luck.random()
        self._etags: dict[str, str] = {}
        self._path = ""
        self._answer = b""
        self.took: list[float] = []
        self.sent_bytes = 0

    def ask(self, path: str, now: float) -> None:
        self.due, self._path, self._answer, self._begun = float("inf"), path, b"", now
        known = f"If-None-Match: {self._etags[path]}\r\n" if path in self._etags else ""
        self.socket.sendall(
            f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip, br\r\n{known}\r\n".encode()
        )

    def receive(self) -> None:
        part = self.socket.recv(262_144)
        assert part, "the server has hung up"
        self._answer += part
        head, end, body = self._answer.partition(b"\r\n\r\n")
        if not end or len(body) < (int(found[1]) if (found := _LENGTH.search(head)) else 0):
            return
        assert head[_STATUS] in (b"200", b"304"), self._answer
        etag = _ETAG.search(head)
        assert etag is not None
        self._etags[self._path] = etag[1].decode()
        now = time.perf_counter()
        self.took.append(now - self._begun)
        self.sent_bytes += len(self._answer)
        self.due = now + SECONDS * (1 - SPREAD + 2 * SPREAD * self._luck.random())


def played(port: int, shares: list[list[Recorded]], spectators: Sequence[Spectator]) -> tuple[list[float], float]:
    """Latencies of the first client's moves, and moves per second of all. Spectators watch that client's matches."""
    clients = [_Client(port, share) for share in shares]
    watched = [(len(match.requests), live_path(match)) for match in shares[0]]
    latencies: list[float] = []
    moves, next_look, begun = 0, 0.0, time.perf_counter()
    with selectors.DefaultSelector() as waiting:
        for one in (*clients, *spectators):
            waiting.register(one.socket, selectors.EVENT_READ, one)
        for client in clients:
            client.send_next()
        playing = len(clients)
        while playing:
            for key, _ in waiting.select(STEP if spectators else None):
                if isinstance(key.data, Spectator):
                    key.data.receive()
                elif (latency := key.data.receive()) is not None:
                    moves += 1
                    if key.data is clients[0]:
                        latencies.append(latency)
                    if not key.data.send_next():
                        waiting.unregister(key.fileobj)
                        key.data.socket.close()
                        playing -= 1
            now = time.perf_counter()
            if now < next_look:
                continue
            next_look = now + STEP
            path = _watched_now(watched, len(latencies))
            for spectator in spectators:
                if spectator.due <= now:
                    spectator.ask(path, now)
        took = time.perf_counter() - begun
        while any(spectator.due == float("inf") for spectator in spectators):
            for key, _ in waiting.select(1):
                key.data.receive()
    return sorted(latencies), moves / took


def live_path(match: Recorded) -> str:
    return f"/live/{match.path.split('/')[4]}/en/0"


def _watched_now(watched: Sequence[tuple[int, str]], moves: int) -> str:
    for count, path in watched:
        if moves < count:
            return path
        moves -= count
    return watched[-1][1]


def measure(ruleset: str, count: int, pairs: int, matches_a_client: int) -> None:
    os.environ["MOST_MATCHES"] = "1000000"  # Per account at once.
    with database("match_service_spectators") as url:
        set_up_django(url)
        from players.models import AccessToken, Player  # noqa: PLC0415 -- after settings

        players = [Player.objects.create_user(f"player{i}") for i in range(2)]
        tokens = [AccessToken.objects.create(user=player)[1] for player in players]
        each = CLIENTS * matches_a_client
        matches = [Recorded(ruleset, players, tokens, seed) for seed in range(1, each * (2 * pairs + 1) + 1)]
        rounds = [matches[i * each : (i + 1) * each] for i in range(2 * pairs + 1)]
        port = free_port()
        server = subprocess.Popen(
            server_command(port), env={**os.environ, "RATE_FACTOR": "1000", "LOG_LEVEL": "WARNING"}
        )
        try:
            wait_until_up(port)
            luck = random.Random(1)
            found: list[tuple[float, float, float]] = []
            played(port, _shares(rounds.pop()), [])
            for number in range(pairs):
                one, other = rounds[2 * number], rounds[2 * number + 1]
                if number % 2:  # Each goes first in turn.
                    beside, alone = _beside(port, one, count, luck), played(port, _shares(other), [])
                else:
                    alone, beside = played(port, _shares(one), []), _beside(port, other, count, luck)
                found.append(_told(ruleset, count, alone, beside))
        finally:
            server.terminate()
            server.wait()
    p50, p99, capacity = (median(values) for values in zip(*found, strict=True))
    print(f"median of {pairs} pairs: p50 {p50:.2f} x, p99 {p99:.2f} x, all moves {capacity:.2f} x")
    note_cost("spectators: p50 of moves, of that without", p50)
    note_cost("spectators: p99 of moves, of that without", p99)
    note_gain("spectators: moves, of those without", capacity)


def _shares(matches: list[Recorded]) -> list[list[Recorded]]:
    return [matches[i::CLIENTS] for i in range(CLIENTS)]


def _beside(port: int, matches: list[Recorded], count: int, luck: random.Random) -> tuple[list[float], float]:
    spectators = [Spectator(port, luck) for _ in range(count)]
    try:
        result = played(port, _shares(matches), spectators)
    finally:
        for spectator in spectators:
            spectator.socket.close()
    took = sorted(seconds for spectator in spectators for seconds in spectator.took)
    sent = sum(spectator.sent_bytes for spectator in spectators)
    print(
        f"  {len(took)} questions of spectators: p50 {took[len(took) // 2] * 1000:.1f} ms, "
        f"p99 {took[len(took) * 99 // 100] * 1000:.1f} ms, {sent / len(took) / 1024:.1f} KiB each"
    )
    return result


def _told(
    ruleset: str, count: int, alone: tuple[list[float], float], beside: tuple[list[float], float]
) -> tuple[float, float, float]:
    at = [
        [latencies[len(latencies) * share // 100] * 1000 for latencies in (alone[0], beside[0])] for share in (50, 99)
    ]
    print(
        f"{ruleset}, {CLIENTS} matches, {count} spectators on one: "
        f"p50 {at[0][0]:.1f} and {at[0][1]:.1f} ms, p99 {at[1][0]:.1f} and {at[1][1]:.1f} ms, "
        f"{alone[1]:,.0f} and {beside[1]:,.0f} moves/s",
        flush=True,
    )
    return at[0][1] / at[0][0], at[1][1] / at[1][0], beside[1] / alone[1]


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser("python -m tests.benchmarks.spectators", description="Moves beside spectators.")
    parser.add_argument("ruleset", nargs="?", default="invictus")
    parser.add_argument("--spectators", type=int, default=200)
    parser.add_argument("--pairs", type=int, default=4)
    parser.add_argument("--matches", type=int, default=2, help="matches a client, with and without")
    wanted = parser.parse_args(arguments)
    measure(wanted.ruleset, wanted.spectators, wanted.pairs, wanted.matches)


if __name__ == "__main__":
    main()
