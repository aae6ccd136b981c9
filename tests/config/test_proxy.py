"""The proxy sends the moves of a match to one process while it is there, and other requests to any."""

import ssl
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPSConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from uuid import UUID

import pytest

from tests.attacks.proxy import Proxy

MATCHES = [str(UUID(int=number)) for number in range(30)]


class Web(ThreadingHTTPServer):
    """A web process that answers with its own port."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answering)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self.shutdown()
        self.server_close()


class Answering(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(str(self.server.server_port).encode())  # type: ignore[attr-defined]

    do_POST = do_GET

    def log_message(self, format: str, *args: object) -> None: ...


@pytest.fixture
def webs() -> Iterator[list[Web]]:
    webs = [Web(), Web()]
    yield webs
    for web in webs:
        web.stop()


@pytest.fixture
def proxy(tmp_path: Path, webs: list[Web]) -> Iterator[Proxy]:
    addresses = [f"127.0.0.1:{web.server_port}" for web in webs]
    proxy = Proxy(tmp_path, addresses, addresses[:1])
    proxy.start()
    yield proxy
    proxy.stop()


def ask(proxy: Proxy, method: str, path: str) -> int:
    """The port of the web process that answers."""
    context = ssl.create_default_context(cafile=str(proxy.certificate))
    connection = HTTPSConnection("127.0.0.1", proxy.port, context=context, timeout=10)
    try:
        connection.request(method, path, headers={"Content-Length": "0"})
        answer = connection.getresponse()
        assert answer.status == 200
        return int(answer.read())
    finally:
        connection.close()


def moved(proxy: Proxy, match: str) -> int:
    return ask(proxy, "POST", f"/api/v1/matches/{match}/actions?include=texts")


@pytest.mark.processes
def test_all_moves_of_a_match_go_to_one_process_and_matches_to_both(proxy: Proxy) -> None:
    with ThreadPoolExecutor(4) as clients:
        first, second = (list(clients.map(lambda match: moved(proxy, match), MATCHES)) for _ in range(2))

    assert first == second
    assert len(set(first)) == 2


@pytest.mark.processes
def test_readers_of_a_match_are_spread(proxy: Proxy) -> None:
    path = f"/api/v1/matches/{MATCHES[0]}"

    assert len({ask(proxy, "GET", path) for _ in range(30)}) == 2


@pytest.mark.processes
def test_if_a_process_is_gone_the_other_takes_its_matches(proxy: Proxy, webs: list[Web]) -> None:
    left, gone = webs
    gone.stop()

    assert {moved(proxy, match) for match in MATCHES} == {left.server_port}
