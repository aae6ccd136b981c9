"""Request bodies that arrive slowly, in chunks, or not at all."""

from io import BytesIO
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings
from django.http import FileResponse, StreamingHttpResponse
from django.test import RequestFactory
from hypothesis import given
from hypothesis import strategies as st

from common.concurrency_limits import ConcurrencyLimit
from config import transfers, wsgi
from config.transfers import LONGEST, Body, CutShort
from matches.api.streams.streaming import EventStreamResponse, JsonLines

JSON = "application/json"
pytestmark = pytest.mark.django_db  # The handler closes its connection after each answer.


@pytest.fixture
def two(monkeypatch: pytest.MonkeyPatch) -> ConcurrencyLimit:
    """A limit of two transfers, one per address."""
    bounded = ConcurrencyLimit(2, 1)
    monkeypatch.setattr(transfers, "transfers", bounded)
    monkeypatch.setattr(wsgi.worker_slots, "open_slots", lambda count: None)  # Use the test's own connection.
    return bounded


def sent(body: bytes, chunked: bool = False, length: int | None = None, **more: Any) -> dict[str, Any]:
    request = RequestFactory().post("/api/v1/tokens", body, JSON, secure=True)
    environ = {**request.environ, "wsgi.input": BytesIO(body), **more}
    if chunked:
        environ.pop("CONTENT_LENGTH", None)
        environ["HTTP_TRANSFER_ENCODING"] = "chunked"
    elif length is not None:
        environ["CONTENT_LENGTH"] = str(length)
    return environ


def test_there_is_room_for_so_many_and_so_many_of_each_address() -> None:
    bounded = ConcurrencyLimit(4, 2)

    places = [bounded.enter(who) for who in ("a", "a", "a", "b", None, None)]
    assert [place is not None for place in places] == [True, True, False, True, True, False]
    for _ in range(2):
        places[0].leave()  # type: ignore[union-attr]  # The second time frees nothing.
    assert [bounded.enter(who) is not None for who in ("b", "b")] == [True, False]


def test_an_unknown_address_counts_in_all_only() -> None:
    bounded = ConcurrencyLimit(3, 1)

    assert [bounded.enter(None) is not None for _ in range(4)] == [True, True, True, False]


@given(st.binary(max_size=200), st.lists(st.integers(-1, 50), max_size=8), st.integers(0, 60), st.booleans())
def test_a_body_is_read_as_it_was_sent(content: bytes, sizes: list[int], ahead: int, is_chunked: bool) -> None:
    left: list[int] = []
    body = Body(BytesIO(content), None if is_chunked else len(content), lambda: left.append(1))
    if ahead:
        body.read_ahead(ahead)

    pieces = [body.read(size) for size in sizes]
    rest = body.read()
    body.end()

    assert b"".join([*pieces, rest]) == content
    assert left == [1]


def test_a_body_gives_its_lines() -> None:
    body = Body(BytesIO(b"one\ntwo"), None, lambda: None)
    body.read_ahead(2)

    assert [body.readline(), body.readline(2), body.readline(), body.readline()] == [b"one\n", b"tw", b"o", b""]


def test_less_than_was_announced_is_no_body() -> None:
    left: list[int] = []
    body = Body(BytesIO(b"{}"), 50, lambda: left.append(1))

    with pytest.raises(CutShort):
        body.read()

    assert body.is_whole and left == [1]


@pytest.mark.parametrize(("size", "given"), [(2, "2"), (1_000_000, "1000000"), (1_000_001, str(LONGEST + 1))])
def test_a_chunked_body_has_its_length_told(two: ConcurrencyLimit, size: int, given: str) -> None:
    environ = sent(b"x" * size, chunked=True)

    body = transfers.receive(environ)

    assert body is not None and environ["CONTENT_LENGTH"] == given
    assert environ["wsgi.input"].read(size + 1) == b"x" * size
    body.end()
    assert two.count == 0


@pytest.mark.parametrize(
    ("environ", "why"),
    [
        (sent(b"{}", length=50), "cut_short"),
        (sent(b"", chunked=True), "cut_short"),
        (sent(b"{}", CONTENT_LENGTH="-2"), "ambiguous"),
        (sent(b"{}", CONTENT_LENGTH="²"), "ambiguous"),
        (sent(b"{}", HTTP_TRANSFER_ENCODING="chunked"), "ambiguous"),
    ],
)
def test_a_body_that_cannot_be_told_is_refused(two: ConcurrencyLimit, environ: dict[str, Any], why: str) -> None:
    transfers.receive(environ)

    assert environ[transfers.REFUSED] == why
    assert two.count == 0


def test_without_a_body_nothing_is_waited_for(two: ConcurrencyLimit) -> None:
    assert transfers.receive(sent(b"", length=0)) is None
    assert transfers.receive({key: value for key, value in sent(b"").items() if key != "CONTENT_LENGTH"}) is None


