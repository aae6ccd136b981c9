"""A worker's metrics: only on this machine, or for anyone with the token."""

import socket
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.conf import settings

from config import exposition


@contextmanager
def served(monkeypatch: pytest.MonkeyPatch, token: str) -> Iterator[tuple[str, int]]:
    """The address and port at which the metrics are served."""
    monkeypatch.setattr(settings, "METRICS_TOKEN", token)
    server = exposition.serve(0)
    try:
        yield str(server.server_address[0]), int(server.server_address[1])
    finally:
        server.shutdown()
        server.server_close()


def asked(port: int, path: str = "/metrics", **headers: str) -> int:
    url = f"http://127.0.0.1:{port}{path}"
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=10) as answer:
            assert b"match_sweep_found" in answer.read()
            return int(answer.status)
    except urllib.error.HTTPError as error:
        error.close()
        return error.code


def test_without_a_token_a_worker_listens_to_this_machine_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    with served(monkeypatch, "") as (host, port):
        assert host == "127.0.0.1"
        assert [asked(port), asked(port, "/"), asked(port, **{"X-Forwarded-For": "8.8.8.8"})] == [200, 404, 404]


def test_with_a_token_it_listens_to_all_and_answers_who_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    with served(monkeypatch, "t0ken") as (host, port):
        assert host == "0.0.0.0"
        assert [asked(port, Authorization=given) for given in ("", "Bearer wrong", "Bearer t0ken")] == [404, 404, 200]


def test_who_asks_and_says_nothing_is_not_waited_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exposition._Handler, "timeout", 0.2)
    with served(monkeypatch, "") as (_, port), socket.create_connection(("127.0.0.1", port)):
        assert asked(port) == 200
