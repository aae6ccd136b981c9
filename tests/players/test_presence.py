"""When accounts were seen, as stored by a process and by Redis."""

import os
import signal
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest

from players import presence
from players.presence import (
    CONNECTED_SECONDS,
    NOTED_EVERY,
    UNKNOWN,
    LocalSightings,
    Presence,
    RedisSightings,
    forget_presence,
    note_seen,
    presence_of,
)
from tests.config.test_throttles import REDIS, has_redis
from tests.faults.servers import Redis

NEEDS_REDIS = pytest.mark.skipif(not has_redis(), reason="needs a Redis on this machine")
START = 1_800_000_000


class Clock:
    def __init__(self, monkeypatch: pytest.MonkeyPatch, store: Any) -> None:
        self.now = START
        fake = SimpleNamespace(time_ns=lambda: self.now * 10**9, monotonic=lambda: float(self.now))
        monkeypatch.setattr(presence, "time", fake)
        monkeypatch.setattr(presence, "sightings", lambda: store)
        monkeypatch.setattr(presence, "_noted", type(presence._noted)())


def account() -> int:
    return uuid4().int % 2**31


def at(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)


@pytest.mark.parametrize("kind", ["local", pytest.param("redis", marks=NEEDS_REDIS)])
def test_an_account_is_connected_for_a_while_after_it_was_seen(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    clock = Clock(monkeypatch, LocalSightings() if kind == "local" else RedisSightings(REDIS))
    ann, ben = account(), account()
    note_seen(ann)

    assert presence_of([ann, ben]) == {ann: Presence(True, at(START)), ben: UNKNOWN}
    clock.now += CONNECTED_SECONDS - 1
    assert presence_of([ann])[ann] == Presence(True, at(START))
    clock.now += 1
    assert presence_of([ann])[ann] == Presence(False, at(START))
    note_seen(ann)
    assert presence_of([ann])[ann] == Presence(True, at(clock.now))
    forget_presence(ann)
    assert presence_of([ann])[ann] == UNKNOWN


def test_an_account_is_noted_only_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    noted: list[tuple[int, int]] = []
    store = SimpleNamespace(note=lambda *seen: noted.append(seen))
    clock = Clock(monkeypatch, store)
    for _ in range(100):
        note_seen(7)
    clock.now += int(NOTED_EVERY) - 1
    note_seen(7)
    note_seen(8)
    clock.now += 1
    note_seen(7)

    assert noted == [(7, START), (8, clock.now - 1), (7, clock.now)]


def test_a_process_remembers_only_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "_MOST_LOCAL", 2)
    store = LocalSightings()
    Clock(monkeypatch, store)
    for one in (1, 2, 3):
        note_seen(one)

    assert presence_of([1, 2, 3])[1] == UNKNOWN
    assert [presence_of([one])[one].is_connected for one in (2, 3)] == [True, True]
    assert len(presence._noted) == 2


@NEEDS_REDIS
def test_processes_share_it_and_redis_forgets_it_after_a_month() -> None:
    one, other, ann = RedisSightings(REDIS), RedisSightings(REDIS), account()

    one.note(ann, START)

    assert other.last([ann]) == {ann: START}
    assert 0 < one._client.ttl(f"presence:{ann}") <= presence.REMEMBERED_SECONDS
    one.forget(ann)


def test_without_redis_nobody_is_known_and_nothing_fails() -> None:
    store = RedisSightings("redis://127.0.0.1:1/0")

    store.note(1, START)
    store.forget(1)

    assert store.last([1]) == {}


def test_a_redis_that_hangs_holds_up_one_note_and_no_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RedisSightings, "PAUSE", 3600.0)
    asked: list[Any] = []
    server = Redis(tmp_path)
    server.start()
    try:
        store = RedisSightings(server.url)
        store.note(1, START)
        send = store._client.set
        monkeypatch.setattr(store._client, "set", lambda *sent, **more: asked.append(sent) or send(*sent, **more))
        os.kill(server.pid, signal.SIGSTOP)
        for one in range(100):
            store.note(one, START)

        assert len(asked) == 1
        assert store.last([1]) == {}
    finally:
        os.kill(server.pid, signal.SIGCONT)
        server.stop()
