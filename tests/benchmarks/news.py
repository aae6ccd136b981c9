"""`python -m tests.benchmarks.news`: how quickly a committed event reaches another client, and what readers cost.

It uses the deployed stack on PostgreSQL and its own Redis: web processes and a stream process. Sixteen matches are
played, and the other player of each watches. First the capacity is measured, as in `http_moves`. Then moves come at
random times, at 60 % of the capacity, whether or not earlier ones are answered. Three delays until the event reaches
the other player's socket are printed. The first is from the event's own time, just before its commit. The second is
from the answer to the move, and negative if the event came first. The third is from sending the move. Finally, the
memory of 500 idle streams is measured, and how much they reduce the capacity.

`--threads`: readers use the web processes. `--rate`: moves per second instead of 60 % of the capacity.
`--sqlite`: the service as `make demo` starts it.
"""

import argparse
import os
import random
import re
import selectors
import socket
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from tests.benchmarks.clients import CLIENTS, Recorded, _raw, all_at_once, server_command, wait_until_up
from tests.benchmarks.database import cpu_seconds, database, in_new_process, set_up_django, tree
from tests.benchmarks.figures import note_gain
from tests.faults.servers import Redis, free_port

RULESET = "invictus"
SHARE = 0.6
_ID = re.compile(rb"id: (\d+)\n")
_AT = re.compile(rb'"at":"(\d{4}-[^"]+)"')
_LENGTH = re.compile(rb"\r\ncontent-length: (\d+)", re.IGNORECASE)


def streams_command(port: int) -> list[str]:
    shape = f"--interface asginl --http 1 --host 127.0.0.1 --port {port} --workers 1 --runtime-mode st"
    return [sys.executable, "-m", "granian", *shape.split(), "--log-level", "warning", "config.asgi:application"]


class Player:
    """Moves in one match, as soon as a move is due and the last one has been answered."""

    def __init__(self, port: int, match: Recorded) -> None:
        self.port = port
        self.requests = deque(_raw(match.path, *request) for request in match.requests)
        self.due: deque[float] = deque()
        self.sent: list[float] = []
        self.answered: list[float] = []
        self._answer = b""
        self.open()

    def open(self) -> None:
        self.socket = _connected(self.port)

    def send_due(self, now: float) -> None:
        if self.due and self.due[0] <= now and len(self.sent) == len(self.answered) and self.requests:
            self.due.popleft()
            self.sent.append(time.perf_counter())
            self.socket.sendall(self.requests.popleft())

    def receive(self) -> bool:
        """Read from the connection. Returns False if it was closed, as a server may while nothing is asked."""
        part = self.socket.recv(262_144)
        assert part or len(self.sent) == len(self.answered), "the server has hung up"
        self._answer += part
        head, _, body = self._answer.partition(b"\r\n\r\n")
        length = _LENGTH.search(head)
        if length is not None and len(body) >= int(length[1]):
            assert head.startswith(b"HTTP/1.1 201"), self._answer
            self.answered.append(time.perf_counter())
            self._answer = b""
        return bool(part)


class Reader:
    """A stream of a match, which records when each event came."""

    def __init__(self, port: int, path: str, token: str | None = None) -> None:
        self.path, self.token, self.port = path, token, port
        self.came: dict[int, float] = {}
        self.since_event: dict[int, float] = {}
        self._rest = b""
        self.open()

    def open(self) -> None:
        self.socket = _connected(self.port)
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        fields = {"Host": "localhost", "Last-Event-ID": str(max(self.came, default=-1)), **headers}
        head = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
        self.socket.sendall(f"GET {self.path} HTTP/1.1\r\n{head}\r\n".encode())

    def receive(self) -> bool:
        """Read from the stream. Returns False if it was closed."""
        part = self.socket.recv(262_144)
        now, moment = time.perf_counter(), time.time()
        *messages, self._rest = (self._rest + part).split(b"\n\n")
        for message in messages:
            if (found := _ID.search(message)) is not None and int(found[1]) not in self.came:
                self.came[int(found[1])] = now
                at = _AT.search(message)
                assert at is not None
                self.since_event[int(found[1])] = moment - datetime.fromisoformat(at[1].decode()).timestamp()
        return bool(part)


def _connected(port: int) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", port))
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connection


