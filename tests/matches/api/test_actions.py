"""Taking actions over the API: accepted and refused requests, and their cost."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from common.text.errors import ServiceError
from matches.log.models import Event
from matches.models import Match, RequestKey
from players.models import AccessToken, Player
from tests.matches.api.conftest import STARTER, Api

pytestmark = pytest.mark.django_db
Opened = Callable[..., dict[str, Any]]
KEEP = {"version": 0, "action": {"type": "keep", "keep": True}}


@pytest.fixture
def url(opened: Opened) -> str:
    return str(opened()["url"])


def test_the_answer_is_the_event_as_that_seat_sees_it(url: str, as_ann: Api, as_ben: Api) -> None:
    taken = as_ann.post(f"{url}/actions", KEEP)

    assert taken.status_code == 201
    assert taken.json()["version"] == 1
    event = taken.json()["event"]
    assert (event["type"], event["seat"], event["action"]) == ("action_taken", 0, {"type": "keep", "keep": True})
    assert as_ann.get(f"{url}/events?after=0").json()["events"] == [event]
    assert as_ben.get(f"{url}/events?after=0").json()["events"][0]["action"] == {"type": "keep"}


def test_a_simultaneous_decision_of_another_seat_makes_nothing_stale(url: str, as_ann: Api, as_ben: Api) -> None:
    as_ann.post(f"{url}/actions", KEEP)

    assert as_ben.post(f"{url}/actions", KEEP).json()["version"] == 2


def refusals() -> list[tuple[str, int, Any]]:
    return [
        ("malformed_request", 400, b"{"),
        ("malformed_request", 400, {"version": "0", "action": {}}),
        ("malformed_request", 400, {"version": 0, "action": {"type": "pass"}, "extra": 1}),
        ("malformed_action", 400, {"version": 0, "action": {"type": "fly"}}),
        ("malformed_action", 400, {"version": 0, "action": {"type": "keep", "keep": 1}}),
        ("unknown_version", 400, {"version": 99, "action": {"type": "keep", "keep": True}}),
        ("illegal_action", 422, {"version": 0, "action": {"type": "pass"}}),
    ]


@pytest.mark.parametrize(("code", "status", "body"), refusals())
def test_a_refused_action_changes_nothing_and_says_why(
    url: str, as_ann: Api, code: str, status: int, body: Any
) -> None:
    refused = as_ann.post(f"{url}/actions", body)

    assert (refused.status_code, refused.json()["code"]) == (status, code)
    assert refused["Content-Type"] == "application/problem+json"
    assert Event.objects.count() == 1


@pytest.mark.parametrize("field", ["from_flag", "to_flag"])
def test_a_field_that_a_legal_action_leaves_out_may_be_null(as_ann: Api, as_ben: Api, field: str) -> None:
    seats = [{"kind": "me", "ready": True}, {"kind": "invited", "player": "ben"}]
    url = as_ann.post("matches", {"ruleset": "battle_line", "seats": seats}).json()["url"]
    as_ben.post(f"{url}/join", {})
    (to_act,) = as_ann.get(f"{url}/events?after=-1").json()["now"]["to_act"]
    mover = as_ann if to_act["seat"] == 0 else as_ben
    legal = [entry["action"] for entry in mover.get(f"{url}/legal-actions").json()["legal_actions"]]
    action = next(one for one in legal if field not in one)

    taken = mover.post(f"{url}/actions", {"version": 0, "action": {**action, field: None}})

    assert taken.status_code == 201
    assert taken.json()["event"]["action"] == action


def test_an_action_that_is_illegal_without_its_nulls_too_is_refused_as_it_was_sent(url: str, as_ann: Api) -> None:
    refused = as_ann.post(f"{url}/actions", {"version": 0, "action": {"type": "keep", "keep": None}}).json()

    assert (refused["code"], refused["errors"][0]["pointer"]) == ("malformed_action", "/action/keep")


def test_an_action_that_cannot_be_read_is_told_where(url: str, as_ann: Api) -> None:
    refused = as_ann.post(f"{url}/actions", {"version": 0, "action": {"type": "keep", "keep": 1}}).json()

    assert refused["errors"] == [
        {
            "code": "wrong_type",
            "params": {"expected": "boolean", "found": "integer"},
            "detail": "It must be `boolean`, not `integer`.",
            "pointer": "/action/keep",
            "accepted": {"type": "boolean"},
        }
    ]


def test_an_unknown_field_of_an_action_is_told_the_fields_of_that_action(url: str, as_ann: Api) -> None:
    action = {"type": "keep", "keep": True, "card": "raider-1"}
    (error,) = as_ann.post(f"{url}/actions", {"version": 0, "action": action}).json()["errors"]

    assert (error["pointer"], error["accepted"]) == ("/action/card", {"enum": ["keep", "type"]})


def test_an_unknown_type_of_action_is_told_all_types_in_one_enumeration(url: str, as_ann: Api) -> None:
    (error,) = as_ann.post(f"{url}/actions", {"version": 0, "action": {"type": "fly"}}).json()["errors"]

    assert error["pointer"] == "/action/type"
    assert error["accepted"].keys() == {"enum"} and {"keep", "pass", "attack"} <= set(error["accepted"]["enum"])


def test_an_illegal_action_is_told_what_is_asked_and_where_the_answers_are(url: str, as_ann: Api) -> None:
    refused = as_ann.post(f"{url}/actions", {"version": 0, "action": {"type": "pass"}}).json()

    assert refused["prompt"] == {"kind": "mulligan", "seat": 0}
    assert as_ann.get(refused["legal_actions"]).json()["prompt"] == refused["prompt"]


@pytest.mark.parametrize(
    ("action", "rule"),
    [({"type": "play", "card": "no-such-card", "flag": 0}, "8.2"), ({"type": "claim", "flag": 0}, "8.2")],
)
def test_an_illegal_action_is_told_the_number_of_the_rule(as_ann: Api, as_ben: Api, action: Any, rule: str) -> None:
    """The action's own rule if such actions can be taken now, else the rule of the prompt."""
    seats = [{"kind": "me", "ready": True}, {"kind": "invited", "player": "ben"}]
    url = as_ann.post("matches", {"ruleset": "battle_line", "seats": seats}).json()["url"]
    as_ben.post(f"{url}/join", {})
    first = as_ann.get(f"{url}/events").json()["now"]["to_act"][0]["seat"]

    refused = [as_ann, as_ben][first].post(f"{url}/actions", {"version": 0, "action": action}).json()

    assert (refused["code"], refused["rule"]) == ("illegal_action", rule)


