"""`python -m tests.faults.machines`: the service on eleven machines, which fail one after another under load.

The machines are network namespaces of this one. They are a proxy, two for web and two for streams, two for workers, a
primary and a standby of PostgreSQL, RabbitMQ, and Redis. It needs root on Linux, and those servers with nginx. Players
play through the proxy, half of them against bots, while leagues are played. In the end every accepted action must be in
the log once, every match must verify, and every deal must count once.

First, each web machine and then each worker machine gets only a share of a core. So a second one adds what it can,
although all of them share this machine. Such figures show how the service grows, but not how fast real machines are.
For that, use the processor time of a move and of a deal. During the faults the machines are not limited.

`--faults PART…` runs only some of the faults, and `--logs FOLDER` copies the logs of all machines.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.faults.machines.checks import assert_nothing_is_lost
from tests.faults.machines.cluster import SERVICES, Cluster
from tests.faults.machines.figures import Stretch, Watch
from tests.faults.machines.network import FOLDER, in_private_namespaces, player_address
from tests.faults.machines.players import Connection, Ledger, Pace, Player, Reader, seat_players
from tests.faults.machines.tables import print_faults, print_growth, print_sizes
from tests.faults.seasons import assert_every_deal_counts_once, assert_recomputed, make_league, progress
from tests.faults.servers import wait_for

READERS = 8
RULESET = "battle_line"


class Run:
    def __init__(self, cluster: Cluster, asked: argparse.Namespace) -> None:
        self.cluster, self.asked = cluster, asked
        self.ledger, self.pace = Ledger(), Pace()
        self.players: list[Player] = []
        self.leagues: list[str] = []
        self.bots, self.deals = ["random", "random"], 40
        self.begun = time.monotonic()

    def say(self, text: str) -> None:
        print(f"{time.monotonic() - self.begun:5.0f} s  {text}", flush=True)

    # Load

    def connect(self, number: int) -> Connection:
        proxy = self.cluster.proxy
        return Connection(proxy.host, proxy.port, self.cluster.context(), player_address(number), self.ledger)

    def seat(self) -> None:
        """Sign up the players, who wait until the pace is on."""
        with ThreadPoolExecutor(4) as pool:
            tokens = list(pool.map(self.cluster.sign_up, (f"machine-{n}" for n in range(self.asked.players))))
        self.players = seat_players(tokens, self.connect, self.ledger, self.pace)
        for number in range(READERS):
            Reader(self.players[-1 - number], self.connect(self.asked.players + number), self.ledger).start()
        for player in self.players:
            player.start()

    def feed(self) -> None:
        """Begin another league if few deals are left."""
        closed, made = progress(self.cluster)
        if made - closed < self.deals:
            league = f"league-{len(self.leagues)}"
            make_league(self.cluster, league, RULESET, self.bots, deals=self.deals)
            self.leagues.append(league)

    def watch(self, name: str, during: Callable[[], object]) -> Stretch:
        self.feed()
        watch = Watch(name, self.cluster, self.ledger)
        during()
        stretch = watch.stop()
        self.say(name)
        return stretch

    def rest(self) -> None:
        time.sleep(self.asked.seconds)

    # Growth

    def grow(self) -> list[Stretch]:
        """With one web machine and two, then with one worker machine and two."""
        cluster, cores = self.cluster, self.asked.cores
        cluster.forward_to("web1", "streams1")
        self.pace.is_on.set()
        wait_for(lambda: len(self.ledger.accepted) > 2 * len(self.players), "the first moves")
        cluster.machines["web1"].limit(cores)
        cluster.machines["web2"].limit(cores)
        time.sleep(2)
        stretches = [self.watch("one web machine", self.rest)]
        cluster.forward_to("web1", "web2", "streams1", "streams2")
        time.sleep(2)
        stretches.append(self.watch("two web machines", self.rest))
        self.pace.is_on.clear()
        for name in ("web1", "web2"):
            cluster.machines[name].limit(None)
        for name, count in (("work1", "one worker machine"), ("work2", "two worker machines")):
            cluster.start(name, "background")
            cluster.wait_for_worker(name, "background")
            cluster.machines[name].limit(cores)
            stretches.append(self.watch(count, self.rest))
        for name in ("work1", "work2"):
            cluster.machines[name].limit(None)
        return stretches

    # Faults

    def fail(self) -> list[Stretch]:
        for name in ("work1", "work2"):
            if (name, "background") not in self.cluster.processes:
                self.cluster.start(name, "background")
        self.bots, self.deals = ["random", "greedy"], 10  # Fewer matches for the same work.
        self.pace.think = self.asked.think
        self.pace.is_on.set()
        time.sleep(2)
        faults: tuple[tuple[str, Callable[[], object]], ...] = (
            ("no fault", self.rest),
            ("web2 off, then on", lambda: self._off_and_on("web2")),
            ("web1 cut off, then back", lambda: self._cut_off("web1")),
            ("streams2 off, then on", lambda: self._off_and_on("streams2")),
            ("work1 off with beat, then on", self._work1_off),
            ("work2 cut off, then back", lambda: self._cut_off("work2")),
            ("Redis down, then up", self._redis_down),
            ("RabbitMQ killed, started", self._rabbitmq_down),
            ("primary off, standby promoted", self._fail_over),
            ("old primary back as standby", self._new_standby),
        )
        chosen = self.asked.faults
        return [
            self.watch(name, during)
            for name, during in faults
            if chosen is None or any(part in name for part in chosen)
        ]

    def _off_and_on(self, name: str) -> None:
        self.cluster.switch_off(name)
        self.rest()
        self.cluster.add(name)
        self.rest()

    def _cut_off(self, name: str) -> None:
        self.cluster.machines[name].cut_off()
        self.rest()
        self.cluster.machines[name].reconnect()
        self.rest()

    def _work1_off(self) -> None:
        """beat must go on elsewhere until the machine is back."""
        self.cluster.switch_off("work1")
        self.cluster.start("work2", "beat")
        self.rest()
        self.cluster.stop("work2", "beat")
        self.cluster.add("work1")
        self.rest()

    def _redis_down(self) -> None:
        self.cluster.redis.stop()
        self.rest()
        self.cluster.redis.start()
        self.rest()

    def _rabbitmq_down(self) -> None:
        self.cluster.rabbitmq.kill()
        self.cluster.rabbitmq.start()
        self.rest()

    def _fail_over(self) -> None:
        self.cluster.switch_off(self.cluster.postgres.primary)
        self.cluster.postgres.fail_over()
        self.rest()
        self.rest()

    def _new_standby(self) -> None:
        self.cluster.machines[self.cluster.postgres.standby].switch_on()
        self.cluster.postgres.add_standby()
        self.rest()

    # The end

    def end_load(self) -> None:
        self.pace.is_over.set()
        self.pace.is_on.set()
        for player in self.players:
            player.join(120)
            assert not player.is_alive(), f"{player.name} still waits for an answer"
        self.say("all players have their last answers")

    def finish(self) -> None:
        wait_for(self._is_played, "the end of the leagues", every=1)
        self.say("all deals are played")
        counted = assert_nothing_is_lost(self.cluster, self.ledger)
        self.say("every accepted action is in the log once")
        matches = assert_every_deal_counts_once(self.cluster)
        assert_recomputed(self.cluster, self.leagues, self.cluster.folder)
        said = ", ".join(f"{count:,} {what}" for what, count in counted.items())
        self.say(f"{said}, {matches:,} matches of leagues: nothing lost, nothing doubled, every match verifies")
        self.say(f"services that ended by themselves: {dict(self.cluster.restarts) or 'none'}")

    def _is_played(self) -> bool:
        closed, made = progress(self.cluster)
        return closed == made


def play(run: Run) -> None:
    cluster, asked = run.cluster, run.asked
    cluster.start_servers()
    run.say("PostgreSQL with a standby, RabbitMQ and Redis are up")
    cluster.add(*SERVICES, without=("background",))
    cluster.start_proxy(*SERVICES)
    run.seat()
    run.say(f"{asked.players} players are signed up")
    growth = [] if asked.no_growth else run.grow()
    faults = run.fail()
    run.end_load()
    if growth:
        print_growth(growth, asked.cores)
        print_sizes(cluster, growth)
    if faults:
        print_faults(faults)
    run.finish()


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser("python -m tests.faults.machines", description=__doc__)
    parser.add_argument("--players", type=int, default=64)
    parser.add_argument("--seconds", type=float, default=10, help="of each measurement, fault and recovery")
    parser.add_argument("--cores", type=float, default=0.25, help="of each limited machine")
    parser.add_argument("--think", type=float, default=1.5, help="seconds before a move, during the faults")
    parser.add_argument("--no-growth", action="store_true", help="only the faults")
    parser.add_argument("--faults", nargs="*", metavar="PART", help="only faults with one of these in their name")
    parser.add_argument("--logs", type=Path, metavar="FOLDER", help="copy the logs of all machines there")
    parser.add_argument("--web", nargs="*", default=[], metavar="NAME=VALUE", help="settings of the web machines")
    asked = parser.parse_args(arguments)
    code = in_private_namespaces("tests.faults.machines", arguments)
    if code is not None:
        return code
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")
    settings = dict(setting.split("=", 1) for setting in asked.web)
    cluster = Cluster(Path(os.environ[FOLDER]), asked.players + READERS, settings)
    try:
        play(Run(cluster, asked))
    finally:
        if asked.logs is not None:
            cluster.copy_logs(asked.logs)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
