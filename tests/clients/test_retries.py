"""When clients/python sends a request again, tested with fake answers."""

import asyncio
import json
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from types import SimpleNamespace
from typing import Any

import httpx2
import pytest

from match_client import AsyncClient, Client, ConnectionLost, Refused

MATCH = "0192d7a1-0000-7000-8000-000000000000"
PLAYING: dict[str, Any] = {"version": 3, "status": "playing", "to_act": [], "disclosed": False}
OVER = {**PLAYING, "status": "over", "outcome": {"winners": [0], "reason": "goal", "scores": {}}}
Answer = httpx2.Response | Exception


class Service:
    """Gives these answers in turn, and records the requests."""

    def __init__(self, *answers: Answer) -> None:
        self.asked: list[httpx2.Request] = []
        self._answers = iter(answers)

    def __call__(self, request: httpx2.Request) -> httpx2.Response:
        self.asked.append(request)
        answer = next(self._answers)
        if isinstance(answer, Exception):
            raise answer
        return answer

    @property
    def keys(self) -> list[str | None]:
        return [request.headers.get("Idempotency-Key") for request in self.asked]


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The client's own sleeps, in seconds. Other threads of this process may sleep too."""
    seconds: list[float] = []
    monkeypatch.setattr("match_client._sync.time", SimpleNamespace(**{**vars(time), "sleep": seconds.append}))
    return seconds


def client(service: Service, **more: Any) -> Client:
    return Client("http://service", "token", http=httpx2.Client(transport=httpx2.MockTransport(service)), **more)


def refusal(status: int, code: str, **headers: str) -> httpx2.Response:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx2.Response(status, json={"status": status, "code": code, "detail": "no"}, headers=named)


BROKEN = httpx2.ReadError("reset")
DONE = httpx2.Response(200, json={"done": True})


def test_a_request_is_sent_again_with_the_same_key(slept: list[float]) -> None:
    service = Service(BROKEN, refusal(502, "bad_gateway"), refusal(503, "not_ready"), DONE)

    assert client(service).post("/api/v1/matches", {"ruleset": "raid"}) == {"done": True}

    assert len(set(service.keys)) == 1 and service.keys[0]
    assert len({request.content for request in service.asked}) == 1
    assert len([seconds for seconds in slept if seconds]) == 3


@pytest.mark.parametrize("answer", [BROKEN, refusal(502, "bad_gateway"), refusal(500, "broken")], ids=str)
def test_without_a_key_nothing_is_repeated_that_may_have_happened(answer: Answer, slept: list[float]) -> None:
    service = Service(answer)

    with pytest.raises((Refused, ConnectionLost)):
        client(service).sign_in("ann", "a quiet rook 7")

    assert len(service.asked) == 1 and not slept


@pytest.mark.parametrize("answer", [httpx2.ConnectError("refused"), refusal(429, "too_fast", Retry_After="2")], ids=str)
def test_without_a_key_what_was_never_carried_out_is_repeated(answer: Answer, slept: list[float]) -> None:
    service = Service(answer, httpx2.Response(201, json={"token": "new"}))
    me = client(service)

    me.sign_in("ann", "a quiet rook 7")

    assert me.token == "new" and service.keys == [None, None]


@pytest.mark.parametrize("is_date", [False, True], ids=["seconds", "date"])
def test_retry_after_is_honoured(is_date: bool, slept: list[float]) -> None:
    asked_for = format_datetime(datetime.now(UTC) + timedelta(seconds=10), usegmt=True) if is_date else "7"
    client(Service(refusal(429, "too_fast", Retry_After=asked_for), DONE)).get("/api/v1/bots")

    assert slept[0] >= 7


def test_waits_grow_with_jitter_and_end(slept: list[float]) -> None:
    service = Service(*[BROKEN] * 12)

    with pytest.raises(ConnectionLost, match="reset"):
        client(service, tries=12).get("/api/v1/bots")

    assert len(service.asked) == 12
    for number, seconds in enumerate(slept, 1):
        longest = min(30, 0.25 * 2**number)
        assert longest / 2 <= seconds <= longest
    assert len(set(slept)) == len(slept)


@pytest.mark.parametrize("status", [400, 401, 403, 404, 422])
def test_a_refusal_is_told_at_once_with_its_document(status: int, slept: list[float]) -> None:
    service = Service(refusal(status, "illegal_action"))

    with pytest.raises(Refused) as refused:
        client(service).post("/api/v1/matches", {})

    assert (refused.value.status, refused.value.code, refused.value.problem["detail"]) == (
        status,
        "illegal_action",
        "no",
    )
    assert len(service.asked) == 1 and not slept


def test_a_refusal_names_every_fault_in_the_language_of_the_answer(slept: list[float]) -> None:
    problem = {
        "code": "bad_setup",
        "detail": "だめ",
        "errors": [{"pointer": "/seats/1/kind", "detail": "知らない"}],
        "problems": [{"code": "deck_missing", "texts": {"ja": "デッキがない", "en": "no deck"}}, {"code": "newer"}],
    }
    service = Service(httpx2.Response(422, json=problem, headers={"Content-Language": "ja"}))

    with pytest.raises(Refused) as refused:
        client(service).post("/api/v1/matches", {})

    assert str(refused.value) == "bad_setup: だめ\n- /seats/1/kind 知らない\n- デッキがない\n- newer"


def test_an_answer_that_is_no_problem_document_is_a_refusal_too(slept: list[float]) -> None:
    with pytest.raises(Refused, match="http_404: <html>"):
        client(Service(httpx2.Response(404, text="<html>"))).get("/elsewhere")
    with pytest.raises(Refused, match=r"^http_404: no reason was given$"):
        client(Service(httpx2.Response(404, json={"errors": "none", "problems": [1]}))).get("/elsewhere")


