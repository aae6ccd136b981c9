"""Webhooks over the API: only their owner can create, prove, change, test, redeliver and delete them."""

from typing import Any

import pytest

from common.scopes import SCOPES
from matches.webhooks import hooks
from matches.webhooks.delivering import deliver
from matches.webhooks.messages import type_labels, types
from matches.webhooks.models import Webhook, WebhookDelivery
from players.models import Player
from tests.matches.api.conftest import Api
from tests.matches.webhooks.conftest import Receiver, notify
from tests.matches.webhooks.conftest import receiver as receiver

URL = "https://bots.example.org/hook"
pytestmark = pytest.mark.django_db


def created(api: Api, **more: Any) -> Any:
    answer = api.post("me/webhooks", {"url": URL, **more})
    assert answer.status_code == 201, answer.json()
    return answer.json()


def fault(answer: Any) -> tuple[int, str, str]:
    (error,) = answer.json()["errors"]
    return answer.status_code, error["code"], error["pointer"]


def test_a_webhook_from_creation_to_a_verified_message(receiver: Receiver, ann: Player, as_ann: Api) -> None:
    made = created(as_ann, url=receiver.url, types=["seat_taken"])
    path = f"me/webhooks/{made['webhook']['id']}"
    assert made["webhook"]["status"] == "unproven"

    deliver()
    notify(ann)
    deliver()

    assert as_ann.get(path).json() == {**made["webhook"], "status": "active"}
    (message,) = receiver.messages
    assert message.is_signed_with(made["secret"])
    listed = as_ann.get(f"{path}/deliveries").json()["results"]
    assert [(delivery["type"], delivery["status"]) for delivery in listed] == [
        ("seat_taken", "delivered"),
        ("challenge", "delivered"),
    ]
    assert [delivery["message"] for delivery in listed] == [message.json, None]
    assert listed[0]["message_id"] == message.headers["webhook-id"]


def test_a_secret_is_shown_once(as_ann: Api) -> None:
    made = created(as_ann)
    path = f"me/webhooks/{made['webhook']['id']}"
    rotated = as_ann.post(f"{path}/rotate-secret")
    assert rotated.status_code == 201 and rotated.json()["secret"].startswith("whsec_")

    shown = [as_ann.get(where) for where in ("me/webhooks", path, f"{path}/deliveries")]
    shown += [as_ann.send("PATCH", path, {"types": ["turn"]}), as_ann.post(f"{path}/test")]

    for secret in (made["secret"], rotated.json()["secret"]):
        assert not any(secret in answer.content.decode() for answer in shown)
    assert as_ann.get(path).json()["former_secret_until"] == rotated.json()["former_until"]


def test_dead_letters_are_listed_page_by_page_and_sent_again(receiver: Receiver, ann: Player, as_ann: Api) -> None:
    path = f"me/webhooks/{created(as_ann, url=receiver.url)['webhook']['id']}"
    deliver()
    notify(ann, 3)
    deliver()
    WebhookDelivery.objects.filter(type="seat_taken").update(status="dead", attempts=9, error="timed_out")

    first = as_ann.get(f"{path}/deliveries?status=dead&limit=2").json()
    rest = as_ann.get(first["next"]).json()
    assert [entry["message"]["number"] for entry in first["results"] + rest["results"]] == [3, 2, 1]
    assert rest["next"] is None
    again = as_ann.post(f"{path}/deliveries/{rest['results'][0]['id']}/redeliver")

    assert (again.status_code, again.json()["status"], again.json()["attempts"]) == (202, "waiting", 0)
    deliver()
    assert receiver.messages[-1].json["number"] == 1
    assert len(as_ann.get(f"{path}/deliveries?status=dead").json()["results"]) == 2


def test_a_challenge_and_what_is_off_are_not_redelivered(as_ann: Api) -> None:
    path = f"me/webhooks/{created(as_ann)['webhook']['id']}"
    challenge = WebhookDelivery.objects.get()
    assert as_ann.post(f"{path}/deliveries/{challenge.pk}/redeliver").status_code == 404

    WebhookDelivery.objects.update(type="seat_taken", status="dead")
    refused = as_ann.post(f"{path}/deliveries/{challenge.pk}/redeliver")

    assert (refused.status_code, refused.json()["code"]) == (409, "webhook_off")


def test_a_disabled_webhook_says_why_in_words(as_ann: Api) -> None:
    path = f"me/webhooks/{created(as_ann)['webhook']['id']}"
    Webhook.objects.update(status="disabled", problem="failing")

    shown = as_ann.get(path).json()

    assert shown["status"] == "disabled" and set(shown["problem"]) == {"ja", "en"}


def test_a_new_address_must_be_proven_and_the_same_one_need_not(as_ann: Api) -> None:
    path = f"me/webhooks/{created(as_ann)['webhook']['id']}"
    Webhook.objects.update(status="active")

    assert as_ann.send("PATCH", path, {"url": URL, "types": ["turn", "turn"]}).json()["status"] == "active"
    changed = as_ann.send("PATCH", path, {"url": f"{URL}2"}).json()

    assert (changed["status"], changed["url"], changed["types"]) == ("unproven", f"{URL}2", ["turn"])
    assert WebhookDelivery.objects.count() == 1


