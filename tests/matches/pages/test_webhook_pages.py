"""The pages of webhooks: only their owner can create, prove, test, change, redeliver and delete them."""

import re
from collections.abc import Callable
from typing import Any, get_args
from uuid import UUID

import pytest
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse

from common.http.limits import buckets
from matches.api.webhooks.resources import DeliveryError
from matches.limits import MOST_WEBHOOKS
from matches.pages.webhooks import DELIVERY_STATUSES, ERRORS, SHOWN, STATUSES
from matches.webhooks import hooks
from matches.webhooks.delivering import deliver
from matches.webhooks.messages import type_labels
from matches.webhooks.models import Webhook, WebhookDelivery
from matches.webhooks.signing import secret_of
from players.models import Player
from tests.matches.webhooks.conftest import Receiver, notify
from tests.matches.webhooks.conftest import proven as proven
from tests.matches.webhooks.conftest import receiver as receiver
from tests.test_staff_language import is_odd, texts_of

pytestmark = pytest.mark.django_db
PAGE = "/account/webhooks/"
URL = "https://bots.example.org/hook"
ABSENT = UUID("01900000-0000-7000-8000-000000000000")


@pytest.fixture
def as_ann(ann: Player) -> Client:
    return signed_in(ann)


def signed_in(player: Player) -> Client:
    client = Client()
    client.force_login(player)
    return client


def created(player: Player, **changes: Any) -> Webhook:
    """A webhook whose row has these values."""
    webhook, _ = hooks.create_webhook(player=player, url=URL, types=[])
    Webhook.objects.filter(pk=webhook.pk).update(**changes)
    webhook.refresh_from_db()
    return webhook


def at(webhook: Webhook, view: str = "account-webhook", *more: Any) -> str:
    return reverse(view, args=[webhook.pk, *more])


def secret_in(answer: Any) -> str:
    found = re.search(r"<code>(whsec_[\w+/=]+)</code>", answer.content.decode())
    return found[1] if found else ""


def mark_in(answer: Any) -> str:
    found = re.search(r'name="mark" value="([^"]*)"', answer.content.decode())
    assert found is not None
    return found[1]


def told(answer: Any) -> list[str]:
    return [str(message) for message in get_messages(answer.wsgi_request)]


def page_of(client: Client, webhook: Webhook, query: str = "") -> str:
    answer = client.get(at(webhook) + query)
    assert answer.status_code == 200
    return str(answer.content.decode())


def stored() -> list[dict[str, Any]]:
    """All rows of webhooks and deliveries."""
    return [row for table in (Webhook, WebhookDelivery) for row in table.objects.order_by("pk").values()]


# From an address to a message


def test_a_webhook_from_its_address_to_a_verified_message(as_ann: Client, ann: Player, receiver: Receiver) -> None:
    made = as_ann.post(PAGE, {"url": receiver.url, "types": ["seat_taken", "turn"]})
    webhook = Webhook.objects.get()
    assert "Not proven" in made.content.decode()
    # Reloading this answer would create another webhook.
    assert f'A challenge is on its way. <a href="{at(webhook)}">See the result</a>' in made.content.decode()

    deliver()
    notify(ann)
    deliver()

    (message,) = receiver.messages
    assert message.is_signed_with(secret_in(made))
    assert "<strong>Active</strong>" in as_ann.get(PAGE).content.decode()
    page = page_of(as_ann, webhook)
    assert page.count("<strong>Delivered</strong>") == 2  # The challenge and the notice.
    assert message.headers["webhook-id"] in page


def test_a_secret_is_shown_once_and_never_cached(as_ann: Client) -> None:
    made = as_ann.post(PAGE, {"url": URL})
    webhook = Webhook.objects.get()
    rotated = as_ann.post(at(webhook, "account-webhook-secret"), {"mark": ""})

    later = [as_ann.get(path).content.decode() for path in (PAGE, at(webhook), at(webhook, "account-webhook-secret"))]

    secrets = {secret_in(made), secret_in(rotated)}
    assert len(secrets) == 2 and "" not in secrets
    assert all("no-store" in answer["Cache-Control"] for answer in (made, rotated))
    assert not any(secret in page for secret in secrets for page in later)


