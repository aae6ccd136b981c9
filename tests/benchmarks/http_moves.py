"""`python -m tests.benchmarks.http_moves`: durable moves over HTTP on PostgreSQL, compared with pgbench's same writes.

Sixteen clients play sixteen matches at once, and each waits for the answer before the next move. On a busy machine, the
best figure is processor time per move: that of application and database, divided by that of pgbench's database.
"""

import argparse
import os
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from tests.benchmarks.clients import CLIENTS, Recorded, all_at_once, server_command, wait_until_up
from tests.benchmarks.database import cpu_seconds, database, pgbench_unit, postmaster, set_up_django, tree
from tests.benchmarks.figures import note_cost, note_gain
from tests.faults.servers import free_port


def measure(ruleset: str, matches_a_client: int) -> None:
    with database() as url, tempfile.TemporaryDirectory() as folder:
        set_up_django(url)
        from players.models import AccessToken, Player  # noqa: PLC0415 -- after settings

        players = [Player.objects.create_user(f"player{i}") for i in range(2)]
        tokens = [AccessToken.objects.create(user=player)[1] for player in players]
        count = CLIENTS * matches_a_client + CLIENTS + 1
        matches = [Recorded(ruleset, players, tokens, seed) for seed in range(1, count + 1)]
        warm, timed, last = matches[:CLIENTS], matches[CLIENTS:-1], matches[-1]
        unit, unit_cpu = pgbench_unit(url, Path(folder))

        port = free_port()
        server = subprocess.Popen(
            server_command(port), env={**os.environ, "RATE_FACTOR": "1000", "LOG_LEVEL": "WARNING"}
        )
        try:
            wait_until_up(port)
            all_at_once(port, [[match] for match in warm])
            main = postmaster()
            app, data = cpu_seconds(tree(server.pid)), cpu_seconds(tree(main))
            begun = time.perf_counter()
            latencies = all_at_once(port, [timed[i::CLIENTS] for i in range(CLIENTS)])
            took = time.perf_counter() - begun
            app, data = cpu_seconds(tree(server.pid)) - app, cpu_seconds(tree(main)) - data
            alone = all_at_once(port, [[last]])
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
    note_gain(f"http_moves: {ruleset}, 16 matches, of pgbench's moves", moves / took / unit)
    note_cost(f"http_moves: {ruleset}, CPU of a move, of pgbench's", (app_ms + data_ms) / unit_cpu)
    note_cost(f"http_moves: {ruleset}, one client's p50, of pgbench's", p50 * unit_alone)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser("python -m tests.benchmarks.http_moves", description="Durable moves over HTTP.")
    parser.add_argument("ruleset", nargs="?", default="invictus")
    parser.add_argument("--matches", type=int, default=3, help="matches a client")
    wanted = parser.parse_args(arguments)
    measure(wanted.ruleset, wanted.matches)


if __name__ == "__main__":
    main()