def test_after_brings_every_event_since_with_the_answer(url: str, as_ann: Api, as_ben: Api) -> None:
    as_ben.post(f"{url}/actions", KEEP)

    taken = as_ann.post(f"{url}/actions?after=-1", KEEP, Idempotency_Key="k").json()
    again = as_ann.post(f"{url}/actions?after=0", KEEP, Idempotency_Key="k").json()
    waited = as_ann.post(f"{url}/actions?after=-1&wait=1", KEEP, Idempotency_Key="k").json()

    assert [event["seq"] for event in taken["events"]] == [0, 1, 2] and taken["events"][-1] == taken["event"]
    assert taken["events"] == as_ann.get(f"{url}/events?as=seat").json()["events"] == waited["events"]
    assert again["events"] == taken["events"][1:]
    assert taken["now"]["version"] == taken["version"] == 2


def test_after_may_reach_further_back_in_a_refusal_and_never_beyond_what_was_seen(
    url: str, as_ann: Api, as_ben: Api
) -> None:
    as_ben.post(f"{url}/actions", KEEP)

    unasked = as_ben.post(f"{url}/actions?after=-1", KEEP).json()
    ahead = as_ann.post(f"{url}/actions?after=900", KEEP).json()
    wrong = as_ann.post(f"{url}/actions?after=-2", KEEP)

    assert [event["seq"] for event in unasked["events"]] == [0, 1]
    assert [event["seq"] for event in ahead["events"]] == [1, 2]
    assert wrong.status_code == 400