def test_both_secrets_sign_after_a_rotation(
    as_ann: Client, ann: Player, receiver: Receiver, proven: tuple[Webhook, str]
) -> None:
    webhook, former = proven

    rotated = as_ann.post(at(webhook, "account-webhook-secret"), {"mark": ""})
    notify(ann)
    deliver()

    (message,) = receiver.messages
    assert message.is_signed_with(former) and message.is_signed_with(secret_in(rotated))


def test_a_rotation_sent_twice_does_not_end_the_secret_in_use(as_ann: Client) -> None:
    webhook = created(Player.objects.get(username="ann"))
    path = at(webhook, "account-webhook-secret")
    as_ann.post(path, {"mark": ""})
    rotated = bytes(Webhook.objects.get().nonce)

    again = as_ann.post(path, {"mark": ""})

    assert (again.status_code, secret_in(again)) == (400, "")
    assert bytes(Webhook.objects.get().nonce) == rotated
    warning = "If you make a new secret now, the previous one stops working at once."
    assert "This form was already sent." in again.content.decode() and warning in again.content.decode()
    assert secret_in(as_ann.post(path, {"mark": mark_in(again)}))


def test_two_clicks_at_once_on_a_new_secret_make_one(as_ann: Client, ann: Player, monkeypatch: Any) -> None:
    webhook = created(ann)
    rotate, secrets = hooks.rotate_secret, []

    def rotate_after_the_other(**sent: Any) -> Any:  # Both requests have read the webhook before either rotates.
        secrets.append(rotate(**sent)[0])
        return rotate(**sent)

    monkeypatch.setattr(hooks, "rotate_secret", rotate_after_the_other)
    again = as_ann.post(at(webhook, "account-webhook-secret"), {"mark": ""})

    assert (again.status_code, secret_in(again), len(secrets)) == (400, "", 1)
    assert secrets[0] == secret_of(webhook.pk, bytes(Webhook.objects.get().nonce))
    assert "This form was already sent." in again.content.decode()


def test_a_reload_after_creating_a_webhook_makes_no_second(as_ann: Client) -> None:
    first = as_ann.post(PAGE, {"url": URL, "mark": mark_in(as_ann.get(PAGE))})

    again = as_ann.post(PAGE, {"url": URL, "mark": ""})

    assert (first.status_code, again.status_code, secret_in(again)) == (200, 400, "")
    assert "This form was already sent." in again.content.decode()
    assert Webhook.objects.count() == 1
    assert secret_in(as_ann.post(PAGE, {"url": URL, "mark": mark_in(again)}))


def test_a_challenge_that_fails_says_why_and_is_sent_again(as_ann: Client, ann: Player, receiver: Receiver) -> None:
    receiver.fails(503)
    webhook, _ = hooks.create_webhook(player=ann, url=receiver.url, types=[])
    deliver()
    assert "The challenge failed: The receiver answered with status 503. It is sent again soon." in page_of(
        as_ann, webhook
    )
    WebhookDelivery.objects.update(status="dead")
    assert "Repair the receiver, then send another challenge." in page_of(as_ann, webhook)
    receiver.works()

    sent = as_ann.post(at(webhook, "account-webhook-test"))
    deliver()

    assert (sent.status_code, sent["Location"]) == (302, at(webhook))
    assert "<strong>Active</strong>" in page_of(as_ann, webhook)


def test_a_failed_message_is_listed_with_its_reason_and_sent_again(
    as_ann: Client, ann: Player, receiver: Receiver, proven: tuple[Webhook, str]
) -> None:
    webhook, _ = proven
    receiver.fails(500)
    notify(ann)
    deliver()
    WebhookDelivery.objects.filter(type="seat_taken").update(status="dead", ended_at="2026-11-20T08:00Z")
    delivery = WebhookDelivery.objects.get(type="seat_taken")
    page = page_of(as_ann, webhook, "?status=dead")
    assert "<strong>Not delivered</strong> · The receiver answered with status 500." in page
    assert "2026-11-20" in page and "Deliveries have failed since" in page
    receiver.works()

    sent = as_ann.post(at(webhook, "account-webhook-redeliver", delivery.pk))
    deliver()

    assert (sent.status_code, told(sent)) == (
        302,
        ["The message is on its way. Reload this page to see the result."],
    )
    assert [message.json["number"] for message in receiver.messages] == [1, 1]
    assert "Not delivered</strong>" not in page_of(as_ann, webhook)


