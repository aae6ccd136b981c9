"""News after a commit: over a real Redis, by SQLite's change counter, and without either."""

import os
import random
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest
import redis
from django.db import connection, transaction

from matches.api import waiting
from matches.models import Match
from matches.notifications import news, redis_news
from matches.notifications.change_counter import ChangeCounter
from matches.notifications.news import Channel, Subscription, access_topic, match_topic
from matches.notifications.redis_news import RedisNews
from matches.selectors.progress import MatchProgress
from players.models import AccessToken, Player
from tests.faults.servers import Redis, wait_for
from tests.matches.conftest import move

pytestmark = pytest.mark.both_databases

REDIS = os.environ.get("REDIS_URL") or "redis://127.0.0.1:6379/9"
NOWHERE = "redis://127.0.0.1:1/0"
Duel = Callable[..., Match]


def has_redis() -> bool:
    try:
        return bool(redis.Redis.from_url(REDIS, socket_connect_timeout=3).ping())
    except redis.RedisError:
        return False


needs_redis = pytest.mark.skipif(not has_redis(), reason="needs a Redis on this machine")
on_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="the change counter is SQLite's")


@contextmanager
def reader(channel: Channel, *topics: str) -> Iterator[Subscription]:
    subscription = Subscription(channel, topics)
    try:
        yield subscription
    finally:
        subscription.close()


def told(subscription: Subscription, seconds: float = 60.0) -> bool:
    """Whether there is news within this time."""
    has_news = subscription._has_news.wait(seconds)
    subscription._has_news.clear()
    return has_news


@pytest.fixture
def over_redis() -> Iterator[tuple[Channel, Channel]]:
    """Two processes: one is already listening, the other announces."""
    here, there = Channel(RedisNews(REDIS)), Channel(RedisNews(REDIS))
    with reader(here, "match:0") as first:
        assert told(first), "once the listener hears, everybody looks"
        yield here, there


# Redis


@needs_redis
def test_what_one_process_tells_wakes_readers_of_it_in_another(over_redis: tuple[Channel, Channel]) -> None:
    here, there = over_redis
    first, second = (f"match:{uuid4()}" for _ in range(2))

    with reader(here, first) as one, reader(here, second) as two:
        there.publish([first])

        assert told(one) and one.taken() == {first}
        assert not told(two, 0.1)


@needs_redis
def test_news_of_a_connection_that_is_not_there_yet_is_sent_when_it_is(over_redis: tuple[Channel, Channel]) -> None:
    here, there = over_redis

    first, second = (f"match:{uuid4()}" for _ in range(2))
    with reader(here, first, second) as one:
        there.publish([first])
        there.publish([second])
        wait_for(lambda: {first, second} <= set(one._topics_with_news), "both")


def test_telling_a_redis_that_is_not_there_costs_nothing_and_readers_look_for_themselves(monkeypatch: Any) -> None:
    """A single other thread tries to reach it, however much there is to announce."""
    tried: list[threading.Thread] = []
    monkeypatch.setattr(redis_news.Sender, "_connect", lambda sender: tried.append(threading.current_thread()))
    channel = Channel(RedisNews(NOWHERE))

    for number in range(1000):
        channel.publish([f"match:{number}"])

    wait_for(lambda: tried, "the attempt")
    assert len(tried) == 1 and tried[0] is not threading.current_thread()
    assert channel.look_every == 0.5


@pytest.mark.exhaustive
def test_a_redis_that_hangs_holds_up_nobody_who_tells(tmp_path: Path) -> None:
    server = Redis(tmp_path)
    server.start()
    channel = Channel(RedisNews(server.url))
    try:
        with reader(channel, "match:1") as one:
            channel.publish(["match:1"])
            wait_for(lambda: "match:1" in one.taken() and channel.look_every == 5.0, "it hears")
            os.kill(server.pid, signal.SIGSTOP)
            took = []
            for _ in range(3000):
                begun = time.monotonic()
                channel.publish(["match:1"])
                took.append(time.monotonic() - begun)
            wait_for(lambda: channel.look_every == 0.5, "readers poll")
    finally:
        os.kill(server.pid, signal.SIGCONT)
        server.stop()

    assert sum(took) < 60, "each would have waited for a tenth of a second"


