"""Figures of a stretch of time: moves, deals, pauses and processor seconds."""

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from tests.benchmarks.database import cpu_seconds, tree
from tests.faults.machines.cluster import Cluster
from tests.faults.machines.players import Accepted, Ledger
from tests.faults.seasons import query

PROCESSES = {"web": 2, "streams": 1, "worker": 2, "background": 2}
"""Processes of a service with a database connection, by docker-compose.yml."""


def used(cluster: Cluster) -> Counter[str]:
    """Processor seconds so far, by kind of service."""
    seconds: Counter[str] = Counter()
    for (_, service), process in list(cluster.processes.items()):
        seconds[service] += cpu_seconds(tree(process.pid))
    for name in ("proxy", "db1", "db2", "rabbit", "redis"):
        machine = cluster.machines[name]
        kind = {cluster.postgres.primary: "primary", cluster.postgres.standby: "standby"}.get(name, name)
        seconds[kind] += cpu_seconds(machine.processes()) if machine.is_on else 0.0
    return seconds


def memory(cluster: Cluster) -> dict[str, tuple[int, float]]:
    """Kind of service -> number of processes, and MiB of each on average. Shared pages count by halves, thirds…"""
    found = {}
    for kind in PROCESSES:
        pids = [pid for (_, service), one in cluster.processes.items() if service == kind for pid in tree(one.pid)]
        sizes = [size for pid in pids if (size := _pss(pid)) > 20]  # The others are shells.
        found[kind] = (len(sizes), sum(sizes) / max(1, len(sizes)))
    return found


def _pss(pid: int) -> float:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0.0
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024


def connections(cluster: Cluster) -> dict[str, int]:
    """Machine -> its connections to the database."""
    names = {machine.address: name for name, machine in cluster.machines.items()}
    rows = query(cluster, "SELECT host(client_addr), count(*) FROM pg_stat_activity WHERE datname = 'match' GROUP BY 1")
    return {names[address]: count for address, count in rows if address in names}


@dataclass(frozen=True)
class Stretch:
    """What happened between two moments."""

    name: str
    since: float
    until: float
    deals: int
    cpu: Counter[str]
    ledger: Ledger
    """It still grows: the answer to an action comes only at the player's next turn."""

    @property
    def seconds(self) -> float:
        return self.until - self.since

    @property
    def moves(self) -> list[Accepted]:
        return self.ledger.moves(self.since, self.until)

    @property
    def faults(self) -> Counter[str]:
        return self.ledger.faults_between(self.since, self.until)

    @property
    def longest_pause(self) -> float:
        return longest_pause([one.stored for one in self.moves], self.since, self.until)

    @property
    def streamed(self) -> int:
        return sum(self.since <= at < self.until for at in self.ledger.streamed_at)

    @property
    def moves_a_second(self) -> float:
        return len(self.moves) / self.seconds

    @property
    def deals_a_second(self) -> float:
        return self.deals / self.seconds

    def ms_a_move(self, kind: str) -> float:
        return 1000 * self.cpu[kind] / max(1, len(self.moves))

    def ms_a_deal(self, kind: str) -> float:
        return 1000 * self.cpu[kind] / max(1, self.deals)


class Watch:
    """Measures a stretch: from its making to `stop`."""

    def __init__(self, name: str, cluster: Cluster, ledger: Ledger) -> None:
        self.name, self._cluster, self._ledger = name, cluster, ledger
        self._cpu, self._deals, self.since = used(cluster), _closed(cluster), time.time()

    def stop(self) -> Stretch:
        until = time.time()
        cpu = used(self._cluster)
        cpu.subtract(self._cpu)
        deals = _closed(self._cluster) - self._deals
        return Stretch(self.name, self.since, until, deals, cpu, self._ledger)


def _closed(cluster: Cluster) -> int:
    ((count,),) = query(cluster, "SELECT count(*) FROM leagues_deal WHERE status = 'closed'")
    return int(count)


def longest_pause(moments: Sequence[float], since: float, until: float) -> float:
    """The longest time without an accepted action of any player."""
    ordered = [since, *sorted(moments), until]
    return max(later - earlier for earlier, later in pairwise(ordered))


def share(values: Sequence[float], part: float) -> float:
    """The value that this part of all values does not exceed; 0 for none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] if ordered else 0.0