def told(web: int, streams: int, matches: Sequence[Recorded], tokens: Sequence[str], rate: float) -> list[list[float]]:
    """Seconds to the other player's socket from the event, from the answer and from sending, at random moves."""
    readers = [Reader(streams, match.path.replace("/actions", "/stream"), tokens[1]) for match in matches]
    players = [Player(web, match) for match in matches]
    luck = random.Random(1)
    with selectors.DefaultSelector() as ready:
        for one in (*readers, *players):
            ready.register(one.socket, selectors.EVENT_READ, one)
        _until(ready, lambda: all(0 in reader.came for reader in readers), 20)
        begun = time.perf_counter()
        for player in players:
            at = begun
            for _ in player.requests:
                at += luck.expovariate(rate / len(players))
                player.due.append(at)
        _until(ready, lambda: not any(player.requests for player in players), 90, players)
        _until(ready, lambda: all(len(p.sent) in r.came for p, r in zip(players, readers, strict=True)), 10)
    from_event, from_answer, from_sending = [], [], []
    for player, reader in zip(players, readers, strict=True):
        for seq, (sent, answered) in enumerate(zip(player.sent, player.answered, strict=False), start=1):
            from_event.append(reader.since_event[seq])
            from_answer.append(reader.came[seq] - answered)
            from_sending.append(reader.came[seq] - sent)
        player.socket.close()
        reader.socket.close()
    return [sorted(from_event), sorted(from_answer), sorted(from_sending)]


def _until(ready: Any, is_done: Any, seconds: float, players: Sequence[Player] = ()) -> None:
    until = time.perf_counter() + seconds
    while not is_done() and time.perf_counter() < until:
        for key, _ in ready.select(0.0005 if players else 0.01):
            if not key.data.receive():
                ready.unregister(key.fileobj)
                key.data.socket.close()
                key.data.open()
                ready.register(key.data.socket, selectors.EVENT_READ, key.data)
        now = time.perf_counter()
        for player in players:
            player.send_due(now)


def _line(what: str, seconds: Sequence[float]) -> str:
    at = {share: seconds[min(len(seconds) - 1, int(len(seconds) * share))] * 1000 for share in (0.5, 0.95, 0.99)}
    return f"{what}: " + ", ".join(f"p{share * 100:.0f} {ms:.1f} ms" for share, ms in at.items())


@contextmanager
def _running(command: list[str], port: int, **environment: str) -> Iterator[int]:
    process = subprocess.Popen(command, env={**os.environ, **environment})
    try:
        wait_until_up(port)
        yield process.pid
    finally:
        process.terminate()
        process.wait()


def _capacity(port: int, matches: list[Recorded]) -> float:
    begun = time.perf_counter()
    moves = len(all_at_once(port, [matches[i::CLIENTS] for i in range(CLIENTS)]))
    return moves / (time.perf_counter() - begun)


def _memory(pid: int) -> int:
    """Bytes of private memory of a process and its descendants."""
    total = 0
    for each in tree(pid):
        for line in Path(f"/proc/{each}/smaps_rollup").read_text().splitlines():
            if line.startswith(("Private_Clean:", "Private_Dirty:")):
                total += int(line.split()[1]) * 1024
    return total


class Matches:
    def __init__(self) -> None:
        from tests.benchmarks.in_process import signed_up  # noqa: PLC0415 -- after settings

        self.players, self.tokens = signed_up("ann", "ben")
        self.seed = 0

    def open(self, count: int = CLIENTS) -> list[Recorded]:
        self.seed += count
        return [Recorded(RULESET, self.players, self.tokens, self.seed - number) for number in range(count)]


