"""The stream process: what it answers, and when a client loses its place."""

import asyncio
import random
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, connections
from django.test import Client as Browser

from common import worker_slots
from common.pool import Pool
from config import asgi
from matches.api import waiting
from matches.models import Match
from matches.notifications import news
from matches.notifications.redis_news import RedisNews
from matches.services.ending import resign
from players.models import AccessToken, Player
from tests.matches.conftest import ann, ben, duel, move, published
from tests.matches.test_news import REDIS, needs_redis

__all__ = ["ann", "ben", "duel", "published"]
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]
Duel = Callable[..., Match]
PATIENCE = 40
"""Seconds after which a hanging test fails. Streams last longer (STREAM_SECONDS)."""


@pytest.fixture
def streams(monkeypatch: pytest.MonkeyPatch) -> Iterator[asgi.Streams]:
    own, switch = connections["default"], sys.getswitchinterval()
    monkeypatch.setattr(worker_slots, "_free", Pool())
    monkeypatch.setattr(worker_slots, "_has_slots", False)
    monkeypatch.setattr(waiting, "open_waits", waiting.open_waits)
    application = asgi.Streams()
    yield application
    assert application._threads is not None
    application._threads.shutdown()
    for slot in worker_slots._free._free:
        for connection in slot.values():
            connection.close()
    connections["default"] = own
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)
    sys.setswitchinterval(switch)


class Client:
    """An ASGI request and its client. If `takes` is False, the client has stopped reading."""

    def __init__(self, path: str, **headers: str) -> None:
        fields = {"host": "localhost", **{name.replace("_", "-"): value for name, value in headers.items()}}
        self.scope = {
            **{"type": "http", "method": "GET", "path": path, "root_path": "", "query_string": b"", "scheme": "http"},
            "headers": [(name.lower().encode(), value.encode()) for name, value in fields.items()],
            **{"client": ("203.0.113.7", 1), "server": ("127.0.0.1", 8001)},
        }
        self.status = 0
        self.body = b""
        self.takes = True
        self.has_gone = asyncio.Event()

    async def receive(self) -> dict[str, Any]:
        await self.has_gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: dict[str, Any]) -> None:
        if not self.takes:
            await asyncio.sleep(3600)
        self.status = message.get("status", self.status)
        self.body += message.get("body", b"")

    async def has_read(self, text: bytes) -> None:
        async with asyncio.timeout(PATIENCE):
            while text not in self.body:
                await asyncio.sleep(0.005)


async def all_places_free() -> None:
    """Wait until no stream has a place. Fails long before a stream would end by itself."""
    async with asyncio.timeout(PATIENCE):
        while waiting.open_waits.count:
            await asyncio.sleep(0.005)


def bearer(player: Player) -> dict[str, str]:
    return {"authorization": f"Bearer {AccessToken.objects.create(user=player)[1]}"}


def test_a_stream_is_told_and_comes_to_its_end(streams: asgi.Streams, duel: Duel, ann: Player) -> None:
    match = duel()
    client = Client(f"/api/v1/matches/{match.pk}/stream", **bearer(ann))

    async def follow() -> None:
        running = asyncio.create_task(streams(client.scope, client.receive, client.send))
        await client.has_read(b"event: now")
        assert waiting.open_waits.count == 1
        await asyncio.to_thread(_in_thread, lambda: resign(match_id=match.pk, player_id=ann.pk))
        await asyncio.wait_for(running, PATIENCE)

    asyncio.run(follow())

    assert client.status == 200
    assert client.body.startswith(b"retry: 1000\n\nid: 0\ndata: {")
    assert b"id: 1\n" in client.body and b'"reason":"resignation"' in client.body
    assert waiting.open_waits.count == 0 and news.match_topic(match.pk) not in news.channel().topics()


