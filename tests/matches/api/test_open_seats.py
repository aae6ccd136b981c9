"""Open seats in the list of matches, and calls and pauses over the API."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from matches.models import CallRecord, Match
from matches.services.lobby import open_match
from matches.services.seat_plans import SeatPlan
from players.models import Player
from tests.matches.api.conftest import STARTER, Api
from tests.matches.conftest import DECK

pytestmark = pytest.mark.django_db


def with_seat(kind: str, opener: Player, *others: SeatPlan, **more: Any) -> Match:
    seats = [SeatPlan(kind="player", player=opener, deck=DECK, is_ready=True), *others, SeatPlan(kind=kind, **more)]
    return open_match(ruleset="raid", options={"seats": len(seats)}, seats=seats, created_by=opener)


def listed(client: Api, query: str) -> list[str]:
    return [match["id"] for match in client.get(f"matches?{query}").json()["results"]]


def test_only_lobbies_with_a_seat_for_everybody_are_open(
    published: None, as_ben: Api, ann: Player, ben: Player
) -> None:
    free = with_seat("open", ann)
    with_seat("invited", ann, invited="ben")
    with_seat("bot", ann, bot="random", deck=DECK)
    closed = with_seat("open", ann)
    Match.objects.filter(pk=closed.pk).update(status="over")

    assert listed(as_ben, "open=true") == [str(free.pk)]
    assert len(listed(as_ben, "open=false")) == 4


def test_open_seats_are_filtered_by_whose_they_are_and_by_options(
    published: None, as_ben: Api, ann: Player, ben: Player
) -> None:
    small, large = with_seat("open", ann), with_seat("open", ann, SeatPlan(kind="open"), SeatPlan(kind="open"))
    other = with_seat("open", ben)

    assert listed(as_ben, "open=true&opened_by=ann") == [str(large.pk), str(small.pk)]
    assert listed(as_ben, 'open=true&options={"seats":4}') == [str(large.pk)]
    assert listed(as_ben, 'open=true&options={"seats":2}&opened_by=ben') == [str(other.pk)]
    assert listed(as_ben, "open=true&opened_by=nobody") == []


@pytest.mark.parametrize("options", ["x", "[]", '{"Seats":1}', '{"seats":[1]}', '{"seats":1e999}', '{"a":{"b":1}}'])
def test_options_that_are_none_are_refused_with_what_would_be_read(published: None, as_ben: Api, options: str) -> None:
    refused = as_ben.get(f"matches?open=true&options={options}")

    assert refused.status_code == 400
    assert refused.json()["errors"][0]["parameter"] == "options"
    assert refused.json()["errors"][0]["code"] == "options_not_json"


@pytest.mark.parametrize("name", ["seats__gt", "gt", "isnull", "contains", "pk", "no_such_option"])
def test_no_name_of_an_option_is_read_as_anything_else(published: None, as_ben: Api, ann: Player, name: str) -> None:
    with_seat("open", ann)

    assert listed(as_ben, f'open=true&options={{"{name}":1}}') == []


def test_a_page_of_open_seats_costs_the_same_however_long(published: None, as_ben: Api, ann: Player) -> None:
    counts = []
    as_ben.get("matches?open=true")
    for _ in range(2):
        with_seat("open", ann)
        with CaptureQueriesContext(connection) as queries:
            as_ben.get('matches?open=true&opened_by=ann&options={"seats":2}')
        counts.append(len(queries))
        with_seat("open", ann)

    assert counts[0] == counts[1]


def test_the_match_says_until_when_to_answer_and_when_it_is_closed(
    published: None, as_ann: Api, as_ben: Api, ann: Player, ben: Player
) -> None:
    plans = [SeatPlan(kind="called", player=player, deck=DECK) for player in (ann, ben)]
    called = open_match(ruleset="raid", options={}, seats=plans)

    before = as_ann.get(f"matches/{called.pk}").json()
    as_ann.post(f"matches/{called.pk}/join", {"entropy": "a"})
    after = as_ben.post(f"matches/{called.pk}/join", {"entropy": "b"}).json()

    assert [seat["kind"] for seat in before["seats"]] == ["called", "called"]
    assert before["answer_by"] is not None and after["answer_by"] is None
    assert after["status"] == "playing" and after["closes_at"] is not None


def test_how_long_a_match_without_a_clock_may_be_quiet_is_said_when_it_is_opened(as_ann: Api) -> None:
    seats = [{"kind": "me", "deck": STARTER, "ready": True}, {"kind": "bot", "bot": "random", "deck": STARTER}]

    opened = as_ann.post("matches", {"ruleset": "raid", "seats": seats, "idle_days": 2}).json()
    refused = as_ann.post("matches", {"ruleset": "raid", "seats": seats, "idle_days": 61})

    days = datetime.fromisoformat(opened["closes_at"]) - datetime.fromisoformat(opened["updated_at"])
    assert days == timedelta(days=2)
    assert refused.status_code == 400


def test_a_paused_account_says_so_and_ends_it(as_ann: Api, ann: Player) -> None:
    CallRecord.objects.create(player=ann, paused_until=timezone.now() + timedelta(minutes=5))

    paused = as_ann.get("me").json()["paused_until"]
    ended = as_ann.send("DELETE", "me/pause")

    assert paused is not None
    assert ended.status_code == 204
    assert as_ann.get("me").json()["paused_until"] is None
