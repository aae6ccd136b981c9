"""Attacks through the proxy of docker-compose.yml, as a client on the internet would make them."""

import json
import re
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from http.client import HTTPResponse
from typing import Any

import pytest
from django.conf import settings

from common.text.errors import error_codes
from replay.limits import MOST_IMPORT_BYTES
from tests.attacks import raw
from tests.attacks.proxy import Proxy, running_proxy
from tests.attacks.raw import CHUNKED, answer_on, chunks, sized
from tests.faults.servers import wait_for
from tests.faults.stack import ROOT, Stack

ME, OPEN = {"kind": "me", "ready": True}, {"kind": "open"}


@pytest.fixture(scope="module")
def proxy(service: Stack) -> Iterator[Proxy]:
    with running_proxy(service) as running:
        yield running


def connect(proxy: Proxy, *parts: bytes, protocols: tuple[str, ...] = ("http/1.1",)) -> ssl.SSLSocket:
    context = ssl.create_default_context(cafile=str(proxy.certificate))
    context.set_alpn_protocols(list(protocols))
    opened = context.wrap_socket(
        socket.create_connection(("127.0.0.1", proxy.port), timeout=30), server_hostname="127.0.0.1"
    )
    for part in parts:
        opened.sendall(part)
    return opened


def head(method: str, path: str, *lines: str, token: str = "") -> bytes:
    more = [f"Authorization: Bearer {token}"] if token else []
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", *more, *lines, "", ""]).encode("latin-1")


def ask(proxy: Proxy, *parts: bytes) -> tuple[int, Any]:
    with closing(connect(proxy, *parts)) as opened:
        answer = HTTPResponse(opened)
        answer.begin()
        body = answer.read()
    return answer.status, json.loads(body) if "json" in answer.headers.get("Content-Type", "") else body


def sign_in(proxy: Proxy, name: str, password: str, *lines: str) -> int:
    body = json.dumps({"username": name, "password": password}).encode()
    return ask(proxy, head("POST", "/api/v1/tokens", sized(body), *lines), body)[0]


def test_the_proxy_passes_on_what_the_service_says(proxy: Proxy) -> None:
    assert ask(proxy, head("GET", "/health/live")) == (200, {"status": "ok"})
    status, document = ask(proxy, head("GET", "/api/v1/bots"))
    assert status == 200 and document["results"]


@pytest.mark.parametrize("path", ["/health/ready", "/health/%72eady", "/x/../health/ready", "/health//ready"])
def test_only_the_inside_reads_whether_database_and_broker_answer(service: Stack, proxy: Proxy, path: str) -> None:
    assert service.send("GET", "/health/ready")[0] == 200
    assert ask(proxy, head("GET", path))[0] == 404


def test_without_tls_one_is_sent_to_it(proxy: Proxy) -> None:
    with closing(raw.connect(proxy.plain_port, raw.head("GET", "/api/v1/bots?ruleset=x"))) as opened:
        status, headers, _ = answer_on(opened)
    with closing(raw.connect(proxy.plain_port, raw.head("GET", "/.well-known/acme-challenge/token"))) as opened:
        proof = answer_on(opened)

    assert (status, headers["location"]) == (308, "https://127.0.0.1:443/api/v1/bots?ruleset=x")
    assert (proof[0], proof[2]) == (200, b"proof")


def test_http_2_is_spoken_at_the_proxy(proxy: Proxy) -> None:
    with closing(connect(proxy, protocols=("h2", "http/1.1"))) as opened:
        assert opened.selected_alpn_protocol() == "h2"


@pytest.mark.parametrize("claim", ["X-Forwarded-For", "X_Forwarded_For", "X-Real-IP", "Forwarded"])
def test_nobody_chooses_his_address(service: Stack, proxy: Proxy, claim: str) -> None:
    name = "claims" + claim.replace("-", "").replace("_", "u")
    service.sign_up(name)

    guesses = [sign_in(proxy, name, "wrong", f"{claim}: for=203.0.113.{n}") for n in range(4)]
    guesses += [sign_in(proxy, name, "wrong", f"{claim}: 203.0.113.{n}") for n in range(8)]

    assert guesses == [401] * 8 + [429] * 4
    assert (
        raw.post(
            service.port,
            "/api/v1/tokens",
            {"username": name, "password": "correct horse battery"},
            address="203.0.113.1",
        )[0]
        == 201
    )


