"""The stream of a browser's pages, through the proxy, with only a session cookie."""

import json
import socket
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from http.client import HTTPResponse

import pytest
from django.conf import settings

from matches.api.streams.streaming import CHECK_SECONDS
from matches.limits import MOST_MATCHES_FOLLOWED
from tests.attacks.browser import Browser
from tests.attacks.proxy import Proxy, running_proxy
from tests.attacks.test_ended_tokens import PASSWORD, SECONDS
from tests.attacks.test_ended_tokens import WAYS as WAYS_OF_TOKENS
from tests.attacks.test_proxy import ask, connect, head
from tests.faults.servers import wait_for
from tests.faults.stack import Stack

ME, OPEN = {"kind": "me", "ready": True}, {"kind": "open"}


@pytest.fixture(scope="module")
def proxy(service: Stack) -> Iterator[Proxy]:
    with running_proxy(service) as running:
        yield running


def signed_in(service: Stack, name: str) -> Browser:
    """A browser in which a new player is signed in."""
    service.sign_up(name)
    browser = Browser(service)
    assert browser.post("/account/sign-in/", username=name, password=PASSWORD)[0] == 302
    return browser


def stream_of(browser: Browser, path: str = "", *lines: str) -> bytes:
    cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    query = f"?match={path.rpartition('/')[2]}" if path else ""
    return head("GET", f"/stream{query}", f"Cookie: {cookies}", *lines)


def opened(held: ExitStack, proxy: Proxy, request: bytes) -> HTTPResponse:
    answer = held.enter_context(closing(HTTPResponse(held.enter_context(closing(connect(proxy, request))))))
    answer.begin()
    return answer


def covers(answer: HTTPResponse) -> list[str]:
    """The matches that the stream covers."""
    line = next(read for read in iter(answer.readline, b"") if read.startswith(b"data: "))
    matches: list[str] = json.loads(line.removeprefix(b"data: "))["matches"]
    return matches


def _deactivate(service: Stack, browser: Browser, name: str) -> None:
    WAYS_OF_TOKENS["deactivated"](service, name, "")


def _post(*where: str, **fields: str) -> Callable[[Stack, Browser, str], None]:
    def post(service: Stack, browser: Browser, name: str) -> None:
        status, page, _ = browser.post(*where, **fields)
        assert status in (200, 302) and "errorlist" not in page, page

    return post


NEW = "incorrect horse battery"
WAYS: dict[str, Callable[[Stack, Browser, str], None]] = {
    "signed-out": _post("/account/sign-out/", "/account/"),
    "everywhere": _post("/account/sign-out-everywhere/", "/account/"),
    "password": _post("/account/password/", password=PASSWORD, new_password=NEW),
    "deleted": _post("/account/delete/", password=PASSWORD, is_sure="on"),
    "deactivated": _deactivate,
}


@pytest.mark.parametrize("way", WAYS)
def test_it_closes_when_its_session_ends_long_before_it_would_look(service: Stack, proxy: Proxy, way: str) -> None:
    name = f"leaves-{way}"
    browser = signed_in(service, name)
    with ExitStack() as held:
        answer = opened(held, proxy, stream_of(browser))
        assert (answer.status, answer.headers["Content-Type"]) == (200, "text/event-stream")
        assert covers(answer) == []
        cookies = dict(browser.cookies)

        WAYS[way](service, browser, name)
        ended = time.monotonic()
        answer.read()
        took = time.monotonic() - ended

    assert took < SECONDS < CHECK_SECONDS
    browser.cookies = cookies
    with ExitStack() as held:
        again = opened(held, proxy, stream_of(browser))
        line = next(read for read in iter(again.readline, b"") if read.startswith(b"data: "))
    assert json.loads(line.removeprefix(b"data: ")) == {"matches": [], "account": False}


def test_a_match_that_is_hidden_closes_the_streams_of_its_spectators(service: Stack, proxy: Proxy) -> None:
    path = service.open_match(service.sign_up("hidden-owner"), ME, OPEN)
    match_id = path.rpartition("/")[2]
    with ExitStack() as held:
        answer = opened(held, proxy, head("GET", f"/stream?match={match_id}"))
        assert covers(answer) == [match_id]

        line = "from matches.models import *; from matches.services.moderation import set_hidden; import time; "
        line += "from players.models import Player as P; m = P.objects.create_user('hidden-moderator'); "
        line += f"set_hidden(match_ids=['{match_id}'], is_hidden=True, moderator=m, reason='slander'); time.sleep(3)"
        done = service.manage("shell", "-c", line)
        assert done.returncode == 0, done.stderr
        ended = time.monotonic()
        answer.read()
        took = time.monotonic() - ended

        assert took < SECONDS
        assert covers(opened(held, proxy, head("GET", f"/stream?match={match_id}"))) == []


