"""News by Redis: every process hears all news on one channel and passes on what its own readers wait for."""

import logging
import threading
import time
from collections.abc import Collection

import redis
from django.conf import settings
from redis.backoff import NoBackoff
from redis.connection import ConnectionInterface, ConnectionPool
from redis.retry import Retry

from matches.notifications.news import Channel, Topic

logger = logging.getLogger(__name__)

ANSWER_SECONDS = 0.1
"""Timeout for the answers when Redis accepts a connection. Also the longest a send can take when its buffer is full."""
PAUSE = 1.0
"""Seconds between two attempts to connect to Redis."""
SILENCE = 2.0
"""After this many silent seconds the listener pings Redis, and gives up after as many more."""
_MOST_UNSENT = 10_000
"""The most topics stored while there is no connection."""
FAULTS = (redis.RedisError, OSError)


class RedisNews:
    def __init__(self, url: str = "") -> None:
        url = url or settings.REDIS_URL
        number = ConnectionPool.from_url(url).connection_kwargs.get("db", 0)
        self._name = f"match-service/news/{number}"  # Redis channels are not separated by numbered database.
        self._client = redis.Redis.from_url(
            url, socket_timeout=SILENCE, socket_connect_timeout=SILENCE, retry=Retry(NoBackoff(), 0)
        )
        self._sender = Sender(url, self._name)
        self._hears = False

    @property
    def look_every(self) -> float:
        return 5.0 if self._hears else 0.5

    def publish(self, topics: Collection[Topic]) -> None:
        self._sender.send(topics)

    def listen(self, channel: Channel) -> None:
        try:
            self._listen(channel)
        except FAULTS as error:
            logger.warning("readers poll, Redis delivers no news: %s", error)
            self._hears = False
            channel.tell_all()
            time.sleep(PAUSE)
        finally:
            self._hears = False

    def _listen(self, channel: Channel) -> None:
        is_asked = False
        with self._client.pubsub() as heard:
            heard.subscribe(self._name)
            while channel.is_needed():
                message = heard.get_message(timeout=SILENCE)
                if message is None:
                    if is_asked:
                        raise redis.TimeoutError("no answer")
                    heard.ping()
                elif message["type"] == "message":
                    channel.tell(message["data"].decode().split())
                elif message["type"] == "subscribe":
                    self._hears = True
                    channel.tell_all()
                is_asked = message is None


class Sender:
    """Sends without waiting: Redis is set not to reply, and a thread reconnects if the connection is lost.

    News in the meantime is sent after reconnecting. Unread data in a connection that breaks is lost.
    """

    def __init__(self, url: str, name: str) -> None:
        self._pool = ConnectionPool.from_url(
            url, socket_timeout=ANSWER_SECONDS, socket_connect_timeout=PAUSE, retry=Retry(NoBackoff(), 0)
        )
        self._name = name
        self._guard = threading.Lock()
        self._connection: ConnectionInterface | None = None
        self._is_connecting = False
        self._unsent: dict[Topic, None] = {}

    def send(self, topics: Collection[Topic]) -> None:
        with self._guard:
            if self._connection is not None and self._sent(topics):
                return
            if len(self._unsent) < _MOST_UNSENT:
                self._unsent.update(dict.fromkeys(topics))
            if not self._is_connecting:
                self._is_connecting = True
                threading.Thread(target=self._connect, name="news-sender", daemon=True).start()

    def _sent(self, topics: Collection[Topic]) -> bool:
        assert self._connection is not None
        try:
            command = self._connection.pack_command("PUBLISH", self._name, " ".join(topics))
            self._connection.send_packed_command(command, check_health=False)
        except FAULTS:
            self._connection.disconnect()
            self._connection = None
            return False
        return True

    def _connect(self) -> None:
        is_logged = False
        # Not from the pool, which would count each new one.
        connection = self._pool.connection_class(**self._pool.connection_kwargs)
        while True:
            try:
                connection.connect()
                connection.send_command("CLIENT", "REPLY", "OFF")
                break
            except FAULTS as error:
                connection.disconnect()
                if not is_logged:
                    logger.warning("readers of other processes poll, Redis takes no news: %s", error)
                is_logged = True
                time.sleep(PAUSE)
        with self._guard:
            self._connection = connection
            self._is_connecting = False
            if not self._unsent or self._sent(self._unsent):
                self._unsent = {}