@pytest.mark.parametrize("line", ["Content-Length: 100000", CHUNKED])
def test_half_sent_bodies_reach_no_thread_of_the_service(service: Stack, proxy: Proxy, line: str) -> None:
    with ExitStack() as held:
        for _ in range(90):
            held.enter_context(closing(connect(proxy, head("POST", "/api/v1/tokens", line), b"5\r\n{    \r\n")))
        time.sleep(0.3)
        live = [ask(proxy, head("GET", "/health/live"))[0] for _ in range(5)]
        whole = [sign_in(proxy, f"nobody-{n}", "wrong") for n in range(5)]
        direct = [raw.post(service.port, "/api/v1/tokens", {}, address="127.0.0.1")[0] for _ in range(10)]

    assert (live, whole, direct) == ([200] * 5, [401] * 5, [400] * 10)


def test_one_address_has_so_many_requests_at_once_and_others_have_theirs(service: Stack, proxy: Proxy) -> None:
    with ExitStack() as held:
        opened = [
            held.enter_context(closing(connect(proxy, head("POST", "/api/v1/tokens", "Content-Length: 10"), b"{")))
            for _ in range(104)
        ]
        status, headers, body = answer_on(opened[-1])

    assert (status, headers["retry-after"]) == (429, "1")
    assert json.loads(body)["code"] == "too_fast"
    assert service.is_ready()


def test_a_chunked_body_arrives_whole_and_one_of_two_lengths_not_at_all(service: Stack, proxy: Proxy) -> None:
    ann, ben = service.sign_up("proxied-a"), service.sign_up("proxied-b")
    path = service.open_match(ann, ME, OPEN)
    asked = head("POST", f"{path}/join", CHUNKED, token=ben)

    assert ask(proxy, asked, chunks(b'{"entropy": ', b'"my dice"}'))[0] == 200
    assert service.match(path)["seats"][1]["entropy"] == "my dice"
    both = head("POST", f"{path}/resign", "Content-Length: 2", CHUNKED, token=ben)
    assert ask(proxy, both, chunks(b"{}"))[0] == 400
    assert ask(proxy, head("POST", f"{path}/resign", CHUNKED, token=ben), b"zz\r\n{}\r\n")[0] == 400
    assert service.match(path)["status"] == "playing"


def test_events_come_through_as_they_happen(service: Stack, proxy: Proxy) -> None:
    ann, ben = service.sign_up("streamed-a"), service.sign_up("streamed-b")
    path = service.open_match(ann, ME, OPEN)

    with closing(connect(proxy, head("GET", f"{path}/stream", token=ann))) as opened:
        answer = HTTPResponse(opened)
        answer.begin()
        first = answer.readline()
        assert service.send("POST", f"{path}/join", {}, ben)[0] == 200
        while (line := answer.readline()) and not line.startswith(b"id: 0"):
            pass

    assert (answer.status, answer.headers["Content-Type"]) == (200, "text/event-stream")
    assert first.startswith(b"retry:") and line.startswith(b"id: 0"), "before the stream has ended"


@pytest.mark.parametrize(
    ("path", "size", "status", "code"),
    [
        ("/api/v1/imports", MOST_IMPORT_BYTES, 422, "not_verified"),
        ("/api/v1/imports", MOST_IMPORT_BYTES + 1, 413, "too_large"),
        ("/api/v1/imports", 18 * 2**20, 413, "too_large"),
        ("/api/v1/deck-imports", 16 * 2**20, 403, "not_allowed"),
        ("/api/v1/deck-imports", 18 * 2**20 + 1, 413, "too_large"),
        ("/api/v1/tokens", 1_000_001, 413, "too_large"),
        ("/api/v1/tokens", 2 * 2**20, 413, "too_large"),
    ],
)
def test_long_bodies_are_taken_where_they_may_be_and_refused_in_words_elsewhere(
    service: Stack, proxy: Proxy, path: str, size: int, status: int, code: str
) -> None:
    token = service.sign_up(f"long-{size}")
    folder = proxy.certificate.parent.parent
    (folder / "body").write_bytes(b"x" * size)
    url = f"https://127.0.0.1:{proxy.port}{path}"
    options = ["--cacert", str(proxy.certificate), "--header", f"Authorization: Bearer {token}"]
    command = ["curl", "-s", *options, "--data-binary", f"@{folder}/body", "-w", "\n%{http_code}", url]

    said = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout

    document, _, number = said.rpartition("\n")
    assert (int(number), json.loads(document)["code"]) == (status, code)


