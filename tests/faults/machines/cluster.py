"""The deployed service on many machines: the commands of docker-compose.yml, each on a host of its own."""

import shutil
import signal
import ssl
import subprocess
import threading
from collections import Counter
from collections.abc import Collection
from pathlib import Path

import psycopg

from tests.attacks.proxy import Proxy
from tests.faults.machines.network import Machine, build_network
from tests.faults.machines.rabbitmq import RabbitMQ
from tests.faults.servers import Postgres, Redis, _answers, postgres_bin, wait_for
from tests.faults.service import ROOT, Service, settings_of_tests
from tests.faults.stack import command_of

SERVICES = {
    "web1": ("web",),
    "web2": ("web",),
    "streams1": ("streams",),
    "streams2": ("streams",),
    "work1": ("worker", "background", "beat"),
    "work2": ("worker", "background"),
}
"""Machine -> the services of docker-compose.yml that run there."""
MACHINES = ("proxy", *SERVICES, "db1", "db2", "rabbit", "redis")
PORTS = {"web": 8000, "streams": 8001}
PROXY_SYSCTLS = (
    "net.ipv4.tcp_retries2=4",
    "net.ipv4.tcp_keepalive_time=5",
    "net.ipv4.tcp_keepalive_intvl=2",
    "net.ipv4.tcp_keepalive_probes=2",
)
"""As in docs/operations.md."""
FIND_PRIMARY = "target_session_attrs=read-write&connect_timeout=2"


class Databases:
    """A primary and a standby. The primary answers a commit when the standby has it too."""

    def __init__(self, machines: dict[str, Machine]) -> None:
        self._machines = {name: machines[name] for name in ("db1", "db2")}
        self.url = f"postgres://match@db1:5432,db2:5432/match?{FIND_PRIMARY}"
        self.primary, self.standby = "db1", "db2"
        self._servers: dict[str, Postgres] = {}

    def start(self) -> None:
        primary = self._server("db1")
        with (primary.data / "pg_hba.conf").open("a") as rules:
            rules.write("host all all all trust\nhost replication all all trust\n")
        primary.restart()

    def _server(self, name: str, *, initial: bool = True) -> Postgres:
        machine = self._machines[name]
        server = Postgres(machine.folder, host=machine.address, port=5432, inside=machine.inside, initial=initial)
        self._servers[name] = server
        return server

    def add_standby(self) -> None:
        """Copy the primary to the other machine, and let commits wait for it from now on."""
        server = self._server(self.standby, initial=False)
        shutil.rmtree(server.data, ignore_errors=True)
        copied = ("-h", self.primary, "-p", "5432", "-U", "match", "-X", "stream", "-c", "fast", "-R")
        server._run(postgres_bin("pg_basebackup"), "-D", str(server.data), *copied, "--no-sync")
        (server.sockets / ".s.PGSQL.5432.lock").unlink(missing_ok=True)  # It was switched off.
        server.start(cluster_name=self.standby)
        wait_for(lambda: self._replication() == ["async"], "the standby")
        self._set_standbys(self.primary, "*")
        wait_for(lambda: self._replication() == ["sync"], "a standby for which commits wait")

    def fail_over(self) -> None:
        """Promote the standby. The old primary must be unreachable."""
        self.primary, self.standby = self.standby, self.primary
        self._set_standbys(self.primary, "")
        server = self._servers[self.primary]
        server._run(postgres_bin("pg_ctl"), "-D", str(server.data), "-w", "promote")

    def _set_standbys(self, name: str, names: str) -> None:
        with psycopg.connect(f"host={name} user=match dbname=match", autocommit=True) as connection:
            connection.execute(f"ALTER SYSTEM SET synchronous_standby_names = '{names}'")  # type: ignore[arg-type]
            connection.execute("SELECT pg_reload_conf()")

    def _replication(self) -> list[str]:
        with psycopg.connect(f"host={self.primary} user=match dbname=match") as connection:
            return [state for (state,) in connection.execute("SELECT sync_state FROM pg_stat_replication")]


