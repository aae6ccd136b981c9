"""`python -m tests.benchmarks.idle_memory`: the cost of idle matches, in memory and on disk.

Memory: matches of all rulesets are opened, joined and viewed over HTTP, then left alone. The figures are the resident
(RSS) and proportional (PSS) size of the server's processes after `--many` matches, compared with `--few`.

Disk: matches of Battle Line are played to fifty events with an idempotency key each. The figure is the size of tables
and indexes after a plain VACUUM on PostgreSQL, or of the file on SQLite.
"""

import argparse
import http.client
import json
import os
import subprocess
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from rules.registry import shipped_ruleset, slugs
from tests.benchmarks.clients import server_command, wait_until_up
from tests.benchmarks.database import database, in_new_process, set_up_django, tree
from tests.benchmarks.figures import note_cost
from tests.faults.servers import free_port

CLIENTS = 8
EVENTS = 50


# Memory


def memory(url: str, few: int, many: int) -> None:
    """Print the processes' size after a few matches and after many."""
    set_up_django(url)
    from tests.benchmarks.in_process import signed_up  # noqa: PLC0415 -- after settings

    _, tokens = signed_up("ann", "ben")
    port = free_port()
    environment = {"RATE_FACTOR": "1000", "MOST_MATCHES": str(many), "LOG_LEVEL": "WARNING"}
    server = subprocess.Popen(server_command(port), env={**os.environ, **environment})
    try:
        wait_until_up(port)
        _open_matches(port, tokens, few)
        before = _size(server.pid)
        _open_matches(port, tokens, many - few)
        after = _size(server.pid)
    finally:
        server.terminate()
        server.wait()
    for name in before:
        ratio = after[name] / before[name]
        print(f"{name} {before[name]:.1f} MiB after {few:,} matches, x {ratio:.3f} after {many:,}", flush=True)
        note_cost(f"idle_memory: {name}", ratio)


def _open_matches(port: int, tokens: Sequence[str], count: int) -> None:
    shares = [range(number, count, CLIENTS) for number in range(CLIENTS)]
    with ThreadPoolExecutor(CLIENTS) as pool:
        list(pool.map(lambda share: _open_share(port, tokens, share), shares))


def _open_share(port: int, tokens: Sequence[str], numbers: range) -> None:
    """Open these matches as the first player, join them as the second, and view them as both."""
    connection = http.client.HTTPConnection("127.0.0.1", port)

    def ask(method: str, path: str, token: str, body: Any = None) -> Any:
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        text = answer.read()
        assert answer.status in (200, 201), text
        return json.loads(text)

    ann, ben = tokens
    for number in numbers:
        ruleset = slugs()[number % len(slugs())]
        rules = shipped_ruleset(ruleset)
        deck = {"deck": rules.starter_decks[0].slug} if rules.builds_decks else {}
        seats = [{"kind": "me", "ready": True, **deck}, {"kind": "open"}]
        path = ask("POST", "/api/v1/matches", ann, {"ruleset": ruleset, "seats": seats})["url"]
        ask("POST", f"{path}/join", ben, deck)
        for token in tokens:
            ask("GET", f"{path}/view", token)


def _size(root: int) -> dict[str, float]:
    """MiB of a process and all its descendants, together."""
    total = {"RSS": 0.0, "PSS": 0.0}
    for pid in tree(root):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            name, _, value = line.partition(":")
            if name.upper() in total:
                total[name.upper()] += int(value.split()[0]) / 1024
    return total


# Disk


def disk(url: str, matches: int) -> None:
    """Print the KiB per match of matches with fifty events, on the database at the URL."""
    set_up_django(url)
    from django.db import connection  # noqa: PLC0415 -- after settings

    from tests.benchmarks.in_process import signed_up  # noqa: PLC0415 -- after settings
    from tests.benchmarks.rounds import LongMatch  # noqa: PLC0415 -- after settings

    players, tokens = signed_up("ann", "ben")
    before = _used(connection)
    for seed in range(matches):
        match = LongMatch(players, tokens, seed)
        for _ in range(EVENTS - 1):
            match.step()
    used = _used(connection) - before
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*), avg(length(body)) FROM matches_event")
        events, length = cursor.fetchone()
    assert events == matches * EVENTS
    print(
        f"{connection.vendor}: {used / matches / 1024:.1f} KiB a match of {EVENTS} events of {length:.0f} bytes",
        flush=True,
    )


def _used(connection: Any) -> int:
    """Bytes of all tables of matches with their indexes, or of the file on SQLite."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            return Path(connection.settings_dict["NAME"]).stat().st_size
        cursor.execute("VACUUM")
        cursor.execute(
            "SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relkind = 'r' AND relname LIKE 'matches_%'"
        )
        return int(cursor.fetchone()[0])


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser("python -m tests.benchmarks.idle_memory", description="What idle matches cost.")
    parser.add_argument("--few", type=int, default=100)
    parser.add_argument("--many", type=int, default=10_000)
    parser.add_argument("--kept", type=int, default=200, help="matches whose disk is measured")
    wanted = parser.parse_args(arguments)
    with database("match_service_bench_idle") as url:
        in_new_process(memory, url, wanted.few, wanted.many)
    with database("match_service_bench_idle") as url, tempfile.TemporaryDirectory() as folder:
        in_new_process(disk, url, wanted.kept)
        in_new_process(disk, f"sqlite:///{folder}/match.sqlite3", wanted.kept)


if __name__ == "__main__":
    main()