def test_an_action_waits_on_with_its_key_until_the_next_turn(slept: list[float]) -> None:
    no_room = httpx2.Response(201, json={"now": PLAYING, "events": []}, headers={"Retry-After": "2"})
    due = {**PLAYING, "legal_actions": [{"action": {"type": "pass"}}]}
    service = Service(no_room, httpx2.Response(201, json={"now": due, "events": [{"seq": 4}]}))

    told = client(service).act(MATCH, 3, {"type": "pass"})  # type: ignore[arg-type]

    assert told.is_due and not told.is_over and told.events == [{"seq": 4}]
    assert len(set(service.keys)) == 1 and 2.0 in slept


def test_an_action_that_came_too_late_brings_what_has_happened(slept: list[float]) -> None:
    problem = {"status": 409, "code": "stale_version", "now": OVER, "events": [{"seq": 4}]}

    told = client(Service(httpx2.Response(409, json=problem))).act(MATCH, 3, {"type": "pass"})  # type: ignore[arg-type]

    assert told.is_over and told.events == [{"seq": 4}]


@pytest.mark.parametrize(
    ("code", "asked"), [("wrong_credentials", ["tokens", "players", "tokens"]), ("not_allowed", ["tokens"])]
)
def test_signing_in_makes_the_account_where_there_is_none(code: str, asked: list[str], slept: list[float]) -> None:
    service = Service(refusal(403, code), httpx2.Response(201, json={}), httpx2.Response(201, json={"token": "new"}))
    me = client(service)

    if code == "not_allowed":
        with pytest.raises(Refused, match=code):
            me.sign_in_or_up("ann", "a quiet rook 7")
    else:
        me.sign_in_or_up("ann", "a quiet rook 7")

    assert [request.url.path.rpartition("/")[2] for request in service.asked] == asked
    assert me.token == (None if code == "not_allowed" else "new")


# Streams


def lines(*messages: dict[str, Any], then: Callable[[], bytes] = lambda: b"") -> httpx2.Response:
    def pieces() -> Iterator[bytes]:
        for message in messages:
            yield b"\n" + json.dumps(message).encode() + b"\n"
        yield then()

    return httpx2.Response(200, content=pieces())


def reset() -> bytes:
    raise httpx2.ReadError("reset")


def event(seq: int) -> dict[str, Any]:
    return {"event": "message", "id": seq, "data": {"seq": seq}}


@pytest.mark.parametrize(
    "end", [lambda: b"", reset, lambda: b'{"event": "mess'], ids=["closed", "reset", "within a line"]
)
def test_a_stream_goes_on_after_the_last_id_whatever_ended_it(end: Callable[[], bytes], slept: list[float]) -> None:
    service = Service(
        lines({"event": "now", "data": PLAYING}, event(0), event(1), then=end),
        httpx2.ConnectError("refused"),
        refusal(429, "too_fast", Retry_After="10"),
        lines(event(2), {"event": "now", "data": OVER}),
    )

    with client(service).match_stream(MATCH) as messages:
        told = list(messages)

    assert [message.get("id") for message in told] == [None, 0, 1, 2, None]
    assert [request.headers.get("Last-Event-ID") for request in service.asked] == [None, "1", "1", "1"]
    assert all(seconds > 0 for seconds in slept) and slept[2] >= 10


def test_a_stream_that_has_nothing_more_to_tell_ends(slept: list[float]) -> None:
    with client(Service(httpx2.Response(204))).match_stream(MATCH, after=9) as messages:
        assert list(messages) == []


def test_a_stream_that_breaks_again_and_again_is_given_up(slept: list[float]) -> None:
    service = Service(*[BROKEN] * 3)

    with client(service, tries=3).match_stream(MATCH) as messages, pytest.raises(ConnectionLost):
        list(messages)


# The asynchronous client, from which the synchronous one is generated


def test_the_asynchronous_client_repeats_with_its_key_and_resumes(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds: list[float] = []

    async def sleep(duration: float) -> None:
        seconds.append(duration)

    def told(*messages: dict[str, Any]) -> httpx2.Response:
        return httpx2.Response(200, content="".join(f"{json.dumps(message)}\n" for message in messages))

    answers = [BROKEN, refusal(429, "too_fast", Retry_After="7"), httpx2.Response(200, json={})]
    service = Service(*answers, told(event(0)), BROKEN, told(event(1), {"event": "now", "data": OVER}))

    async def use() -> list[Any]:
        http = httpx2.AsyncClient(transport=httpx2.MockTransport(service))
        async with AsyncClient("http://service", "token", http=http) as me:
            await me.post("/api/v1/matches", {})
            async with me.match_stream(MATCH) as messages:
                return [message.get("id") async for message in messages]

    monkeypatch.setattr("match_client._async.asyncio.sleep", sleep)
    assert asyncio.run(use()) == [0, 1, None]
    assert len(set(service.keys[:3])) == 1 and service.keys[0]
    assert [request.headers.get("Last-Event-ID") for request in service.asked[3:]] == [None, "0", "0"]
    assert seconds[1] >= 7


def test_an_answer_without_its_document_is_asked_for_again(slept: list[float]) -> None:
    """The token ended while the request was waiting. The second answer says so."""
    empty = httpx2.Response(200, headers={"Content-Type": "application/json"})
    service = Service(empty, refusal(401, "not_signed_in"))

    with pytest.raises(Refused, match="no"):
        client(service).events(MATCH, wait=30)

    assert len(service.asked) == 2 and len(slept) == 1