def test_a_private_match_is_told_of_to_its_players_alone(service: Stack, proxy: Proxy) -> None:
    owner, stranger = signed_in(service, "private-owner"), signed_in(service, "private-stranger")
    token = service.send("POST", "/api/v1/tokens", {"username": "private-owner", "password": PASSWORD})[1]["token"]
    body = {"ruleset": "battle_line", "seats": [ME, OPEN], "visibility": "private"}
    path = service.send("POST", "/api/v1/matches", body, token)[1]["url"]

    with ExitStack() as held:
        told = [covers(opened(held, proxy, stream_of(browser, path))) for browser in (owner, stranger)]
        forged = Browser(service)
        forged.cookies = {"sessionid": "0" * 32}
        told.append(covers(opened(held, proxy, stream_of(forged, path))))

    assert told == [[path.rpartition("/")[2]], [], []]


def test_a_token_opens_nothing_here_and_a_session_nothing_in_the_api(service: Stack, proxy: Proxy) -> None:
    browser = signed_in(service, "two-keys")
    token = service.send("POST", "/api/v1/tokens", {"username": "two-keys", "password": PASSWORD})[1]["token"]
    with ExitStack() as held:
        answer = opened(held, proxy, head("GET", "/stream", token=token))
        line = next(read for read in iter(answer.readline, b"") if read.startswith(b"data: "))

    assert json.loads(line.removeprefix(b"data: "))["account"] is False
    assert ask(proxy, stream_of(browser).replace(b"/stream", b"/api/v1/stream"))[0] == 401


def test_another_site_neither_opens_nor_reads_it(service: Stack, proxy: Proxy) -> None:
    browser = signed_in(service, "lured")
    evil = "Origin: https://evil.example"

    assert ask(proxy, stream_of(browser, "", evil, "Sec-Fetch-Site: cross-site"))[0] == 403
    with ExitStack() as held:
        answer = opened(held, proxy, stream_of(browser, "", evil))
        assert not [name for name in answer.headers if name.lower().startswith("access-control")]


def test_one_account_has_its_places_and_no_more(service: Stack, proxy: Proxy) -> None:
    browser = signed_in(service, "greedy-tabs")

    with ExitStack() as held:
        for _ in range(settings.STREAMS_OF_ONE_ACCOUNT):
            assert covers(opened(held, proxy, stream_of(browser))) == []
        refused = opened(held, proxy, stream_of(browser))
        assert refused.status == 429 and int(refused.headers["Retry-After"]) >= 1


def test_connections_that_break_off_at_once_leave_their_places(service: Stack, proxy: Proxy) -> None:
    """Several times as many as one account may have, each gone before anything is answered."""
    browser = signed_in(service, "breaks-off")
    request = stream_of(browser)

    for _ in range(4 * settings.STREAMS_OF_ONE_ACCOUNT):
        connection = connect(proxy, request)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # close with a reset
        connection.close()

    def are_all_free() -> bool:
        with ExitStack() as held:
            answers = [opened(held, proxy, request) for _ in range(settings.STREAMS_OF_ONE_ACCOUNT)]
            return all(answer.status == 200 for answer in answers)

    wait_for(are_all_free, "the places of the account")


def test_a_reader_that_takes_nothing_holds_its_own_place_alone(service: Stack, proxy: Proxy) -> None:
    """It asks for all the matches that a page may follow, and never reads; the others hear of a move."""
    token = service.sign_up("unread-owner")
    paths = [service.open_match(token, ME, OPEN) for _ in range(MOST_MATCHES_FOLLOWED)]
    query = "&".join(f"match={path.rpartition('/')[2]}" for path in paths)
    lazy = signed_in(service, "takes-nothing")
    cookies = "; ".join(f"{name}={value}" for name, value in lazy.cookies.items())

    with ExitStack() as held:
        for _ in range(settings.STREAMS_OF_ONE_ACCOUNT):
            held.enter_context(closing(connect(proxy, head("GET", f"/stream?{query}", f"Cookie: {cookies}"))))
        reader = opened(held, proxy, head("GET", f"/stream?match={paths[0].rpartition('/')[2]}"))
        assert covers(reader) == [paths[0].rpartition("/")[2]]
        assert service.send("POST", f"{paths[0]}/join", {}, service.sign_up("unread-guest"))[0] == 200
        assert reader.read() is not None  # A lobby that starts ends its streams.
