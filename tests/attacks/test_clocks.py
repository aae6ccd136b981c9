"""A worker on a machine whose clock is two hours ahead, while players have ten minutes left."""

import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.faults.servers import wait_for
from tests.faults.stack import Stack

TWO_HOURS_AHEAD = '''
"""Python reads this before anything else: the process's clock is two hours ahead."""
import datetime, time

real, unix, hours = datetime.datetime, time.time, datetime.timedelta(hours=2)

class Kind(type):
    def __instancecheck__(cls, value):
        return isinstance(value, real)

class Ahead(real, metaclass=Kind):
    @classmethod
    def now(cls, tz=None):
        return real.now(tz) + hours

    @classmethod
    def utcnow(cls):
        return real.utcnow() + hours

datetime.datetime = Ahead
time.time = lambda: unix() + hours.total_seconds()
'''


@pytest.fixture
def ahead(service: Stack) -> Iterator[str]:
    """A folder that puts the clock of processes with it on their path two hours ahead. Such a worker is running."""
    folder = Path(service.folder) / "ahead"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(TWO_HOURS_AHEAD)
    service.environment["PYTHONPATH"] = str(folder)
    try:
        service.start("worker")
    finally:
        del service.environment["PYTHONPATH"]
    try:
        yield str(folder)
    finally:
        service.kill("worker")


def seats_to_act(match: dict[str, Any]) -> list[int]:
    return [seat["seat"] for seat in match["to_act"]]


@pytest.mark.exhaustive
def test_a_worker_two_hours_ahead_forfeits_nobody_who_has_ten_minutes_left(service: Stack, ahead: str) -> None:
    token = service.sign_up("clocked-ann")
    clock = {"type": "per_decision", "seconds": 600}
    seats = [{"kind": "me", "ready": True}, {"kind": "bot", "bot": "random"}]
    body = {"ruleset": "battle_line", "seats": seats, "clock": clock}
    path = service.send("POST", "/api/v1/matches", body, token)[1]["url"]
    waiting = service.send("POST", "/api/v1/matches", body, token)[1]["url"]

    for _ in range(3):
        wait_for(lambda: seats_to_act(service.match(path)) == [0] or service.is_over(path), "the bot's answer")
        assert not service.is_over(path), service.match(path)["outcome"]
        _, legal = service.send("GET", f"{path}/legal-actions", token=token)
        move = {"version": legal["version"], "action": legal["legal_actions"][0]["action"]}
        status, answer = service.send("POST", f"{path}/actions", move, token)
        assert status == 201, answer
    wait_for(lambda: seats_to_act(service.match(path)) == [0] or service.is_over(path), "the bot's last answer")
    swept = service.manage(
        "shell", "-c", "from matches.workers.maintenance import sweep; print(sweep())", PYTHONPATH=ahead
    )

    assert "'clocks': 0" in swept.stdout, swept
    assert [service.match(url)["status"] for url in (path, waiting)] == ["playing", "playing"]
    _, page = service.send("GET", f"{path}/events", token=token)
    moments = [datetime.fromisoformat(event["at"]) for event in page["events"]]
    assert moments == sorted(moments)
    assert max(moments) <= datetime.fromtimestamp(time.time(), UTC) + timedelta(seconds=1)
    deadline = datetime.fromisoformat(service.match(path)["deadline"])
    assert deadline - datetime.now(UTC) <= timedelta(minutes=10)
