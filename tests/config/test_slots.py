"""Slots limit the requests at work, each with a connection. A waiting request gives up its slot and connection."""

import threading
import time
from collections.abc import Callable, Iterator
from io import BytesIO
from typing import Any

import pytest
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, connections
from django.http import StreamingHttpResponse
from django.test import RequestFactory

from common import worker_slots
from common.pool import Pool
from config import transfers, wsgi


@pytest.fixture
def two_slots(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    own = connections["default"]
    monkeypatch.setattr(worker_slots, "_free", Pool())
    monkeypatch.setattr(worker_slots, "_has_slots", False)
    worker_slots.open_slots(2)
    yield
    connections["default"] = own
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def at_once(*jobs: Callable[[], Any]) -> None:
    threads = [threading.Thread(target=job) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive()


def test_no_more_work_at_once_than_there_are_slots_and_none_shares_a_connection(two_slots: None) -> None:
    at_work: list[Any] = []
    most: list[int] = []

    def work() -> None:
        for _ in range(200):
            with worker_slots.working():
                at_work.append(connections["default"])
                most.append(len(at_work))
                assert len(set(map(id, at_work))) == len(at_work)
                at_work.remove(connections["default"])

    at_once(*[work] * 6)

    assert len(most) == 1200 and max(most) <= 2
    assert len(worker_slots._free._free) == 2


def test_whoever_waits_lets_others_work_and_goes_on_when_there_is_a_slot_again(two_slots: None) -> None:
    seen: list[str] = []
    others_are_done, both_wait = threading.Event(), threading.Barrier(3)

    def reader() -> None:
        with worker_slots.working():
            with worker_slots.waiting():
                both_wait.wait(60)
                assert others_are_done.wait(60)
            seen.append("reader")
            assert connections["default"] is not None

    def mover() -> None:
        both_wait.wait(60)
        with worker_slots.working():
            seen.append("mover")
        others_are_done.set()

    at_once(reader, reader, mover)

    assert seen == ["mover", "reader", "reader"]
    assert len(worker_slots._free._free) == 2


def test_who_came_first_works_first(two_slots: None) -> None:
    order: list[int] = []
    worker_slots.enter()
    held = worker_slots._free.get()
    begun = []

    def work(number: int) -> None:
        with worker_slots.working():
            order.append(number)

    for number in range(4):
        begun.append(threading.Thread(target=work, args=(number,)))
        begun[-1].start()
        while len(worker_slots._free._queue) <= number:
            time.sleep(0.001)
    worker_slots._free.put(held)
    for thread in begun:
        thread.join(60)
    worker_slots.leave()

    assert order == [0, 1, 2, 3]


def test_a_slot_is_given_back_whatever_happens(two_slots: None) -> None:
    with pytest.raises(KeyError), worker_slots.working():
        raise KeyError
    with pytest.raises(KeyError), worker_slots.working(), worker_slots.waiting():
        raise KeyError
    assert len(worker_slots._free._free) == 2


def test_a_request_works_in_a_slot_and_leaves_it(two_slots: None, monkeypatch: pytest.MonkeyPatch) -> None:
    free: list[int] = []

    def fail(*given: Any) -> None:
        free.append(len(worker_slots._free._free))
        raise RuntimeError("a fault")

    monkeypatch.setattr(wsgi, "handler", fail)

    with pytest.raises(RuntimeError):
        wsgi.application({**RequestFactory().get("/").environ}, lambda status, headers: None)

    assert (free, len(worker_slots._free._free)) == ([1], 2)


@pytest.mark.parametrize("size", [30, transfers.READ_AHEAD + 1])
def test_a_body_that_is_still_being_sent_holds_no_slot(two_slots: None, size: int) -> None:
    free: list[int] = []

    class Sent(BytesIO):
        def read(self, *size: Any) -> bytes:
            free.append(len(worker_slots._free._free))
            return super().read(*size)

    content = b'{"username": "nobody"}'.ljust(size)
    request = RequestFactory().post("/api/v1/tokens", content, "application/json", secure=True)
    environ = {**request.environ, "wsgi.input": Sent(content)}

    answered = wsgi.application(environ, lambda status, headers: free.append(int(status[:3])))

    assert free == [2, 400]
    assert b"password" in b"".join(answered)
    assert len(worker_slots._free._free) == 2


def test_what_is_made_while_it_is_sent_is_made_in_slots_and_held_up_in_none(
    two_slots: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    free: list[int] = []

    def pieces() -> Iterator[bytes]:
        for number in range(2):
            free.append(len(worker_slots._free._free))
            yield b"%d" % number

    response = StreamingHttpResponse(pieces())
    monkeypatch.setattr(wsgi.WSGIHandler, "__call__", lambda *given: response)

    answer = wsgi.application({**RequestFactory().get("/").environ}, lambda status, headers: None)
    free.extend(len(worker_slots._free._free) for _ in answer)
    answer.close()  # type: ignore[attr-defined]

    assert free == [1, 2, 1, 2]
    assert response.closed and len(worker_slots._free._free) == 2


@pytest.mark.django_db
def test_a_connection_that_has_died_is_not_handed_on(two_slots: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stream with a dead connection ends. In the pool, the connection would end other streams of the process too."""
    with worker_slots.working():
        sound = connections["default"]
        sound.ensure_connection()
    assert sound.connection is not None
    close, closed = sound.close, list[bool]()

    with worker_slots.working():
        dead = connections["default"]
        monkeypatch.setattr(dead, "is_usable", lambda: False)
        monkeypatch.setattr(dead, "close", lambda: closed.append(True))
        dead.errors_occurred = True

    assert dead is sound and closed == [True]
    close()


def test_without_slots_all_of_it_does_nothing() -> None:
    before = connections["default"]
    with worker_slots.working(), worker_slots.waiting():
        assert connections["default"] is before
    assert connections["default"] is before
