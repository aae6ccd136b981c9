"""`python -m tests.benchmarks.embedded`: the embedded default, SQLite that syncs every commit, against PostgreSQL.

Sixteen clients play sixteen matches at once over HTTP, as in `http_moves`. PostgreSQL runs as deployed, with two web
processes. SQLite runs as `make demo` starts it, with one. On SQLite they play again while the demo's worker plays
`--bots` bot matches in the same file. Any answer other than 201, such as "database is locked", stops the benchmark.

Then all sixteen play the same match: each sends the next move as soon as it knows the position. One of them wins each
version, and the log must verify. The figure is accepted moves per second, relative to a single client on such a match.
"""

import argparse
import http.client
import json
import os
import subprocess
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import UUID

from tests.benchmarks.clients import CLIENTS, Recorded, all_at_once, server_command, wait_until_up
from tests.benchmarks.database import database, in_new_process, pgbench_unit, set_up_django
from tests.benchmarks.figures import note_gain
from tests.faults.servers import free_port, wait_for

RULESET = "invictus"
LATE = {"stale_version", "not_asked", "match_over"}
"""Codes of the refusals for clients that were not the first."""


def on_postgres(url: str, matches: int, shared: int) -> float:
    """Moves per second of sixteen clients with a match each."""
    set_up_django(url)
    port = free_port()
    players = _Players()
    with _process(server_command(port)):
        _warm(port, players)
        rate = _sixteen("PostgreSQL, two processes", port, players, matches)
        _one_match("PostgreSQL", port, players, shared)
    return rate


def on_sqlite(url: str, matches: int, shared: int, bots: int) -> tuple[float, float]:
    """The same on SQLite, without and with bots playing."""
    set_up_django(url, "config.settings.dev")
    from matches.management.commands.demo import _commands  # noqa: PLC0415 -- after settings

    port = free_port()
    demo = _commands(port)
    players = _Players()
    with _process(demo["web"]):
        _warm(port, players)
        rate = _sixteen("SQLite, one process", port, players, matches)
        _one_match("SQLite", port, players, shared)
        _open_bot_matches(bots)
        with _process(demo["worker"]):
            wait_for(lambda: _bot_events() > bots, "the first moves of the bots", seconds=60)
            beside = _sixteen("SQLite while bots play", port, players, matches)
        print(f"the bots have played {_bot_events() - bots:,} events meanwhile", flush=True)
    return rate, beside


class _Players:
    """Two players, and their matches with known moves."""

    def __init__(self) -> None:
        from tests.benchmarks.in_process import signed_up  # noqa: PLC0415 -- after settings

        self.players, self.tokens = signed_up("ann", "ben")
        self.seed = 0

    def open(self, count: int) -> list[Recorded]:
        self.seed += count
        return [Recorded(RULESET, self.players, self.tokens, self.seed - number) for number in range(count)]


@contextmanager
def _process(command: list[str]) -> Iterator[None]:
    quiet = subprocess.DEVNULL
    environment = {**os.environ, "RATE_FACTOR": "1000", "LOG_LEVEL": "ERROR"}
    running = subprocess.Popen(command, env=environment, stdout=quiet, stderr=quiet)
    try:
        yield
    finally:
        running.terminate()
        running.wait()


# A match each


def _warm(port: int, players: _Players) -> None:
    wait_until_up(port)
    all_at_once(port, [[match] for match in players.open(CLIENTS)])


def _sixteen(name: str, port: int, players: _Players, matches: int) -> float:
    timed = players.open(CLIENTS * matches)
    begun = time.perf_counter()
    latencies = sorted(all_at_once(port, [timed[i::CLIENTS] for i in range(CLIENTS)]))
    rate = len(latencies) / (time.perf_counter() - begun)
    middle, late = (latencies[int(len(latencies) * part)] * 1000 for part in (0.5, 0.99))
    print(
        f"{name}: {rate:,.0f} moves/s, p50 {middle:.1f} ms, p99 {late:.1f} ms, "
        f"longest wait {latencies[-1] * 1000:.0f} ms",
        flush=True,
    )
    return rate


