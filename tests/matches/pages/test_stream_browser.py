"""Pages on the deployed stack: news appears through the stream, or by polling without it."""

import random
import re
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.attacks.proxy import Proxy, running_proxy
from tests.browser import needs_chromium, sign_in
from tests.faults.stack import Stack, running_stack

pytestmark = [pytest.mark.django_db(transaction=True), needs_chromium]
PASSWORD = "correct horse battery"
ME, OPEN = {"kind": "me", "ready": True}, {"kind": "open"}
NUMBERS = count()
POLLS = re.compile(r"/version$")
LOBBY_SCRIPT = Path(settings.BASE_DIR) / "matches" / "static" / "matches" / "lobby.js"
IS_LOBBY_SCRIPT = re.compile(r"/matches/lobby(\.\w+)?\.js$")
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


class Pair:
    """Two people who use the API, with the first one's browser. `path` is their match."""

    path: str

    def __init__(self, service: Stack, proxy: Proxy, name: str) -> None:
        self.service = service
        self.origin = f"https://127.0.0.1:{proxy.port}"
        self.name = name
        self.tokens = [service.sign_up(f"{name}-{seat}") for seat in range(2)]
        clock = {"type": "fischer", "initial_seconds": 600 + next(NUMBERS), "increment_seconds": 5}
        self.wanted = {"ruleset": "battle_line", "clock": clock}
        """What only these two want to play."""

    @property
    def id(self) -> str:
        return self.path.rpartition("/")[2]

    def join(self, seat: int) -> None:
        status, document = self.service.send("POST", f"{self.path}/join", {}, self.tokens[seat])
        assert status == 200, document

    def post(self, path: str, body: object, seat: int) -> None:
        status, document = self.service.send("POST", f"/api/v1/{path}", body, self.tokens[seat])
        assert status == 201, document

    def browser(self, chromium: Browser) -> BrowserContext:
        """A browser in which the first player is signed in."""
        context = chromium.new_context(ignore_https_errors=True, reduced_motion="reduce")
        page = context.new_page()
        sign_in(page, f"{self.origin}/account/sign-in/", f"{self.name}-0", PASSWORD)
        page.close()
        return context


class Duel(Pair):
    """A match of two people who move over the API."""

    def __init__(self, service: Stack, proxy: Proxy, name: str) -> None:
        super().__init__(service, proxy, name)
        self.path = service.open_match(self.tokens[0], ME, OPEN)
        self.join(1)
        self.table = f"{self.origin}/matches/{self.id}/play/"

    def move(self) -> str:
        """Take an action for the player to act. Returns the version after it."""
        asked = next(seat for seat in range(2) if self.asks(seat))
        self.service.play(self.path, self.tokens[asked], 1, random.Random(1))
        return str(self.service.match(self.path)["version"])

    def asks(self, seat: int) -> bool:
        return seat in [one["seat"] for one in self.service.match(self.path)["to_act"]]


@pytest.fixture
def pair(service: Stack, proxy: Proxy) -> Pair:
    return Pair(service, proxy, f"waiter{next(NUMBERS)}")


@pytest.fixture
def duel(service: Stack, proxy: Proxy) -> Duel:
    return Duel(service, proxy, f"follower{next(NUMBERS)}")


def is_told(page: Page, topic: str) -> None:
    """Wait until the stream covers this topic for the page."""
    page.wait_for_function("topic => pageNews.isTold(topic)", arg=topic, timeout=120_000)


def at_version(page: Page, version: str) -> None:
    expect(page.locator(".playing")).to_have_attribute("data-version", version)


def without_polls(page: Page) -> None:
    """Have the script of the next page, a lobby or a pairing, look on news alone: it polls once an hour."""
    script, changed = re.subn(r"const (EVERY|STREAMED|HIDDEN) = \d+;", r"const \1 = 3600;", LOBBY_SCRIPT.read_text())
    assert changed == 3
    page.route(IS_LOBBY_SCRIPT, lambda route: route.fulfill(content_type="text/javascript", body=script), times=1)


def refuse_streams(page: Page) -> None:
    page.route("**/stream?*", lambda route: route.fulfill(status=429, headers={"Retry-After": "10"}))


@pytest.mark.exhaustive
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


@pytest.mark.exhaustive
def test_moves_appear_by_polling_where_the_stream_is_refused(duel: Duel, chromium: Browser) -> None:
    page = duel.browser(chromium).new_page()
    refuse_streams(page)
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

    assert held[0] in (1, 2) and held[1] == 0, "a page that starts slowly opens its stream again for its match"
    assert len(asked[1]) == 1


