"""PostgreSQL and Redis servers of the tests, on free ports, which can be stopped, restarted and filled up."""

import os
import random
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg


def free_port() -> int:
    """A free port below those that the system gives to connections and to servers without a port of their own."""
    while True:
        port = random.SystemRandom().randrange(10_000, 32_768)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def postgres_bin(name: str) -> str:
    installed = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    found = shutil.which(name) or (str(installed[-1]) if installed else None)
    assert found is not None, f"PostgreSQL's {name} is not on this machine"
    return found


class Postgres:
    """A PostgreSQL cluster in `folder`, with role and database `match` as in docker-compose.yml.

    If the tests run as root, it runs as the user `postgres`, since PostgreSQL refuses root. It starts as a copy of the
    files of a stopped cluster, or else empty.
    """

    def __init__(
        self,
        folder: Path,
        copied: Path | None = None,
        *,
        host: str = "127.0.0.1",
        port: int = 0,
        inside: Sequence[str] = (),
        initial: bool = True,
    ) -> None:
        """`inside` is the beginning of a command that runs the rest on another host. Without `initial`, only paths
        are set: the data comes from elsewhere."""
        self.data, self.sockets = folder / "data", folder
        self.host, self.port, self._inside = host, port or free_port(), tuple(inside)
        self.url = f"postgres://match@{host}:{self.port}/match"
        if os.getuid() == 0:
            for parent in (folder, *folder.parents):
                if parent.stat().st_uid == 0 and not parent.stat().st_mode & 0o001:
                    parent.chmod(parent.stat().st_mode | 0o011)
            shutil.chown(folder, "postgres")
        if not initial:
            return
        if copied is not None:
            subprocess.run(["cp", "-a", str(copied), str(self.data)], check=True)
            self.start()
            return
        choices = ["-U", "match", "-A", "trust", "-E", "UTF8", "--no-sync"]
        self._run(postgres_bin("initdb"), "-D", str(self.data), *choices)
        self.start()
        self._run(postgres_bin("createdb"), "-h", str(self.sockets), "-p", str(self.port), "-U", "match", "match")

    def _run(self, *command: str) -> None:
        as_postgres = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"] if os.getuid() == 0 else []
        subprocess.run([*self._inside, *as_postgres, *command], check=True, stdout=subprocess.DEVNULL, cwd="/")

    def start(self, **settings: str) -> None:
        chosen = {
            "listen_addresses": self.host,
            "unix_socket_directories": str(self.sockets),
            "fsync": "off",
            **settings,
        }
        options = f"-p {self.port} " + " ".join(f"-c {name}={value}" for name, value in chosen.items())
        log = str(self.data.parent / "log")
        self._run(postgres_bin("pg_ctl"), "-D", str(self.data), "-l", log, "-w", "-o", options, "start")

    def stop(self, mode: str = "fast") -> None:
        self._run(postgres_bin("pg_ctl"), "-D", str(self.data), "-m", mode, "-w", "stop")

    def restart(self) -> None:
        self.stop()
        self.start()

    def execute(self, statement: str) -> None:
        with psycopg.connect(self.url.replace("postgres://", "postgresql://"), autocommit=True) as connection:
            connection.execute(statement)  # type: ignore[arg-type]


class Replica(Postgres):
    """A streaming replica of a running cluster."""

    def __init__(self, primary: Postgres, folder: Path) -> None:
        super().__init__(folder, initial=False)
        self.data = folder / "replica"
        primary_at = ["-h", "127.0.0.1", "-p", str(primary.port), "-U", "match"]
        self._run(postgres_bin("pg_basebackup"), *primary_at, "-D", str(self.data), "-R", "-c", "fast", "--no-sync")
        self.start()


class Redis:
    def __init__(self, folder: Path, *, host: str = "127.0.0.1", port: int = 0, inside: Sequence[str] = ()) -> None:
        self.folder = folder
        self.host, self.port, self._inside = host, port or free_port(), tuple(inside)
        self.url = f"redis://{host}:{self.port}"
        self.socket = folder / "redis.sock"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        arguments = [
            "redis-server",
            "--port",
            str(self.port),
            "--bind",
            self.host,
            "--protected-mode",
            "no",
            "--save",
            "",
            "--appendonly",
            "no",
            "--unixsocket",
            str(self.socket),
        ]
        command = [*self._inside, *arguments, "--dir", str(self.folder)]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        wait_for(lambda: _answers(self.port, self.host), "Redis")

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def stop(self) -> None:
        assert self._process is not None
        self._process.kill()
        self._process.wait()


def _answers(port: int, host: str = "127.0.0.1") -> bool:
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex((host, port)) == 0


def wait_for(condition: Callable[[], object], what: str, seconds: float = 600, every: float = 0.05) -> None:
    """Wait until the condition holds, checking it every `every` seconds. Fails with `what` after `seconds`.

    The default is long because a busy machine may be ten times slower than an idle one.
    """
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if condition():
            return
        time.sleep(every)
    raise AssertionError(f"{what}: not within {seconds} seconds")


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[Path]:
    """A file system of this size in megabytes (needs root)."""
    folder.chmod(0o755)
    disk = folder / "disk"
    disk.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(disk)], check=True)
    try:
        shutil.chown(disk, "postgres")
        yield disk
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=True)
