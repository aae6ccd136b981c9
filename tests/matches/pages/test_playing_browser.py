"""A person plays a match of each game to its end against a house bot, in a real browser."""

import re
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Locator, Page, expect

from matches.models import Match
from players.models import Player
from tests.browser import needs_chromium

pytestmark = [pytest.mark.django_db(transaction=True), needs_chromium]

PHONE = {"width": 360, "height": 740}
NAME, PASSWORD = "mai", "a quiet rook 7"
MOST = 800
NEXT = """number => {
  if (document.querySelector("[data-over]")) return [];
  const spots = document.querySelectorAll(".spot");
  if (spots.length) return [".spot", number % spots.length];
  const listed = ".choices button, [data-quick] button";
  const isShown = button => button.checkVisibility({ visibilityProperty: true });
  const place = [...document.querySelectorAll(listed)].findIndex(isShown);
  return place < 0 ? null : [listed, place];
}"""
"""JavaScript: what to click next, as a selector and a place among its matches; null when it isn't the player's turn.

A spot of the board, else the first action of the list that is shown. Nothing when the match is over.
"""
every_game = pytest.mark.parametrize(
    ("game", "options"),
    [
        ("battle_line", {"tactics": "False"}),
        ("blackpoker", {"frame": "entry16"}),
        ("invaders", {"year_limit": "10"}),
        ("invictus", {"short_match": "True"}),
        ("lords_of_war", {"kill_goal": "5"}),
    ],
)
"""Games, each with options that make it short."""


def sit_down(live_server: Any, chromium: Browser, game: str, options: dict[str, str], **context: Any) -> Page:
    """Sign up and open a match, using only pages. Without motion, unless `context` says otherwise."""
    page = chromium.new_context(**{"reduced_motion": "reduce", **context}).new_page()
    page.goto(f"{live_server.url}{reverse('play-open', args=[game])}")
    page.locator(".ways a").first.click()
    page.fill("#id_username", NAME)
    page.fill("#id_password", PASSWORD)
    page.get_by_role("main").get_by_role("button").last.click()
    page.select_option("#id_bot", "random")
    page.locator(".options summary").click()
    for name, value in options.items():
        field = page.locator(f"#id_option-{name}")
        field.select_option(value) if field.evaluate("e => e.tagName") == "SELECT" else field.fill(value)
    page.locator("button.first").click()
    expect(page.locator("[data-question]")).to_be_visible()
    expect(page.locator("[data-settings]")).to_be_visible()  # The page's script has run.
    return page


def next_target(page: Page, number: int) -> Locator | None:
    """What the next click goes to, or None when the match is over. Waits for the player's turn."""
    return target_of(page, page.wait_for_function(NEXT, arg=number).json_value())


def target_of(page: Page, found: Any) -> Locator | None:
    return page.locator(found[0]).nth(found[1]) if found else None


def click_on(page: Page, target: Locator) -> None:
    """Click, and wait for the answer."""
    target.click()
    expect(page.locator("[data-play]")).not_to_have_attribute("aria-busy", "true")


CLICK = """() => {
  window.clicked = new Promise((resolve, reject) => {
    addEventListener("click", resolve, { capture: true, once: true });
    setTimeout(reject, 30_000);
  });
}"""


def tap(page: Page, target: Locator) -> None:
    """Tap, and wait for the click that the browser makes of it, and then for the answer."""
    page.evaluate(CLICK)
    target.tap()
    page.evaluate("() => window.clicked.then(() => true)")
    expect(page.locator("[data-play]")).not_to_have_attribute("aria-busy", "true")


def to_the_end(page: Page, most: int = MOST) -> int:
    """Play the match to its end by clicks, and count those on the board."""
    on_board = 0
    for _ in range(most):
        target = next_target(page, on_board)
        if target is None:
            return on_board
        on_board += target.get_attribute("data-spot") is not None
        click_on(page, target)
    raise AssertionError("the match does not end")


@pytest.mark.exhaustive
@every_game
def test_a_match_is_played_to_its_end_by_mouse(
    live_server: Any, chromium: Browser, tasks_at_once: None, game: str, options: dict[str, str]
) -> None:
    page = sit_down(live_server, chromium, game, options)

    on_board = to_the_end(page)

    match = Match.objects.get()
    assert match.status == Match.Status.OVER and match.end_reason != "resignation"
    assert match.seats.get(index=0).player == Player.objects.get(username=NAME)
    assert on_board > 3
    page.get_by_role("button", name="Play again").click()
    expect(page).not_to_have_url(re.compile(str(match.pk)))
    assert Match.objects.count() == 2


TOO_WIDE = """() => document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll("*")]
    .filter(one => one.getBoundingClientRect().right > innerWidth).map(one => one.outerHTML.slice(0, 200))"""
"""JavaScript: the elements beyond the right edge, if the page can be scrolled sideways."""


def too_wide(page: Page) -> list[str]:
    """The elements that are too wide once the page is still. A moving card may be outside for a moment."""
    found: list[str] = []
    for _ in range(40):
        if not (found := page.evaluate(TOO_WIDE)):
            break
        page.wait_for_timeout(500)
    return found


@pytest.mark.exhaustive
@every_game
def test_a_match_is_played_to_its_end_on_a_phone(
    live_server: Any, chromium: Browser, tasks_at_once: None, game: str, options: dict[str, str]
) -> None:
    page = sit_down(live_server, chromium, game, options, viewport=PHONE, has_touch=True)

    for taps in range(MOST):
        page.wait_for_load_state()  # Without its styles, a page may be wider.
        assert too_wide(page) == []
        target = next_target(page, taps)
        if target is None:
            break
        tap(page, target)

    assert Match.objects.get().end_reason not in ("", "resignation")


@pytest.mark.exhaustive
@every_game
def test_a_match_is_played_to_its_end_by_keyboard(
    live_server: Any, chromium: Browser, tasks_at_once: None, game: str, options: dict[str, str]
) -> None:
    page = sit_down(live_server, chromium, game, options)

    for _ in range(MOST):
        if next_target(page, 0) is None:
            break
        page.keyboard.press("/")
        page.keyboard.press("Enter")
        if page.evaluate("document.activeElement.name") == "action":
            page.keyboard.press("Enter")
        expect(page.locator("[data-play]")).not_to_have_attribute("aria-busy", "true")

    assert Match.objects.get().end_reason not in ("", "resignation")


@pytest.mark.exhaustive
def test_a_step_is_taken_back_before_it_is_sent(live_server: Any, chromium: Browser, tasks_at_once: None) -> None:
    page = sit_down(live_server, chromium, "battle_line", {"tactics": "False"})
    version = page.locator(".playing").get_attribute("data-version")
    card = page.locator('[data-spot^="hand:"]').first

    card.click()
    expect(page.locator('[data-spot^="flag:"]').first).to_be_visible()
    page.get_by_role("button", name="Take back").click()

    expect(card).to_be_visible()
    expect(page.locator('[data-spot^="flag:"]')).to_have_count(0)
    assert page.locator(".playing").get_attribute("data-version") == version