def test_a_disabled_webhook_says_why_and_is_enabled_by_its_challenge(
    as_ann: Client, receiver: Receiver, proven: tuple[Webhook, str]
) -> None:
    webhook, _ = proven
    Webhook.objects.update(status="disabled", problem="gone")
    assert "Disabled because the receiver answered 410 (Gone)." in as_ann.get(PAGE).content.decode()

    as_ann.post(at(webhook, "account-webhook-test"))
    deliver()

    assert "<strong>Active</strong>" in as_ann.get(PAGE).content.decode()


def test_a_new_address_is_proven_again_and_new_types_are_not(as_ann: Client, ann: Player) -> None:
    webhook = created(ann, status="active")

    for sent in ({"url": URL, "types": ["turn"]}, {"url": f"{URL}2", "types": ["turn", "called"]}):
        assert as_ann.post(at(webhook), sent).status_code == 302
        webhook.refresh_from_db()
        assert (webhook.url, webhook.types.split()) == (sent["url"], sent["types"])
        assert webhook.status == ("active" if webhook.url == URL else "unproven")

    assert 'value="turn" id="id_types_0" checked' in page_of(as_ann, webhook)


def test_a_deleted_webhook_is_gone_with_its_deliveries(as_ann: Client, ann: Player) -> None:
    webhook = created(ann)

    answer = as_ann.post(at(webhook, "account-webhook-delete"))

    assert (answer.status_code, answer["Location"]) == (302, PAGE)
    assert not Webhook.objects.exists() and not WebhookDelivery.objects.exists()
    assert as_ann.get(at(webhook)).status_code == 404


def test_deliveries_are_listed_page_by_page_newest_first(as_ann: Client, ann: Player) -> None:
    webhook = created(ann, status="active")
    WebhookDelivery.objects.all().delete()
    at_once = {"due_at": webhook.created_at, "created_at": webhook.created_at}
    for _ in range(SHOWN + 1):
        WebhookDelivery.objects.create(webhook=webhook, type="turn", body=b"{}", status="dead", **at_once)
    newest, oldest = (WebhookDelivery.objects.order_by(order).first() for order in ("-pk", "pk"))
    assert newest is not None and oldest is not None

    first = page_of(as_ann, webhook, "?status=dead")
    following = re.search(r'href="([^"]*)" rel="next"', first)
    assert following is not None
    rest = as_ann.get(following[1].replace("&amp;", "&")).content.decode()

    assert newest.pk.hex in first and oldest.pk.hex not in first
    assert oldest.pk.hex in rest and newest.pk.hex not in rest and 'rel="next"' not in rest
    assert "No deliveries." in page_of(as_ann, webhook, "?status=delivered")


@pytest.mark.parametrize(
    ("changes", "can"),
    [
        ({"status": "dead"}, True),
        ({"status": "delivered"}, True),
        ({"status": "waiting", "error": "timed_out"}, True),
        ({"status": "waiting"}, False),  # It is sent anyway.
        ({"status": "obsolete", "error": "timed_out"}, False),  # Its turn is over.
        ({"status": "dead", "type": "challenge"}, False),  # The webhook has a button of its own for that.
    ],
)
def test_only_what_helps_can_be_sent_again(as_ann: Client, ann: Player, changes: dict[str, str], can: bool) -> None:
    webhook = created(ann, status="active")
    WebhookDelivery.objects.update(**{"type": "turn", **changes})

    assert ("/redeliver/" in page_of(as_ann, webhook)) is can


# Refusals


@pytest.mark.parametrize(
    ("sent", "text"),
    [
        ({"url": "https://10.0.0.1/"}, "This host is not on the public internet."),
        ({"url": "https://127.1/"}, "This host is not on the public internet."),
        ({"url": "https://metadata.internal/"}, "This host is not on the public internet."),
        ({"url": "http://bots.example.org/"}, "The URL must start with"),
        ({"url": "javascript:alert(1)"}, "This must be a URL such as"),
        ({"url": "https://bots.example.org:25/"}, "The port must be 443, or 1024 or higher."),
        ({"url": "https://a@b.example.org/"}, "This must be a URL such as"),
        ({"url": "https://bots.example.org/\0"}, "contain the character U+0000."),
        ({"url": "https://bots.example.org/" + "a" * 500}, "Ensure this value has at most 500 characters"),
        ({"url": ""}, "This field is required."),
        ({"url": URL, "types": ["turn", "everything"]}, "everything is not one of the available choices."),
        ({"url": URL, "types": ["challenge"]}, "challenge is not one of the available choices."),
        ({"url": URL, "types": ["turn "]}, "is not one of the available choices."),
    ],
)
def test_what_no_webhook_may_have_is_refused_at_its_field(
    as_ann: Client, ann: Player, sent: dict[str, Any], text: str
) -> None:
    webhook = created(ann)

    for page in (PAGE, at(webhook)):
        answer = as_ann.post(page, sent)
        assert answer.status_code == 400
        assert re.search(f'class="errorlist"[^>]*><li>[^<]*{re.escape(text)}', answer.content.decode())

    assert (Webhook.objects.get().url, Webhook.objects.get().types) == (URL, "")


