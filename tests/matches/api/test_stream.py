"""Pages of events, waiting for one, and the stream."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from cards.http.concurrency_limits import ConcurrencyLimit
from matches.api import stream, waiting
from matches.models import Match
from tests.matches.api.conftest import Api

Opened = Callable[..., dict[str, Any]]
KEEP = {"version": 0, "action": {"type": "keep", "keep": True}}
pytestmark = pytest.mark.django_db


@pytest.fixture
def url(opened: Opened) -> str:
    return str(opened()["url"])


@pytest.fixture
def clock(monkeypatch: Any) -> "Clock":
    """Time that passes only in sleep; something may happen meanwhile."""
    fake = Clock()
    for module in (stream, waiting):
        monkeypatch.setattr(module, "time", fake)
    return fake


class Clock:
    def __init__(self) -> None:
        self.now = 0.0
        self.meanwhile: dict[float, Callable[[], Any]] = {}

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds
        for at in [at for at in self.meanwhile if at <= self.now]:
            self.meanwhile.pop(at)()


def frames(response: Any) -> Iterator[str]:
    for chunk in response.streaming_content:
        yield chunk.decode()


# Pages


def test_pages_follow_each_other_until_the_match_has_ended(url: str, as_ann: Api, as_ben: Api) -> None:
    as_ann.post(f"{url}/actions", KEEP)
    as_ben.post(f"{url}/actions", KEEP)

    page = as_ann.get(f"{url}/events?limit=2").json()
    assert [event["seq"] for event in page["events"]] == [0, 1]
    page = as_ann.get(page["next"]).json()
    assert [event["seq"] for event in page["events"]] == [2]
    page = as_ann.get(page["next"]).json()
    assert page["events"] == []
    as_ben.post(f"{url}/resign")
    page = as_ann.get(page["next"]).json()
    assert [event["type"] for event in page["events"]] == ["seat_resigned"]
    assert page["next"] is None


def test_waiting_ends_as_soon_as_there_is_an_event(url: str, as_ann: Api, as_ben: Api, clock: Clock) -> None:
    clock.meanwhile[3.0] = lambda: as_ben.post(f"{url}/actions", KEEP)

    page = as_ann.get(f"{url}/events?after=0&wait=20").json()

    assert [event["seq"] for event in page["events"]] == [1]
    assert (page["version"], clock.now) == (1, 3.0)


def test_waiting_ends_when_its_time_is_up(url: str, as_ann: Api, clock: Clock) -> None:
    page = as_ann.get(f"{url}/events?after=0&wait=20").json()

    assert page["events"] == []
    assert clock.now == 20.0


def test_waiting_in_a_lobby_ends_with_the_start(as_ann: Api, as_ben: Api, clock: Clock) -> None:
    seats = [{"kind": "me", "deck": "even", "ready": True}, {"kind": "open"}]
    url = as_ann.post("matches", {"ruleset": "raid", "seats": seats}).json()["url"]
    clock.meanwhile[1.0] = lambda: as_ben.post(f"{url}/join", {"deck": "even"})

    page = as_ann.get(f"{url}/events?wait=5").json()

    assert [event["type"] for event in page["events"]] == ["match_started"]
    assert page["status"] == "playing"


def test_nobody_waits_longer_than_half_a_minute(url: str, as_ann: Api) -> None:
    assert as_ann.get(f"{url}/events?wait=31").status_code == 400


def test_the_end_that_one_waited_for_is_told_whole(url: str, as_ann: Api, as_ben: Api, clock: Clock) -> None:
    clock.meanwhile[1.0] = lambda: as_ben.post(f"{url}/resign")

    page = as_ann.get(f"{url}/events?after=0&wait=5").json()

    assert (page["status"], page["next"]) == ("over", None)
    assert "salt" in page["events"][0]


# The stream


def test_the_bytes_of_an_event_are_the_same_before_and_after_the_end(
    url: str, as_ann: Api, as_ben: Api, clock: Clock
) -> None:
    as_ann.post(f"{url}/actions", KEEP)
    before = [frame for frame in frames(as_ben.get(f"{url}/stream")) if frame.startswith("id: ")]
    as_ben.post(f"{url}/resign")

    after = [frame for frame in frames(as_ben.get(f"{url}/stream")) if frame.startswith("id: ")]

    assert "".join(after).startswith("".join(before))
    assert "salt" not in "".join(after)


def test_a_stream_tells_events_as_they_happen_and_closes_by_itself(
    url: str, as_ann: Api, as_ben: Api, clock: Clock
) -> None:
    clock.meanwhile[20.0] = lambda: as_ben.post(f"{url}/actions", KEEP)

    response = as_ann.get(f"{url}/stream", Accept="text/event-stream")
    assert response["Content-Type"] == "text/event-stream"
    told = list(frames(response))

    assert told[0] == "retry: 1000\n\n"
    assert told[1].startswith("id: 0\ndata: {")
    assert told[2:4] == [": still here\n\n", ": still here\n\n"]
    event = msgspec.json.decode(told[4].removeprefix("id: 1\ndata: "))
    assert (event["seq"], event["action"]) == (1, {"type": "keep"})
    assert clock.now == stream.STREAM_SECONDS


def test_a_stream_resumes_after_the_last_event_that_was_seen(url: str, as_ann: Api, clock: Clock) -> None:
    as_ann.post(f"{url}/actions", KEEP)

    told = list(frames(as_ann.get(f"{url}/stream?after=-1", Last_Event_ID="0")))

    assert [line[:5] for line in told if line.startswith("id")] == ["id: 1"]


def test_a_stream_ends_with_the_match_and_then_there_is_nothing_more(
    url: str, as_ann: Api, as_ben: Api, clock: Clock
) -> None:
    clock.meanwhile[1.0] = lambda: as_ben.post(f"{url}/resign")

    told = list(frames(as_ann.get(f"{url}/stream")))

    assert told[-1].startswith("id: 1\n")
    assert clock.now == 1.0
    assert as_ann.get(f"{url}/stream", Last_Event_ID="1").status_code == 204


def test_a_clock_that_runs_out_ends_the_stream(opened: Opened, anyone: Api, clock: Clock) -> None:
    match = opened(clock={"type": "per_decision", "seconds": 60})

    def run_out() -> None:
        past = {"remaining": {}, "deadlines": {"0": 1000, "1": 2000}}
        Match.objects.filter(pk=match["id"]).update(times=past, deadline_at="2020-01-01T00:00:00Z")

    clock.meanwhile[2.0] = run_out

    told = list(frames(anyone.get(f"{match['url']}/stream")))

    assert '"type":"clock_expired"' in told[-1]


@pytest.mark.parametrize("given", ["x", "-5", "1e3", "9" * 30, "9" * 5000, "\u0663"])
def test_a_last_event_id_that_is_none_is_refused(url: str, as_ann: Api, given: str) -> None:
    assert as_ann.get(f"{url}/stream", Last_Event_ID=given).json()["errors"][0]["header"] == "Last-Event-ID"


def test_who_finds_no_place_to_wait_is_answered_at_once(url: str, as_ann: Api, monkeypatch: Any, clock: Clock) -> None:
    places = ConcurrencyLimit(1, 1)
    monkeypatch.setattr(waiting, "open_waits", places)
    places.enter("somebody else")

    page = as_ann.get(f"{url}/events?after=0&wait=20")
    assert (page.status_code, page.json()["events"], clock.now) == (200, [], 0.0)

    places.leave("somebody else")
    as_ann.get(f"{url}/events?after=0&wait=20")
    as_ann.get(f"{url}/events?after=0&wait=20")
    assert clock.now == 40.0, "both have waited, one after the other, in the one place"


def test_a_process_keeps_only_so_many_streams_open_and_gets_its_places_back(
    url: str, as_ann: Api, monkeypatch: Any, clock: Clock
) -> None:
    monkeypatch.setattr(waiting, "open_waits", ConcurrencyLimit(1, 1))

    first = as_ann.get(f"{url}/stream")
    refused = as_ann.get(f"{url}/stream")
    assert (refused.status_code, refused.json()["code"]) == (429, "too_fast")
    assert int(refused["Retry-After"]) > 0
    assert "`wait`" in refused.json()["detail"]

    list(frames(first))
    assert as_ann.get(f"{url}/stream").status_code == 200


def test_one_address_does_not_keep_all_places(url: str, as_ann: Api, monkeypatch: Any) -> None:
    monkeypatch.setattr(waiting, "open_waits", ConcurrencyLimit(2, 1))
    one, another = {"REMOTE_ADDR": "203.0.113.7"}, {"REMOTE_ADDR": "203.0.113.8"}

    opened = [as_ann.client.get(f"{url}/stream", headers=as_ann.headers, **peer) for peer in (one, one, another)]

    assert [answer.status_code for answer in opened] == [200, 429, 200]


def test_asking_for_the_head_of_a_stream_takes_no_place(url: str, as_ann: Api, monkeypatch: Any) -> None:
    monkeypatch.setattr(waiting, "open_waits", ConcurrencyLimit(0, 0))

    asked = as_ann.send("HEAD", f"{url}/stream")

    assert (asked.status_code, asked["Content-Type"]) == (200, "text/event-stream")
    assert as_ann.get(f"{url}/stream").status_code == 429