@needs_redis
def test_an_event_reaches_a_stream_over_redis_when_it_is_committed(
    streams: asgi.Streams, duel: Duel, ann: Player, ben: Player, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Streams don't find the event by themselves here: they look only when notified."""
    settings.NEWS_BACKEND, settings.REDIS_URL = "matches.notifications.redis_news.RedisNews", REDIS
    monkeypatch.setattr(RedisNews, "look_every", property(lambda self: 3600.0 if self._hears else 0.5))
    news.channel.cache_clear()
    match = duel()
    clients = [Client(path, **bearer(ben)) for path in (f"/api/v1/matches/{match.pk}/stream", "/api/v1/stream")]

    async def be_told() -> None:
        running = [asyncio.create_task(streams(one.scope, one.receive, one.send)) for one in clients]
        await asyncio.gather(clients[0].has_read(b"event: now"), clients[1].has_read(b"event: caught_up"))
        while news.channel().look_every < 3600:
            await asyncio.sleep(0.01)
        await asyncio.to_thread(_in_thread, lambda: resign(match_id=match.pk, player_id=ann.pk))
        await asyncio.gather(clients[0].has_read(b"id: 1"), clients[1].has_read(b"match_ended"))
        clients[1].has_gone.set()
        await asyncio.gather(*running)

    try:
        asyncio.run(be_told())
    finally:
        news.channel.cache_clear()


def _in_thread(do: Callable[[], Any]) -> None:
    try:
        do()
    finally:
        connections["default"].close()


@pytest.mark.exhaustive
def test_a_page_is_told_by_its_session_until_it_signs_out(streams: asgi.Streams, duel: Duel, ann: Player) -> None:
    match, browser = duel(), Browser()
    browser.force_login(ann)
    client = Client("/stream", cookie=f"sessionid={browser.cookies['sessionid'].value}")
    client.scope["query_string"] = f"match={match.pk}".encode()

    async def follow() -> None:
        running = asyncio.create_task(streams(client.scope, client.receive, client.send))
        await client.has_read(b'"version":0')
        await asyncio.to_thread(_in_thread, lambda: move(match, random.Random(1)))
        await client.has_read(b'"version":1')
        await asyncio.to_thread(_in_thread, lambda: browser.post("/account/sign-out/"))
        await asyncio.wait_for(running, PATIENCE)

    asyncio.run(follow())

    covers = f'event: covers\ndata: {{"matches":["{match.pk}"],"account":true}}\n\n'
    assert client.status == 200 and client.body.decode().startswith(f"retry: 1000\n\n{covers}")
    assert waiting.open_waits.count == 0


def test_the_place_of_a_client_that_has_gone_is_free_at_once(streams: asgi.Streams, duel: Duel, ann: Player) -> None:
    client = Client("/api/v1/stream", accept="application/x-ndjson", **bearer(ann))

    async def leave() -> None:
        running = asyncio.create_task(streams(client.scope, client.receive, client.send))
        await client.has_read(b"caught_up")
        client.has_gone.set()
        await all_places_free()
        await running

    asyncio.run(leave())


@pytest.mark.parametrize("is_given_up", [False, True])
def test_a_client_that_does_not_read_holds_up_nobody_and_is_given_up(
    streams: asgi.Streams, duel: Duel, ann: Player, ben: Player, monkeypatch: pytest.MonkeyPatch, is_given_up: bool
) -> None:
    """Another client gets the end while the server waits for the slow one, and also after disconnecting it."""
    assert asgi.SLOW_SECONDS == 1.0
    monkeypatch.setattr(asgi, "SLOW_SECONDS", 0.2 if is_given_up else 3600.0)
    match = duel()
    path = f"/api/v1/matches/{match.pk}/stream"
    slow, other = Client(path, **bearer(ann)), Client(path, **bearer(ben))

    async def stop_reading() -> int:
        running = [asyncio.create_task(streams(one.scope, one.receive, one.send)) for one in (slow, other)]
        await asyncio.gather(slow.has_read(b"event: now"), other.has_read(b"event: now"))
        slow.takes = False
        await asyncio.to_thread(_in_thread, lambda: resign(match_id=match.pk, player_id=ann.pk))
        await asyncio.gather(other.has_read(b"id: 1"), running[1])
        if is_given_up:
            await all_places_free()
        held = waiting.open_waits.count
        running[0].cancel()
        await asyncio.gather(*running, return_exceptions=True)
        return held

    assert asyncio.run(stop_reading()) == (0 if is_given_up else 1)


def test_a_stream_that_breaks_off_gives_its_place_back(
    streams: asgi.Streams, duel: Duel, ann: Player, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """For example because the database is gone."""
    client = Client(f"/api/v1/matches/{duel().pk}/stream", **bearer(ann))

    async def break_off() -> None:
        running = asyncio.create_task(streams(client.scope, client.receive, client.send))
        await client.has_read(b"event: now")
        monkeypatch.setattr(waiting, "look_at_events", None)
        await asyncio.wait_for(running, PATIENCE)

    asyncio.run(break_off())

    assert (client.status, waiting.open_waits.count) == (200, 0)
    assert "a stream failed" in caplog.text


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/v1/stream", 401),
        ("/api/v1/matches/0190a000-0000-7000-8000-000000000000/stream", 404),
        ("/api/v1/matches", 404),
        ("/admin/", 404),
        ("/health/live", 200),
    ],
)
def test_it_refuses_as_the_web_service_does_and_answers_nothing_but_streams(
    streams: asgi.Streams, published: None, path: str, status: int
) -> None:
    client = Client(path, accept="application/json")

    asyncio.run(streams(client.scope, client.receive, client.send))

    assert (client.status, bool(client.body)) == (status, True)


