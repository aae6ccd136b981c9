"""`python -m tests.benchmarks.embedded`: the embedded default, SQLite that syncs every commit, against PostgreSQL.

Sixteen clients over HTTP play sixteen matches at once, as in `door`: on PostgreSQL as it is deployed, with two web
processes; on SQLite as `make demo` starts it, with one; and so once more while the demo's worker plays `--bots` matches
of bots in the same file. Whatever is not answered with 201, "database is locked" among it, stops the benchmark.

Then the sixteen on one match: each sends the next move as soon as it knows of it. Every version is won by one of them,
and the log verifies. Accepted moves a second, over those of one client alone on such a match.
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

from tests.benchmarks.database import database, pgbench_unit, set_up_django
from tests.benchmarks.door import CLIENTS, Recorded, _all_at_once, _server, _wait
from tests.fire.servers import free_port, wait_for

RULESET = "invictus"
LATE = {"stale_version", "not_asked", "match_over"}
"""How one is refused who was not the first."""


class Contender:
    """The service on one database, and two players in it."""

    def __init__(self, name: str, url: str, **environment: str) -> None:
        from tests.benchmarks.inside import connected, serving, signed_up  # noqa: PLC0415 -- after settings

        self.name = name
        limits = {"RATE_FACTOR": "1000", "LOG_LEVEL": "ERROR"}
        self.environment = {**os.environ, **limits, **environment, "DATABASE_URL": url}
        self.connection = connected(url)
        self.serving = lambda: serving(self.connection)
        self.seed = 0
        with self.serving():
            self.players, self.tokens = signed_up("ann", "ben")

    def recorded(self, count: int) -> list[Recorded]:
        """New matches whose moves are known."""
        self.seed += count
        with self.serving():
            return [Recorded(RULESET, self.players, self.tokens, self.seed - number) for number in range(count)]

    @contextmanager
    def process(self, command: list[str]) -> Iterator[None]:
        quiet = subprocess.DEVNULL
        running = subprocess.Popen(command, env=self.environment, stdout=quiet, stderr=quiet)
        try:
            yield
        finally:
            running.terminate()
            running.wait()

    @contextmanager
    def served(self, command: list[str], port: int) -> Iterator[None]:
        """Its web processes, up and warm."""
        with self.process(command):
            _wait(port)
            _all_at_once(port, [[match] for match in self.recorded(CLIENTS)])
            yield


def measure(matches: int, alone: int, bots: int) -> None:
    with database("match_service_bench_embedded") as url, tempfile.TemporaryDirectory() as folder:
        os.environ["VAR_DIR"] = folder
        for part in ("messages", "processed", "control"):
            (Path(folder) / "broker" / part).mkdir(parents=True)
        set_up_django(url)
        from django.conf import settings  # noqa: PLC0415 -- after settings

        from matches.management.commands.demo import _commands  # noqa: PLC0415 -- after settings

        unit, _ = pgbench_unit(url, Path(folder))
        print(f"pgbench, 16 clients: {unit:,.0f} moves/s (U)", flush=True)
        port = free_port()
        postgres = Contender("PostgreSQL", url)
        sqlite = Contender(
            "SQLite",
            f"sqlite:///{folder}/match.sqlite3",
            DJANGO_SETTINGS_MODULE="config.settings.dev",
            SEED_SEALING_KEY=settings.SEED_SEALING_KEY,
        )
        demo = _commands(port)
        with postgres.served(_server(port), port):
            reference = _sixteen(postgres, port, matches)
            print(f"PostgreSQL, two processes: {_told(reference)} = {reference[0] / unit:.3f} U", flush=True)
            _one_match(postgres, port, alone, unit)
        with sqlite.served(demo["web"], port):
            rate = _sixteen(sqlite, port, matches)
            print(f"SQLite, one process: {_told(rate)} = x {rate[0] / reference[0]:.3f}", flush=True)
            _one_match(sqlite, port, alone, unit)
            _open_bot_matches(sqlite, bots)
            with sqlite.process(demo["worker"]):
                wait_for(lambda: _bot_events(sqlite) > bots, "the first moves of the bots", seconds=60)
                rate, played = _sixteen(sqlite, port, matches), _bot_events(sqlite)
            print(
                f"SQLite while bots play {played:,} events: {_told(rate)} = x {rate[0] / reference[0]:.3f}", flush=True
            )


def _sixteen(contender: Contender, port: int, matches: int) -> tuple[float, list[float]]:
    """Moves a second, and how long each took, in order of length."""
    timed = contender.recorded(CLIENTS * matches)
    begun = time.perf_counter()
    latencies = _all_at_once(port, [timed[i::CLIENTS] for i in range(CLIENTS)])
    return len(latencies) / (time.perf_counter() - begun), sorted(latencies)


def _told(result: tuple[float, list[float]]) -> str:
    rate, latencies = result
    middle, late, longest = (latencies[int(len(latencies) * part)] * 1000 for part in (0.5, 0.99, 0.9999))
    return f"{rate:,.0f} moves/s, p50 {middle:.1f} ms, p99 {late:.1f} ms, longest wait {longest:.0f} ms"


def _open_bot_matches(contender: Contender, count: int) -> None:
    """They are begun; no worker has been told, its sweep finds them."""
    from matches.lobby import SeatPlan, open_match  # noqa: PLC0415 -- after settings

    seats = [SeatPlan(kind="bot", bot=bot) for bot in ("random", "greedy")]
    with contender.serving():
        for _ in range(count):
            open_match(ruleset="battle_line", options={}, seats=seats)


def _bot_events(contender: Contender) -> int:
    from matches.models import Event  # noqa: PLC0415 -- after settings

    with contender.serving():
        return Event.objects.filter(match__ruleset="battle_line").count()


# One match


def _one_match(contender: Contender, port: int, count: int, unit: float) -> None:
    """Sixteen clients on the same match, one match after another, and one client alone on as many."""
    from matches.models import Match  # noqa: PLC0415 -- after settings
    from replay.stored import audit_match  # noqa: PLC0415 -- after settings

    single = contender.recorded(count)
    begun = time.perf_counter()
    moves = len(_all_at_once(port, [single]))
    alone = moves / (time.perf_counter() - begun)

    shared = contender.recorded(count)
    refused: Counter[str] = Counter()
    begun = time.perf_counter()
    for match in shared:
        _contend(port, match, refused)
    took = time.perf_counter() - begun
    accepted, late = sum(len(match.requests) for match in shared), sum(refused.values())
    with contender.serving():
        for match in shared:
            assert audit_match(Match.objects.get(pk=match.path.split("/")[4])).is_sound
    print(
        f"{contender.name}, sixteen clients on one match: {accepted / took:,.0f} accepted moves/s "
        f"= {accepted / took / unit:.3f} U = x {accepted / took / alone:.2f} of one client alone; "
        f"with the {late:,} that came late {(accepted + late) / took:,.0f} answers/s",
        flush=True,
    )


def _contend(port: int, match: Recorded, refused: Counter[str]) -> None:
    """All send every move that they believe to be the next, until the match is over. Each is accepted once."""
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
    parser.add_argument("--one", type=int, default=5, help="matches that all clients play together")
    parser.add_argument("--bots", type=int, default=100, help="matches of bots that the worker plays beside")
    wanted = parser.parse_args(arguments)
    measure(wanted.matches, wanted.one, wanted.bots)


if __name__ == "__main__":
    main()
