"""`python -m tests.benchmarks.door`: durable moves over HTTP on PostgreSQL, against pgbench doing the same writes.

Matches are opened with seeds known to the benchmark, so that every request is ready before the clock starts; sixteen
clients play sixteen matches at once, each move waiting for the answer to the last. The figure that a busy machine
does not spoil is processor time a move: application and database, over the database's own in pgbench.
"""

import argparse
import http.client
import os
import subprocess
import sys
import tempfile
import threading
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


def _play(port: int, matches: list[Recorded], latencies: list[float]) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port)
    for match in matches:
        for body, headers in match.requests:
            begun = time.perf_counter()
            connection.request("POST", match.path, body, headers)
            answer = connection.getresponse()
            text = answer.read()
            latencies.append(time.perf_counter() - begun)
            assert answer.status == 201, text


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


def _all_at_once(port: int, shares: list[list[Recorded]]) -> list[float]:
    latencies: list[list[float]] = [[] for _ in shares]
    threads = [
        threading.Thread(target=_play, args=(port, share, mine)) for share, mine in zip(shares, latencies, strict=True)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [latency for mine in latencies for latency in mine]


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser("python -m tests.benchmarks.door", description="Durable moves over HTTP.")
    parser.add_argument("ruleset", nargs="?", default="invictus")
    parser.add_argument("--matches", type=int, default=3, help="matches a client")
    wanted = parser.parse_args(arguments)
    measure(wanted.ruleset, wanted.matches)


if __name__ == "__main__":
    main()
