"""Pages of events, waiting for one, and the stream."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from django.conf import settings
from django.utils import timezone

from common.concurrency_limits import ConcurrencyLimit
from matches.api import waiting
from matches.api.streams import match_stream, streaming
from matches.api.streams.streaming import ServerSentEvents
from matches.models import Match
from matches.notifications import news
from matches.notifications.news import access_topic
from players.models import AccessToken, Player
from tests.matches.api.conftest import Api, Clock, pieces_of

Opened = Callable[..., dict[str, Any]]
KEEP = {"version": 0, "action": {"type": "keep", "keep": True}}
pytestmark = pytest.mark.django_db


@pytest.fixture
def url(opened: Opened) -> str:
    return str(opened()["url"])


def frames(response: Any) -> Iterator[str]:
    """The non-empty pieces sent. Empty ones only check whether the client is still reading."""
    for chunk in pieces_of(response):
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


def test_who_began_while_the_match_was_played_reads_events_as_they_were_shown_then(
    url: str, as_ann: Api, as_ben: Api, clock: Clock
) -> None:
    begun = as_ann.get(f"{url}/events?limit=1").json()["next"]
    clock.meanwhile[1.0] = lambda: (as_ben.post(f"{url}/actions", KEEP), as_ben.post(f"{url}/resign"))

    page = as_ann.get(f"{url}/events?after=0&wait=5").json()

    assert (page["status"], page["next"]) == ("over", None)
    assert [event["type"] for event in page["events"]] == ["action_taken", "seat_resigned"]
    assert not any("salt" in event for event in page["events"])
    assert as_ann.get(begun).json()["events"] == page["events"][:1], "read after the end, by the link given before it"
    whole = as_ann.get(f"{url}/events").json()["events"]
    assert all("salt" in event for event in whole) and whole[1]["action"] == {"type": "keep", "keep": True}


def test_a_link_to_the_next_events_keeps_whose_eyes_one_looked_through(url: str, as_ann: Api, anyone: Api) -> None:
    assert "as=seat" in as_ann.get(f"{url}/events").json()["next"]
    assert "as=public" in anyone.get(f"{url}/events").json()["next"]


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
    assert told[2].startswith('event: now\ndata: {"version":0,')
    assert told[3] == ": still here\n\n"
    event = msgspec.json.decode(told[4].removeprefix("id: 1\ndata: "))
    assert (event["seq"], event["action"]) == (1, {"type": "keep"})
    assert told[5].startswith('event: now\ndata: {"version":1,')
    assert clock.now == settings.STREAM_SECONDS


def test_a_stream_resumes_after_the_last_event_that_was_seen(url: str, as_ann: Api, clock: Clock) -> None:
    as_ann.post(f"{url}/actions", KEEP)

    told = list(frames(as_ann.get(f"{url}/stream?after=-1", Last_Event_ID="0")))

    assert [line[:5] for line in told if line.startswith("id")] == ["id: 1"]


def test_a_stream_ends_with_the_match_and_then_there_is_nothing_more(
    url: str, as_ann: Api, as_ben: Api, clock: Clock
) -> None:
    clock.meanwhile[1.0] = lambda: as_ben.post(f"{url}/resign")

    told = list(frames(as_ann.get(f"{url}/stream")))

    assert told[-2].startswith("id: 1\n")
    assert '"status":"over"' in told[-1]
    assert clock.now == 1.0
    assert as_ann.get(f"{url}/stream", Last_Event_ID="1").status_code == 204


def test_a_clock_that_runs_out_ends_the_stream(opened: Opened, anyone: Api, clock: Clock) -> None:
    match = opened(clock={"type": "per_decision", "seconds": 60})

    def run_out() -> None:
        past = {"remaining": {}, "deadlines": {"0": 1000, "1": 2000}}
        Match.objects.filter(pk=match["id"]).update(times=past, deadline_at="2020-01-01T00:00:00Z")

    clock.meanwhile[2.0] = run_out

    told = list(frames(anyone.get(f"{match['url']}/stream")))

    assert '"type":"clock_expired"' in told[-2]


@pytest.mark.parametrize("given", ["x", "-5", "1e3", "9" * 30, "9" * 5000, "\u0663"])
def test_a_last_event_id_that_is_none_is_refused(url: str, as_ann: Api, given: str) -> None:
    assert as_ann.get(f"{url}/stream", Last_Event_ID=given).json()["errors"][0]["header"] == "Last-Event-ID"


@pytest.mark.parametrize(
    ("query", "header", "place"),
    [("", {"Last_Event_ID": "1"}, {"header": "Last-Event-ID"}), ("?after=1", {}, {"parameter": "after"})],
)
def test_a_stream_from_beyond_the_log_is_refused(
    url: str, as_ann: Api, query: str, header: dict[str, str], place: dict[str, str]
) -> None:
    refused = as_ann.get(f"{url}/stream{query}", **header)

    assert refused.status_code == 400
    assert refused.json()["errors"][0].items() >= {"code": "seq_beyond_log", "params": {"version": 0}, **place}.items()
    as_ann.post(f"{url}/resign")
    assert as_ann.get(f"{url}/stream", Last_Event_ID="2").status_code == 400
    assert as_ann.get(f"{url}/stream", Last_Event_ID="1").status_code == 204


def test_who_finds_no_place_to_wait_is_slowed_unless_there_is_something_new(
    url: str, as_ann: Api, monkeypatch: Any, clock: Clock
) -> None:
    places = ConcurrencyLimit(1, 1)
    monkeypatch.setattr(waiting, "open_waits", places)
    taken = places.enter("somebody else")
    assert taken is not None

    slowed = [as_ann.get(f"{url}/events?after=0&wait=20") for _ in range(30)]
    assert {(page.status_code, page.json()["code"], clock.now) for page in slowed} == {(429, "too_fast", 0.0)}
    assert {page["Retry-After"] for page in slowed} <= {"2", "3", "4", "5", "6"}
    assert len({page["Retry-After"] for page in slowed}) > 1, "not all come back at the same moment"
    assert "too many requests are already waiting" in slowed[0].json()["detail"]
    page = as_ann.get(f"{url}/events?wait=20")
    assert (page.status_code, len(page.json()["events"])) == (200, 1), "there was something to tell"
    assert as_ann.get(f"{url}/events?after=0").status_code == 200, "who does not wait needs no place"

    taken.leave()
    as_ann.get(f"{url}/events?after=0&wait=20")
    as_ann.get(f"{url}/events?after=0&wait=20")
    assert clock.now == 40.0, "both have waited, one after the other, in the one place"

    as_ann.post(f"{url}/resign")
    places.enter("somebody else")
    ended = as_ann.get(f"{url}/events?after=1&wait=20")
    assert (ended.status_code, ended.json()["next"]) == (200, None), "there is nothing to wait for"


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


def test_a_stream_that_cannot_be_made_keeps_no_place(url: str, as_ann: Api, monkeypatch: Any) -> None:
    def no_thread(*args: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(waiting, "open_waits", ConcurrencyLimit(1, 1))
    as_ann.client.raise_request_exception = False
    with monkeypatch.context() as broken:
        broken.setattr(match_stream, "Subscription", no_thread)
        assert as_ann.get(f"{url}/stream").status_code == 500

    assert as_ann.get(f"{url}/stream").status_code == 200


def test_asking_for_the_head_of_a_stream_takes_no_place(url: str, as_ann: Api, monkeypatch: Any) -> None:
    monkeypatch.setattr(waiting, "open_waits", ConcurrencyLimit(0, 0))

    asked = as_ann.send("HEAD", f"{url}/stream")

    assert (asked.status_code, asked["Content-Type"]) == (200, "text/event-stream")
    assert as_ann.get(f"{url}/stream").status_code == 429


# Lines of JSON


@pytest.mark.parametrize(
    ("accept", "is_lines"),
    [
        ("application/x-ndjson", True),
        ("Application/X-NDJSON; q=0.9, text/event-stream;q=0.5", True),
        ("text/event-stream, application/x-ndjson", False),
        ("application/x-ndjson;q=0", False),
        ("application/x-ndjson;q=none", False),
        ("*/*", False),
        ("", False),
    ],
)
def test_a_stream_is_lines_of_json_where_accept_prefers_them(
    url: str, as_ann: Api, accept: str, is_lines: bool
) -> None:
    response = as_ann.get(f"{url}/stream", Accept=accept)

    assert (response["Content-Type"] == "application/x-ndjson") == is_lines
    response.stream.close()


def test_lines_say_what_server_sent_events_say(url: str, as_ann: Api, as_ben: Api, clock: Clock) -> None:
    clock.meanwhile[1.0] = lambda: as_ben.post(f"{url}/resign")
    events = "".join(frames(as_ann.get(f"{url}/stream")))

    told = "".join(frames(as_ann.get(f"{url}/stream", Accept="application/x-ndjson"))).splitlines()

    lines = [msgspec.json.decode(line) for line in told if line]
    assert [(line["event"], line.get("id")) for line in lines] == [("message", 0), ("message", 1), ("now", None)]
    for line in lines[:2]:
        assert f"id: {line['id']}\ndata: {msgspec.json.encode(line['data']).decode()}\n\n" in events


# Places


def test_one_account_does_not_keep_all_places(url: str, as_ann: Api, as_ben: Api, monkeypatch: Any) -> None:
    monkeypatch.setattr(waiting, "open_waits", ConcurrencyLimit(10, 10, 1))

    opened = [api.get(f"{url}/stream") for api in (as_ann, as_ann, as_ben)]

    assert [answer.status_code for answer in opened] == [200, 429, 200]
    opened[0].stream.close()
    assert as_ann.get(f"{url}/stream").status_code == 200


def test_a_finished_match_needs_no_place_to_say_that_there_is_no_more(
    url: str, as_ann: Api, as_ben: Api, monkeypatch: Any
) -> None:
    as_ben.post(f"{url}/resign")
    monkeypatch.setattr(waiting, "open_waits", ConcurrencyLimit(0, 0))

    assert as_ann.get(f"{url}/stream", Last_Event_ID="1").status_code == 204


def tells_every(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Set how long readers rely on notifications before they look by themselves."""
    for module in (streaming, news):
        monkeypatch.setattr(module, "channel", lambda: SimpleNamespace(look_every=seconds))


