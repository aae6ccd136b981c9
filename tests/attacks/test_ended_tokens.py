"""The owner of a stolen token ends it: connections that the thief has open close within a second."""

import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from http.client import HTTPResponse

import pytest

from tests.attacks import raw
from tests.faults.stack import Stack

PASSWORD = "correct horse battery"
ME, OPEN = {"kind": "me", "ready": True}, {"kind": "open"}
SECONDS = 3.0


def _revoke(service: Stack, name: str, token: str) -> None:
    _, tokens = service.send("GET", "/api/v1/tokens", token=token)
    own = next(one["id"] for one in tokens["results"] if one["is_this"])
    assert service.send("DELETE", f"/api/v1/tokens/{own}", token=token)[0] == 204


def _post(path: str, **body: str) -> Callable[[Stack, str, str], None]:
    def post(service: Stack, name: str, token: str) -> None:
        assert service.send("POST", path, {"password": PASSWORD, **body}, token)[0] in (200, 204)

    return post


def _deactivate(service: Stack, name: str, token: str) -> None:
    """Deactivate a player as the admin does. The process waits for Redis, so that its notice is sent."""
    line = f"import time; from players.models import Player as P; p = P.objects.get(username='{name}'); "
    done = service.manage("shell", "-c", f"{line} p.is_active = False; p.save(); time.sleep(3)")
    assert done.returncode == 0, done.stderr


WAYS: dict[str, Callable[[Stack, str, str], None]] = {
    "revoked": _revoke,
    "signed-out": _post("/api/v1/me/sign-out"),
    "password": _post("/api/v1/me/password", new_password="incorrect horse battery"),
    "deleted": _post("/api/v1/me/deletion"),
    "deactivated": _deactivate,
}


@pytest.mark.parametrize("way", WAYS)
def test_what_is_open_with_a_token_that_ends_is_closed_at_once(service: Stack, way: str) -> None:
    name = f"ends-{way}"
    token = service.sign_up(name)
    path = service.open_match(token, ME, OPEN)
    begins = {"/api/v1/stream": b"event: caught_up", f"{path}/stream": b"event: now"}
    with ExitStack() as held:
        streams = []
        for port in (service.port, service.streams_port):
            for stream, line in begins.items():
                connection = held.enter_context(closing(raw.connect(port, raw.head("GET", stream, token=token))))
                answer = HTTPResponse(connection)
                answer.begin()
                assert answer.status == 200
                assert any(read.startswith(line) for read in iter(answer.readline, b"")), stream
                streams.append(answer)

        WAYS[way](service, name, token)
        ended = time.monotonic()
        for answer in streams:
            answer.read()
        took = time.monotonic() - ended

    assert took < SECONDS


@pytest.mark.sampled(1)
@pytest.mark.parametrize("way", WAYS)
def test_who_waits_with_a_token_that_ends_is_cut_off_at_once(service: Stack, way: str) -> None:
    """The connection gets nothing more of the match, although an event follows a moment later."""
    name = f"waits-{way}"
    token, other = service.sign_up(name), service.sign_up(f"{name}-other")
    path = service.open_match(token, ME, OPEN)
    assert service.send("POST", f"{path}/join", {}, other)[0] == 200
    version = service.match(path)["version"]
    with closing(
        raw.connect(service.port, raw.head("GET", f"{path}/events?after={version}&wait=25", token=token))
    ) as waiting:
        answer = HTTPResponse(waiting)
        answer.begin()  # The status has been sent. Before that, it would be 401.

        WAYS[way](service, name, token)
        ended = time.monotonic()
        service.send("POST", f"{path}/resign", None, other)
        waiting.settimeout(10)
        waiting.settimeout(10)
        told = answer.read()
        took = time.monotonic() - ended

    assert (answer.status, told) == (200, b"") and took < SECONDS
