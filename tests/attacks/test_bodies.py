"""Bodies that are chunked, incomplete, announced wrongly or unwanted, over raw connections to the deployed service."""

import os
import signal
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.attacks import raw
from tests.attacks.raw import CHUNKED, chunks, head, sized
from tests.faults.servers import wait_for
from tests.faults.stack import Stack

HERE, THERE = "203.0.113.30", "198.51.100.30"
ME, OPEN = {"kind": "me", "ready": True}, {"kind": "open"}


@pytest.fixture
def duel(service: Stack, request: pytest.FixtureRequest) -> tuple[str, str, str]:
    """A match that waits for its second player: its path, and the tokens of both players."""
    name = f"body-{abs(hash(request.node.name)) % 10**9}"
    ann, ben = service.sign_up(f"{name}-a"), service.sign_up(f"{name}-b")
    return service.open_match(ann, ME, OPEN), ann, ben


def join(service: Stack, duel: tuple[str, str, str]) -> None:
    path, _, ben = duel
    status, document = service.send("POST", f"{path}/join", {}, ben)
    assert status == 200, document


@contextmanager
def half_sent(service: Stack, count: int, address: str, *lines: str) -> Iterator[None]:
    """Open `count` requests with incomplete bodies. `#` in the address is replaced by the request's number."""
    begun = [*lines] or ["Content-Length: 1000"]
    with ExitStack() as held:
        for n in range(count):
            parts = head("POST", "/api/v1/tokens", *begun, address=address.replace("#", str(n))), b"5\r\n{    \r\n"
            held.enter_context(raw.connect(service.port, *parts))
        time.sleep(0.5)
        yield


def test_a_chunked_body_is_read_as_any_other(service: Stack, duel: tuple[str, str, str]) -> None:
    path, _, ben = duel
    asked = head("POST", f"{path}/join", CHUNKED, token=ben)

    status, document = raw.ask(service.port, asked, chunks(b'{"entropy": ', b'"my dice"}'))

    assert status == 200, document
    assert service.match(path)["seats"][1]["entropy"] == "my dice"


@pytest.mark.parametrize(
    ("lines", "body"),
    [
        ([CHUNKED], b"zz\r\n{}\r\n0\r\n\r\n"),
        ([CHUNKED], b"2\r\n{\r\n"),
        ([CHUNKED], chunks(b'{"note": 1, "x": ')),
        ([CHUNKED], chunks()),
        ([CHUNKED], b""),
        (["Content-Length: 50"], b""),
        (["Content-Length: 50"], b"{}"),
        (["Content-Length: 100000"], b"{}"),
        (["Content-Length: -2"], b"{}"),
        (["Content-Length: 2", "Content-Length: 3"], b"{}"),
        (["Content-Length: 2, 2"], b"{}"),
        (["Transfer-Encoding: identity"], b"{}"),
        (["Transfer-Encoding: chunked, identity"], b"2\r\n{}\r\n0\r\n\r\n"),
        (["Content-Length: 4", CHUNKED], chunks(b"]")),
    ],
)
def test_nobody_resigns_by_a_body_that_cannot_be_read(
    service: Stack, duel: tuple[str, str, str], lines: list[str], body: bytes
) -> None:
    join(service, duel)
    path, ann, _ = duel

    status, _ = raw.ask(service.port, head("POST", f"{path}/resign", *lines, token=ann), body, ends=True)

    assert status in (0, 400)
    assert service.match(path)["status"] == "playing"


def test_without_any_body_one_resigns_as_ever(service: Stack, duel: tuple[str, str, str]) -> None:
    join(service, duel)
    path, ann, _ = duel

    assert raw.ask(service.port, head("POST", f"{path}/resign", token=ann))[0] == 201


@pytest.mark.parametrize("lines", [[], [CHUNKED]])
def test_half_sent_bodies_of_one_address_stop_nobody_else(service: Stack, lines: list[str]) -> None:
    with half_sent(service, 140, HERE, *lines):
        live = [raw.ask(service.port, head("GET", "/health/live"))[0] for _ in range(10)]
        others = [raw.post(service.port, "/api/v1/tokens", {}, address=THERE)[0] for _ in range(10)]
        own = raw.ask(service.port, head("GET", "/api/v1/bots", address=HERE))[0]

    assert (live, others, own) == ([200] * 10, [400] * 10, 200)