def test_who_is_behind_is_told_what_has_happened_and_what_comes_next(url: str, as_ann: Api, as_ben: Api) -> None:
    as_ben.post(f"{url}/actions", KEEP)
    unasked = as_ben.post(f"{url}/actions", KEEP).json()
    assert unasked["events"] == as_ben.get(f"{url}/events?after=0").json()["events"]
    assert unasked["now"] == as_ben.get(f"{url}/events").json()["now"]
    as_ann.post(f"{url}/actions", KEEP)
    asked = as_ann.get(url).json()["to_act"][0]["seat"]

    stale = [as_ann, as_ben][asked].post(f"{url}/actions", {"version": 0, "action": {"type": "pass"}}).json()

    assert stale["code"] == "stale_version"
    assert [event["seq"] for event in stale["events"]] == [1, 2]
    others = next(event for event in stale["events"] if event["seat"] != asked)
    assert others["action"] == {"type": "keep"}, "as the seat is shown it"
    again = {"version": stale["now"]["version"], "action": stale["now"]["legal_actions"][0]["action"]}
    assert [as_ann, as_ben][asked].post(f"{url}/actions", again).status_code == 201
    as_ann.post(f"{url}/resign")
    over = as_ben.post(f"{url}/actions", KEEP).json()
    assert (over["code"], over["now"]["outcome"]["reason"]) == ("match_over", "resignation")
    assert "salt" not in over["events"][-1]


def test_stale_and_unasked_actions_are_told_the_version(url: str, as_ann: Api, as_ben: Api) -> None:
    as_ann.post(f"{url}/actions", KEEP)
    unasked = as_ann.post(f"{url}/actions", KEEP)
    assert (unasked.status_code, unasked.json()["code"], unasked.json()["version"]) == (409, "not_asked", 1)

    as_ben.post(f"{url}/actions", KEEP)
    asked = as_ann.get(url).json()["to_act"][0]["seat"]
    stale = [as_ann, as_ben][asked].post(f"{url}/actions", {"version": 1, "action": {"type": "pass"}})
    assert (stale.status_code, stale.json()["code"], stale.json()["version"]) == (409, "stale_version", 2)


def test_who_may_not_act_is_told_which_it_is(url: str, as_ann: Api, anyone: Api) -> None:
    cid = Api(Player.objects.create_user("cid"))

    assert anyone.post(f"{url}/actions", KEEP)["WWW-Authenticate"] == "Bearer"
    assert anyone.post(f"{url}/actions", KEEP).json()["code"] == "not_signed_in"
    assert cid.post(f"{url}/actions", KEEP).json()["code"] == "not_your_seat"
    assert as_ann.post(f"/api/v1/matches/{uuid4()}/actions", KEEP).json()["code"] == "not_found"
    lobby = as_ann.post("matches", {"ruleset": "raid", "seats": [{"kind": "me", "deck": STARTER}, {"kind": "open"}]})
    assert as_ann.post(f"{lobby.json()['url']}/actions", KEEP).json()["code"] == "match_not_started"
    as_ann.post(f"{url}/resign")
    assert as_ann.post(f"{url}/actions", KEEP).json()["code"] == "match_over"


@pytest.mark.parametrize("spoil", ["expire", "revoke", "deactivate", "garble"])
def test_a_token_that_is_no_longer_good_is_refused(url: str, as_ann: Api, ann: Player, spoil: str) -> None:
    assert as_ann.get("me").status_code == 200
    match spoil:
        case "expire":
            AccessToken.objects.filter(user=ann).update(expiry=timezone.now())
        case "revoke":
            AccessToken.objects.filter(user=ann).delete()
        case "deactivate":
            Player.objects.filter(pk=ann.pk).update(is_active=False)
        case "garble":
            as_ann.headers["Authorization"] = "Bearer ünknown"

    for refused in (as_ann.post(f"{url}/actions", KEEP), as_ann.get("me")):
        assert (refused.status_code, refused.json()["code"]) == (401, "not_signed_in")


