"""Answers that wait: a server that sends pieces notices clients that have gone, and frees their places."""

import json
from collections.abc import Callable, Iterator
from io import BytesIO
from typing import Any

import pytest
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.test import RequestFactory

from common.concurrency_limits import ConcurrencyLimit
from config import wsgi
from matches.api import waiting
from matches.models import Match
from matches.notifications import news
from matches.services.ending import resign
from players.models import AccessToken, Player
from tests.matches.conftest import ann, ben, duel, published

__all__ = ["ann", "ben", "duel", "published"]
pytestmark = pytest.mark.django_db
Duel = Callable[..., Match]


@pytest.fixture(autouse=True)
def own_connection(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Requests use the test's connection and limits of their own."""
    monkeypatch.setattr(waiting, "open_waits", ConcurrencyLimit(10, 10, 10))
    monkeypatch.setattr(wsgi.worker_slots, "open_slots", lambda count: None)
    monkeypatch.setattr(waiting, "STEP_SECONDS", 0.01)
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


class Sent:
    """A request as granian passes it to the application, and the answer."""

    def __init__(self, player: Player, path: str, body: Any = None) -> None:
        factory = RequestFactory(headers={"Authorization": f"Bearer {AccessToken.objects.create(user=player)[1]}"})
        if body is None:
            request = factory.get(path, secure=True)
        else:
            request = factory.post(path, body, "application/json", secure=True, headers={"Idempotency-Key": "k1"})
            request.environ["wsgi.input"] = BytesIO(json.dumps(body).encode())
        self.status = ""
        self.pieces = wsgi.application(request.environ, self._start)

    def _start(self, status: str, headers: Any) -> None:
        self.status, self.headers = status, dict(headers)

    def rest(self) -> Any:
        body = b"".join(self.pieces)
        self.pieces.close()  # type: ignore[attr-defined]
        return json.loads(body)


KEEP = {"version": 0, "action": {"type": "keep", "keep": True}}


def test_a_reader_who_has_gone_gives_his_place_back(duel: Duel, ann: Player) -> None:
    match = duel()
    sent = Sent(ann, f"/api/v1/matches/{match.pk}/events?after=0&wait=30")
    pieces = iter(sent.pieces)
    assert (sent.status, next(pieces), next(pieces), waiting.open_waits.count) == ("200 OK", b"", b"", 1)

    sent.pieces.close()  # type: ignore[attr-defined]

    assert waiting.open_waits.count == 0
    assert news.match_topic(match.pk) not in news.channel().topics()


def test_a_reader_who_stays_is_answered_when_there_is_something(duel: Duel, ann: Player, ben: Player) -> None:
    match = duel()
    sent = Sent(ann, f"/api/v1/matches/{match.pk}/events?after=0&wait=30")
    assert next(iter(sent.pieces)) == b""

    resign(match_id=match.pk, player_id=ben.pk)
    page = sent.rest()

    assert ([event["seq"] for event in page["events"]], page["status"]) == ([1], "over")
    assert waiting.open_waits.count == 0


def test_an_action_is_committed_before_its_answer_waits_and_who_has_gone_gives_his_place_back(
    duel: Duel, ann: Player, ben: Player
) -> None:
    match = duel()
    path = f"/api/v1/matches/{match.pk}/actions?wait=30"
    lost = Sent(ann, path, KEEP)
    assert (lost.status, next(iter(lost.pieces)), waiting.open_waits.count) == ("201 Created", b"", 1)
    assert "RateLimit" in lost.headers and Match.objects.get().version == 1

    lost.pieces.close()  # type: ignore[attr-defined]
    assert waiting.open_waits.count == 0
    again = Sent(ann, path, KEEP)
    assert next(iter(again.pieces)) == b""
    resign(match_id=match.pk, player_id=ben.pk)

    told = again.rest()
    assert (told["event"]["seq"], told["now"]["status"], len(told["events"])) == (1, "over", 2)
    assert waiting.open_waits.count == 0


def test_what_need_not_be_waited_for_is_answered_as_a_whole(duel: Duel, ann: Player) -> None:
    sent = Sent(ann, f"/api/v1/matches/{duel().pk}/events?wait=30")

    assert isinstance(sent.pieces, list)
    assert [event["seq"] for event in json.loads(b"".join(sent.pieces))["events"]] == [0]
