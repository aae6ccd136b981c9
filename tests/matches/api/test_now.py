"""`now`: everything that a client needs for its next decision without another request."""

import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from common.computed_once import ComputedOnce
from common.concurrency_limits import ConcurrencyLimit
from matches.api import events, legal_actions, waiting
from matches.log import database_clock
from matches.log.database_clock import ClockReading
from matches.models import Match
from matches.selectors import positions
from matches.selectors.now import MatchNow, read_now
from matches.services.moderation import set_hidden
from players.models import Player
from tests.matches.api.conftest import Api, Clock, pieces_of
from tests.toy import AttackChoice

Opened = Callable[..., dict[str, Any]]
KEEP = {"version": 0, "action": {"type": "keep", "keep": True}}
BOTH_TO_ACT = [{"seat": 0, "remaining_ms": None}, {"seat": 1, "remaining_ms": None}]
pytestmark = pytest.mark.django_db


@pytest.fixture
def url(opened: Opened) -> str:
    return str(opened()["url"])


def nows(response: Any) -> Iterator[dict[str, Any]]:
    """The messages `now` of a stream, read to its end."""
    for chunk in pieces_of(response):
        if chunk.startswith(b"event: now\ndata: "):
            yield msgspec.json.decode(chunk.removeprefix(b"event: now\ndata: "))


def every_now(api: Api, url: str) -> list[dict[str, Any]]:
    """`now` from each way of reading it."""
    page = api.get(f"{url}/events").json()["now"]
    return [page, next(nows(api.get(f"{url}/stream")))]


# Contents and readers


def test_the_events_of_a_page_reach_its_now_whenever_the_others_move(
    url: str, as_ann: Api, as_ben: Api, monkeypatch: Any
) -> None:
    """A client that acts on a `now` ahead of its events would never get the events in between."""
    read = positions.shown_events
    moves = iter([as_ann, as_ben])

    def read_while_others_move(*args: Any, **options: Any) -> Any:
        found = read(*args, **options)
        if mover := next(moves, None):
            now = mover.get(f"{url}/legal-actions").json()
            mover.post(f"{url}/actions", {"version": now["version"], "action": KEEP["action"]})
        return found

    monkeypatch.setattr(positions, "shown_events", read_while_others_move)
    monkeypatch.setattr(events, "now_of", lambda match: read_now(match.pk))
    page = as_ann.get(f"{url}/events").json()

    assert [event["seq"] for event in page["events"]] == [0, 1]
    assert page["version"] == page["now"]["version"] == 1
    assert as_ann.get(f"{url}/events?limit=1").json()["events"][-1]["seq"] == 0, "a full page ends where it is full"


@pytest.mark.parametrize("wait", ["", "&wait=30"])
def test_events_after_the_end_of_the_log_are_refused_at_once(url: str, as_ann: Api, wait: str) -> None:
    """After a restore from a backup, a reader would wait for events it already has, and miss earlier ones."""
    refused = as_ann.get(f"{url}/events?after=9999{wait}")

    assert (refused.status_code, refused.json()["errors"][0]["code"]) == (400, "seq_beyond_log")
    assert refused.json()["errors"][0]["accepted"] == {"maximum": 0}


def test_it_says_who_must_decide_and_what_the_own_seat_may_do(url: str, as_ann: Api) -> None:
    legal = as_ann.get(f"{url}/legal-actions").json()

    for now in every_now(as_ann, url):
        assert now == {
            "version": 0,
            "status": "playing",
            "to_act": BOTH_TO_ACT,
            "disclosed": False,
            "draw_offers": [],
            "prompt": {"kind": "mulligan", "seat": 0},
            "legal_actions": legal["legal_actions"],
        }
    assert legal["legal_actions"] == [{"action": {"type": "keep", "keep": keep}} for keep in (True, False)]


def test_the_answer_to_an_action_says_what_a_page_would_say(url: str, as_ann: Api, as_ben: Api) -> None:
    taken = as_ann.post(f"{url}/actions", KEEP).json()

    assert taken["now"] == as_ann.get(f"{url}/events").json()["now"]
    assert (taken["now"]["version"], taken["now"]["to_act"]) == (1, BOTH_TO_ACT[1:])
    assert (taken["now"]["prompt"], taken["now"]["legal_actions"]) == (None, [])

    taken = as_ben.post(f"{url}/actions", KEEP).json()

    assert taken["now"] == as_ben.get(f"{url}/events").json()["now"]
    mover, api = next((now, api) for api in (as_ann, as_ben) for now in every_now(api, url) if now["legal_actions"])
    action = mover["legal_actions"][0]["action"]
    assert api.post(f"{url}/actions", {"version": mover["version"], "action": action}).status_code == 201