class Cluster(Service):
    """The machines, with everything that runs on them. A service that ends by itself is started again and counted."""

    def __init__(self, folder: Path, players: int, web_settings: dict[str, str]) -> None:
        self.folder = folder
        folder.chmod(0o755)
        self.machines = build_network(MACHINES, players, folder)
        self.postgres = Databases(self.machines)
        self.processes: dict[tuple[str, str], subprocess.Popen[bytes]] = {}
        self.restarts: Counter[str] = Counter()
        self._web_settings = web_settings
        self._changing = threading.Lock()
        threading.Thread(target=self._keep_running, daemon=True).start()
        self.rabbitmq = RabbitMQ(self.machines["rabbit"])
        redis = self.machines["redis"]
        self.redis = Redis(redis.folder, host=redis.address, port=6379, inside=redis.inside)
        self.root = "http://web1:8000"
        self.environment = {
            **settings_of_tests(folder),
            "DATABASE_URL": self.postgres.url,
            "REDIS_URL": "redis://redis:6379/0",
            "CELERY_BROKER_URL": self.rabbitmq.url,
            "ALLOWED_HOSTS": "*",
            "SWEEP_SECONDS": "10",  # As deployed: sweeps take processor time.
        }

    def start_servers(self) -> None:
        """Switch on the machines of databases and brokers, and create the tables. Players need no static files."""
        for name in ("proxy", "db1", "db2", "rabbit", "redis"):
            self.machines[name].switch_on()
        subprocess.run([*self.machines["proxy"].inside, "sysctl", "-q", "-w", *PROXY_SYSCTLS], check=True)
        starting = threading.Thread(target=self.rabbitmq.start)
        starting.start()
        self.redis.start()
        self.postgres.start()
        (self.folder / "var" / "static").mkdir(parents=True)
        done = self.manage("migrate", "--noinput")
        assert done.returncode == 0, done.stderr
        self.postgres.add_standby()
        starting.join()

    def start_proxy(self, *machines: str) -> None:
        proxy = self.machines["proxy"]
        self.proxy = Proxy(proxy.folder, *self._behind(machines), host=proxy.address, inside=proxy.inside)
        self.proxy.start()

    def forward_to(self, *machines: str) -> None:
        self.proxy.forward_to(*self._behind(machines))
        self.proxy.reload()

    @staticmethod
    def _behind(machines: tuple[str, ...]) -> list[list[str]]:
        return [[f"{name}:{port}" for name in machines if service in SERVICES[name]] for service, port in PORTS.items()]

    def context(self) -> ssl.SSLContext:
        """For clients of the proxy, whose certificate is for another address."""
        context = ssl.create_default_context(cafile=str(self.proxy.certificate))
        context.check_hostname = False
        return context

    # Machines

    def add(self, *machines: str, without: Collection[str] = ()) -> None:
        """Switch on machines, start their services, and wait until those that listen do."""
        for name in machines:
            self.machines[name].switch_on()
            for service in SERVICES[name]:
                if service not in without:
                    self.start(name, service)
        for name in machines:
            for service in set(SERVICES[name]) & set(PORTS):
                address = self.machines[name].address
                wait_for(lambda at=address, port=PORTS[service]: _answers(port, at), f"{service} on {name}")

    def wait_for_worker(self, name: str, service: str) -> None:
        file = self.machines[name].folder / f"{service}.log"
        wait_for(lambda: f"{service}@{name} ready" in file.read_text(), f"{service} on {name}")

    def start(self, name: str, service: str) -> None:
        with self._changing:
            self._run(name, service)

    def stop(self, name: str, service: str) -> None:
        """Send SIGTERM to a service and wait for its end."""
        with self._changing:
            process = self.processes.pop((name, service))
        process.send_signal(signal.SIGTERM)
        process.wait()

    def switch_off(self, name: str) -> None:
        with self._changing:
            for service in SERVICES.get(name, ()):
                self.processes.pop((name, service), None)
            self.machines[name].switch_off()

    def _run(self, name: str, service: str) -> None:
        machine = self.machines[name]
        command = [part.replace("/tmp/", f"{machine.folder}/") for part in command_of(service)]
        metrics = machine.folder / f"metrics-{service}"
        environment = {
            **self.environment,
            **(self._web_settings if service == "web" else {}),
            "HOSTNAME": name,
            "PROMETHEUS_MULTIPROC_DIR": str(metrics),
        }
        (machine.folder / "beat.pid").unlink(missing_ok=True)
        with (machine.folder / f"{service}.log").open("ab") as log:
            self.processes[name, service] = subprocess.Popen(
                [*machine.inside, *command], env=environment, cwd=ROOT, stdout=log, stderr=log, start_new_session=True
            )

    def _keep_running(self) -> None:
        while not threading.Event().wait(0.5):
            with self._changing:
                for (name, service), process in self.processes.items():
                    if process.poll() is not None:
                        self.restarts[f"{service} on {name}"] += 1
                        self._run(name, service)

    def copy_logs(self, folder: Path) -> None:
        for file in self.folder.glob("*/*log"):
            if file.is_file():
                folder.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(file, folder / f"{file.parent.name}-{file.name}")
