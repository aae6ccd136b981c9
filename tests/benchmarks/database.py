"""PostgreSQL databases of the benchmarks' own, thrown away afterwards."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import psycopg

SERVER = os.environ.get("TEST_DATABASE_URL", "postgres://postgres@127.0.0.1:5432/postgres")
NAME = "match_service_bench"


def execute(url: str, statement: str) -> None:
    with psycopg.connect(url.replace("postgres://", "postgresql://", 1), autocommit=True) as connection:
        connection.execute(statement)  # type: ignore[arg-type]


@contextmanager
def database(name: str = NAME) -> Iterator[str]:
    """The URL of an empty database."""
    execute(SERVER, f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
    execute(SERVER, f"CREATE DATABASE {name}")
    try:
        yield SERVER.rsplit("/", 1)[0] + f"/{name}"
    finally:
        execute(SERVER, f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


def set_up_django(url: str, settings: str = "config.settings.test") -> None:
    """Settings, tables and card sets on that database, in this process."""
    os.environ["DATABASE_URL"] = url
    os.environ["DJANGO_SETTINGS_MODULE"] = settings
    subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], check=True, env=os.environ)
    import django  # noqa: PLC0415 -- settings come from the environment set above

    django.setup()


# Processor time


def cpu_seconds(pids: list[int]) -> float:
    """Processor time that processes and their finished children have used."""
    total = 0
    for pid in pids:
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        total += sum(int(field) for field in fields[11:15])
    return total / os.sysconf("SC_CLK_TCK")


def tree(root: int) -> list[int]:
    """A process and all below it."""
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
    """The server's main process, on this machine."""
    with psycopg.connect(url.replace("postgres://", "postgresql://", 1)) as connection:
        row = connection.execute("SELECT pg_backend_pid()").fetchone()
        assert row is not None
        return int(Path(f"/proc/{row[0]}/stat").read_text().rsplit(")", 1)[1].split()[1])


# The unit


_TABLES = """
CREATE TABLE unit_match (id int PRIMARY KEY, version int NOT NULL, snapshot bytea NOT NULL) WITH (fillfactor = 70);
CREATE TABLE unit_event (id bigserial PRIMARY KEY, match_id int NOT NULL, seq int NOT NULL, body bytea NOT NULL,
                         UNIQUE (match_id, seq));
INSERT INTO unit_match SELECT i, 0, decode(repeat('ab', 2020), 'hex') FROM generate_series(1, 10000) i;
"""
_SCRIPT = """\\set id random(1, 10000)
BEGIN;
SELECT version AS v, length(snapshot) FROM unit_match WHERE id = :id FOR UPDATE \\gset
INSERT INTO unit_event (match_id, seq, body) VALUES (:id, :v + 1, decode(repeat('cd', 579), 'hex'));
UPDATE unit_match SET version = version + 1, snapshot = decode(repeat('ef', 2020), 'hex') WHERE id = :id;
COMMIT;
"""


def pgbench_unit(url: str, folder: Path, seconds: int = 4) -> tuple[float, float]:
    """U: moves a second that the database alone commits with 16 clients, and its processor milliseconds a move.

    A move locks and reads one of 10,000 match rows, inserts an event of 579 bytes, rewrites a snapshot of 2,020.
    """
    script = folder / "unit.sql"
    script.write_text(_SCRIPT)
    execute(url, "DROP TABLE IF EXISTS unit_match, unit_event")
    execute(url, _TABLES)
    parts = urlsplit(url)
    where = ["-h", str(parts.hostname), "-p", str(parts.port), "-U", str(parts.username), parts.path[1:]]
    command = [_pgbench(), "-n", "-M", "prepared", "-c", "16", "-j", "2", "-T", str(seconds), "-f", str(script), *where]
    before = cpu_seconds(tree(postmaster(url)))
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    used = cpu_seconds(tree(postmaster(url))) - before
    rate = next(float(line.split()[2]) for line in printed.splitlines() if line.startswith("tps"))
    done = next(int(line.split()[-1].split("/")[0]) for line in printed.splitlines() if "actually processed" in line)
    return rate, used / done * 1000


def _pgbench() -> str:
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/pgbench"))
    return str(installed[-1]) if installed else "pgbench"