def test_what_the_proxy_says_itself_is_a_problem_and_names_no_address(service: Stack, proxy: Proxy) -> None:
    with running_proxy(service) as alone:
        text = (alone.certificate.parent.parent / "nginx.conf").read_text()
        nowhere = text.replace(f"127.0.0.1:{service.port}", "127.0.0.1:9")
        (alone.certificate.parent.parent / "nginx.conf").write_text(nowhere)
        alone.stop()
        alone.start()
        status, document = ask(alone, head("GET", "/api/v1/bots"))

    assert (status, document["code"], document["broken"]) == (503, "not_ready", ["web"])
    assert "client: " not in proxy.log()


TWO_LENGTHS = ("Content-Length: 2", CHUNKED)


@pytest.mark.parametrize(
    ("request_", "status", "code"),
    [
        (b"nonsense\r\n\r\n", 400, "malformed_request"),
        (b"GET /api/v1/bots HTTP/1.1\r\n\r\n", 400, "malformed_request"),
        (head("POST", "/api/v1/tokens", *TWO_LENGTHS), 400, "malformed_request"),
        (head("POST", "/api/v1/tokens", "Transfer-Encoding: rot13"), 400, "malformed_request"),
        (head("POST", "/api/v1/tokens", CHUNKED) + b"zz\r\n", 400, "malformed_request"),
        (head("TRACE", "/api/v1/bots"), 405, "method_not_allowed"),
        (head("GET", f"/api/v1/bots?x={'x' * 9000}"), 414, "too_large"),
        (head("GET", "/api/v1/bots", f"X: {'x' * 9000}"), 431, "too_large"),
    ],
)
def test_a_request_that_reaches_no_service_is_refused_with_a_problem(
    proxy: Proxy, request_: bytes, status: int, code: str
) -> None:
    refused, document = ask(proxy, request_)

    assert (refused, document["status"], document["code"]) == (status, status, code)


def test_problems_of_the_proxy_are_in_the_words_of_the_service() -> None:
    text = (ROOT / "config/proxy/nginx.conf").read_text()
    documents = [json.loads(said) for said in re.findall(r"return \d+ '(.+)';", text)]

    assert len(documents) == 7
    for document in documents:
        known = error_codes()[document["code"]]
        assert document["type"] == f"/api/docs/errors#{document['code']}"
        assert document["title"] == known.meaning["en"]
        if document["status"] == known.status and known.status > 405:
            assert document["detail"] == known.advice["en"]


def test_a_reader_that_goes_leaves_his_place(service: Stack, proxy: Proxy) -> None:
    """Streams have their own process, in which the number of streams per account is limited."""
    lines = head("GET", "/api/v1/stream", "Accept: application/x-ndjson", token=service.sign_up("kept-apart"))

    with ExitStack() as opened:
        for _ in range(settings.STREAMS_OF_ONE_ACCOUNT):
            answer = HTTPResponse(opened.enter_context(closing(connect(proxy, lines))))
            answer.begin()
            assert (answer.status, json.loads(answer.readline())["event"]) == (200, "caught_up")
        assert ask(proxy, lines)[0] == 429

    def has_place() -> bool:
        with closing(connect(proxy, lines)) as again:
            answer = HTTPResponse(again)
            answer.begin()
            return answer.status == 200

    wait_for(has_place, "a place, before the streams would have ended", seconds=settings.STREAM_SECONDS / 2)