def test_a_sixth_webhook_and_a_guests_first_one_are_refused(as_ann: Client, ann: Player, ben: Player) -> None:
    Player.objects.filter(pk=ben.pk).update(is_guest=True)
    for _ in range(MOST_WEBHOOKS):
        created(ann)

    clients = (as_ann, signed_in(ben))

    refused = [client.post(PAGE, {"url": URL, "mark": mark_in(client.get(PAGE))}) for client in clients]

    assert [answer.status_code for answer in refused] == [400, 400]
    assert "You can&#x27;t have more webhooks." in refused[0].content.decode()
    assert "errorlist" in refused[1].content.decode()
    assert Webhook.objects.count() == MOST_WEBHOOKS
    assert PAGE not in signed_in(ben).get(reverse("account")).content.decode()


def test_a_message_of_a_webhook_that_is_not_active_is_not_sent_again(as_ann: Client, ann: Player) -> None:
    webhook = created(ann)
    WebhookDelivery.objects.update(type="seat_taken", status="dead")

    refused = as_ann.post(at(webhook, "account-webhook-redeliver", WebhookDelivery.objects.get().pk))

    assert (refused.status_code, told(refused)) == (302, ["This webhook is not active."])
    assert WebhookDelivery.objects.get().status == "dead"
    assert "/redeliver/" not in page_of(as_ann, webhook)


ACTIONS: list[tuple[str, str, dict[str, str]]] = [
    ("get", "account-webhook", {}),
    ("post", "account-webhook", {"url": "https://evil.example.org/"}),
    ("get", "account-webhook-secret", {}),
    ("post", "account-webhook-secret", {"mark": ""}),
    ("post", "account-webhook-test", {}),
    ("post", "account-webhook-delete", {}),
]


def test_another_players_webhook_looks_like_none(as_ann: Client, ann: Player, ben: Player) -> None:
    webhook, as_ben = created(ben, status="active"), signed_in(ben)
    own = created(ann, status="active")
    WebhookDelivery.objects.update(type="seat_taken", status="dead")
    before = stored()
    foreign = webhook.deliveries.get().pk
    not_found = as_ann.post(at(own, "account-webhook-redeliver", ABSENT))

    for method, view, sent in ACTIONS:
        answers = [getattr(as_ann, method)(reverse(view, args=[pk]), sent) for pk in (webhook.pk, ABSENT)]
        assert [answer.status_code for answer in answers] == [404, 404], view
    redeliveries = [at(webhook, "account-webhook-redeliver", foreign), at(own, "account-webhook-redeliver", foreign)]
    answers = [as_ann.post(path) for path in redeliveries]

    assert [answer.status_code for answer in answers] == [404, 302]
    assert told(not_found) == ["Not found, or private."] and told(answers[1]) == 2 * told(not_found)
    assert stored() == before
    assert str(webhook.pk) not in as_ann.get(PAGE).content.decode()
    assert str(webhook.pk) in as_ben.get(PAGE).content.decode()


def test_forms_of_other_sites_do_nothing(ann: Player) -> None:
    webhook = created(ann, status="active")
    WebhookDelivery.objects.update(type="seat_taken", status="dead")
    client = Client(enforce_csrf_checks=True)
    client.force_login(ann)
    redelivery = at(webhook, "account-webhook-redeliver", webhook.deliveries.get().pk)
    before = stored()

    posted = [(reverse(view, args=[webhook.pk]), sent) for method, view, sent in ACTIONS if method == "post"]
    answers = [client.post(path, sent) for path, sent in [(PAGE, {"url": URL}), (redelivery, {}), *posted]]

    assert {answer.status_code for answer in answers} == {403}
    assert stored() == before


