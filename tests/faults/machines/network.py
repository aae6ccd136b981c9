"""Machines of a private network: network namespaces on one bridge, each with an address and a name of its own.

`in_private_namespaces` must have started this process. The networks are then invisible to the rest of the machine.
However this process ends, the kernel ends all others and removes the networks.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

NETWORK = "10.77"
PLAYERS = f"{NETWORK}.1"
"""The first three numbers of the players' addresses. The proxy limits each address."""
NAMES = Path("/run/netns")
CONTROLLED = Path("/sys/fs/cgroup")
HAS_UNIFIED = (CONTROLLED / "cgroup.controllers").exists()
GROUPS = CONTROLLED if HAS_UNIFIED else CONTROLLED / "cpu"
"""The folder of control groups, version 2 or 1."""
FOLDER = "MACHINES_FOLDER"
PERIOD = 20_000
"""Microseconds in which a machine gets its share of a core."""


def in_private_namespaces(module: str, arguments: Sequence[str]) -> int | None:
    """Run the module again, where it has networks, mounts and processes of its own. None if this process is there."""
    if FOLDER in os.environ and os.getpid() == 1:
        return None
    assert os.getuid() == 0, "network namespaces need root"
    folder = Path(tempfile.mkdtemp(prefix="machines-"))
    alone = ["unshare", "--net", "--mount", "--uts", "--pid", "--fork", "--kill-child", "--mount-proc"]
    try:
        command = [*alone, sys.executable, "-m", module, *arguments]
        return subprocess.run(command, env={**os.environ, FOLDER: str(folder)}, check=False).returncode
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        for group in GROUPS.glob(f"{folder.name}-*"):
            with suppress(OSError):
                group.rmdir()


class Machine:
    """A machine that can be switched off, cut off the network, and slowed to a share of a core."""

    def __init__(self, name: str, number: int, folder: Path) -> None:
        self.name, self.address = name, f"{NETWORK}.0.{number}"
        self.folder = folder / name
        self.folder.mkdir()
        self.folder.chmod(0o755)
        self._group = GROUPS / f"{folder.name}-{name}"
        self._group.mkdir()
        self.is_on = False

    @property
    def inside(self) -> tuple[str, ...]:
        """The beginning of a command that runs the rest on this machine."""
        script = f'echo $$ > {self._group}/cgroup.procs && hostname "$0" && exec "$@"'
        return ("nsenter", f"--net={NAMES / self.name}", "unshare", "--uts", "sh", "-c", script, self.name)

    def switch_on(self) -> None:
        _ip("netns", "add", self.name)
        _ip("link", "add", self._port, "type", "veth", "peer", "name", "eth0", "netns", self.name)
        _ip("link", "set", self._port, "master", "machines", "up")
        for command in (
            ("link", "set", "lo", "up"),
            ("addr", "add", f"{self.address}/16", "dev", "eth0"),
            ("link", "set", "eth0", "up"),
        ):
            _ip("-n", self.name, *command)
        self.is_on = True

    def cut_off(self) -> None:
        _ip("link", "set", self._port, "down")

    def reconnect(self) -> None:
        _ip("link", "set", self._port, "up")

    def switch_off(self) -> None:
        """End it as a power failure does, without a last packet to others."""
        self.cut_off()
        for pid in self.processes():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        _ip("link", "delete", self._port)
        _ip("netns", "delete", self.name)
        self.is_on = False

    def processes(self) -> list[int]:
        network = (NAMES / self.name).stat().st_ino
        found = []
        for process in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                if (process / "ns" / "net").stat().st_ino == network:
                    found.append(int(process.name))
        return found

    @property
    def _port(self) -> str:
        """The machine's plug in the bridge."""
        return f"to-{self.name}"

    def limit(self, cores: float | None) -> None:
        """Give all its processes together at most this many cores."""
        quota = None if cores is None else round(cores * PERIOD)
        if HAS_UNIFIED:
            (self._group / "cpu.max").write_text(f"{'max' if quota is None else quota} {PERIOD}")
        else:
            (self._group / "cpu.cfs_period_us").write_text(str(PERIOD))
            (self._group / "cpu.cfs_quota_us").write_text(str(-1 if quota is None else quota))


def build_network(names: Sequence[str], players: int, folder: Path) -> dict[str, Machine]:
    """A bridge with the players' addresses, and machines with these names, all switched off."""
    NAMES.mkdir(exist_ok=True)
    if HAS_UNIFIED:
        (GROUPS / "cgroup.subtree_control").write_text("+cpu")
    subprocess.run(["mount", "-t", "tmpfs", "machines", str(NAMES)], check=True)
    _ip("link", "set", "lo", "up")
    # Otherwise the bridge has the address of one of its ports, and loses packets when that machine is switched off.
    _ip("link", "add", "machines", "address", "02:00:00:00:00:01", "type", "bridge")
    _ip("addr", "add", f"{NETWORK}.0.1/16", "dev", "machines")
    _ip("link", "set", "machines", "up")
    for number in range(players):
        _ip("addr", "add", f"{player_address(number)}/16", "dev", "machines")
    machines = {name: Machine(name, number, folder) for number, name in enumerate(names, start=10)}
    _name(folder / "hosts", {machine.name: machine.address for machine in machines.values()})
    return machines


def player_address(number: int) -> str:
    return f"{PLAYERS}.{number + 1}"


def _name(file: Path, addresses: Mapping[str, str]) -> None:
    """Let every process of these namespaces find the machines by name."""
    lines = [f"{address} {name}" for name, address in {"localhost": "127.0.0.1", **addresses}.items()]
    file.write_text("\n".join(lines) + "\n")
    subprocess.run(["mount", "--bind", str(file), "/etc/hosts"], check=True)


def _ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True)