def test_the_language_of_a_refusal_is_the_one_asked_for(url: str, as_ann: Api) -> None:
    def detail(language: str) -> str:
        return str(
            as_ann.post(f"{url}/actions", {"version": 9, "action": {}}, Accept_Language=language).json()["detail"]
        )

    refusal = ServiceError("unknown_version")
    assert detail("en") == f"{refusal.texts['en']} {refusal.advice['en']}"
    assert detail("ja,en;q=0.5") == f"{refusal.texts['ja']} {refusal.advice['ja']}"


# The same request again


def test_a_repeated_key_gives_the_same_event_and_nothing_happens(url: str, as_ann: Api, as_ben: Api) -> None:
    first = as_ann.post(f"{url}/actions", KEEP, Idempotency_Key="k1").json()
    as_ben.post(f"{url}/actions", KEEP)

    again = as_ann.post(f"{url}/actions", KEEP, Idempotency_Key="k1")

    assert again.status_code == 201
    assert (again.json()["event"], again.json()["version"]) == (first["event"], 2)
    other = {"version": 0, "action": {"type": "keep", "keep": False}}
    assert as_ann.post(f"{url}/actions", other, Idempotency_Key="k1").json()["code"] == "key_reused"
    as_ann.post(f"{url}/resign")
    assert as_ann.post(f"{url}/actions", KEEP, Idempotency_Key="k1").json()["event"] == first["event"]
    assert Event.objects.count() == 4


@pytest.mark.parametrize("key", ["", "k" * 256, "schlüssel"])
def test_a_key_that_is_none_is_refused(url: str, as_ann: Api, key: str) -> None:
    refused = as_ann.post(f"{url}/actions", KEEP, Idempotency_Key=key)

    assert refused.status_code == 400
    assert refused.json()["errors"][0]["header"] == "Idempotency-Key"


def test_opening_with_the_same_key_makes_one_match(as_ann: Api, as_ben: Api) -> None:
    body = {"ruleset": "raid", "seats": [{"kind": "me", "deck": STARTER}, {"kind": "open"}]}
    first = as_ann.post("matches", body, Idempotency_Key="k1")

    again = as_ann.post("matches", body, Idempotency_Key="k1")

    assert (again.status_code, again.content, again["Location"]) == (201, first.content, first["Location"])
    assert Match.objects.count() == 1
    changed = as_ann.post("matches", {**body, "visibility": "private"}, Idempotency_Key="k1")
    assert (changed.status_code, changed.json()["code"]) == (422, "key_reused")
    assert as_ben.post("matches", body, Idempotency_Key="k1").json()["id"] != first.json()["id"]


@pytest.mark.parametrize("path", ["join", "leave", "abort"])
def test_a_key_holds_for_all_that_makes_no_event(as_ann: Api, path: str) -> None:
    made = as_ann.post("matches", {"ruleset": "raid", "seats": [{"kind": "me", "deck": STARTER}, {"kind": "open"}]})
    url = f"{made.json()['url']}/{path}"

    first = as_ann.post(url, {}, Idempotency_Key="k1")

    assert first.status_code == 200
    assert as_ann.post(url, {}, Idempotency_Key="k1").content == first.content
    assert as_ann.post(url, {}).status_code in (403, 409)


def test_a_refused_request_keeps_no_key(as_ann: Api) -> None:
    bad = {"ruleset": "raid", "seats": [{"kind": "open"}]}
    assert as_ann.post("matches", bad, Idempotency_Key="k1").status_code == 422

    good = {"ruleset": "raid", "seats": [{"kind": "open"}, {"kind": "open"}]}
    assert as_ann.post("matches", good, Idempotency_Key="k1").status_code == 201
    assert RequestKey.objects.count() == 1


# Costs


def test_a_move_costs_one_read_and_one_write(url: str, as_ann: Api) -> None:
    with CaptureQueriesContext(connection) as queries:
        as_ann.post(f"{url}/actions", KEEP, Idempotency_Key="k1")

    # Django logs "1 times: " before a statement that could write several rows.
    verbs = [query["sql"].removeprefix("1 times: ").split()[0] for query in queries]
    write = ["WITH"] if connection.vendor == "postgresql" else ["UPDATE", "INSERT"]
    assert [verb for verb in verbs if verb not in ("SAVEPOINT", "RELEASE")] == ["SELECT", *write]