def test_nobody_reads_the_choices_of_another_seat(url: str, as_ann: Api, as_ben: Api, anyone: Api) -> None:
    for seat, api in enumerate((as_ann, as_ben)):
        assert [now["prompt"] for now in every_now(api, url)] == [{"kind": "mulligan", "seat": seat}] * 2
    as_ben.post(f"{url}/actions", KEEP)
    assert all(now["legal_actions"] for now in every_now(as_ann, url)), "there is something to leak"

    for now in every_now(as_ben, url):
        assert (now["prompt"], now["legal_actions"]) == (None, [])
    stranger = Api(Player.objects.create_user("cid"))
    for now in [*every_now(anyone, url), *every_now(stranger, url)]:
        assert not now.keys() & {"prompt", "prompt_texts", "legal_actions", "outcome"}
    assert "prompt" not in as_ann.get(f"{url}/events?as=public").json()["now"]
    assert "prompt" not in next(nows(as_ann.get(f"{url}/stream?as=public")))


def test_texts_come_on_demand_alone(opened: Opened, as_ann: Api, change_raid: Any) -> None:
    text = {"ja": "残す", "en": "Keep"}
    change_raid(words={"actions": {"keep": text}, "prompts": {"mulligan": text}})
    url = opened()["url"]
    for path in ("events", "legal-actions"):
        plain, told = (as_ann.get(f"{url}/{path}{query}").json() for query in ("", "?include=texts"))
        plain, told = plain.get("now", plain), told.get("now", told)
        assert "prompt_texts" not in plain and told["prompt_texts"]["ja"]
        assert all(entry.keys() == {"action"} for entry in plain["legal_actions"])
        assert all(entry["texts"]["ja"] and "rule" in entry for entry in told["legal_actions"])
    assert next(nows(as_ann.get(f"{url}/stream?include=texts")))["legal_actions"][0]["texts"]
    taken = as_ann.post(f"{url}/actions?include=texts", KEEP).json()
    assert taken["now"]["prompt_texts"] is None
    assert as_ann.get(f"{url}/events?include=words").json()["errors"][0]["parameter"] == "include"


def test_a_lobby_has_no_version_and_nobody_to_act(as_ann: Api) -> None:
    opened = as_ann.post("matches", {"ruleset": "raid", "seats": [{"kind": "me"}, {"kind": "open"}]}).json()

    (now, told) = every_now(as_ann, opened["url"])

    assert now == told
    assert (now["version"], now["status"], now["to_act"], now["legal_actions"]) == (None, "lobby", [], [])


def test_what_is_left_of_a_clock_is_told_as_of_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database_clock, "monotonic", lambda: 105.0)
    five_seconds_ago = ClockReading(datetime(2026, 1, 1, tzinfo=UTC), 100.0)
    due = int(datetime(2026, 1, 1, tzinfo=UTC).timestamp() * 1000) + 60_000
    now = MatchNow(Match(pk=None).pk, 3, "playing", [0], {0: due}, None, False, five_seconds_ago)

    assert now.remaining(0) == 55_000
    assert now.remaining(1) is None


def test_clocks_are_told_with_who_must_decide(opened: Opened, as_ann: Api, as_ben: Api) -> None:
    url = opened(clock={"type": "per_decision", "seconds": 60})["url"]

    for now in [*every_now(as_ann, url), as_ann.post(f"{url}/actions", KEEP).json()["now"]]:
        assert [seat["seat"] for seat in now["to_act"]] in ([0, 1], [1])
        assert all(50_000 < seat["remaining_ms"] <= 60_000 for seat in now["to_act"])


# Made once


@pytest.fixture
def made(monkeypatch: Any) -> list[int]:
    """The seats whose legal actions were computed, one entry each time."""
    seats: list[int] = []

    def counted(stored: Any, seat: int) -> Any:
        seats.append(seat)
        return original(stored, seat)

    original = legal_actions.seat_choices
    monkeypatch.setattr(legal_actions, "seat_choices", counted)
    return seats


def test_choices_are_made_once_however_many_read_them(url: str, as_ann: Api, as_ben: Api, made: list[int]) -> None:
    for _ in range(3):
        every_now(as_ann, url)
        as_ann.get(f"{url}/legal-actions")
    assert made == [0]

    as_ann.get(f"{url}/events?include=texts")
    every_now(as_ben, url)
    assert made == [0, 0, 1], "texts and the other seat are others"


