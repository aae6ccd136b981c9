"""The table on a phone, by touch: cards are dragged, and large fields are panned, pinched and fitted."""

import random
from typing import Any

import msgspec
import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser, CDPSession, Page, expect

from matches.log import sql
from matches.log.redaction import messages_of
from matches.log.sql import load_match
from matches.models import Match
from matches.services.lobby import open_match
from matches.services.seat_plans import SeatPlan
from players.models import Player
from rules.engine import legal_actions, seats_to_act
from tests.axe import cookies_of
from tests.browser import needs_chromium
from tests.matches.conftest import move
from tests.matches.pages.test_playing_browser import PHONE, every_game, next_target, sit_down, tap
from tests.rules.lords_of_war import setups

pytestmark = [pytest.mark.django_db(transaction=True), needs_chromium]

MOST_TRIES = 60
SIDES = """() => {
  const middle = (one) => {
    const box = one.getBoundingClientRect();
    return [box.x + Math.min(box.width, 24) / 2, box.y + box.height / 2];
  };
  const spots = [...document.querySelectorAll(".board .spot")];
  const beside = document.querySelector(".board .grid, .board .lanes, .board .far");
  return middle(spots.find((one) => !one.closest(".hand")) ?? beside);
}"""
"""JavaScript: the middle of the first place where a card that has been picked up may go."""


