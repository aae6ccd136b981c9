"""People against people in real browsers: lobby, match, rematch, and a guest's match. No page scrolls sideways."""

import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect

from matches.models import Match
from matches.services.phrases import say_phrase
from players import presence
from players.models import Player
from tests.browser import needs_chromium, sign_in
from tests.matches.pages.test_playing_browser import NEXT, PHONE, click_on, target_of

pytestmark = [pytest.mark.django_db(transaction=True), needs_chromium]

PASSWORD = "a quiet rook 7"
MOST = 2000


def signed_up(live_server: Any, chromium: Browser, name: str, **context: Any) -> Page:
    page = chromium.new_context(**context).new_page()
    page.goto(f"{live_server.url}{reverse('account-sign-up')}")
    page.fill("#id_username", name)
    page.fill("#id_password", PASSWORD)
    page.locator("button.first").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Play a match")
    return page


def take_turns(*pages: Page) -> None:
    """Play to the end: the player to move clicks on the board where it offers it, or else in the list."""
    for clicks in range(MOST):
        asked = ((page, page.evaluate(NEXT, clicks)) for page in pages)
        page, found = next((one for one in asked if one[1] is not None), (pages[clicks % len(pages)], None))
        if found is None:
            page.wait_for_timeout(50)  # Wait until one page shows the opponent's move.
        elif (target := target_of(page, found)) is None:
            return
        else:
            click_on(page, target)
    raise AssertionError("the match does not end")


def meet(live_server: Any, chromium: Browser) -> tuple[Page, Page]:
    """Two people meet by a link for a short match of Lords of War. The first moves first."""
    ann, ben = signed_up(live_server, chromium, "ann"), signed_up(live_server, chromium, "ben")
    ann.goto(f"{live_server.url}{reverse('play-host', args=['lords_of_war'])}")
    ann.select_option("#id_visibility", "private")
    ann.select_option("#id_place", "first")
    ann.get_by_text("Options of the game").click()
    ann.fill("#id_option-kill_goal", "2")
    ann.get_by_role("button", name="Create the match").click()
    ann.get_by_role("button", name="Create an invitation link").click()
    link = ann.locator("#link").input_value()

    ben.goto(link)
    ben.get_by_role("button", name="Sit down").click()
    expect(ben.get_by_text("You're ready.")).to_be_visible()
    assert "#" not in ben.url
    expect(ann.locator(".seats")).to_contain_text("ben")  # Without a reload.
    ann.get_by_role("button", name="I'm ready").click()
    expect(ann.locator("[data-play]")).to_be_visible()
    expect(ben.locator("[data-play]")).to_be_visible()  # Without a reload.
    expect(ann.locator(".clocks time")).to_have_count(2)
    return ann, ben


@pytest.mark.exhaustive
def test_an_opponent_who_is_gone_is_shown_as_offline_until_they_return(
    live_server: Any, chromium: Browser, tasks_at_once: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = meet(live_server, chromium)
    opponent, offline = Player.objects.get(username="ben"), ann.locator(".offline")
    expect(offline).to_be_hidden()

    monkeypatch.setattr(presence, "NOTED_EVERY", float("inf"))  # From now on only the test says who was seen.
    ben.close()
    presence.sightings().note(opponent.pk, int(time.time()) - 200)
    expect(offline).to_contain_text("ben is offline, last seen 3\xa0minutes ago.")

    presence.sightings().note(opponent.pk, int(time.time()))
    expect(offline).to_be_hidden()


@pytest.mark.exhaustive
def test_two_people_meet_by_a_link_play_to_the_end_and_once_more(
    live_server: Any, chromium: Browser, tasks_at_once: None
) -> None:
    ann, ben = meet(live_server, chromium)

    take_turns(ann, ben)

    match = Match.objects.get()
    assert match.end_reason not in ("", "resignation", "aborted")
    assert all(re.fullmatch("[0-9a-f]{32}", seat.entropy) for seat in match.seats.all())
    for page in (ann, ben):
        expect(page.locator("[data-over]")).to_be_visible()
    ann.get_by_role("button", name="Rematch").click()
    expect(ann.get_by_text("You offered a rematch.")).to_be_visible()
    expect(ben.locator(".waits")).to_contain_text("ann challenges you")  # Without a reload.
    ben.locator(".waits a").click()
    ben.get_by_role("button", name="Accept").click()
    ben.get_by_role("button", name="I'm ready").click()
    expect(ann.locator(".waits")).to_contain_text("your match is ready")  # Without a reload.
    ann.locator(".waits a").click()
    ann.get_by_role("button", name="I'm ready").click()
    expect(ann.locator("[data-play]")).to_be_visible()
    again = Match.objects.exclude(pk=match.pk).get()
    assert again.seats.get(index=0).player == Player.objects.get(username="ben")


def test_a_guest_sits_at_a_table_after_one_click_on_a_phone(
    live_server: Any, chromium: Browser, tasks_at_once: None
) -> None:
    page = chromium.new_context(viewport=PHONE, has_touch=True, locale="ja").new_page()
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: complaints.append(error.message))
    page.goto(f"{live_server.url}{reverse('home')}")

    page.locator(".games button").first.tap()

    expect(page.locator("[data-question]")).to_be_visible()
    assert Player.objects.get().is_guest
    page.goto(f"{live_server.url}{reverse('account-sign-up')}")
    page.fill("#id_username", "舞")
    page.fill("#id_username", "舞子")
    page.fill("#id_password", PASSWORD)
    page.locator("button.first").tap()
    page.wait_for_url(lambda url: "sign-up" not in url)
    assert [player.username for player in Player.objects.all()] == ["舞子"]
    for name, args in PAGES:
        page.goto(f"{live_server.url}{reverse(name, args=args)}")
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= PHONE["width"], name
    assert complaints == []


PAGES: list[tuple[str, list[str]]] = [
    *((name, []) for name in ("home", "matches", "play-games", "challenges", "account-matches", "pairing-wait")),
    *((name, ["invictus"]) for name in ("play-open", "play-host", "play-pair")),
    *((name, []) for name in ("follow-link", "account-tokens", "account-webhooks", "account-mail")),
]
"""Paths of pages that need no data."""


@pytest.mark.exhaustive
def test_a_phrase_is_heard_at_an_open_table_and_disturbs_nothing_there(
    live_server: Any, chromium: Browser, duel: Callable[..., Match], ben: Player
) -> None:
    match = duel()
    page = chromium.new_context().new_page()
    sign_in(page, f"{live_server.url}{reverse('play', args=[match.pk])}", "ann", "correct horse")
    page.keyboard.press("/")
    page.fill("[data-find]", "e")
    version = page.locator(".playing").get_attribute("data-version")

    say_phrase(match=match, player=ben, code="nice_move")

    expect(page.locator(".said li")).to_contain_text("Nice move")
    expect(page.locator("[data-said]")).to_contain_text("Nice move")
    assert page.locator("[data-find]").input_value() == "e"
    assert page.locator(".playing").get_attribute("data-version") == version