def test_another_players_webhook_looks_like_none(as_ann: Api, as_ben: Api) -> None:
    path = f"me/webhooks/{created(as_ann)['webhook']['id']}"
    absent = "me/webhooks/01900000-0000-7000-8000-000000000000"

    for method, tail in [("GET", ""), ("PATCH", ""), ("DELETE", ""), ("POST", "/test"), ("POST", "/rotate-secret")]:
        answers = [as_ben.send(method, where + tail, {}) for where in (path, absent)]
        assert {answer.status_code for answer in answers} == {404}
        assert answers[0].json()["code"] == answers[1].json()["code"]
    assert as_ben.get("me/webhooks").json() == {"results": []}


def test_a_deleted_webhook_is_gone_with_its_deliveries(as_ann: Api) -> None:
    path = f"me/webhooks/{created(as_ann)['webhook']['id']}"

    assert as_ann.send("DELETE", path).status_code == 204

    assert as_ann.get(path).status_code == 404
    assert not WebhookDelivery.objects.exists()


def test_an_account_has_five_webhooks_at_most(as_ann: Api, as_ben: Api) -> None:
    for _ in range(hooks.MOST_WEBHOOKS):
        created(as_ann)

    refused = as_ann.post("me/webhooks", {"url": URL})

    assert (refused.status_code, refused.json()["code"], refused.json()["most"]) == (409, "too_many_webhooks", 5)
    created(as_ben)


def test_a_guest_has_none(as_ann: Api, ann: Player) -> None:
    Player.objects.filter(pk=ann.pk).update(is_guest=True)

    assert as_ann.post("me/webhooks", {"url": URL}).json()["code"] == "guest_not_allowed"


@pytest.mark.parametrize(
    ("body", "code", "pointer"),
    [
        ({"url": "https://10.0.0.1/"}, "webhook_url_not_public", "/url"),
        ({"url": "http://bots.example.org/"}, "webhook_url_not_https", "/url"),
        ({"url": "https://bots.example.org:25/"}, "webhook_url_port", "/url"),
        ({"url": "https://a@b.example.org/"}, "webhook_url_unreadable", "/url"),
        ({"url": "https://bots.example.org/\u0000"}, "nul_in_string", ""),
        ({"url": 7}, "wrong_type", "/url"),
        ({"url": ""}, "string_too_short", "/url"),
        ({"url": "https://" + "a" * 600}, "string_too_long", "/url"),
        ({}, "missing_field", "/url"),
        ({"url": URL, "types": ["turn", "everything"]}, "unknown_webhook_type", "/types/1"),
        ({"url": URL, "types": ["turn "]}, "unknown_webhook_type", "/types/0"),
        ({"url": URL, "types": ["challenge"]}, "unknown_webhook_type", "/types/0"),
        ({"url": URL, "types": ["turn"] * 51}, "array_too_long", "/types"),
        ({"url": URL, "types": [None]}, "wrong_type", "/types/0"),
        ({"url": URL, "types": ["a" * 41]}, "string_too_long", "/types/0"),
        ({"url": URL, "secret": "whsec_mine"}, "unknown_field", "/secret"),
    ],
)
def test_a_faulty_field_is_pointed_at(as_ann: Api, body: Any, code: str, pointer: str) -> None:
    answer = as_ann.post("me/webhooks", body)

    assert fault(answer) == (400, code, pointer)
    assert not Webhook.objects.exists()


def test_types_that_are_accepted_are_named(as_ann: Api) -> None:
    answer = as_ann.post("me/webhooks", {"url": URL, "types": ["everything"]})

    (error,) = answer.json()["errors"]
    assert error["accepted"] == {"enum": types()}
    assert {"turn", "called", "challenged", "match_ended", "webhook_disabled"} <= set(types())


def test_every_type_is_described_in_both_languages() -> None:
    labels = type_labels()

    assert list(labels) == types()
    assert {"turn", "called", "webhook_disabled", "league_called"} <= set(labels)
    for language in ("en", "ja"):
        texts = [label[language] for label in labels.values()]
        assert all(texts) and len(set(texts)) == len(texts)


@pytest.mark.parametrize("query", ["cursor=x", "cursor=gaF4", "status=late", "limit=0", "before=1"])
def test_a_faulty_query_is_refused(as_ann: Api, query: str) -> None:
    path = f"me/webhooks/{created(as_ann)['webhook']['id']}"

    assert as_ann.get(f"{path}/deliveries?{query}").status_code == 400


def test_a_token_without_the_scope_is_refused(as_ann: Api) -> None:
    scopes = [scope for scope in SCOPES if scope != "webhooks"]
    token = as_ann.post("me/tokens", {"name": "all but one", "scopes": scopes}).json()["token"]
    narrow = Api()
    narrow.headers["Authorization"] = f"Bearer {token}"

    refused = narrow.get("me/webhooks")

    assert (refused.status_code, refused.json()["scope"]) == (403, "webhooks")


def test_creations_and_tests_are_limited(as_ann: Api, settings: Any) -> None:
    settings.THROTTLES = {**settings.THROTTLES, "webhooks": (2, 60)}
    path = f"me/webhooks/{created(as_ann)['webhook']['id']}"

    assert as_ann.post(f"{path}/test").status_code == 202
    assert as_ann.post(f"{path}/test").status_code == 429
    assert as_ann.get(path).status_code == 200