def test_who_is_not_asked_any_more_costs_nothing(url: str, as_ann: Api, made: list[int]) -> None:
    with CaptureQueriesContext(connection) as queries:
        as_ann.post(f"{url}/actions", KEEP)
    written = 1 if connection.vendor == "postgresql" else 4

    assert made == []
    assert len(queries) == 1 + written


def test_who_sends_back_what_he_has_read_has_his_list_made_once(
    url: str, as_ann: Api, as_ben: Api, monkeypatch: Any
) -> None:
    listed: list[int] = []

    def choices(self: AttackChoice, table: Any, seat: int) -> Any:
        listed.append(seat)
        return original(self, table, seat)

    original = AttackChoice.choices
    monkeypatch.setattr(AttackChoice, "choices", choices)
    for api in (as_ann, as_ben):
        api.post(f"{url}/actions", KEEP)
    api = next(api for api in (as_ann, as_ben) if api.get(f"{url}/legal-actions").json()["legal_actions"])
    told = api.get(f"{url}/legal-actions").json()
    assert len(listed) == 1

    foreign = {"version": told["version"], "action": {"type": "attack", "card": "raider-99"}}
    assert api.post(f"{url}/actions", foreign).status_code == 422
    assert len(listed) == 2, "what is in no list is looked at anew, and refused by its rule"
    body = {"version": told["version"], "action": told["legal_actions"][-1]["action"]}

    assert api.post(f"{url}/actions", body).status_code == 201
    assert listed[2:] == [seat for seat in listed[2:] if seat != listed[0]], "his was not made again"


def test_a_value_is_computed_once_also_by_those_who_ask_at_the_same_moment() -> None:
    cache: ComputedOnce[str, int] = ComputedOnce(2)
    computed: list[int] = []
    begun = threading.Barrier(8)

    def compute() -> int:
        time.sleep(0.05)
        computed.append(1)
        return len(computed)

    def ask() -> None:
        begun.wait()
        assert cache.get("a", compute) == 1

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert computed == [1]


def test_only_so_many_values_are_kept_and_a_fault_is_not() -> None:
    cache: ComputedOnce[str, int] = ComputedOnce(2)
    with pytest.raises(KeyError):
        cache.get("a", lambda: {}["a"])
    assert [cache.get(key, lambda: 1) for key in "abc"] == [1, 1, 1]

    assert cache.get("c", lambda: 2) == 1
    assert (cache.known("c"), cache.known("a")) == (1, None)
    assert cache.get("a", lambda: 2) == 2


# Every end is reported in the same way


def end_by_resigning(url: str, as_ann: Api, as_ben: Api) -> None:
    as_ben.post(f"{url}/resign")


def end_by_aborting(url: str, as_ann: Api, as_ben: Api) -> None:
    for api in (as_ann, as_ben):
        api.post(f"{url}/abort")


def end_by_the_clock(url: str, as_ann: Api, as_ben: Api) -> None:
    past = {"remaining": {}, "deadlines": {"1": 1000, "0": 2000}}
    Match.objects.filter(pk=url.rpartition("/")[2]).update(times=past, deadline_at="2020-01-01T00:00:00Z")


def end_by_playing(url: str, as_ann: Api, as_ben: Api) -> None:
    def now_of(api: Api) -> Any:
        return api.get(f"{url}/events").json()["now"]

    while (now := now_of(as_ann))["status"] != "over":
        api = [as_ann, as_ben][now["to_act"][0]["seat"]]
        now = now_of(api)
        action = now["legal_actions"][0]["action"]
        assert api.post(f"{url}/actions", {"version": now["version"], "action": action}).status_code == 201


@pytest.mark.parametrize(
    ("end", "reasons", "disclosed"),
    [
        (end_by_resigning, {"resignation"}, True),
        (end_by_the_clock, {"timeout"}, True),
        (end_by_aborting, {"aborted"}, False),
        (end_by_playing, {"goal", "exhausted"}, True),
    ],
)
def test_an_end_is_told_alike_whatever_ended_the_match(
    opened: Opened, as_ann: Api, as_ben: Api, clock: Clock, end: Any, reasons: set[str], disclosed: bool
) -> None:
    url = opened(clock={"type": "per_decision", "seconds": 60})["url"]
    clock.meanwhile[1.0] = lambda: end(url, as_ann, as_ben)

    *_, last = nows(as_ann.get(f"{url}/stream"))

    assert last == as_ann.get(f"{url}/events").json()["now"]
    assert (last["status"], last["to_act"], last["disclosed"]) == ("over", [], disclosed)
    assert (last["prompt"], last["legal_actions"]) == (None, [])
    assert last["outcome"]["reason"] in reasons
    assert last["outcome"] == as_ann.get(url).json()["outcome"]