def test_a_token_that_ended_untold_closes_its_streams_at_the_next_check(
    url: str, as_ann: Api, anyone: Api, clock: Clock, monkeypatch: Any
) -> None:
    tells_every(monkeypatch, 5.0)
    clock.meanwhile[12.0] = lambda: AccessToken.objects.all().delete()
    own, public = as_ann.get(f"{url}/stream"), anyone.get(f"{url}/stream")

    list(frames(own))
    assert clock.now == 20.0, "at the next keep-alive"

    list(frames(public))
    assert clock.now == settings.STREAM_SECONDS, "who has no token has none to lose"


def test_where_nobody_is_told_every_look_asks_for_the_token(
    url: str, as_ann: Api, clock: Clock, monkeypatch: Any
) -> None:
    tells_every(monkeypatch, 0.5)
    clock.meanwhile[12.0] = lambda: AccessToken.objects.all().delete()

    list(frames(as_ann.get(f"{url}/stream")))

    assert clock.now == 12.0


@pytest.mark.parametrize("path", ["me", "match"])
def test_a_stream_that_is_told_of_its_token_s_end_closes_at_once(
    path: str, url: str, as_ann: Api, ann: Player, monkeypatch: Any
) -> None:
    tells_every(monkeypatch, 5.0)
    opened = as_ann.get("stream" if path == "me" else f"{url}/stream").stream

    assert opened.step() and not opened.is_over
    opened.feed.subscription.tell(access_topic(ann.pk))
    assert opened.step() == [] and not opened.is_over, "another token of the account has ended"
    AccessToken.objects.all().delete()
    assert opened.step() == [] and not opened.is_over, "nobody has told"
    opened.feed.subscription.tell(access_topic(ann.pk))
    assert opened.step() == [] and opened.is_over
    opened.close()


