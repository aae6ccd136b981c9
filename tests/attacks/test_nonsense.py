"""Absurd numbers, dates and nestings, and a client that takes all places to wait, are refused."""

import json
from contextlib import ExitStack, closing
from http.client import HTTPConnection

import pytest

from tests.faults.stack import Stack

HUGE = "9" * 5000
DEEP = "[" * 900 + "]" * 900


@pytest.fixture(scope="module")
def token(service: Stack) -> str:
    return service.sign_up("nonsense")


def connect(service: Stack, method: str, path: str, body: str | None = None, **headers: str) -> HTTPConnection:
    """A connection on which this request has been sent."""
    connection = HTTPConnection("127.0.0.1", service.port, timeout=30)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    sent = {"Host": "127.0.0.1", "X-Forwarded-Proto": "https", "Content-Type": "application/json", **named}
    connection.request(method, f"/api/v1/{path}", body, sent)
    return connection


def asked(service: Stack, method: str, path: str, body: str | None = None, **headers: str) -> tuple[int, bytes]:
    with closing(connect(service, method, path, body, **headers)) as connection, connection.getresponse() as answer:
        return answer.status, answer.read()


@pytest.mark.parametrize("value", [HUGE, "1e999", "1.5", DEEP, '{"a": {"b": 1}}', json.dumps("x" * 10_000)])
def test_options_that_are_none_are_refused_before_anything_is_kept(service: Stack, token: str, value: str) -> None:
    options = f'{{"rounds": {value}}}'
    deck = '"ruleset": "invictus", "cards": {}'
    signed_in = {"Authorization": f"Bearer {token}"}

    for method, path, body in (
        ("POST", "decks", f'{{{deck}, "name": "x", "visibility": "public", "options": {options}}}'),
        ("POST", "decks/check", f'{{{deck}, "options": {options}}}'),
        ("POST", "matches", f'{{"ruleset": "battle_line", "seats": [{{"kind": "open"}}], "options": {options}}}'),
    ):
        status, answer = asked(service, method, path, body, **signed_in)
        assert (status, json.loads(answer)["code"]) == (400, "malformed_request"), path

    assert asked(service, "GET", "decks?limit=200")[0] == 200


@pytest.mark.parametrize("value", [HUGE, "1e999", DEEP])
def test_an_action_to_be_considered_of_such_values_is_refused(service: Stack, token: str, value: str) -> None:
    url = service.open_match(token, {"kind": "me", "ready": True}, {"kind": "bot", "bot": "random"})
    path = f"{url.removeprefix('/api/v1/')}/analysis"

    status, _ = asked(service, "POST", path, f'{{"action": {{"type": {value}}}}}', Authorization=f"Bearer {token}")

    assert status == 400


def test_a_last_event_id_of_five_thousand_digits_is_refused(service: Stack, token: str) -> None:
    url = service.open_match(token, {"kind": "me"}, {"kind": "open"})

    assert asked(service, "GET", f"{url.removeprefix('/api/v1/')}/stream", Last_Event_ID=HUGE)[0] == 400


@pytest.mark.parametrize(
    "moment",
    ["0001-01-01T00:00:00%2B14:00", "9999-12-31T23:59:59-14:00", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"],
)
def test_moments_beyond_the_calendar_are_refused(service: Stack, moment: str) -> None:
    answers = [
        asked(service, "GET", f"{where}?{name}={moment}")[0]
        for where in ("search/matches", "exports")
        for name in ("ended_after", "ended_before")
    ]

    assert answers == [400] * 4


def test_one_address_does_not_take_every_place_to_wait(service: Stack, token: str) -> None:
    url = service.open_match(token, {"kind": "me"}, {"kind": "open"})
    path = f"{url.removeprefix('/api/v1/')}/stream"

    with ExitStack() as opened:

        def stream(address: str) -> int:
            connection = opened.enter_context(closing(connect(service, "GET", path, X_Forwarded_For=address)))
            return opened.enter_context(connection.getresponse()).status

        taken = [stream("192.0.2.71") for _ in range(100)]  # Two processes have 24 places each for one address.

        assert set(taken) == {200, 429} and taken.count(200) <= 48
        assert [stream("192.0.2.72") for _ in range(5)] == [200] * 5


def test_a_new_password_ends_the_tokens_that_came_by_the_old_one(service: Stack) -> None:
    stolen = service.sign_up("robbed")
    assert service.send("GET", "/api/v1/me", None, stolen)[0] == 200

    change = "from players.models import Player; p = Player.objects.get(username='robbed'); "
    service.manage(
        "shell", "-v0", "-c", f"{change} p.set_password('another horse battery'); p.save()"
    ).check_returncode()

    assert service.send("GET", "/api/v1/me", None, stolen)[0] == 401
