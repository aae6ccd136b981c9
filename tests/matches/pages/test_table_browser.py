"""The table in a browser: what the others did is played, cards are read, actions are found, and all is in one view."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from matches.models import Match
from tests.browser import chromium, needs_chromium
from tests.matches.pages.test_playing_browser import OFFERED, PHONE, every_game, sit_down, to_the_end

__all__ = ["chromium"]

pytestmark = [pytest.mark.django_db(transaction=True), needs_chromium]

SIZES = [{"width": 1280, "height": 800}, {"width": 1920, "height": 1080}, {"width": 768, "height": 1024}, PHONE]
BATTLE_LINE = {"tactics": "False"}


def play_on(page: Page, clicks: int) -> None:
    for number in range(clicks):
        spots, offered = page.locator(".spot"), page.locator(OFFERED)
        if page.locator("[data-over]").count():
            return
        if spots.count():
            spots.nth(number % spots.count()).click()
        elif offered.count():
            offered.first.click()
        expect(page.locator("[data-play]")).not_to_have_attribute("aria-busy", "true")


def test_what_the_others_did_is_played_event_by_event(live_server: Any, chromium: Browser, tasks_at_once: None) -> None:
    """In Battle Line the bot plays a card and draws one: the card is seen to come before the draw."""
    page = sit_down(live_server, chromium, "battle_line", BATTLE_LINE, reduced_motion="no-preference")
    page.evaluate("""
        const seen = window.seen = [];
        new MutationObserver(() => {
          const log = [...document.querySelectorAll("[data-log] li:not([hidden])")].at(-1)?.dataset.seq;
          const marks = [...document.querySelectorAll(".board .touched")].map((one) => one.dataset.place).join(" ");
          if (seen.at(-1)?.[0] !== log) seen.push([log, marks]);
        }).observe(document.querySelector("[data-play]"), { childList: true, subtree: true, attributes: true });
    """)

    play_on(page, 2)
    expect(page.locator(".spot").first).to_be_visible(timeout=20_000)

    played = dict(page.evaluate("window.seen"))
    version = Match.objects.get().version
    assert [str(seq) for seq in range(2, version + 1)] == [seq for seq in played if int(seq) >= 2]
    assert any("flag:" in marks for seq, marks in played.items() if int(seq) == version - 1)


def test_without_movement_the_newest_position_is_there_at_once(
    live_server: Any, chromium: Browser, tasks_at_once: None
) -> None:
    page = sit_down(live_server, chromium, "battle_line", BATTLE_LINE)

    play_on(page, 2)

    expect(page.locator(".playing")).to_have_attribute("data-version", str(Match.objects.get().version))
    expect(page.locator(".spot").first).to_be_visible(timeout=1_500)


def test_a_card_is_read_by_a_press_of_the_mouse_a_key_and_a_finger(
    live_server: Any, chromium: Browser, tasks_at_once: None
) -> None:
    page = sit_down(live_server, chromium, "battle_line", BATTLE_LINE)
    card = page.locator(".near .of-row [data-card]").first
    name, dialog = card.get_attribute("title"), page.locator("[data-card-dialog]")

    card.click(button="right", force=True)
    expect(dialog).to_contain_text(name)
    expect(dialog).to_contain_text("troop of number")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()

    page.locator(".near .spot").first.focus()
    page.keyboard.press("i")
    expect(dialog).to_contain_text("troop of number")


def test_actions_are_found_by_their_words_in_any_order(
    live_server: Any, chromium: Browser, tasks_at_once: None
) -> None:
    page = sit_down(live_server, chromium, "battle_line", BATTLE_LINE)
    wanted = page.locator(".choices .what").last.text_content()
    assert wanted is not None
    page.keyboard.press("/")
    page.locator("[data-find]").press_sequentially(" ".join(reversed(wanted.split())))

    shown = page.locator(".choices li:not([hidden]) .what")

    assert wanted in shown.all_text_contents()
    assert all(sorted(wanted.split()) == sorted(text.split()) for text in shown.all_text_contents())


@pytest.mark.sampled(1)
@every_game
def test_board_hand_and_question_are_in_one_view(
    live_server: Any, chromium: Browser, tasks_at_once: None, game: str, options: dict[str, str]
) -> None:
    """Nothing that is played with ends below the screen; rows that are longer than a phone is wide move sideways."""
    page = sit_down(live_server, chromium, game, options)
    play_on(page, 8)

    for size in SIZES:
        page.set_viewport_size(size)
        page.evaluate("scrollTo(0, 0)")
        below = page.evaluate(
            """() => [...document.querySelectorAll(".board .grid, .board .lanes, .near .hand, [data-question]")]
                 .map((one) => [one.className, Math.round(one.getBoundingClientRect().bottom)])
                 .filter(([name, bottom]) => bottom > innerHeight + 1)"""
        )
        if game != "blackpoker" or size["width"] > 620:  # Whose characters lie in rows of their own, below each other.
            assert below == [], (size, below)
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]


def test_a_service_that_is_gone_is_said_and_so_is_its_return(
    live_server: Any, chromium: Browser, tasks_at_once: None
) -> None:
    page = sit_down(live_server, chromium, "battle_line", BATTLE_LINE)
    page.route("**/version", lambda route: route.abort())
    expect(page.locator("[data-trouble]")).to_contain_text("Can't reach the server", timeout=10_000)

    page.unroute("**/version")

    expect(page.locator("[data-trouble]")).to_be_hidden(timeout=20_000)


def test_the_title_says_whose_turn_it_is(live_server: Any, chromium: Browser, tasks_at_once: None) -> None:
    page = sit_down(live_server, chromium, "battle_line", BATTLE_LINE)
    expect(page).to_have_title(re.compile("Your turn"))

    to_the_end(page)

    assert "Your turn" not in page.title()


def test_an_action_is_confirmed_by_those_who_want_to_be_asked(
    live_server: Any, chromium: Browser, tasks_at_once: None
) -> None:
    page = sit_down(live_server, chromium, "battle_line", BATTLE_LINE)
    page.locator("[data-settings] summary").click()
    page.locator("[name=sure]").check()
    page.keyboard.press("/")
    page.locator(".choices button:visible").first.click()
    page.get_by_role("button", name="Take back").last.click()
    assert Match.objects.get().version == int(page.locator(".playing").get_attribute("data-version") or -1)

    page.reload()
    assert page.locator("[name=sure]").is_checked()
    before = Match.objects.get().version
    page.keyboard.press("/")
    page.locator(".choices button:visible").first.click()
    page.get_by_role("button", name="Yes, do it").click()
    expect(page.locator(f".playing[data-version='{before}']")).to_have_count(0)