def test_a_lobby_that_is_closed_ends_its_stream_with_now(as_ann: Api, clock: Clock) -> None:
    url = as_ann.post("matches", {"ruleset": "raid", "seats": [{"kind": "me"}, {"kind": "open"}]}).json()["url"]
    clock.meanwhile[1.0] = lambda: as_ann.post(f"{url}/abort")

    told = list(nows(as_ann.get(f"{url}/stream")))

    assert [(now["status"], now["version"]) for now in told] == [("lobby", None), ("over", None)]
    assert told[1]["outcome"]["reason"] == "aborted"


# Other answers


def test_a_repeated_key_gives_the_event_as_it_was_and_now_as_it_is(url: str, as_ann: Api, as_ben: Api) -> None:
    first = as_ann.post(f"{url}/actions", KEEP, Idempotency_Key="k1").json()
    as_ben.post(f"{url}/actions", KEEP)

    again = as_ann.post(f"{url}/actions", KEEP, Idempotency_Key="k1").json()

    assert again["event"] == first["event"]
    assert again["now"] == as_ann.get(f"{url}/events").json()["now"] != first["now"]
    end_by_resigning(url, as_ann, as_ben)
    again = as_ann.post(f"{url}/actions", KEEP, Idempotency_Key="k1").json()
    assert (again["event"], again["now"]["outcome"]["reason"]) == (first["event"], "resignation")


def test_resigning_consenting_to_an_abort_and_auto_passes_say_what_comes_next(
    url: str, as_ann: Api, as_ben: Api
) -> None:
    def now_of(api: Api) -> Any:
        return api.get(f"{url}/events").json()["now"]

    aborted = as_ben.post(f"{url}/abort", {}, Idempotency_Key="k1").json()
    assert aborted["abort_consents"] == [1] and aborted["now"] == now_of(as_ben)
    passes = {"auto_passes": [{"kind": "block"}]}
    assert as_ann.send("PUT", f"{url}/auto-passes", passes).json() == {**passes_of(passes), "now": now_of(as_ann)}
    resigned = as_ann.post(f"{url}/resign").json()
    assert resigned["now"] == now_of(as_ann) and resigned["now"]["status"] == "over"
    again = as_ben.post(f"{url}/abort", {}, Idempotency_Key="k1").json()
    assert again == {**aborted, "now": now_of(as_ben)}


def passes_of(sent: dict[str, Any]) -> dict[str, Any]:
    return {"auto_passes": [{"until": None, **one} for one in sent["auto_passes"]]}


# One request per move


def test_an_action_with_wait_is_answered_at_the_seats_next_turn_with_all_that_happened(
    url: str, as_ann: Api, as_ben: Api, clock: Clock
) -> None:
    clock.meanwhile[3.0] = lambda: as_ben.post(f"{url}/actions", KEEP)
    clock.meanwhile[9.0] = lambda: end_by_resigning(url, as_ann, as_ben)

    taken = as_ann.post(f"{url}/actions?wait=20", KEEP, Idempotency_Key="k1").json()

    is_asked = [seat["seat"] for seat in taken["now"]["to_act"]] == [0]
    assert clock.now == (3.0 if is_asked else 9.0)
    seen = as_ann.get(f"{url}/events?as=seat&after=0").json()["events"]
    assert taken["events"] == seen and taken["events"][0] == taken["event"]
    assert taken["now"]["version"] == taken["version"] == taken["events"][-1]["seq"]


def test_a_whole_match_is_played_with_one_request_a_move(
    url: str, as_ann: Api, as_ben: Api, clock: Clock, monkeypatch: Any
) -> None:
    """Ben answers whenever Ann waits. She sends only actions."""

    def ben_plays() -> None:
        clock.meanwhile[clock.now + 0.1] = ben_plays
        now = as_ben.get(f"{url}/events").json()["now"]
        if now["legal_actions"]:
            as_ben.post(f"{url}/actions", {"version": now["version"], "action": now["legal_actions"][-1]["action"]})

    clock.meanwhile[0.1] = ben_plays
    now = as_ann.get(f"{url}/events").json()["now"]
    log, moves = [0], 0

    while now["status"] != "over":
        body = {"version": now["version"], "action": now["legal_actions"][0]["action"]}
        taken = as_ann.post(f"{url}/actions?wait=30", body, Idempotency_Key=f"move-{moves}").json()
        log += [event["seq"] for event in taken["events"]]
        now, moves = taken["now"], moves + 1
        assert now["legal_actions"] or now["status"] == "over"

    assert log == list(range(now["version"] + 1)), "no event was missed, none came twice"
    assert moves > 5


