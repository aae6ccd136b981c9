"""Watch and replay in a real browser."""

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from matches.models import Match
from tests.browser import chromium, needs_chromium
from tests.matches.conftest import move, play_out

__all__ = ["chromium"]

pytestmark = [pytest.mark.django_db(transaction=True), needs_chromium]


def opened(chromium: Browser, address: str, **context: Any) -> tuple[Page, list[str]]:
    """A page, and what it complains about."""
    page = chromium.new_context(**context).new_page()
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(address)
    return page, complaints


def test_a_replay_is_stepped_through_without_loading_pages(
    live_server: Any, chromium: Browser, duel: Callable[..., Match]
) -> None:
    match = play_out(duel())
    page, complaints = opened(chromium, f"{live_server.url}/matches/{match.pk}/replay/?event=3&as=public")
    page.evaluate("window.isTheSamePage = true")
    shown = page.locator(".position")

    page.keyboard.press("ArrowRight")
    expect(shown).to_have_attribute("data-seq", "4")
    page.keyboard.press("End")
    expect(shown).to_have_attribute("data-seq", str(match.version))
    expect(page.locator(".result")).to_be_visible()
    page.get_by_label("First event").click()
    expect(shown).to_have_attribute("data-seq", "0")
    page.locator("[data-speed]").select_option("200")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(shown).to_have_attribute("data-seq", re.compile(r"[2-9]|\d\d"))
    page.locator("[data-play]").click()
    page.locator("select[name=as]").select_option("audit")
    expect(page.locator('[data-place^="hand:0:"]').first).to_be_visible()

    assert page.evaluate("window.isTheSamePage") is True
    assert "event=" in page.url and "as=audit" in page.url
    assert complaints == []


def test_a_live_match_moves_by_itself(live_server: Any, chromium: Browser, duel: Callable[..., Match]) -> None:
    match = duel()
    page, complaints = opened(
        chromium, f"{live_server.url}/matches/{match.pk}/", viewport={"width": 360, "height": 700}
    )
    expect(page.locator(".position")).to_have_attribute("data-seq", "0")

    move(match, random.Random(1))

    expect(page.locator(".position")).to_have_attribute("data-seq", "1")
    expect(page.locator("[data-said]")).not_to_be_empty()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert complaints == []