def test_a_redis_that_comes_and_goes_is_heard_while_it_is_there(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(redis_news, "PAUSE", 0.05)
    server = Redis(tmp_path)
    channel = Channel(RedisNews(server.url))

    with reader(channel, "match:1") as one:
        server.start()
        try:
            wait_for(lambda: channel.look_every == 5.0, "a listener that hears")
            server.stop()
            wait_for(lambda: channel.look_every == 0.5, "a listener that hears nothing")
            assert told(one), "it looks, for it may have missed something"
            server.start()
            wait_for(lambda: channel.look_every == 5.0, "a listener that hears again")
            while told(one, 0.2):
                pass
            channel.publish(["match:1"])
            channel.publish(["match:1"])
            assert told(one)
        finally:
            server.stop()


@needs_redis
def test_a_listener_that_nobody_needs_ends_and_comes_back(monkeypatch: Any) -> None:
    monkeypatch.setattr(Channel, "LISTENS_ON", 0.05)
    monkeypatch.setattr(redis_news, "SILENCE", 0.05)
    channel = Channel(RedisNews(REDIS))

    for _ in range(2):
        with reader(channel, "match:1") as one:
            assert told(one)
        wait_for(lambda: not channel._has_listener, "its end")


# SQLite


@pytest.fixture
def counted() -> Iterator[Channel]:
    """A channel over the change counter, whose listener ends with the test.

    A later test that forks would otherwise copy the locks that the listener holds in SQLite.
    """
    channel = Channel(ChangeCounter())
    channel.LISTENS_ON = 0
    yield channel
    wait_for(lambda: not channel._has_listener, "the end of the listener")


@on_sqlite
@pytest.mark.django_db(transaction=True)
def test_the_change_counter_tells_of_the_match_that_was_changed_and_of_no_other(duel: Duel, counted: Channel) -> None:
    moved, other = duel(), duel()

    with reader(counted, match_topic(moved.pk)) as one, reader(counted, match_topic(other.pk)) as two:
        _in_another_connection(lambda: move(moved, random.Random(1)))
        assert told(one), "who has just come may be told of what he knows"
        while told(one, 0.5) or told(two, 0.5):
            pass

        _in_another_connection(lambda: move(moved, random.Random(1)))

        assert told(one)
        assert not told(two, 0.1)


@on_sqlite
@pytest.mark.django_db(transaction=True)
def test_the_change_counter_tells_whose_token_has_ended(ann: Player, ben: Player, counted: Channel) -> None:
    for player in (ann, ben):
        AccessToken.objects.create(user=player)

    def swap() -> None:
        AccessToken.objects.filter(user=ann).delete()
        AccessToken.objects.create(user=ann)

    with reader(counted, access_topic(ann.pk)) as one, reader(counted, access_topic(ben.pk)) as two:
        _in_another_connection(swap)
        assert told(one)
        while told(one, 0.2) or told(two, 0.2):  # A reader that is new is told with the first commit, whatever it was.
            pass
        for ends in (swap, lambda: Player.objects.filter(pk=ann.pk).update(is_active=False)):
            _in_another_connection(ends)
            assert told(one)
        assert not told(two, 0.1)


def _in_another_connection(do: Callable[[], Any]) -> None:
    thread = threading.Thread(target=_in_thread, args=(do,))
    thread.start()
    thread.join()


def _in_thread(do: Callable[[], Any]) -> None:
    try:
        do()
    finally:
        connection.close()


# Announcing and waiting


@pytest.fixture
def published(monkeypatch: Any, published: None) -> list[str]:
    """The matches that this process announces."""
    said: list[str] = []

    class Noted(news.NoNews):
        def publish(self, topics: Any) -> None:
            said.extend(topic for topic in topics if topic.startswith("match:"))

    noted = Channel(Noted())
    monkeypatch.setattr(news, "channel", lambda: noted)
    return said


@pytest.mark.django_db(transaction=True)
def test_a_move_is_told_when_it_is_committed_and_not_before(duel: Duel, published: list[str]) -> None:
    match = duel()
    assert published == [match_topic(match.pk)], "its start"

    with transaction.atomic():
        move(match, random.Random(1))
        assert len(published) == 1
    assert published == [match_topic(match.pk)] * 2


@pytest.mark.django_db(transaction=True)
def test_what_is_rolled_back_is_not_told(duel: Duel, published: list[str]) -> None:
    match = duel()

    with transaction.atomic():
        move(match, random.Random(1))
        transaction.set_rollback(True)

    assert len(published) == 1


def waited(waits: waiting.Waits[MatchProgress]) -> MatchProgress:
    while True:
        try:
            next(waits)
        except StopIteration as done:
            return done.value


@pytest.mark.django_db(transaction=True)
def test_who_waits_is_answered_as_soon_as_he_is_told(duel: Duel, monkeypatch: Any) -> None:
    match = duel()
    channel = Channel(news.NoNews())
    monkeypatch.setattr(news.NoNews, "look_every", 3600.0)
    monkeypatch.setattr(news, "channel", lambda: channel)

    def move_and_tell() -> None:
        wait_for(lambda: match_topic(match.pk) in channel.topics(), "a reader")
        move(match, random.Random(1))
        channel.tell([match_topic(match.pk)])

    mover = threading.Thread(target=_in_thread, args=(move_and_tell,))
    mover.start()
    begun = time.monotonic()
    now = waited(waiting.wait_for(match.pk, 0, 120, None))
    mover.join()

    assert now.version == 1 and time.monotonic() - begun < 100
    assert channel.topics() == []


@pytest.mark.django_db
def test_who_waits_looks_when_a_clock_runs_out(duel: Duel, monkeypatch: Any) -> None:
    """There is no announcement for it, because no event has happened."""
    match = duel(clock={"type": "per_decision", "seconds": 60})
    monkeypatch.setattr(news.NoNews, "look_every", 100.0)
    monkeypatch.setattr(news, "channel", lambda: Channel(news.NoNews()))
    clock = SimpleNamespace(now=0.0, monotonic=lambda: clock.now)
    monkeypatch.setattr(waiting, "time", clock)

    def wait(self: Subscription, seconds: float) -> bool:
        clock.now += seconds
        past = {"remaining": {}, "deadlines": {"0": 1000, "1": 2000}}
        Match.objects.filter(pk=match.pk).update(times=past, deadline_at="2020-01-01T00:00:00Z")
        return False

    monkeypatch.setattr(Subscription, "wait", wait)

    now = waited(waiting.wait_for(match.pk, 0, 3600, None))

    assert (now.version, now.status) == (1, Match.Status.OVER)
    assert 55 < clock.now <= 60