class Finger:
    """Touches the screen, through the protocol of the browser."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._session: CDPSession = page.context.new_cdp_session(page)

    def touch(self, kind: str, *points: tuple[float, float]) -> None:
        fingers = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

    def drag(self, start: tuple[float, float]) -> None:
        """Pick up a card with an upward movement, and drop it where it may go."""
        x, y = start
        self.touch("touchStart", (x, y))
        for step in (6, 14, 24):
            self.touch("touchMove", (x, y - step))
        if self.page.locator(".ghost").count():
            x, y = self.page.evaluate(SIDES)
            self.touch("touchMove", (x, y + 3))
            self.touch("touchMove", (x, y))
        self.touch("touchEnd")


def version(page: Page) -> int:
    return int(page.locator(".playing").get_attribute("data-version") or -1)


def card_to_drag(page: Page, number: int) -> tuple[float, float] | None:
    """The middle of a card of the hand that may be played, if it is on the screen."""
    spots = page.locator(".near .hand .piece > .spot")
    count = spots.count()
    box = spots.nth(number % count).bounding_box() if count else None
    if box is None or box["x"] + box["width"] > PHONE["width"]:
        return None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.sampled(1)
@every_game
def test_a_card_is_dragged_by_touch(
    live_server: Any, chromium: Browser, tasks_at_once: None, game: str, options: dict[str, str]
) -> None:
    page = sit_down(live_server, chromium, game, options, viewport=PHONE, has_touch=True)
    finger = Finger(page)

    for number in range(MOST_TRIES):
        target = next_target(page, number)
        assert target is not None, "no card could be dragged in the whole match"
        before, start = version(page), card_to_drag(page, number)
        if start is not None:
            finger.drag(start)
            expect(page.locator("[data-play]")).not_to_have_attribute("aria-busy", "true")
            page.wait_for_function("() => !document.querySelector('.ghost')")
            if version(page) > before:
                break
            page.keyboard.press("Escape")
            target = next_target(page, number)
        assert target is not None
        if number % 3 == 2:  # A choice of several cards, such as a mulligan, is not made by one drag or tap.
            page.evaluate("() => document.querySelector('[data-moves] button[name=action]').click()")
            expect(page.locator("[data-play]")).not_to_have_attribute("aria-busy", "true")
        else:
            tap(page, target)
    else:
        raise AssertionError("no card was dragged")

    assert Match.objects.get().version > before


# Fields without an edge


@pytest.fixture
def field_of_six() -> Match:
    """A match of six players on a field without an edge, after some turns."""
    setup = next(setup for setup in setups.SETUPS if setup.name == "team-6")
    players = [Player.objects.create_user(f"player{seat}") for seat in range(6)]
    seats = [
        SeatPlan(kind="player", player=player, deck=deck, is_ready=True)
        for player, deck in zip(players, setup.decks, strict=True)
    ]
    match = open_match(ruleset=setup.ruleset, options=setup.options, seats=seats)
    luck = random.Random(2)
    for _ in range(40):
        move(Match.objects.get(pk=match.pk), luck)
    return match


WIDTH_OF_CARD = "() => document.querySelector('.grid.large .card').getBoundingClientRect().width"
HIDDEN = """() => {
  const field = document.querySelector(".grid.large");
  return [field.scrollWidth - field.clientWidth, field.scrollHeight - field.clientHeight];
}"""


@pytest.mark.parametrize("size", [PHONE, {"width": 1280, "height": 800}], ids=["phone", "wide"])
def test_a_large_field_is_panned_zoomed_and_fitted(
    live_server: Any, chromium: Browser, field_of_six: Match, size: Any
) -> None:
    page = chromium.new_context(viewport=size, has_touch=True, reduced_motion="reduce").new_page()
    page.goto(f"{live_server.url}/matches/{field_of_six.pk}/")
    field = page.locator(".grid.large")
    expect(page.locator("[data-zoom]")).to_be_visible()

    sides = [side.bounding_box() for side in page.locator(":is(.far, .near) > .side").all()]
    assert len(sides) == 6 and all(side is not None and side["width"] > 200 for side in sides)
    assert page.evaluate(WIDTH_OF_CARD) >= 44
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]

    page.get_by_role("button", name="Fit the whole board").click()
    assert max(page.evaluate(HIDDEN)) <= 1
    assert page.evaluate(WIDTH_OF_CARD) < 44 or size != PHONE

    if size == PHONE:
        field.locator(".cell:has(.card)").first.tap()
        page.wait_for_function(f"({WIDTH_OF_CARD})() >= 44")
    else:
        field.focus()
        page.keyboard.press("+")
        page.keyboard.press("+")
    grown = page.evaluate(WIDTH_OF_CARD)
    field.scroll_into_view_if_needed()
    box = field.bounding_box()
    assert box is not None and max(page.evaluate(HIDDEN)) > 1
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    finger = Finger(page)
    finger.touch("touchStart", (x - 30, y), (x + 30, y))
    finger.touch("touchMove", (x - 40, y), (x + 40, y))
    finger.touch("touchMove", (x - 60, y), (x + 60, y))
    finger.touch("touchEnd")
    page.wait_for_function(f"({WIDTH_OF_CARD})() > {grown} + 4")


@pytest.mark.exhaustive
def test_a_large_field_stays_where_the_reader_has_moved_it(
    live_server: Any, chromium: Browser, field_of_six: Match
) -> None:
    page = chromium.new_context(viewport=PHONE, reduced_motion="reduce").new_page()
    page.goto(f"{live_server.url}/matches/{field_of_six.pk}/replay/?event=20&as=public")
    page.get_by_role("button", name="Zoom in").click()
    wide = page.evaluate(WIDTH_OF_CARD)

    page.keyboard.press("ArrowRight")
    expect(page.locator(".position")).to_have_attribute("data-seq", "21")

    assert page.evaluate(WIDTH_OF_CARD) == wide
    marked = page.locator(".grid.large .touched")
    assert all(marked.nth(number).is_visible() for number in range(marked.count()))


def at_a_deployment(match: Match) -> Player:
    """Play on until a player is to place a card from their hand."""
    luck = random.Random(3)
    for _ in range(60):
        stored = load_match(match.pk)
        seat = seats_to_act(stored.position.table)[0]
        if any(type(action).__name__ == "Deploy" for action in legal_actions(stored.position.table, seat)):
            return match.seats.get(index=seat).player
        move(Match.objects.get(pk=match.pk), luck)
    raise AssertionError("nobody deploys a card")


def at_large_field(live_server: Any, chromium: Browser, match: Match, is_touch: bool) -> Page:
    """The table of a player who is to deploy a card, with the field zoomed in."""
    client = Client()
    client.force_login(at_a_deployment(match))
    size = PHONE if is_touch else {"width": 1280, "height": 800}
    context = chromium.new_context(viewport=size, has_touch=is_touch, reduced_motion="reduce")
    context.add_cookies(cookies_of(client, live_server.url))
    page = context.new_page()
    page.goto(f"{live_server.url}{reverse('play', args=[match.pk])}")
    page.get_by_role("button", name="Zoom in").click()
    return page


SHOW_CELL = """place => {
  const field = document.querySelector(".grid.large"), cell = field.querySelector(`[data-place="${place}"]`);
  const [box, view] = [cell.getBoundingClientRect(), field.getBoundingClientRect()];
  field.scrollBy(box.x + box.width / 2 - view.x - view.width / 2, box.y + box.height / 2 - view.y - view.height / 2);
}"""
"""JavaScript that pans a large field to a place."""


@pytest.mark.parametrize("is_touch", [False, True], ids=["mouse", "touch"])
def test_a_card_is_dragged_from_the_hand_to_a_field_that_is_panned_and_zoomed(
    live_server: Any, chromium: Browser, field_of_six: Match, is_touch: bool
) -> None:
    page = at_large_field(live_server, chromium, field_of_six, is_touch)
    card, place = (page.locator(".choices button").first.get_attribute("data-points") or "").split()
    page.evaluate(SHOW_CELL, place)
    before = version(page)

    start = centre_of(page, card)
    end = centre_of(page, place)
    if is_touch:
        finger = Finger(page)
        finger.touch("touchStart", start)
        for step in (6, 14, 24):
            finger.touch("touchMove", (start[0], start[1] - step))
        finger.touch("touchMove", (end[0], end[1] + 3))
        finger.touch("touchMove", end)
        expect(page.locator(".spot.over")).to_have_count(1)
        finger.touch("touchEnd")
    else:
        page.mouse.move(*start)
        page.mouse.down()
        page.mouse.move(*end, steps=5)
        expect(page.locator(".spot.over")).to_have_count(1)
        page.mouse.up()

    expect(page.locator(f".playing[data-version='{before}']")).to_have_count(0)
    event = next(iter(sql.events(field_of_six.pk, before)))
    action, _ = messages_of(load_match(field_of_six.pk).rules, msgspec.json.decode(event.body))
    assert action.card == card.rpartition(":")[2] and place == "square:" + ",".join(map(str, action.square))


@pytest.mark.exhaustive
def test_a_card_at_the_edge_of_a_large_field_scrolls_it_once_it_has_been_inside(
    live_server: Any, chromium: Browser, field_of_six: Match
) -> None:
    page = at_large_field(live_server, chromium, field_of_six, is_touch=False)
    page.evaluate("() => { document.querySelector('.grid.large').scrollLeft = 0; }")
    card, _place = (page.locator(".choices button").first.get_attribute("data-points") or "").split()
    box = page.locator(".grid.large").bounding_box()
    assert box is not None
    edge, middle = (box["x"] + box["width"] - 10, box["y"] + box["height"] / 2), box["x"] + box["width"] / 2

    page.mouse.move(*centre_of(page, card))
    page.mouse.down()
    page.mouse.move(*edge)
    page.wait_for_timeout(300)
    before = page.evaluate("() => document.querySelector('.grid.large').scrollLeft")
    page.mouse.move(middle, edge[1])
    page.evaluate("() => new Promise(requestAnimationFrame)")
    page.mouse.move(*edge)

    page.wait_for_function("() => document.querySelector('.grid.large').scrollLeft > 50")
    assert before == 0


def centre_of(page: Page, place: str) -> tuple[float, float]:
    box = page.locator(f"[data-place='{place}']").first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_card_that_was_opened_by_a_long_press_is_closed_by_its_button(
    live_server: Any, chromium: Browser, tasks_at_once: None
) -> None:
    page = sit_down(live_server, chromium, "invictus", {"short_match": "True"}, viewport=PHONE, has_touch=True)
    opened = page.locator(".card-dialog[open]")
    page.locator(".near .hand .card").first.dispatch_event("contextmenu")
    expect(opened).to_be_visible()

    opened.get_by_role("button", name="Close").tap()

    expect(opened).to_have_count(0)
