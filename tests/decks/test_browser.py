"""A deck manager at a real browser: signs in, edits a deck, sees it counted and judged while typing."""

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from cards.sets.selectors import rules_of
from decks.models import Deck
from matches.players.models import Player
from tests.browser import chromium, needs_chromium, sign_in

__all__ = ["chromium"]

pytestmark = [pytest.mark.django_db(transaction=True), needs_chromium]


def test_a_deck_is_counted_and_judged_while_it_is_edited(live_server: Any, chromium: Browser) -> None:
    rules_of.cache_clear()
    Player.objects.create_superuser("mai", password="correct horse")
    deck = Deck.objects.get(ruleset="invictus", slug="kingdom-standard")
    page = chromium.new_context(locale="ja").new_page()
    sign_in(page, f"{live_server.url}/admin/decks/deck/{deck.pk}/change/", "mai", "correct horse")

    live = page.locator("#deck-live")
    expect(live.locator(".count")).to_have_text("21")
    expect(live.locator(".fine")).to_be_visible()

    page.locator("input[name='lines-0-copies']").fill("9")

    expect(live.locator(".count")).not_to_have_text("21")
    expect(live.locator(".faults li")).to_have_count(1)
    assert not live.locator(".faults li").inner_text().isascii()

    page.locator("[name='name_en']").fill("")
    page.locator("[name='name_en']").evaluate("field => field.form.noValidate = true")
    page.click("input[name='_continue']")
    expect(page.locator(".errornote")).to_be_visible()
    expect(live.locator(".count")).not_to_have_text("21")  # What was refused is still what is shown and judged.

    page.route("**/decks/check", lambda route: route.abort())
    page.locator("input[name='lines-0-copies']").fill("8")
    expect(live.locator(".unasked")).to_be_visible()
    page.unroute("**/decks/check")

    page.locator("input[name='lines-0-copies']").fill(str(deck.lines.first().copies))
    expect(live.locator(".fine")).to_be_visible()
    page.locator("[name='name_en']").fill("Kingdom, mine")
    page.click("input[name='_continue']")

    expect(live.locator(".count")).to_have_text("21")
    deck.refresh_from_db()
    assert deck.name_en == "Kingdom, mine"

    page.click(".languages button[value='en']")
    expect(page.locator(".languages button.current")).to_have_text("English")