def deployed(url: str, redis: str, threads: bool, idle: int, rate: float | None) -> None:
    set_up_django(url)
    from django.conf import settings  # noqa: PLC0415 -- they come from the environment

    environment = {
        "DJANGO_SETTINGS_MODULE": "config.settings.prod",
        **{name: getattr(settings, name) for name in ("SECRET_KEY", "SEED_SEALING_KEY", "ROOT_SIGNING_KEY")},
        **{"REDIS_URL": redis, "CELERY_BROKER_URL": redis, "ALLOWED_HOSTS": "localhost,127.0.0.1", "HTTPS": "off"},
        **{"RATE_FACTOR": "1000", "LOG_LEVEL": "WARNING", "PROXIES": "0"},
        **dict.fromkeys(("STREAMS_OF_ONE_ADDRESS", "STREAMS_OF_ONE_ACCOUNT"), "2000"),
    }
    if threads:
        environment |= dict.fromkeys(("WAITERS_AT_ONCE", "WAITERS_OF_ONE_ADDRESS", "WAITERS_OF_ONE_ACCOUNT"), "400")
    web, streams = free_port(), free_port()
    command = [part.replace("128", "512") if threads else part for part in server_command(web)]
    matches = Matches()
    with (
        _running(command, web, **environment) as web_pid,
        _running(streams_command(streams), streams, **environment) as pid,
    ):
        where, kept_by = (web, web_pid) if threads else (streams, pid)
        _capacity(web, matches.open())
        alone = _capacity(web, matches.open(2 * CLIENTS))
        print(f"capacity: {alone:,.0f} moves/s", flush=True)
        roots = dict.fromkeys([web_pid, kept_by])
        before = [cpu_seconds(tree(root)) for root in roots]
        events, answers, sendings = told(web, where, matches.open(), matches.tokens, rate or SHARE * alone)
        spent = [
            1000 * (cpu_seconds(tree(root)) - used) / len(events) for root, used in zip(roots, before, strict=True)
        ]
        print(_line("from the event to the other's socket", events))
        print(_line("from the answer", answers))
        print(_line("from sending the move", sendings))
        print("CPU a move and its news: " + " + ".join(f"{each:.2f} ms" for each in spent), flush=True)
        _idle(web, where, kept_by, matches, idle)


def _idle(web: int, streams: int, pid: int, matches: Matches, idle: int) -> None:
    """Print the memory of idle streams, and the capacity with and without them, measured by turns."""
    watched = [match.path.replace("/actions", "/stream") for match in matches.open()]
    without, beside, held = [], [], 0.0
    for _ in range(3):
        before = _memory(pid)
        without.append(_capacity(web, matches.open()))
        readers = [Reader(streams, watched[number % len(watched)]) for number in range(idle)]
        for reader in readers:
            reader.socket.settimeout(30)
            while 0 not in reader.came:
                reader.receive()
        held = held or (_memory(pid) - before) / idle
        beside.append(_capacity(web, matches.open()))
        for reader in readers:
            reader.socket.close()
    ratio = sorted(after / before for after, before in zip(beside, without, strict=True))[1]
    print(f"{idle} idle streams: {held / 1024:.0f} KiB each; capacity beside them {ratio:.2f} of that without")
    note_gain(f"news: moves beside {idle} idle streams, of those without", ratio)


def embedded(url: str) -> None:
    set_up_django(url, "config.settings.dev")
    from matches.management.commands.demo import _commands  # noqa: PLC0415 -- after settings

    port = free_port()
    matches = Matches()
    environment = {"RATE_FACTOR": "1000", "LOG_LEVEL": "WARNING"}
    environment |= dict.fromkeys(("WAITERS_OF_ONE_ADDRESS", "WAITERS_OF_ONE_ACCOUNT"), "48")
    with _running(_commands(port)["web"], port, **environment):
        _capacity(port, matches.open())
        alone = _capacity(port, matches.open())
        print(f"SQLite, capacity: {alone:,.0f} moves/s", flush=True)
        events, answers, sendings = told(port, port, matches.open(), matches.tokens, SHARE * alone)
        print(_line("from the event to the other's socket", events))
        print(_line("from the answer", answers))
        print(_line("from sending the move", sendings), flush=True)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser("python -m tests.benchmarks.news", description="News of moves to other clients.")
    parser.add_argument("--threads", action="store_true", help="streams in threads of the web processes")
    parser.add_argument("--sqlite", action="store_true", help="the embedded default alone")
    parser.add_argument("--rate", type=float, help="moves a second in place of 60 %% of capacity")
    parser.add_argument("--idle", type=int, default=500, help="idle streams")
    wanted = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        if wanted.sqlite:
            os.environ["VAR_DIR"] = folder
            in_new_process(embedded, f"sqlite:///{folder}/news.sqlite3")
            return
        redis = Redis(Path(folder))
        redis.start()
        try:
            with database("match_service_news") as url:
                in_new_process(deployed, url, f"{redis.url}/0", wanted.threads, wanted.idle, wanted.rate)
        finally:
            redis.stop()


if __name__ == "__main__":
    main()