def test_a_process_for_streams_has_places_of_its_own(
    streams: asgi.Streams, published: None, settings: Any, ann: Player
) -> None:
    settings.STREAMS_AT_ONCE, settings.STREAMS_OF_ONE_ACCOUNT = 3, 1
    token = bearer(ann)
    first, second = Client("/api/v1/stream", **token), Client("/api/v1/stream", **token)

    async def both() -> None:
        running = asyncio.create_task(streams(first.scope, first.receive, first.send))
        await first.has_read(b"caught_up")
        await streams(second.scope, second.receive, second.send)
        first.has_gone.set()
        await running

    asyncio.run(both())

    assert (first.status, second.status) == (200, 429)


def test_a_query_that_is_no_text_is_refused(streams: asgi.Streams, published: None) -> None:
    client = Client("/api/v1/stream")
    client.scope["query_string"] = b"after=\xff"

    asyncio.run(streams(client.scope, client.receive, client.send))

    assert client.status == 400


def exchanged(application: asgi.Streams, type_: str, *received: str) -> list[dict[str, Any]]:
    """What the application sends on a protocol after receiving these messages."""
    messages, sent = iter(received), list[dict[str, Any]]()

    async def receive() -> dict[str, Any]:
        return {"type": next(messages)}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    asyncio.run(application({"type": type_, "path": "/api/v1/stream"}, receive, send))
    return sent


def test_a_server_that_tells_of_its_beginning_and_end_is_answered(streams: asgi.Streams) -> None:
    sent = exchanged(streams, "lifespan", "lifespan.startup", "lifespan.shutdown")

    assert sent == [{"type": "lifespan.startup.complete"}, {"type": "lifespan.shutdown.complete"}]
    assert streams._threads is not None, "it is open before the first request"


def test_a_websocket_is_refused_and_another_protocol_named(streams: asgi.Streams) -> None:
    streams._open()

    assert exchanged(streams, "websocket", "websocket.connect") == [{"type": "websocket.close"}]
    assert exchanged(streams, "websocket", "websocket.disconnect") == []
    with pytest.raises(ValueError, match="'webtransport'"):
        exchanged(streams, "webtransport")
