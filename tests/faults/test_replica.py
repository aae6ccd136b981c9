"""A real streaming replica: lists read it while it keeps up, and never show what the primary would not."""

import os
import re
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from django.conf import settings

from tests.faults.servers import Replica, wait_for
from tests.faults.stack import Stack, prepared_stack

pytestmark = [pytest.mark.exhaustive, pytest.mark.processes]
LIST = "/api/v1/matches?status=playing"
SEATS = ({"kind": "me", "ready": True}, {"kind": "bot", "bot": "random"})


class Doubled(Stack):
    """A web service with a replica, whose bound on the lag is long enough for a busy machine."""

    replica: Replica

    def is_used(self) -> bool:
        """Whether lists read from the replica in all web processes. The system decides which one answers."""
        return all(self.used() == 1 for _ in range(20))

    def used(self) -> float:
        """1 if lists read from the replica in the process that answers, otherwise 0. The metrics measure it anew."""
        return float(self.metric("match_replica_in_use"))

    def metric(self, name: str) -> str:
        found = re.search(rf"^{re.escape(name)} (\S+)$", self.fetch("/metrics", "metrics").text, re.MULTILINE)
        return found[1] if found else "0"

    def listed(self, path: str = LIST, token: str = "") -> list[str]:
        status, document = self.send("GET", path, token=token)
        assert status == 200, document
        return [match["url"] for match in document["results"]]

    def ask_replica(self, statement: str) -> object:
        url = self.replica.url.replace("postgres://", "postgresql://")
        with psycopg.connect(url, autocommit=True) as connection:
            row = connection.execute(statement).fetchone()  # type: ignore[arg-type]
        return row and row[0]

    def catch_up(self) -> None:
        url = self.postgres.url.replace("postgres://", "postgresql://")
        with psycopg.connect(url, autocommit=True) as connection:
            row = connection.execute("SELECT pg_current_wal_lsn()").fetchone()
        assert row is not None
        wait_for(lambda: self.ask_replica(f"SELECT pg_last_wal_replay_lsn() >= '{row[0]}'"), "the replica")

    @contextmanager
    def paused(self) -> Iterator[None]:
        """The replica stays as it is."""
        self.catch_up()
        self.ask_replica("SELECT pg_wal_replay_pause()")
        wait_for(lambda: self.ask_replica("SELECT pg_get_wal_replay_pause_state()") == "paused", "the pause")
        try:
            yield
        finally:
            self.ask_replica("SELECT pg_wal_replay_resume()")


@pytest.fixture(scope="module")
def doubled() -> Iterator[Doubled]:
    if settings.DATABASES["default"]["ENGINE"] != "django.db.backends.postgresql":
        pytest.skip("tried where the suite runs on PostgreSQL")
    folder = Path(tempfile.mkdtemp(prefix="replica-"))
    running = Doubled(folder, prepared_stack())
    try:
        running.replica = Replica(running.postgres, folder)
        running.environment |= {
            "REPLICA_URL": running.replica.url,
            "REPLICA_LAG_SECONDS": "600",
            "METRICS_TOKEN": "metrics",
        }
        running.up("web")
        wait_for(running.is_used, "the use of the replica")
        yield running
        running.replica.stop("immediate")
    finally:
        running.down()
        shutil.rmtree(folder, ignore_errors=True)


def test_lists_read_what_the_replica_has_and_the_primary_still_lists(doubled: Doubled) -> None:
    ann = doubled.sign_up("ann")
    old, hidden = (doubled.open_match(ann, *SEATS) for _ in range(2))
    with doubled.paused():
        new = doubled.open_match(ann, *SEATS)
        hidden_id = hidden.rpartition("/")[2]
        doubled.postgres.execute(f"UPDATE matches_match SET is_hidden = true WHERE id = '{hidden_id}'")

        assert doubled.ask_replica(f"SELECT is_hidden FROM matches_match WHERE id = '{hidden_id}'") is False
        assert doubled.listed() == [old], "the replica lacks the new one, and the primary hides the other"
        assert doubled.listed("/api/v1/matches?mine=true", ann) == [new, hidden, old]
        assert doubled.listed("/api/v1/matches?player=ann", ann) == [new, hidden, old]
        assert doubled.match(new)["status"] == "playing", "a match itself is never read from the replica"

    doubled.catch_up()
    assert doubled.listed() == [new, old]


def test_searches_and_statistics_need_nothing_that_a_replica_refuses(doubled: Doubled) -> None:
    on_primary = doubled.metric('match_list_reads_total{database="default"}')
    on_replica = doubled.metric('match_list_reads_total{database="replica"}')

    for path in ("matches", "search/matches?player=ann", "search/statistics?ruleset=battle_line"):
        assert doubled.send("GET", f"/api/v1/{path}")[0] == 200
    assert doubled.status("/") == doubled.status("/play/") == doubled.status("/matches/") == 200

    assert doubled.metric('match_list_reads_total{database="default"}') == on_primary
    assert float(doubled.metric('match_list_reads_total{database="replica"}')) == float(on_replica) + 7


def test_a_revoked_token_is_refused_whatever_the_replica_knows(doubled: Doubled) -> None:
    token = doubled.sign_up("ben")
    with doubled.paused():
        assert doubled.send("GET", LIST, token=token)[0] == 200
        doubled.postgres.execute(
            "DELETE FROM players_accesstoken WHERE user_id = (SELECT id FROM players_player WHERE username = 'ben')"
        )

        assert doubled.ask_replica("SELECT count(*) FROM players_accesstoken WHERE expiry IS NOT NULL") != 0
        assert doubled.send("GET", LIST, token=token)[0] == 401


def test_a_replica_that_freezes_stops_and_comes_back_costs_no_list(doubled: Doubled) -> None:
    cid = doubled.sign_up("cid")
    new = doubled.open_match(cid, *SEATS)
    postmaster = int((doubled.replica.data / "postmaster.pid").read_text().splitlines()[0])
    children = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(postmaster)], capture_output=True, text=True, check=True
    )
    serving = [int(pid) for pid in children.stdout.split()]

    for pid in (postmaster, *serving):
        os.kill(pid, signal.SIGSTOP)
    assert all(new in doubled.listed() for _ in range(4))
    wait_for(lambda: doubled.used() == 0, "the metrics")
    for pid in (postmaster, *serving):
        os.kill(pid, signal.SIGCONT)
    doubled.replica.stop("immediate")
    assert all(new in doubled.listed() for _ in range(4))
    assert doubled.metric("match_replica_lag_seconds") == "+Inf"

    doubled.replica.start()
    wait_for(doubled.is_used, "the use of the replica")
    assert new in doubled.listed()
