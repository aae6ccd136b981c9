"""Pages on the deployed stack: news appears through the stream, or by polling without it."""

import random
import re
from collections.abc import Iterator
from itertools import count

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.attacks.proxy import Proxy, running_proxy
from tests.browser import needs_chromium, sign_in
from tests.faults.stack import Stack, running_stack

pytestmark = [pytest.mark.django_db(transaction=True), needs_chromium]
PASSWORD = "correct horse battery"
ME, OPEN = {"kind": "me", "ready": True}, {"kind": "open"}
NUMBERS = count()
POLLS = re.compile(r"/version$")
HIDDEN = "Object.defineProperty(document, 'hidden', { get: () => true });"
"""JavaScript that makes a page believe it is in the background."""


@pytest.fixture(scope="module")
def service() -> Iterator[Stack]:
    with running_stack("web", "streams") as running:
        yield running


@pytest.fixture(scope="module")
def proxy(service: Stack) -> Iterator[Proxy]:
    with running_proxy(service) as running:
        yield running


class Duel:
    """A match of two people who move over the API, with the first player's browser."""

    def __init__(self, service: Stack, proxy: Proxy, name: str) -> None:
        self._service = service
        self.origin = f"https://127.0.0.1:{proxy.port}"
        self.name = name
        self.tokens = [service.sign_up(f"{name}-{seat}") for seat in range(2)]
        self.path = service.open_match(self.tokens[0], ME, OPEN)
        assert service.send("POST", f"{self.path}/join", {}, self.tokens[1])[0] == 200
        self.id = self.path.rpartition("/")[2]
        self.table = f"{self.origin}/matches/{self.id}/play/"

    def browser(self, chromium: Browser) -> BrowserContext:
        """A browser in which the first player is signed in."""
        context = chromium.new_context(ignore_https_errors=True, reduced_motion="reduce")
        page = context.new_page()
        sign_in(page, f"{self.origin}/account/sign-in/", f"{self.name}-0", PASSWORD)
        page.close()
        return context

    def move(self) -> str:
        """Take an action for the player to act. Returns the version after it."""
        asked = next(seat for seat in range(2) if self.asks(seat))
        self._service.play(self.path, self.tokens[asked], 1, random.Random(1))
        return str(self._service.match(self.path)["version"])

    def asks(self, seat: int) -> bool:
        return seat in [one["seat"] for one in self._service.match(self.path)["to_act"]]


@pytest.fixture
def duel(service: Stack, proxy: Proxy) -> Duel:
    return Duel(service, proxy, f"follower{next(NUMBERS)}")


def is_told(page: Page, topic: str) -> None:
    """Wait until the stream covers this topic for the page."""
    page.wait_for_function("topic => pageNews.isTold(topic)", arg=topic, timeout=30_000)


def at_version(page: Page, version: str) -> None:
    expect(page.locator(".playing")).to_have_attribute("data-version", version)


def test_moves_appear_without_polling(duel: Duel, chromium: Browser) -> None:
    page = duel.browser(chromium).new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(duel.table)
    is_told(page, duel.id)
    page.route(POLLS, lambda route: route.abort())

    for _ in range(3):
        at_version(page, duel.move())

    assert complaints == []


def test_moves_appear_by_polling_where_the_stream_is_refused(duel: Duel, chromium: Browser) -> None:
    page = duel.browser(chromium).new_page()
    page.route("**/stream?*", lambda route: route.fulfill(status=429, headers={"Retry-After": "10"}))
    with page.expect_request("**/stream?*"):
        page.goto(duel.table)

    at_version(page, duel.move())

    assert page.evaluate("id => pageNews.isTold(id)", duel.id) is False


@pytest.mark.exhaustive
def test_a_stream_that_is_lost_is_opened_again_and_meanwhile_the_page_polls(
    service: Stack, duel: Duel, chromium: Browser
) -> None:
    page = duel.browser(chromium).new_page()
    page.goto(duel.table)
    is_told(page, duel.id)

    service.kill("streams")
    at_version(page, duel.move())
    service.start("streams")

    is_told(page, duel.id)
    page.route(POLLS, lambda route: route.abort())
    at_version(page, duel.move())


@pytest.mark.exhaustive
def test_a_hidden_tab_hears_of_its_turn(duel: Duel, chromium: Browser) -> None:
    """The title of the match page changes. On other pages, the title has the number of waiting matches."""
    context = duel.browser(chromium)
    table, other = context.new_page(), context.new_page()
    for page in (table, other):
        page.add_init_script(HIDDEN)
    table.goto(duel.table)
    other.goto(f"{duel.origin}/account/")
    is_told(table, duel.id)
    is_told(other, "account")
    table.route(POLLS, lambda route: route.abort())

    for _ in range(4):
        duel.move()
        is_own = duel.asks(0)
        expect(table).to_have_title(re.compile("^● " if is_own else "^[^●]"))
        expect(other).to_have_title(re.compile(r"^\(1\) " if is_own else r"^[^(]"))


def test_one_tab_holds_the_stream_for_all_and_another_follows_it(duel: Duel, chromium: Browser) -> None:
    context = duel.browser(chromium)
    pages = [context.new_page() for _ in range(2)]
    asked: list[list[str]] = [[], []]
    for page, requests in zip(pages, asked, strict=True):
        page.on("request", lambda one, to=requests: to.append(one.url) if "/stream?" in one.url else None)
        page.goto(duel.table)
        is_told(page, duel.id)
        page.route(POLLS, lambda route: route.abort())

    version = duel.move()
    for page in pages:
        at_version(page, version)
    held = [len(requests) for requests in asked]
    pages[0].close()
    is_told(pages[1], duel.id)
    pages[1].wait_for_function("() => navigator.locks.query().then(({ held }) => held.length === 1)")
    at_version(pages[1], duel.move())

    assert held == [1, 0] and len(asked[1]) == 1


def test_a_spectator_asks_when_told(duel: Duel, chromium: Browser) -> None:
    page = chromium.new_context(ignore_https_errors=True, reduced_motion="reduce").new_page()
    page.goto(f"{duel.origin}/matches/{duel.id}/")
    is_told(page, duel.id)

    version = duel.move()

    expect(page.locator("[data-live]")).to_have_attribute("data-version", version)


def test_nobody_who_signs_out_is_told_any_more(duel: Duel, chromium: Browser) -> None:
    context = duel.browser(chromium)
    table, other = context.new_page(), context.new_page()
    table.goto(duel.table)
    is_told(table, duel.id)

    other.goto(f"{duel.origin}/account/")
    other.get_by_role("button", name="Sign out", exact=True).click()
    table.wait_for_function("() => !pageNews.isTold('account')")
    version = table.locator(".playing").get_attribute("data-version")
    duel.move()

    expect(table.locator("[data-trouble]")).to_contain_text("You're signed out")
    assert table.locator(".playing").get_attribute("data-version") == version