def _open_bot_matches(count: int) -> None:
    from matches.services.lobby import open_match  # noqa: PLC0415 -- after settings
    from matches.services.seat_plans import SeatPlan  # noqa: PLC0415 -- after settings

    for _ in range(count):
        seats = [SeatPlan(kind="bot", bot=bot) for bot in ("random", "greedy")]
        open_match(ruleset="battle_line", options={}, seats=seats)


def _bot_events() -> int:
    from matches.log.models import Event  # noqa: PLC0415 -- after settings

    return Event.objects.filter(match__ruleset="battle_line").count()


# One match


def _one_match(name: str, port: int, players: _Players, count: int) -> None:
    """Measure one client alone on `count` matches, then sixteen clients on each of as many."""
    from replay.stored_logs import audit_stored  # noqa: PLC0415 -- after settings

    begun = time.perf_counter()
    alone = len(all_at_once(port, [players.open(count)])) / (time.perf_counter() - begun)
    shared = players.open(count)
    refused: Counter[str] = Counter()
    begun = time.perf_counter()
    for match in shared:
        _contend(port, match, refused)
    took = time.perf_counter() - begun
    accepted, late = sum(len(match.requests) for match in shared), sum(refused.values())
    for match in shared:
        assert audit_stored(UUID(match.path.split("/")[4])).is_sound
    print(
        f"{name}, sixteen clients on one match: {accepted / took:,.0f} accepted moves/s "
        f"= x {accepted / took / alone:.2f} of one client alone; with the {late:,} that came late "
        f"{(accepted + late) / took:,.0f} answers/s",
        flush=True,
    )


def _contend(port: int, match: Recorded, refused: Counter[str]) -> None:
    """All clients send the move that they believe to be next, until the match is over. Each move is accepted once."""
    won: list[list[int]] = [[] for _ in range(CLIENTS)]
    late: list[list[str]] = [[] for _ in range(CLIENTS)]
    threads = [
        threading.Thread(target=_send_moves, args=(port, match, client, won[client], late[client]))
        for client in range(CLIENTS)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(version for mine in won for version in mine) == list(range(len(match.requests)))
    codes = [code for mine in late for code in mine]
    assert set(codes) <= LATE, codes
    refused.update(codes)


def _send_moves(port: int, match: Recorded, client: int, won: list[int], late: list[str]) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port)
    version = 0
    while version < len(match.requests):
        body, headers = match.requests[version]
        connection.request("POST", match.path, body, {**headers, "Idempotency-Key": f"{client}-{version}"})
        answer = connection.getresponse()
        document: Any = json.loads(answer.read())
        if answer.status == 201:
            won.append(version)
        else:
            late.append(document["code"])
        version = document["version"]


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser("python -m tests.benchmarks.embedded", description="SQLite against PostgreSQL.")
    parser.add_argument("--matches", type=int, default=2, help="matches a client")
    parser.add_argument("--shared", type=int, default=5, help="matches that all clients play together")
    parser.add_argument("--bots", type=int, default=100, help="matches of bots that the worker plays beside")
    wanted = parser.parse_args(arguments)
    with database("match_service_bench_embedded") as url, tempfile.TemporaryDirectory() as folder:
        os.environ["VAR_DIR"] = folder
        for part in ("messages", "processed", "control"):
            (Path(folder) / "broker" / part).mkdir(parents=True)
        unit, _ = pgbench_unit(url, Path(folder))
        print(f"pgbench, 16 clients: {unit:,.0f} moves/s (U)", flush=True)
        reference = in_new_process(on_postgres, url, wanted.matches, wanted.shared)
        file = f"sqlite:///{folder}/match.sqlite3"
        rate, beside = in_new_process(on_sqlite, file, wanted.matches, wanted.shared, wanted.bots)
    print(
        f"PostgreSQL {reference / unit:.3f} U; SQLite x {rate / reference:.3f}, x {beside / reference:.3f} beside bots"
    )
    note_gain("embedded: moves on PostgreSQL, of pgbench's", reference / unit)
    note_gain("embedded: moves on SQLite, of those on PostgreSQL", rate / reference)
    note_gain("embedded: moves on SQLite beside bots, of those on PostgreSQL", beside / reference)


if __name__ == "__main__":
    main()