@pytest.mark.exhaustive
def test_a_spectator_asks_when_told(duel: Duel, chromium: Browser) -> None:
    page = chromium.new_context(ignore_https_errors=True, reduced_motion="reduce").new_page()
    page.goto(f"{duel.origin}/matches/{duel.id}/")
    is_told(page, duel.id)

    version = duel.move()

    expect(page.locator("[data-live]")).to_have_attribute("data-version", version)


@pytest.mark.exhaustive
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


# Lobbies and pairing


@pytest.fixture
def lobby(pair: Pair) -> str:
    """The address of a lobby of the first player, who isn't ready, with a free seat."""
    pair.path = pair.service.open_match(pair.tokens[0], {"kind": "me"}, OPEN)
    return f"{pair.origin}/matches/{pair.id}/lobby/"


@pytest.mark.exhaustive
def test_the_other_player_appears_in_the_lobby_and_the_match_starts_without_polling(
    pair: Pair, lobby: str, chromium: Browser
) -> None:
    host, visitor = pair.browser(chromium).new_page(), chromium.new_context(ignore_https_errors=True).new_page()
    for page in (host, visitor):
        without_polls(page)
        page.goto(lobby)
        is_told(page, pair.id)

    pair.join(1)
    for page in (host, visitor):
        expect(page.locator(".seats")).to_contain_text(f"{pair.name}-1")
    pair.join(0)

    expect(host).to_have_url(f"{pair.origin}/matches/{pair.id}/play/")
    expect(visitor).to_have_url(f"{pair.origin}/matches/{pair.id}/")


@pytest.mark.exhaustive
def test_the_other_player_appears_in_the_lobby_by_polling_where_the_stream_is_refused(
    pair: Pair, lobby: str, chromium: Browser
) -> None:
    page = pair.browser(chromium).new_page()
    refuse_streams(page)
    with page.expect_request("**/stream?*"):
        page.goto(lobby)

    pair.join(1)

    expect(page.locator(".seats")).to_contain_text(f"{pair.name}-1")
    assert page.evaluate("id => pageNews.isTold(id)", pair.id) is False
    pair.join(0)
    expect(page).to_have_url(f"{pair.origin}/matches/{pair.id}/play/")


@pytest.mark.exhaustive
def test_a_hidden_tab_that_waits_for_an_opponent_hears_of_one_without_polling(pair: Pair, chromium: Browser) -> None:
    """So does everything else on the page that follows the account, such as its banner."""
    pair.post("pairing-requests", pair.wanted, 0)
    page = pair.browser(chromium).new_page()
    page.add_init_script(HIDDEN)
    without_polls(page)
    page.goto(f"{pair.origin}/play/pairing/")
    is_told(page, "account")
    page.evaluate("globalThis.heard = []; for (const n of [1, 2]) pageNews.follow('account', () => heard.push(n));")

    pair.post("challenges", {**pair.wanted, "opponent": f"{pair.name}-0"}, 1)
    expect(page.locator(".waits")).to_contain_text(f"{pair.name}-1")
    page.wait_for_function("() => heard.includes(1) && heard.includes(2)")
    pair.post("pairing-requests", pair.wanted, 1)

    expect(page).to_have_url(re.compile("/matches/[-0-9a-f]{36}/lobby/$"))


@pytest.mark.exhaustive
def test_an_opponent_is_found_by_polling_where_the_stream_is_refused(pair: Pair, chromium: Browser) -> None:
    pair.post("pairing-requests", pair.wanted, 0)
    page = pair.browser(chromium).new_page()
    refuse_streams(page)
    with page.expect_request("**/stream?*"):
        page.goto(f"{pair.origin}/play/pairing/")

    pair.post("pairing-requests", pair.wanted, 1)

    expect(page).to_have_url(re.compile("/matches/[-0-9a-f]{36}/lobby/$"))


@pytest.mark.exhaustive
def test_a_tab_that_waits_for_an_opponent_asks_to_sign_in_after_signing_out_elsewhere(
    pair: Pair, chromium: Browser
) -> None:
    pair.post("pairing-requests", pair.wanted, 0)
    context = pair.browser(chromium)
    waiting, other = context.new_page(), context.new_page()
    waiting.goto(f"{pair.origin}/play/pairing/")
    is_told(waiting, "account")

    other.goto(f"{pair.origin}/account/")
    other.get_by_role("button", name="Sign out", exact=True).click()

    expect(waiting).to_have_url(f"{pair.origin}/account/sign-in/?next=/play/pairing/")
