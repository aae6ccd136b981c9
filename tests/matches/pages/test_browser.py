"""Watch and replay in a real browser."""

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from matches.log.sql import load_match
from matches.models import Match
from matches.pages.position import changes_of
from matches.services.lobby import open_match
from matches.services.seat_plans import SeatPlan
from players.models import Player
from rules.engine import view
from rules.registry import shipped_ruleset
from tests.benchmarks.database import some_setup
from tests.browser import needs_chromium
from tests.matches.conftest import move, play_out

pytestmark = [pytest.mark.django_db(transaction=True), needs_chromium]


def opened(chromium: Browser, address: str, **context: Any) -> tuple[Page, list[str]]:
    """An open page, and the list of its errors."""
    page = chromium.new_context(**context).new_page()
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(address)
    return page, complaints


@pytest.mark.exhaustive
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


@pytest.mark.exhaustive
def test_the_stepping_buttons_of_a_replay_stay_in_reach_on_a_phone(
    live_server: Any, chromium: Browser, duel: Callable[..., Match]
) -> None:
    match = play_out(duel())
    phone = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
    page, complaints = opened(chromium, f"{live_server.url}/matches/{match.pk}/replay/?event=3&as=public", **phone)
    continuing = page.get_by_text("Continue from here")
    expect(continuing).to_be_visible()

    page.evaluate("window.scrollTo(0, document.body.scrollHeight)")

    expect(page.get_by_label("Later")).to_be_in_viewport(ratio=1)
    page.get_by_label("Later").tap()
    expect(page.locator(".position")).to_have_attribute("data-seq", "4")
    page.get_by_label("Last event").tap()
    expect(page.locator(".position")).to_have_attribute("data-seq", str(match.version))
    expect(continuing).to_be_hidden()
    assert complaints == []


@pytest.mark.exhaustive
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


@pytest.mark.exhaustive
def test_the_live_match_of_the_home_page_moves_by_itself(
    live_server: Any, chromium: Browser, duel: Callable[..., Match]
) -> None:
    match = duel()
    page, complaints = opened(chromium, f"{live_server.url}/")
    expect(page.locator("[data-live]")).to_have_attribute("data-version", "0")

    move(match, random.Random(1))

    expect(page.locator(".position")).to_have_attribute("data-seq", "1")
    expect(page.locator("[data-live]")).to_have_attribute("data-version", "1")
    assert complaints == []


@pytest.mark.exhaustive
def test_what_points_from_place_to_place_is_drawn_and_told(live_server: Any, chromium: Browser) -> None:
    match = duel_of("lords_of_war")
    luck, event = random.Random(3), 0
    while not (led := links_at(match, event)):
        move(Match.objects.get(pk=match.pk), luck)
        event += 1
    address = f"{live_server.url}/matches/{match.pk}"

    for where in (f"{address}/", f"{address}/replay/?event={event}&as=public"):
        for width in (360, 1200):
            page, complaints = opened(chromium, where, viewport={"width": width, "height": 900})
            arrows = page.locator(".board > .arrows > .arrow")

            expect(arrows).to_have_count(len(led))
            expect(page.locator(".links li")).to_have_count(len(led))
            boxes = [arrows.nth(number).bounding_box() for number in range(len(led))]
            board = page.locator(".board").bounding_box()
            assert board is not None and all(box and box["x"] >= board["x"] for box in boxes)
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert complaints == []
            page.close()


def duel_of(ruleset: str) -> Match:
    """A match of two people with starter decks."""
    options, decks = some_setup(shipped_ruleset(ruleset))
    players = [Player.objects.create_user(f"player{seat}") for seat in range(2)]
    seats = [
        SeatPlan(kind="player", player=player, deck=deck, is_ready=True)
        for player, deck in zip(players, decks, strict=True)
    ]
    return open_match(ruleset=ruleset, options=options, seats=seats)


def links_at(match: Match, event: int) -> set[tuple[str, str, str]]:
    """(kind, from, to) of the links between places that the newest event of a match has."""
    stored = load_match(match.pk)
    _touches, links, _motions = changes_of(stored.rules, match, view(stored.position.table, "public", event), "public")
    return {(link.kind, link.from_, link.to) for link in links}