@pytest.mark.parametrize("view", ["account-webhook-test", "account-webhook-delete"])
def test_a_link_changes_nothing(as_ann: Client, ann: Player, view: str) -> None:
    webhook = created(ann)

    assert as_ann.get(at(webhook, view)).status_code == 405
    assert as_ann.get(at(webhook, "account-webhook-redeliver", ABSENT)).status_code == 405
    assert Webhook.objects.count() == 1 and WebhookDelivery.objects.count() == 1


def test_anyone_who_is_not_signed_in_signs_in_first(client: Client, ann: Player) -> None:
    webhook = created(ann)
    redelivery = at(webhook, "account-webhook-redeliver", ABSENT)

    paths = [PAGE, redelivery, *(reverse(view, args=[webhook.pk]) for _, view, _ in ACTIONS)]

    for path in paths:
        assert reverse("account-sign-in") in client.post(path, {"url": URL, "mark": ""})["Location"]
    assert Webhook.objects.count() == 1


@pytest.mark.parametrize("query", ["?status=late", "?cursor=x", "?cursor=gaF4", "?status=dead&cursor=" + "a" * 201])
def test_an_address_that_the_page_did_not_make_is_none(as_ann: Client, ann: Player, query: str) -> None:
    webhook = created(ann)

    assert as_ann.get(at(webhook) + query).status_code == 404


@pytest.mark.parametrize(
    ("view", "sent"),
    [
        ("account-webhook", {"url": f"{URL}2"}),
        ("account-webhook-secret", {"mark": ""}),
        ("account-webhook-test", {}),
    ],
)
def test_what_costs_a_connection_is_limited_like_the_api(
    as_ann: Client, ann: Player, settings: Any, view: str, sent: dict[str, str]
) -> None:
    webhook = created(ann)
    settings.THROTTLES = {**settings.THROTTLES, "webhooks": (1, 60)}
    buckets.cache_clear()
    assert as_ann.post(PAGE, {"url": URL, "mark": mark_in(as_ann.get(PAGE))}).status_code == 200
    before = stored()

    refused = as_ann.post(at(webhook, view), sent, follow=True)
    created_again = as_ann.post(PAGE, {"url": URL})

    for answer in (refused, created_again):
        assert "Too many requests. Try again in 1 minute." in answer.content.decode()
    assert stored() == before


def test_an_address_with_markup_is_text(as_ann: Client) -> None:
    made = as_ann.post(PAGE, {"url": "https://bots.example.org/<script>alert(1)</script>"})

    assert made.status_code == 200 and Webhook.objects.count() == 1
    for page in (made.content.decode(), page_of(as_ann, Webhook.objects.get())):
        assert "<script>" not in page and "&lt;script&gt;" in page


# The pages themselves


def test_every_status_and_every_error_has_words() -> None:
    assert set(STATUSES) == set(Webhook.Status.values)
    assert set(DELIVERY_STATUSES) == set(WebhookDelivery.Status.values)
    assert set(ERRORS) == set(get_args(DeliveryError))


def test_the_list_asks_as_often_for_three_as_for_one(
    as_ann: Client, ann: Player, django_assert_num_queries: Callable[..., Any]
) -> None:
    for more in (1, 2):
        for _ in range(more):
            created(ann)
        with django_assert_num_queries(6):
            as_ann.get(PAGE)


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("status", [*Webhook.Status.values])
def test_pages_are_in_the_readers_language_without_scripts_or_styles_of_their_own(
    as_ann: Client, ann: Player, language: str, status: str
) -> None:
    webhook = created(ann, status=status, problem="failing" if status == "disabled" else "", types=" turn ")
    WebhookDelivery.objects.update(error="challenge_failed")
    for number, error in enumerate(ERRORS):
        WebhookDelivery.objects.create(
            webhook=webhook,
            type=list(type_labels())[number],
            body=b"{}",
            status=WebhookDelivery.Status.values[number % 4],
            attempts=number,
            error=error,
            http_status=500 if error == "http_status" else None,
            due_at=webhook.created_at,
            created_at=webhook.created_at,
            ended_at=webhook.created_at if number % 4 else None,
        )

    for path in (PAGE, at(webhook), at(webhook, "account-webhook-secret")):
        answer = as_ann.get(path, headers={"Accept-Language": language})
        page = answer.content.decode()
        assert [text for text in texts_of(page) if is_odd(text, language) and text not in NAMES] == []
        assert re.findall(r"<script(?! src=)|<style|\sstyle=|\son\w+=", page) == []


NAMES = {"ann", "API", "URL:"}