def test_waiting_ends_with_the_match_and_when_the_time_is_up(url: str, as_ann: Api, as_ben: Api, clock: Clock) -> None:
    timed_out = as_ann.post(f"{url}/actions?wait=5", KEEP, Idempotency_Key="k1").json()
    assert (clock.now, timed_out["now"]["to_act"], len(timed_out["events"])) == (5.0, BOTH_TO_ACT[1:], 1)

    clock.meanwhile[7.0] = lambda: end_by_resigning(url, as_ann, as_ben)
    over = as_ann.post(f"{url}/actions?wait=5", KEEP, Idempotency_Key="k1").json()
    assert (clock.now, over["now"]["status"], over["event"]) == (7.0, "over", timed_out["event"])
    assert [event["type"] for event in over["events"]] == ["action_taken", "seat_resigned"]
    assert "salt" not in over["events"][1], "as it was shown while the match lived"


def test_the_action_is_committed_before_the_wait(url: str, as_ann: Api, clock: Clock) -> None:
    seen: list[int] = []
    clock.meanwhile[1.0] = lambda: seen.append(as_ann.get(f"{url}/events").json()["version"])

    as_ann.post(f"{url}/actions?wait=2", KEEP, Idempotency_Key="k1")

    assert seen == [1]


def test_the_same_request_again_while_the_first_waits_waits_too_and_doubles_nothing(
    url: str, as_ann: Api, as_ben: Api, clock: Clock
) -> None:
    answers: list[Any] = []

    def send_again() -> None:
        answers.append(as_ann.post(f"{url}/actions?wait=10", KEEP, Idempotency_Key="k1").json())

    clock.meanwhile[1.0] = send_again
    clock.meanwhile[4.0] = lambda: end_by_resigning(url, as_ann, as_ben)

    first = as_ann.post(f"{url}/actions?wait=10", KEEP, Idempotency_Key="k1").json()

    assert answers == [first]
    assert Match.objects.get().version == 2


def test_waiting_without_a_key_is_refused_before_anything_happens(url: str, as_ann: Api) -> None:
    refused = as_ann.post(f"{url}/actions?wait=5", KEEP)

    assert (refused.status_code, refused.json()["errors"][0]["code"]) == (400, "wait_needs_key")
    assert refused.json()["errors"][0]["header"] == "Idempotency-Key"
    assert as_ann.post(f"{url}/actions?wait=31", KEEP, Idempotency_Key="k1").status_code == 400
    assert as_ann.post(f"{url}/actions?wait=-1", KEEP, Idempotency_Key="k1").status_code == 400
    assert Match.objects.get().version == 0


def test_who_finds_no_place_to_wait_has_his_action_taken_and_is_answered_at_once(
    url: str, as_ann: Api, clock: Clock, monkeypatch: Any
) -> None:
    monkeypatch.setattr(waiting, "open_waits", ConcurrencyLimit(0, 0))

    taken = as_ann.post(f"{url}/actions?wait=5", KEEP, Idempotency_Key="k1")

    assert (taken.status_code, clock.now, len(taken.json()["events"])) == (201, 0.0, 1)
    is_asked = 0 in [seat["seat"] for seat in taken.json()["now"]["to_act"]]
    assert taken.headers.get("Retry-After") == (None if is_asked else "2")


def test_places_to_wait_are_given_back(url: str, as_ann: Api, clock: Clock, monkeypatch: Any) -> None:
    monkeypatch.setattr(waiting, "open_waits", ConcurrencyLimit(1, 1))

    for _ in range(2):
        as_ann.post(f"{url}/actions?wait=5", KEEP, Idempotency_Key="k1")

    assert clock.now == 10.0


def test_who_sits_in_a_match_that_is_hidden_while_he_waits_plays_on(
    url: str, as_ann: Api, as_ben: Api, clock: Clock
) -> None:
    operator = Player.objects.create_superuser("op")

    def hide() -> None:
        set_hidden(match_ids=[Match.objects.get().pk], is_hidden=True, moderator=operator, reason="a rude name")

    clock.meanwhile[1.0] = hide
    clock.meanwhile[2.0] = lambda: end_by_resigning(url, as_ann, as_ben)

    taken = as_ann.post(f"{url}/actions?wait=5", KEEP, Idempotency_Key="k1").json()

    assert (clock.now, taken["now"]["status"]) == (2.0, "over")
