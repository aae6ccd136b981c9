"""The pages of webhooks in a real browser, with and without JavaScript."""

import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser, expect

from matches.webhooks import delivering, hooks
from matches.webhooks.models import Webhook, WebhookDelivery
from players.models import Player
from tests.axe import NARROW, Looks, axe, cookies_of, wider_than_a_telephone
from tests.browser import needs_chromium, sign_in
from tests.matches.webhooks.conftest import Receiver, notify
from tests.matches.webhooks.conftest import receiver as receiver

__all__ = ["axe"]

pytestmark = [pytest.mark.django_db(transaction=True), needs_chromium]
VIEWS = ("account-webhook", "account-webhook-secret")
LONGEST = "https://bots.example.org/" + "a" * 475


def deliver() -> None:
    """Make the deliveries that are due, in a thread, because Playwright's own loop runs in this one."""

    def work() -> None:
        delivering.deliver()
        connection.close()

    with ThreadPoolExecutor(1) as worker:
        worker.submit(work).result()


@pytest.mark.exhaustive
def test_a_player_without_javascript_runs_a_webhook_from_its_address_to_its_end(
    live_server: Any, chromium: Browser, ann: Player, receiver: Receiver
) -> None:
    page = chromium.new_context(locale="ja", viewport=NARROW, java_script_enabled=False).new_page()
    sign_in(page, f"{live_server.url}{reverse('account')}", "ann", "correct horse")
    page.get_by_role("link", name="Webhook", exact=True).click()

    page.fill("[name=url]", receiver.url.ljust(500, "x"))
    page.get_by_label("あなたの番になった").check()
    page.get_by_label("参加者が来た").check()
    page.get_by_role("button", name="Webhookを作る").click()
    expect(page.get_by_role("status").locator("code").last).to_have_text(re.compile(r"^whsec_[\w+/=]{40,}$"))
    page.wait_for_load_state()
    assert wider_than_a_telephone(page) == []
    deliver()
    notify(ann)
    receiver.fails()
    deliver()
    WebhookDelivery.objects.filter(type="seat_taken").update(status="dead")
    page.get_by_role("link", name="配信と設定").click()
    expect(page.get_by_text("受信側がステータス500を返しました。")).to_be_visible()
    receiver.works()
    with page.expect_navigation():
        page.get_by_role("button", name="再送する").click()
    deliver()
    page.reload()
    expect(page.locator(".deliveries strong")).to_have_text(["配信済み", "配信済み"])
    page.get_by_role("link", name="新しいシークレットを作る").click()
    page.get_by_role("button", name="新しいシークレットを作る").click()
    expect(page.get_by_role("status").locator("code").last).to_have_text(re.compile(r"^whsec_"))
    page.wait_for_load_state()
    assert wider_than_a_telephone(page) == []
    page.get_by_role("link", name="Webhookに戻る").click()
    page.locator("summary").click()
    page.get_by_role("button", name="Webhookを削除する").click()

    expect(page.get_by_text("Webhookはまだありません。")).to_be_visible()
    assert not Webhook.objects.exists()


@pytest.mark.exhaustive
def test_everyone_can_read_the_pages_of_webhooks(live_server: Any, chromium: Browser, ann: Player, axe: None) -> None:
    signed_in = Client()
    signed_in.force_login(ann)
    webhook, _ = hooks.create_webhook(player=ann, url=LONGEST, types=["turn"])
    hooks.create_webhook(player=ann, url="https://bots.example.org/", types=[])
    Webhook.objects.filter(pk=webhook.pk).update(status="active")
    WebhookDelivery.objects.update(type="turn", status="dead", error="unreachable", attempts=9)
    looks = Looks(chromium, live_server.url, cookies_of(signed_in, live_server.url))

    pages = [reverse("account-webhooks"), *(reverse(view, args=[webhook.pk]) for view in VIEWS)]

    assert [fault for page in pages for fault in looks.faults(page, others=wider_than_a_telephone)] == []