def answered(environ: dict[str, Any]) -> tuple[int, dict[str, str], bytes]:
    said: list[Any] = []
    content = b"".join(wsgi.application(environ, lambda status, headers: said.append((status, headers))))
    status, headers = said[-1]
    return int(status[:3]), dict(headers), content


@pytest.mark.django_db
def test_one_too_many_is_refused_and_told_when_to_come_again(two: ConcurrencyLimit) -> None:
    assert two.enter("127.0.0.1")

    status, headers, content = answered(sent(b"{}"))
    live = answered(RequestFactory().get("/health/live").environ)
    elsewhere = answered(sent(b"{}", REMOTE_ADDR="10.0.0.1"))

    assert (status, headers["Retry-After"]) == (503, "1") and b"too_many_transfers" in content
    assert live[0] == 200 and elsewhere[0] == 400


@pytest.mark.django_db
@pytest.mark.parametrize("length", [100_000, 1_200_000, 3_000_000])
@pytest.mark.parametrize("chunked", [True, False])
def test_a_refused_body_is_received_all_the_same(two: ConcurrencyLimit, length: int, chunked: bool) -> None:
    environ = sent(b"x" * length, chunked=chunked, PATH_INFO="/api/v1/imports")
    stream = environ["wsgi.input"]

    status, _, _ = answered(environ)

    assert (status, stream.read()) == (401, b"")
    assert two.count == 0


@pytest.mark.django_db
def test_a_body_without_end_and_one_that_was_not_asked_for_are_left_alone(two: ConcurrencyLimit) -> None:
    endless = sent(b"x" * 100_000, length=10**12, PATH_INFO="/api/v1/imports")
    asking = sent(b"x" * 100_000, PATH_INFO="/api/v1/imports", HTTP_EXPECT="100-continue")
    streams = [endless["wsgi.input"], asking["wsgi.input"]]

    assert [answered(environ)[0] for environ in (endless, asking)] == [401, 401]
    assert [stream.tell() for stream in streams] == [0, 0]
    assert two.count == 0


@pytest.mark.django_db
@pytest.mark.parametrize(("size", "expected"), [(1_000_000, 400), (1_000_001, 413)])
@pytest.mark.parametrize("chunked", [True, False])
def test_the_longest_body_is_the_same_for_both_ways_to_send_it(
    two: ConcurrencyLimit, size: int, expected: int, chunked: bool
) -> None:
    assert settings.DATA_UPLOAD_MAX_MEMORY_SIZE == 1_000_000
    assert answered(sent(b"x" * size, chunked=chunked))[0] == expected


def in_pieces(monkeypatch: pytest.MonkeyPatch, response: Any) -> Any:
    """What the handler passes to the server for a response, and its status."""
    statuses: list[str] = []
    answers = iter([response])
    ours = wsgi.WSGIHandler.__call__

    def handle(*given: Any) -> Any:
        return next(answers, None) or ours(*given)

    monkeypatch.setattr(wsgi.WSGIHandler, "__call__", handle)
    given = wsgi.application(
        RequestFactory().get("/api/v1/me", secure=True).environ,
        lambda status, _: statuses.append(status),
    )
    return given, statuses


def test_a_long_answer_counts_until_it_is_fetched(two: ConcurrencyLimit, monkeypatch: pytest.MonkeyPatch) -> None:
    response = StreamingHttpResponse(iter([b"one", b"two"]))

    given, _ = in_pieces(monkeypatch, response)

    assert two.count == 1
    assert b"".join(given) == b"onetwo"
    given.close()
    given.close()
    assert two.count == 0 and response.closed


def test_one_long_answer_too_many_is_refused_before_it_begins(
    two: ConcurrencyLimit, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[int] = []
    response = StreamingHttpResponse(begun.append(n) or b"" for n in range(2))  # type: ignore[func-returns-value]
    assert two.enter("127.0.0.1")

    given, statuses = in_pieces(monkeypatch, response)

    assert b"too_many_transfers" in b"".join(given) and statuses[-1].startswith("503")
    assert begun == [] and response.closed
    assert two.count == 1


def test_event_streams_have_places_of_their_own(two: ConcurrencyLimit, monkeypatch: pytest.MonkeyPatch) -> None:
    response = EventStreamResponse(SimpleNamespace(feed=SimpleNamespace(format=JsonLines)))  # type: ignore[arg-type]
    response.streaming_content = iter([b"1\n"])

    given, _ = in_pieces(monkeypatch, response)

    assert two.count == 0 and b"".join(given) == b"1\n"


@pytest.mark.parametrize(("size", "kind"), [(wsgi.MOST_WHOLE, list), (wsgi.MOST_WHOLE + 1, wsgi.Pieces)])
def test_a_file_goes_to_the_server_as_a_whole_unless_it_is_long(
    two: ConcurrencyLimit, monkeypatch: pytest.MonkeyPatch, size: int, kind: type
) -> None:
    given, _ = in_pieces(monkeypatch, FileResponse(BytesIO(b"x" * size)))

    assert type(given) is kind and len(b"".join(given)) == size
    if kind is wsgi.Pieces:
        given.close()
    assert two.count == 0
