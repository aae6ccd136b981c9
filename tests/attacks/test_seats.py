"""Seats of a lobby change hands: a player who has left a seat sees nothing as its next player."""

import json
from contextlib import closing
from http.client import HTTPConnection
from typing import Any

import pytest

from tests.faults.stack import Stack


def opened_stream(service: Stack, path: str, token: str) -> tuple[HTTPConnection, Any]:
    connection = HTTPConnection("127.0.0.1", service.port, timeout=30)
    connection.request("GET", path, headers={"Authorization": f"Bearer {token}", "X-Forwarded-Proto": "https"})
    answer = connection.getresponse()
    assert answer.status == 200
    assert answer.readline().startswith(b"retry:")
    return connection, answer


def first_event(answer: Any) -> dict[str, Any] | None:
    """The first event of a stream; None if the stream closed before one came."""
    while line := answer.readline():
        if line.startswith(b"id: "):  # Messages `now` have no id.
            event: dict[str, Any] = json.loads(answer.readline().removeprefix(b"data: "))
            return event
    return None


@pytest.mark.parametrize("as_", ["", "?as=seat", "?as=public"])
def test_a_stream_opened_by_who_has_left_his_seat_shows_nothing_of_the_next_ones_hand(service: Stack, as_: str) -> None:
    host, thief, guest = (service.sign_up(f"{name}{len(as_)}") for name in ("seat-host", "seat-thief", "seat-guest"))
    path = service.open_match(host, {"kind": "open"}, {"kind": "open"})
    assert service.send("POST", f"{path}/join", {"seat": 0}, thief)[0] == 200
    connection, answer = opened_stream(service, f"{path}/stream{as_}", thief)
    with closing(connection):
        assert service.send("POST", f"{path}/leave", {}, thief)[0] == 200
        assert service.send("POST", f"{path}/join", {"seat": 0}, guest)[0] == 200
        assert service.send("POST", f"{path}/join", {"seat": 1}, host)[0] == 200

        event = first_event(answer)

    if as_ == "?as=seat":
        assert event is None
        return
    assert event is not None
    dealt = [effect for effect in event["effects"] if effect["type"] == "dealt"]
    assert sorted((effect["seat"], "cards" in effect) for effect in dealt) == [(0, False), (1, False)]
    assert not any("deck" in seat for seat in event["seats"])


def test_a_stream_that_was_opened_in_the_lobby_goes_on_for_who_keeps_his_seat(service: Stack) -> None:
    host, guest = service.sign_up("kept-host"), service.sign_up("kept-guest")
    path = service.open_match(host, {"kind": "me", "ready": True}, {"kind": "open"})
    connection, answer = opened_stream(service, f"{path}/stream", host)
    with closing(connection):
        assert service.send("POST", f"{path}/join", {}, guest)[0] == 200

        event = first_event(answer)

    assert event is not None
    dealt = [effect for effect in event["effects"] if effect["type"] == "dealt"]
    assert sorted((effect["seat"], "cards" in effect) for effect in dealt) == [(0, True), (1, False)]
