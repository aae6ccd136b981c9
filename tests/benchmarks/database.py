"""Temporary PostgreSQL databases for the benchmarks, processor times, and the unit of measure."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

import psycopg

from matches.bots.pairings import pairings
from rules.engine import Deck, Ruleset

SERVER = os.environ.get("TEST_DATABASE_URL", "postgres://postgres@127.0.0.1:5432/postgres")
NAME = "match_service_bench"
Result = TypeVar("Result")


def execute(url: str, statement: str) -> None:
    with psycopg.connect(url.replace("postgres://", "postgresql://", 1), autocommit=True) as connection:
        connection.execute(statement)  # type: ignore[arg-type]


@contextmanager
def database(name: str = NAME, template: str = "template1") -> Iterator[str]:
    """The URL of a new database, empty or a copy of another. It is dropped afterwards."""
    execute(SERVER, f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
    execute(SERVER, f"CREATE DATABASE {name} TEMPLATE {template}")
    try:
        yield SERVER.rsplit("/", 1)[0] + f"/{name}"
    finally:
        execute(SERVER, f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


def set_up_django(url: str, settings: str = "config.settings.test") -> None:
    """Configure Django in this process for the database, and create its tables and card sets."""
    os.environ["DATABASE_URL"] = url
    os.environ["DJANGO_SETTINGS_MODULE"] = settings
    subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], check=True, env=os.environ)
    import django  # noqa: PLC0415 -- settings come from the environment set above

    django.setup()


def in_new_process(measure: Callable[..., Result], *arguments: Any) -> Result:
    """Run a measurement in a new process, because a process can read settings only once."""
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        return pool.submit(measure, *arguments).result()


def some_setup(rules: Ruleset) -> tuple[Mapping[str, Any], list[Deck]]:
    """Options and decks for a match of two players."""
    pairing = pairings(rules, next(iter(rules.option_sets)))[0]
    return pairing.options, list(pairing.decks)


# Processor time


def cpu_seconds(pids: list[int]) -> float:
    """Processor seconds that the processes and their finished children have used."""
    total = 0
    for pid in pids:
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        total += sum(int(field) for field in fields[11:15])
    return total / os.sysconf("SC_CLK_TCK")


def tree(root: int) -> list[int]:
    """The ids of a process and all its descendants."""
    children: dict[int, list[int]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            text = path.read_text()
        except OSError:
            continue
        children.setdefault(int(text.rsplit(")", 1)[1].split()[1]), []).append(int(path.parent.name))
    found, waiting = [], [root]
    while waiting:
        pid = waiting.pop()
        found.append(pid)
        waiting += children.get(pid, [])
    return found


def postmaster(url: str = SERVER) -> int:
    """The id of the server's main process on this machine."""
    with psycopg.connect(url.replace("postgres://", "postgresql://", 1)) as connection:
        row = connection.execute("SELECT pg_backend_pid()").fetchone()
        assert row is not None
        return int(Path(f"/proc/{row[0]}/stat").read_text().rsplit(")", 1)[1].split()[1])


# The unit


_TABLES = """
CREATE TABLE unit_match (id int PRIMARY KEY, version int NOT NULL, snapshot jsonb NOT NULL) WITH (fillfactor = 60);
CREATE TABLE unit_event (match_id int, seq int, body jsonb NOT NULL, at timestamptz NOT NULL DEFAULT now(),
                         PRIMARY KEY (match_id, seq));
INSERT INTO unit_match SELECT i, 0, '%s' FROM generate_series(1, 10000) i;
VACUUM ANALYZE unit_match;
"""
_SCRIPT = """\\set id random(1, 10000)
BEGIN;
SELECT version, snapshot FROM unit_match WHERE id = :id FOR UPDATE \\gset
INSERT INTO unit_event (match_id, seq, body) VALUES (:id, :version + 1, :event);
UPDATE unit_match SET version = version + 1, snapshot = :snapshot WHERE id = :id;
COMMIT;
"""


def _document(size: int) -> str:
    """JSON of this many bytes, nested like a game's: short names, small numbers, nulls and a hash."""
    document: dict[str, Any] = {"hash": "0" * 64, "turn": 22, "phase": "play", "outcome": None, "flags": []}
    while len(_compact(document)) < size:
        number = len(document["flags"])
        sides = [[f"red-{number:02}"], [f"blue-{number:02}", f"green-{number:02}"]]
        document["flags"].append({"owner": None, "seat": number % 2, "sides": sides, "tactics": []})
    document["flags"].pop()
    return _compact({**document, "rest": "." * (size - len(_compact({**document, "rest": ""})))})


def _compact(document: dict[str, Any]) -> str:
    return json.dumps(document, separators=(",", ":"))


def pgbench_unit(url: str, folder: Path, clients: int = 16, seconds: int = 4) -> tuple[float, float]:
    """The unit: moves per second that the database alone commits, and its processor milliseconds per move.

    A move locks and reads one of 10,000 match rows with its snapshot, inserts a JSON event of 579 bytes, rewrites the
    JSON snapshot of 2,020 bytes, and commits. A match service that stores JSON has to do at least that.
    """
    script = folder / "unit.sql"
    script.write_text(_SCRIPT)
    execute(url, "DROP TABLE IF EXISTS unit_match, unit_event")
    event, snapshot = _document(579), _document(2020)
    for statement in (_TABLES % snapshot).split(";\n")[:-1]:
        execute(url, statement)
    parts = urlsplit(url)
    where = ["-h", str(parts.hostname), "-p", str(parts.port), "-U", str(parts.username), parts.path[1:]]
    command = [_pgbench(), "-n", "-M", "prepared", "-c", str(clients), "-j", str(min(clients, 2)), "-T", str(seconds)]
    command += ["-D", f"event={event}", "-D", f"snapshot={snapshot}", "-f", str(script), *where]
    before = cpu_seconds(tree(postmaster(url)))
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    used = cpu_seconds(tree(postmaster(url))) - before
    for statement in (
        "DROP TABLE unit_match, unit_event",
        "CHECKPOINT",
    ):  # Otherwise the next measurement would include cleaning up.
        execute(url, statement)
    rate = next(float(line.split()[2]) for line in printed.splitlines() if line.startswith("tps"))
    done = next(int(line.split()[-1].split("/")[0]) for line in printed.splitlines() if "actually processed" in line)
    return rate, used / done * 1000


def _pgbench() -> str:
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/pgbench"))
    return str(installed[-1]) if installed else "pgbench"
