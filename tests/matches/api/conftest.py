"""API clients, signed in or not, and a match that they have opened."""

from collections.abc import Callable, Generator
from typing import Any

import msgspec
import pytest
from django.test import Client

from matches.api import waiting
from matches.api.streams import streaming
from matches.notifications import news
from players.models import AccessToken, Player
from tests.toy import CARD_SET

API = "/api/v1"
STARTER = CARD_SET["starter_decks"][0]["slug"]


class Api:
    """An API client with its token, which sends and reads JSON."""

    def __init__(self, player: Player | None = None) -> None:
        self.client = Client(raise_request_exception=True)
        self.headers: dict[str, str] = {}
        if player is not None:
            _, token = AccessToken.objects.create(user=player)
            self.headers["Authorization"] = f"Bearer {token}"

    def get(self, path: str, **headers: str) -> Any:
        return self.client.get(self._path(path), headers={**self.headers, **_named(headers)})

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        return self.client.generic(
            method,
            self._path(path),
            data=body if isinstance(body, bytes) else _json(body),
            content_type="application/json",
            headers={**self.headers, **_named(headers)},
        )

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        return self.send("POST", path, body, **headers)

    def _path(self, path: str) -> str:
        return path if path.startswith("/api") else f"{API}/{path}"


def pieces_of(response: Any) -> Generator[bytes, None, None]:
    """The non-empty pieces of a stream. Empty ones only check whether the client is still reading.

    Leaving the generator closes the stream. Otherwise the garbage collector would close it at any time. Django then
    sets a context variable, and CPython 3.11 crashes if another one is being set.
    """
    try:
        yield from filter(None, response.streaming_content)
    finally:
        getattr(response, "_iterator", response.streaming_content).close()


def _named(headers: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


def _json(body: Any) -> bytes:
    return b"" if body is None else msgspec.json.encode(body)


@pytest.fixture
def anyone(published: None) -> Api:
    return Api()


@pytest.fixture
def as_ann(published: None, ann: Player) -> Api:
    return Api(ann)


@pytest.fixture
def as_ben(published: None, ben: Player) -> Api:
    return Api(ben)


@pytest.fixture
def opened(as_ann: Api, as_ben: Api) -> Callable[..., dict[str, Any]]:
    """Opens a match of Ann against Ben through the API. Both join, so it starts."""

    def open_(**more: Any) -> dict[str, Any]:
        seats = [{"kind": "me", "deck": STARTER, "ready": True}, {"kind": "invited", "player": "ben"}]
        made = as_ann.post("matches", {"ruleset": "raid", "seats": seats, **more})
        assert made.status_code == 201, made.json()
        joined = as_ben.post(f"{made.json()['url']}/join", {"deck": STARTER, "entropy": "dice"})
        assert joined.status_code == 200, joined.json()
        return joined.json()  # type: ignore[no-any-return]

    return open_


@pytest.fixture
def clock(monkeypatch: Any) -> "Clock":
    """A clock that advances only while a request waits for news. Something may be made to happen meanwhile."""
    fake = Clock()
    for module in (streaming, waiting):
        monkeypatch.setattr(module, "time", fake)
    monkeypatch.setattr(news.Subscription, "wait", lambda self, seconds: fake.sleep(min(seconds, 0.5)))
    return fake


class Clock:
    def __init__(self) -> None:
        self.now = 0.0
        self.meanwhile: dict[float, Callable[[], Any]] = {}

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds
        for at in [at for at in self.meanwhile if at <= self.now]:
            self.meanwhile.pop(at)()
