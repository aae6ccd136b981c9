"""The stream of an account: each notice once and in order, and the current turns."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from django.utils import timezone

from matches.api.streams.account_stream import AccountFeed
from matches.api.streams.streaming import JsonLines
from matches.log.transactions import writing
from matches.models import Match
from matches.notifications import inbox
from matches.notifications.models import Notice
from matches.notifications.news import account_topic, match_topic
from matches.notifications.notices import SeatTaken
from players.models import Player
from tests.matches.api.conftest import Api, Clock, pieces_of

Opened = Callable[..., dict[str, Any]]
KEEP = {"version": 0, "action": {"type": "keep", "keep": True}}
TAKEN = SeatTaken("01900000-0000-7000-8000-000000000000", 0, "somebody")
pytestmark = pytest.mark.django_db


def messages(api: Api, path: str = "stream", **headers: str) -> Iterator[dict[str, Any]]:
    """The messages of a stream, without keep-alive lines."""
    response = api.get(path, Accept="application/x-ndjson", **headers)
    assert response.status_code == 200, response.json()
    for chunk in pieces_of(response):
        yield from (msgspec.json.decode(line) for line in chunk.splitlines() if line)


def until_caught_up(api: Api, path: str = "stream", **headers: str) -> list[dict[str, Any]]:
    told = []
    for message in messages(api, path, **headers):
        told.append(message)
        if message["event"] == "caught_up":
            return told
    raise AssertionError("never caught up")


def said(told: list[dict[str, Any]]) -> list[Any]:
    """The event and subject of each message."""
    about: dict[str, Callable[[Any], Any]] = {
        "notice": lambda data: (data["number"], data["notice"]["type"]),
        "pending": lambda data: data["notice"]["type"],
        "turn": lambda data: (data["match"], data["now"]["version"]),
    }
    return [
        (message["event"], about.get(message["event"], lambda data: data["number"])(message["data"]))
        for message in told
    ]


def notify(player: Player, times: int) -> None:
    for _ in range(times):
        with writing():
            inbox.notify([player.pk], TAKEN)


# Connecting


def test_who_comes_without_an_id_is_told_what_is_open(opened: Opened, as_ann: Api, as_ben: Api) -> None:
    match = opened()
    seats = [{"kind": "me", "deck": "even", "ready": True}, {"kind": "invited", "player": "ben"}]
    as_ann.post("matches", {"ruleset": "raid", "seats": seats})

    told = until_caught_up(as_ben)

    assert said(told) == [("pending", "called"), ("turn", (match["id"], 0)), ("caught_up", 3)]
    assert [message.get("id") for message in told] == [None, None, 3]
    now = told[1]["data"]["now"]
    assert (now["prompt"]["seat"], bool(now["legal_actions"])) == (1, True)


def test_who_comes_again_is_told_the_notices_since_and_then_his_turns(opened: Opened, as_ben: Api) -> None:
    first, second = opened(), opened()

    told = until_caught_up(as_ben, Last_Event_ID="1")

    assert said(told) == [
        *[("notice", (2, "match_started")), ("notice", (3, "called")), ("notice", (4, "match_started"))],
        *[("turn", (first["id"], 0)), ("turn", (second["id"], 0))],
        ("caught_up", 4),
    ]
    assert [message.get("id") for message in told] == [2, 3, 4, None, None, 4]
    assert said(until_caught_up(as_ben, "stream?after=3"))[0] == ("notice", (4, "match_started"))


def test_only_matches_that_wait_for_the_account_are_turns(opened: Opened, as_ann: Api, as_ben: Api) -> None:
    match = opened()
    while 0 in (to_act := [seat["seat"] for seat in as_ann.get(match["url"]).json()["to_act"]]):
        legal = as_ann.get(f"{match['url']}/legal-actions").json()
        as_ann.post(
            f"{match['url']}/actions", {"version": legal["version"], "action": legal["legal_actions"][0]["action"]}
        )

    assert to_act == [1]
    assert [event for event, _ in said(until_caught_up(as_ann))] == ["caught_up"]
    assert [event for event, _ in said(until_caught_up(as_ben))] == ["turn", "caught_up"]


@pytest.mark.parametrize("last", ["9", "9007199254740992"])
def test_an_id_beyond_the_newest_is_answered_by_reset_and_what_is_open(opened: Opened, as_ben: Api, last: str) -> None:
    match = opened()

    told = until_caught_up(as_ben, Last_Event_ID=last)

    assert said(told) == [("reset", 2), ("turn", (match["id"], 0)), ("caught_up", 2)]


def test_an_id_older_than_what_is_kept_is_answered_by_reset(ann: Player, as_ann: Api) -> None:
    notify(ann, 3)
    Notice.objects.filter(number__lt=3).update(at=timezone.now() - timedelta(days=31))
    inbox.forget_old(timezone.now())

    assert said(until_caught_up(as_ann, Last_Event_ID="1")) == [("reset", 3), ("caught_up", 3)]
    assert said(until_caught_up(as_ann, Last_Event_ID="2")) == [("notice", (3, "seat_taken")), ("caught_up", 3)]


def test_more_notices_than_a_batch_come_all_once_and_in_order(ann: Player, as_ann: Api, monkeypatch: Any) -> None:
    monkeypatch.setattr("matches.api.streams.account_stream.BATCH", 2)
    notify(ann, 5)

    told = until_caught_up(as_ann, Last_Event_ID="0")

    assert [message["id"] for message in told] == [1, 2, 3, 4, 5, 5]


@pytest.mark.parametrize("given", ["x", "-1", "1e3", "9007199254740993", "9" * 5000, "\u0663"])
def test_an_id_that_is_none_is_refused(as_ann: Api, given: str) -> None:
    refused = as_ann.get("stream", Last_Event_ID=given)

    assert (refused.status_code, refused.json()["errors"][0]["header"]) == (400, "Last-Event-ID")


def test_nobody_reads_without_being_signed_in(anyone: Api) -> None:
    assert anyone.get("stream").status_code == 401


def test_it_is_server_sent_events_unless_lines_are_asked_for(ann: Player, as_ann: Api, clock: Clock) -> None:
    notify(ann, 1)

    told = list(pieces_of(as_ann.get("stream", Last_Event_ID="0")))

    assert told[0] == b"retry: 1000\n\n"
    assert told[1].startswith(b'id: 1\nevent: notice\ndata: {"number":1,"at":"')
    assert told[2] == b'id: 1\nevent: caught_up\ndata: {"number":1}\n\n'
    assert told[3] == b": still here\n\n"


# While it is open


def test_what_happens_meanwhile_is_told(opened: Opened, as_ann: Api, as_ben: Api, clock: Clock) -> None:
    """A call, the start of the match, its turns, and its end. After the end, turns are not queried."""
    match: dict[str, Any] = {}
    clock.meanwhile[3.0] = lambda: match.update(opened())
    clock.meanwhile[25.0] = lambda: as_ben.post(f"{match['url']}/resign")

    told = list(messages(as_ann, Last_Event_ID="0"))

    assert said(told) == [
        ("caught_up", 0),
        ("notice", (1, "match_started")),
        ("turn", (match["id"], 0)),
        ("notice", (2, "match_ended")),
    ]


def feed_of(player: Player, after: int | None = None) -> AccountFeed:
    feed = AccountFeed(JsonLines, player.pk, after, texts=False)
    feed.look(set(), is_check=True)
    return feed


def told_by(feed: AccountFeed, told: set[str], *, is_check: bool = False) -> list[Any]:
    return said([msgspec.json.decode(line) for line in feed.look(told, is_check=is_check)])


def test_a_turn_is_told_again_when_the_match_has_moved_on_and_not_before(
    opened: Opened, ann: Player, as_ben: Api, django_assert_num_queries: Any
) -> None:
    match = opened()
    topic = match_topic(Match.objects.get().pk)
    feed = feed_of(ann)

    assert told_by(feed, {topic}) == []
    as_ben.post(f"{match['url']}/actions", KEEP)
    assert told_by(feed, set()) == [], "nobody has told it to look"
    assert told_by(feed, {topic}) == [("turn", (match["id"], 1))]
    with django_assert_num_queries(1):
        assert told_by(feed, {topic}) == []


def test_lost_news_are_made_up_for_at_the_next_check(opened: Opened, ann: Player, as_ben: Api) -> None:
    feed = feed_of(ann)
    match = opened()

    assert told_by(feed, set()) == []
    assert told_by(feed, set(), is_check=True) == [("notice", (1, "match_started")), ("turn", (match["id"], 0))]
    as_ben.post(f"{match['url']}/actions", KEEP)
    assert told_by(feed, set(), is_check=True) == [("turn", (match["id"], 1))]


def test_a_stream_follows_the_matches_that_are_played_and_no_others(opened: Opened, ann: Player, as_ben: Api) -> None:
    feed = feed_of(ann)
    own = account_topic(ann.pk)
    match = opened()
    topic = match_topic(Match.objects.get().pk)

    told_by(feed, {own})
    assert feed.subscription._topics == {own, topic}
    as_ben.post(f"{match['url']}/resign")
    told_by(feed, {own, topic})
    assert feed.subscription._topics == {own}
    feed.subscription.close()
    assert feed.subscription._topics == set()


def test_what_it_costs_does_not_grow_with_the_matches(
    opened: Opened, ann: Player, django_assert_num_queries: Any
) -> None:
    """A single look checks whether the inbox has something new, and whether it is the account's turn anywhere."""
    for matches in (1, 3):
        while Match.objects.count() < matches:
            opened()
        feed = feed_of(ann)
        with django_assert_num_queries(2):
            feed.look(set(), is_check=True)


def test_the_inbox_of_another_is_not_told(ann: Player, ben: Player, as_ben: Api) -> None:
    notify(ann, 2)
    notify(ben, 1)

    assert said(until_caught_up(as_ben, Last_Event_ID="0")) == [("notice", (1, "seat_taken")), ("caught_up", 1)]
