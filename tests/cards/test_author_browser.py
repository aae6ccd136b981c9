"""An author in a real browser, in Japanese: from "New card" to a published, tried card with an ability, without JSON.

Also checks that the author's pages are accessible and work on a phone.
"""

from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Browser, expect

from cards.models import CardSetRevision
from cards.sets.differences import by_slug
from cards.sets.selectors import newest_revision, rules_of
from cards.sets.services import create_draft
from matches.models import Match
from players.models import Player
from tests.axe import NARROW, Looks, axe, cookies_of, wider_than_a_telephone
from tests.browser import Hand, needs_chromium, sign_in
from tests.matches.conftest import tasks_at_once

__all__ = ["axe", "tasks_at_once"]

pytestmark = [pytest.mark.django_db(transaction=True), needs_chromium]

MOST_INTERACTIONS = 20


@pytest.mark.exhaustive
def test_from_new_card_to_a_published_and_tried_one(live_server: Any, chromium: Browser, tasks_at_once: None) -> None:
    rules_of.cache_clear()
    player = Player.objects.create_superuser("mai", password="correct horse")
    draft = create_draft(ruleset="invaders", author=player)
    page = chromium.new_context(locale="ja").new_page()
    author = Hand(page)
    reading = page.locator("#card-reading [lang=ja]").first
    sign_in(page, f"{live_server.url}/admin/cards/cardsetdraft/{draft.pk}/cards/", "mai", "correct horse")

    author.click(page.get_by_role("link", name="新しいカード"))
    author.click(page.get_by_role("link", name="ユニット、人民"))
    author.fill(page.locator("[name='/names/ja']"), "郵便局")
    author.fill(page.locator("[name='/names/en']"), "Post Office")
    author.click(page.locator("#step-abilities-add"))
    author.choose(page.locator("[name='/abilities/0/trigger/on']"), "cast")
    expect(reading).to_contain_text("キャストされたとき")
    author.choose(page.locator("[name='/abilities/0/effects/0~kind']"), "Draw")
    expect(reading).to_contain_text("引く")
    author.click(page.get_by_role("button", name="ルール上の解釈をカードテキストにする"))
    expect(page.locator("[name='/text/ja']")).not_to_have_value("")
    author.click(page.locator("button[name=save]"))
    expect(page.locator(".messagelist")).to_contain_text("郵便局")

    author.click(page.get_by_role("button", name="試す", exact=True))
    expect(page.locator(".messagelist")).to_contain_text("郵便局")
    author.click(page.locator(".choices button").first)
    expect(page.locator(".happened li").first).to_be_visible()

    page.goto(f"{live_server.url}/admin/cards/cardsetdraft/{draft.pk}/change/")
    author.fill(page.locator("#publish_note"), "郵便局を追加")
    author.click(page.get_by_role("button", name="公開", exact=True))
    expect(page.locator(".messagelist")).to_contain_text("公開しました")

    card = by_slug(newest_revision("invaders").card_set)["post-office"]
    assert (card["abilities"][0]["trigger"]["on"], card["abilities"][0]["effects"][0]["op"]) == ("cast", "draw")
    assert Match.objects.get().card_set == CardSetRevision.objects.get(is_playtest=True)
    assert author.count <= MOST_INTERACTIONS


@pytest.mark.exhaustive
@pytest.mark.usefixtures("axe")
def test_axe_finds_nothing_serious_and_a_telephone_shows_all(live_server: Any, chromium: Browser) -> None:
    player = Player.objects.create_superuser("mai", password="correct horse")
    draft = create_draft(ruleset="invaders", author=player)
    client = Client()
    client.force_login(player)
    cookies = cookies_of(client, live_server.url)
    here = f"/admin/cards/cardsetdraft/{draft.pk}"
    paths = [
        f"{here}/change/",
        f"{here}/follows/",
        f"{here}/cards/new/",
        f"{here}/cards/admiralty-board/",
        f"{here}/cards/admiralty-board/remove/",
        f"{here}/playtests/new/",
    ]
    looks = Looks(chromium, live_server.url, cookies)

    assert [fault for path in paths for fault in looks.faults(path, others=wider_than_a_telephone)] == []

    english = chromium.new_context(locale="en", viewport=NARROW)
    english.add_cookies(cookies)
    page = english.new_page()
    page.goto(f"{live_server.url}{here}/cards/new/?kind=unit.military")
    page.locator("#step-abilities-add").click()
    page.locator("[name='/abilities/0/effects/0~kind']").select_option("Draw")
    expect(page.locator("#card-reading [lang=en]").first).to_contain_text("draw 1")
    assert wider_than_a_telephone(page) == [], "an effect within an ability"