def test_a_stream_closes_when_its_token_expires(url: str, as_ann: Api, clock: Clock, monkeypatch: Any) -> None:
    tells_every(monkeypatch, 5.0)
    AccessToken.objects.update(expiry=timezone.now() + timedelta(seconds=17))

    list(frames(as_ann.get(f"{url}/stream")))

    assert 16.0 <= clock.now <= 17.0


def test_whoever_has_stopped_reading_is_found_out_within_a_second(url: str, as_ann: Api, clock: Clock) -> None:
    """An empty piece is sent every second, which fails if the client has gone."""
    response = as_ann.get(f"{url}/stream")
    nothing = 0
    for chunk in response.streaming_content:
        nothing += chunk == b""
        if clock.now >= 5:
            break
    response._iterator.close()

    assert nothing >= 5


def test_a_look_at_one_event_asks_the_database_once(
    opened: Opened, as_ann: Api, django_assert_num_queries: Any
) -> None:
    match = Match.objects.get(pk=opened()["id"])
    feed = match_stream.MatchFeed(ServerSentEvents, lambda: (match, "public"), match, "public", -1, texts=False)

    with django_assert_num_queries(1):
        told = b"".join(feed.look(set(), is_check=True))

    assert b"id: 0\n" in told and b"event: now\n" in told


def test_a_stream_of_more_events_than_a_batch_tells_them_all(
    opened: Opened, as_ann: Api, as_ben: Api, monkeypatch: Any
) -> None:
    url = opened()["url"]
    as_ann.post(f"{url}/actions", KEEP)
    as_ben.post(f"{url}/actions", KEEP)
    as_ben.post(f"{url}/resign")
    monkeypatch.setattr(match_stream, "BATCH", 2)

    told = "".join(frames(as_ann.get(f"{url}/stream?after=-1")))

    assert [line for line in told.splitlines() if line.startswith("id: ")] == ["id: 0", "id: 1", "id: 2", "id: 3"]
    assert told.count("event: now") == 1