def test_half_sent_bodies_of_many_addresses_leave_half_of_all_threads(service: Stack) -> None:
    with half_sent(service, 200, "203.0.113.#"):
        live = [raw.ask(service.port, head("GET", "/health/live"))[0] for _ in range(10)]
        readers = [raw.ask(service.port, head("GET", "/api/v1/bots", address=THERE))[0] for _ in range(10)]
        with raw.connect(service.port, head("POST", "/api/v1/tokens", sized(b"{}"), address=THERE), b"{}") as opened:
            status, headers, body = raw.answer_on(opened)

    assert (live, readers) == ([200] * 10, [200] * 10)
    assert (status, headers["retry-after"]) == (503, "1") and b"too_many_transfers" in body
    wait_for(lambda: raw.post(service.port, "/api/v1/tokens", {}, address=THERE)[0] == 400, "room again")


def test_connections_that_say_nothing_stop_nobody(service: Stack) -> None:
    with ExitStack() as held:
        for _ in range(600):
            held.enter_context(raw.connect(service.port))

        assert [raw.ask(service.port, head("GET", "/health/live"))[0] for _ in range(10)] == [200] * 10


def uploaded(service: Stack, token: str, size: int) -> int:
    """Upload like an ordinary client, which reads the answer only after sending everything. Returns the status."""
    headers = {"X-Forwarded-Proto": "https", "X-Forwarded-For": HERE, "Authorization": f"Bearer {token}"}
    url = f"http://127.0.0.1:{service.port}/api/v1/imports"
    request = urllib.request.Request(url, b"x" * size, headers, method="POST")
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


def test_a_client_hears_why_its_long_body_is_refused(service: Stack) -> None:
    token = service.sign_up("uploads")

    assert [uploaded(service, "match_wrong", 5_000_000) for _ in range(3)] == [401] * 3
    assert uploaded(service, token, 17 * 2**20) == 413
    for _ in range(60):
        raw.ask(service.port, head("GET", "/api/v1/me", token="match_wrong", address=HERE))
    answers = {uploaded(service, "match_wrong", 5_000_000) for _ in range(3)}
    assert 429 in answers and answers <= {429, 401}  # Every few seconds one more guess is allowed.
    long = raw.ask(service.port, head("POST", "/api/v1/nothing", sized(b"x" * 2_000_000)), b"x" * 2_000_000)
    assert long[0] == 404


def test_a_long_chunked_body_is_taken_where_long_ones_are_and_refused_elsewhere(service: Stack) -> None:
    token = service.sign_up("chunked-uploads")
    body = chunks(b"x" * 700_000, b"y" * 700_000)

    taken = raw.ask(service.port, head("POST", "/api/v1/imports", CHUNKED, token=token), body)
    refused = raw.ask(service.port, head("POST", "/api/v1/tokens", CHUNKED), body)

    assert (taken[0], taken[1]["code"]) == (422, "not_verified")
    assert (refused[0], refused[1]["code"]) == (413, "too_large")


def test_http_2_is_not_spoken_behind_the_proxy(service: Stack) -> None:
    preface = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0\0\0\4\0\0\0\0\0"

    with raw.connect(service.port, preface) as opened:
        assert opened.recv(100) == b""


def workers_of(process: int) -> list[int]:
    found = subprocess.run(["pgrep", "-P", str(process)], capture_output=True, text=True, check=False).stdout.split()
    return sorted(int(pid) for pid in found if b"resource_tracker" not in Path(f"/proc/{pid}/cmdline").read_bytes())


def test_a_killed_process_of_the_web_service_is_replaced_and_the_other_goes_on(service: Stack) -> None:
    first, second = workers_of(service.processes["web"].pid)

    os.kill(first, signal.SIGKILL)
    refused = 0
    for _ in range(50):
        try:
            refused += raw.ask(service.port, head("GET", "/api/v1/bots"))[0] != 200
        except OSError:
            refused += 1
        time.sleep(0.02)

    assert refused <= 5, "what had come to the killed one"
    wait_for(lambda: len(workers_of(service.processes["web"].pid)) == 2, "a new process")
    assert second in workers_of(service.processes["web"].pid)
    assert service.processes["web"].poll() is None
