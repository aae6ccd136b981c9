"""Wake readers after a commit. News only wakes; what is new is in the database.

A reader subscribes, then looks, then waits, so it misses nothing committed after its look. Each process has one
listener while it has readers, which passes the news on to them. If news is lost, a reader finds the change some seconds
later by looking again (README).
"""

import logging
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Protocol
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils.module_loading import import_string

from common import worker_slots

logger = logging.getLogger(__name__)
Topic = str


def match_topic(match_id: UUID) -> Topic:
    return f"match:{match_id.hex}"


def account_topic(account_id: int) -> Topic:
    """News in the inbox of an account."""
    return f"account:{account_id}"


def access_topic(account_id: int) -> Topic:
    """The end of one or all of an account's tokens or sessions."""
    return f"access:{account_id}"


class Subscription:
    """The topics that one reader waits for. News between two waits ends the next wait at once."""

    def __init__(self, channel: "Channel", topics: Iterable[Topic] = ()) -> None:
        self._channel = channel
        self._has_news = threading.Event()
        self._wake = self._has_news.set
        self._topics_with_news: deque[Topic] = deque()
        self._topics: set[Topic] = set()
        self.follow(topics)

    def follow(self, topics: Iterable[Topic]) -> None:
        """Add topics to the subscription."""
        new = set(topics) - self._topics
        self._topics |= new
        self._channel.add(self, new)

    def unfollow(self, topics: Iterable[Topic]) -> None:
        left = set(topics) & self._topics
        self._topics -= left
        self._channel.remove(self, left)

    def close(self) -> None:
        self.unfollow(self._topics)

    def call(self, wake: Callable[[], object]) -> None:
        """Call `wake` after each piece of news, from other threads, instead of ending `wait`."""
        self._wake = wake
        if self._topics_with_news:
            wake()

    def tell(self, topic: Topic) -> None:
        self._topics_with_news.append(topic)
        self._wake()

    def wait(self, seconds: float) -> bool:
        """Wait for news, at most this long, without using a slot of the process. Returns whether there is some."""
        with worker_slots.waiting():
            has_news = self._has_news.wait(min(seconds, self._channel.look_every))
        self._has_news.clear()
        return has_news

    def taken(self) -> set[Topic]:
        """The topics with news since the last call."""
        topics = set()
        while self._topics_with_news:
            topics.add(self._topics_with_news.popleft())
        return topics


class Backend(Protocol):
    """How processes send each other news. `settings.NEWS_BACKEND` names the class."""

    @property
    def look_every(self) -> float:
        """How many seconds a reader may rely on being woken."""
        ...

    def publish(self, topics: Collection[Topic]) -> None:
        """Send to all processes. Never waits, never raises."""
        ...

    def listen(self, channel: "Channel") -> None:
        """Pass other processes' news to `channel` while it has readers. Runs in a thread."""
        ...


class NoNews:
    """No news is sent: readers poll, twice a second."""

    look_every = 0.5

    def publish(self, topics: Collection[Topic]) -> None:
        pass

    def listen(self, channel: "Channel") -> None:
        while channel.is_needed():
            time.sleep(self.look_every)


class Channel:
    """The readers of this process by topic, and the one listener for all of them."""

    LISTENS_ON = 10.0
    """How many seconds the listener stays after the last reader has left."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self._changed = threading.Condition()
        self._readers: dict[Topic, set[Subscription]] = {}
        self._has_listener = False

    @property
    def look_every(self) -> float:
        return self._backend.look_every

    def publish(self, topics: Collection[Topic]) -> None:
        self._backend.publish(topics)

    def add(self, subscription: Subscription, topics: Collection[Topic]) -> None:
        with self._changed:
            for topic in topics:
                self._readers.setdefault(topic, set()).add(subscription)
            self._changed.notify_all()
            if topics and not self._has_listener:
                self._has_listener = True
                threading.Thread(target=self._listen, name="news", daemon=True).start()

    def remove(self, subscription: Subscription, topics: Collection[Topic]) -> None:
        with self._changed:
            for topic in topics:
                readers = self._readers.get(topic, set())
                readers.discard(subscription)
                if not readers:
                    self._readers.pop(topic, None)

    def topics(self) -> list[Topic]:
        with self._changed:
            return list(self._readers)

    def is_needed(self) -> bool:
        """Whether there are readers. Waits up to LISTENS_ON for one before it returns False."""
        with self._changed:
            return self._changed.wait_for(lambda: bool(self._readers), self.LISTENS_ON)

    def tell(self, topics: Iterable[Topic]) -> None:
        """Wake the readers of these topics."""
        for topic in topics:
            with self._changed:
                readers = tuple(self._readers.get(topic, ()))
            for reader in readers:
                reader.tell(topic)

    def tell_all(self) -> None:
        """Wake all readers, because they may have missed something."""
        self.tell(self.topics())

    def _listen(self) -> None:
        while True:
            try:
                self._backend.listen(self)
            except Exception:
                logger.exception("no one listens for news, readers poll")
                time.sleep(1)
            with self._changed:
                if not self._readers:
                    self._has_listener = False
                    return


@cache
def channel() -> Channel:
    """The channel of this process."""
    return Channel(import_string(settings.NEWS_BACKEND)())


os.register_at_fork(after_in_child=channel.cache_clear)


@contextmanager
def subscribe(*topics: Topic) -> Iterator[Subscription]:
    """Subscribe to topics. Look only after this, and again after each `wait`."""
    subscription = Subscription(channel(), topics)
    try:
        yield subscription
    finally:
        subscription.close()


def publish(*topics: Topic) -> None:
    """Wake readers when the running transaction is committed; at once if there is none."""
    transaction.on_commit(lambda: channel().publish(topics))
