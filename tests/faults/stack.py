"""The deployed stack as processes: the commands of docker-compose.yml, on their own PostgreSQL and Redis."""

import fcntl
import os
import shutil
import signal
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import pytest
import yaml
from django.conf import settings

from tests.faults.servers import Postgres, Redis, _answers, free_port, wait_for
from tests.faults.service import ROOT, Service, settings_of_tests

COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
SERVICES = ("web", "streams", "worker", "background", "beat")
PREPARED = "PREPARED_STACK"


def command_of(service: str) -> list[str]:
    """The command that starts a service. Where Compose starts several containers, one command starts as many processes
    here. They share a port, so any of them may get a request.
    """
    shape = COMPOSE["services"][service]
    command = [str(part) for part in shape["command"]]
    if replicas := shape["deploy"].get("replicas"):
        command[command.index("--workers") + 1] = str(replicas)
    return command


class Stack(Service):
    """The services web, streams, worker, background and beat, with PostgreSQL and Redis.

    Each can be killed and started again. A service that ends by itself is restarted, as Compose does
    (`restart: unless-stopped`).
    """

    def __init__(self, folder: Path, prepared: Path | None = None) -> None:
        """Tables and static files are copied from `prepared`, the folder of a stopped stack, or else created."""
        self.folder = folder
        self.is_prepared = prepared is not None
        self.postgres = Postgres(folder, prepared and prepared / "data")
        if prepared is not None:
            shutil.copytree(prepared / "var", folder / "var")
        self.redis = Redis(folder)
        self.port, self.streams_port = free_port(), free_port()
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self._commands_by_service: dict[str, list[str]] = {}  # of services that should run
        self._changing = threading.Lock()
        self._is_down = threading.Event()
        self._keeper: threading.Thread | None = None
        self.root = f"http://127.0.0.1:{self.port}"
        self.environment = {
            **settings_of_tests(folder),
            "DATABASE_URL": self.postgres.url,
            "REDIS_URL": f"{self.redis.url}/0",
            "CELERY_BROKER_URL": f"{self.redis.url}/1",
            "HOSTNAME": "test",
            "PROMETHEUS_MULTIPROC_DIR": str(folder / "metrics"),
        }
        self.metrics_port = free_port()
        self.networks: dict[str, list[str]] = {}  # of services that may use only their networks

    def up(self, *services: str) -> None:
        self.redis.start()
        if not self.is_prepared:
            self.prepare()
        self.start_all(*services)

    def prepare(self) -> None:
        for command in ("migrate", "collectstatic"):
            done = self.manage(command, "--noinput")
            assert done.returncode == 0, done.stderr

    def start_all(self, *services: str) -> None:
        for service in services or SERVICES:
            self.start(service)
        wait_for(self.is_ready, "the web service")
        if "streams" in self.processes:
            wait_for(lambda: _answers(self.streams_port), "the streams")

    def down(self, mode: str = "immediate") -> None:
        """Stop everything. PostgreSQL's data is lost unless `mode` is `fast`."""
        self._is_down.set()
        if self._keeper is not None:
            self._keeper.join()
        for service in self.processes:
            self.kill(service)
        self.close_commands()
        self.redis.stop()
        self.postgres.stop(mode)

    def start(self, service: str, **options: object) -> None:
        """Start a service with its command. `options` replace values of the command's options."""
        command = [
            part.replace("0.0.0.0", "127.0.0.1").replace("/tmp/", f"{self.folder}/") for part in command_of(service)
        ]
        if service in ("web", "streams"):
            options["port"] = self.port if service == "web" else self.streams_port
        for name, value in options.items():
            command[command.index(f"--{name}") + 1] = str(value)
        with self._changing:
            self._commands_by_service[service] = command
            self._run(service)
        if self._keeper is None:
            self._keeper = threading.Thread(target=self._keep_running, daemon=True)
            self._keeper.start()

    def _run(self, service: str) -> None:
        if service == "beat":
            (self.folder / "beat.pid").unlink(missing_ok=True)
        environment = self.environment
        if service == "worker":  # On one machine, services can't share the port.
            environment = {**environment, "WORKER_METRICS_PORT": str(self.metrics_port)}
        command = self._commands_by_service[service]
        if all((COMPOSE["networks"][name] or {}).get("internal") for name in self.networks.get(service, ["outside"])):
            command = ["unshare", "--net", *([] if os.getuid() == 0 else ["--map-root-user"]), *command]
            environment = {**environment, **self._over_sockets()}
        with (self.folder / f"{service}.log").open("ab") as log:
            self.processes[service] = subprocess.Popen(
                command,
                env=environment,
                cwd=ROOT,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def _over_sockets(self) -> dict[str, str]:
        """Variables for reaching database and broker by sockets, the only way out of a separate network namespace."""
        return {
            "DATABASE_URL": f"postgres://match@/match?host={quote(str(self.postgres.sockets))}&port={self.postgres.port}",
            "REDIS_URL": f"unix://{self.redis.socket}?db=0",
            "CELERY_BROKER_URL": f"redis+socket://{self.redis.socket}?virtual_host=1",
        }

    def _keep_running(self) -> None:
        while not self._is_down.wait(0.5):
            with self._changing:
                for service in self._commands_by_service:
                    if self.processes[service].poll() is not None:
                        self._run(service)

    def stop(self, service: str) -> None:
        """Send SIGTERM to a service and wait for its end."""
        with self._changing:
            self._commands_by_service.pop(service, None)
        self.processes[service].terminate()
        self.processes[service].wait()

    def kill(self, service: str) -> None:
        """Send SIGKILL to a service and all its child processes."""
        with self._changing:
            self._commands_by_service.pop(service, None)
        process = self.processes[service]
        if process.poll() is None:  # Otherwise its id may belong to another process by now.
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def log(self, service: str) -> str:
        return (self.folder / f"{service}.log").read_text(errors="replace")


@contextmanager
def running_stack(*services: str, **environment: str) -> Iterator[Stack]:
    """A running stack, with all services or only these, and more environment variables. Skips without PostgreSQL."""
    if settings.DATABASES["default"]["ENGINE"] != "django.db.backends.postgresql":
        pytest.skip("tried where the suite runs on PostgreSQL")
    prepared = prepared_stack()
    folder = Path(tempfile.mkdtemp(prefix="stack-"))
    running = Stack(folder, prepared)
    running.environment |= environment
    try:
        running.up(*services)
        yield running
    finally:
        running.down()
        shutil.rmtree(folder, ignore_errors=True)


def prepared_stack() -> Path | None:
    """The folder of a prepared stack, which the first process of a test run creates. None outside test runs."""
    if PREPARED not in os.environ:
        return None
    folder = Path(os.environ[PREPARED])
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "is_ready").exists():
            first = Stack(folder)
            first.redis.start()
            try:
                first.prepare()
            finally:
                first.down("fast")
            (folder / "is_ready").touch()
    return folder
