"""A deck manager at a real browser: signs in, edits a deck, sees it counted and judged while typing."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from playwright.sync_api import Browser, expect, sync_playwright

from cards.selectors import rules_of
from decks.models import Deck
from matches.players.models import Player

CHROMIUM = Path(os.environ.get("CHROMIUM", "/usr/bin/chromium"))
FLAGS = [
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(
        not CHROMIUM.exists() and os.environ.get("CI") != "true", reason="no Chromium here; CI=true asks for it"
    ),
]


@pytest.fixture
def chromium(monkeypatch: pytest.MonkeyPatch) -> Iterator[Browser]:
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")  # Playwright's own loop runs in this thread.
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
        yield browser
        browser.close()
    _end_connections_of_the_server()


def _end_connections_of_the_server() -> None:
    """Its threads keep theirs, and PostgreSQL drops no database that somebody is connected to."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )


def test_a_deck_is_counted_and_judged_while_it_is_edited(live_server: Any, chromium: Browser) -> None:
    rules_of.cache_clear()
    Player.objects.create_superuser("mai", password="correct horse")
    deck = Deck.objects.get(ruleset="invictus", slug="kingdom-standard")
    page = chromium.new_context(locale="ja").new_page()
    page.goto(f"{live_server.url}/admin/decks/deck/{deck.pk}/change/")
    page.fill("#id_username", "mai")
    page.fill("#id_password", "correct horse")
    page.click("input[type=submit]")

    live = page.locator("#deck-live")
    expect(live.locator(".count")).to_have_text("21")
    expect(live.locator(".fine")).to_be_visible()

    page.locator("input[name='lines-0-copies']").fill("9")

    expect(live.locator(".count")).not_to_have_text("21")
    expect(live.locator(".faults li")).to_have_count(1)
    assert not live.locator(".faults li").inner_text().isascii()

    page.locator("input[name='lines-0-copies']").fill(str(deck.lines.first().copies))
    expect(live.locator(".fine")).to_be_visible()
    page.locator("[name='name_en']").fill("Kingdom, mine")
    page.click("input[name='_continue']")

    expect(live.locator(".count")).to_have_text("21")
    deck.refresh_from_db()
    assert deck.name_en == "Kingdom, mine"

    page.click(".languages button[value='en']")
    expect(page.locator(".languages button.current")).to_have_text("English")
