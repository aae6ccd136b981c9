"""Account pages in a real browser: their content security policy blocks nothing on them."""

import re
import socket
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from playwright.sync_api import Browser, expect

from players.models import AccessToken, Player
from players.oauth.apps import register_app
from tests.axe import Looks, axe, cookies_of, wider_than_a_telephone
from tests.browser import needs_chromium, sign_in
from tests.matches.conftest import ann

__all__ = ["ann", "axe"]

pytestmark = [pytest.mark.django_db(transaction=True), needs_chromium]


def test_a_player_signs_in_makes_a_token_and_revokes_it(live_server: Any, chromium: Browser, ann: Player) -> None:
    page = chromium.new_context(locale="ja", color_scheme="light").new_page()
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
    page.goto(f"{live_server.url}/account/tokens/")

    page.fill("[name=username]", "ann")
    page.fill("[name=password]", "correct horse")
    page.get_by_role("button", name="ログイン").click()
    page.fill("[name=name]", "my bot")
    page.get_by_role("button", name="トークンを作る").click()
    expect(page.get_by_role("status").locator("code")).to_have_text(re.compile(r"^match_\w{60,}$"))
    assert AccessToken.objects.get().scopes == "read play"
    page.get_by_role("button", name="取り消す").click()

    expect(page.get_by_text("トークンはまだありません。")).to_be_visible()
    assert complaints == []


@pytest.mark.sampled(1)
@pytest.mark.parametrize("host", ["127.0.0.1", "[::1]"])
def test_a_player_without_javascript_allows_a_program_on_the_same_computer(
    live_server: Any, chromium: Browser, ann: Player, host: str
) -> None:
    family = socket.AF_INET6 if host == "[::1]" else socket.AF_INET
    with socket.create_server((host.strip("[]"), 0), family=family) as program:
        callback = f"http://{host}:{program.getsockname()[1]}/callback"
        app = register_app(owner=ann, name="Board", redirect_uris=[f"http://{host}/callback"])
        page = chromium.new_context(locale="ja", java_script_enabled=False).new_page()
        asked = {
            "response_type": "code",
            "client_id": app.client_id,
            "redirect_uri": callback,
            "state": "a state",
            "code_challenge": "x" * 43,
            "code_challenge_method": "S256",
        }

        sign_in(page, f"{live_server.url}/oauth/authorize?{urlencode(asked)}", "ann", "correct horse")
        page.get_by_role("button", name="許可する", exact=True).click(no_wait_after=True)
        program.settimeout(30)
        caller, _ = program.accept()
        with caller:
            first_line = caller.recv(4096).split(b"\r\n")[0].decode()
            caller.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")

    assert re.match(r"GET /callback\?code=\w{30}&state=a\+state&iss=http", first_line)


@pytest.mark.exhaustive
def test_everyone_can_read_the_pages_of_apps(live_server: Any, chromium: Browser, ann: Player, axe: None) -> None:
    app = register_app(owner=ann, name="Board", redirect_uris=["https://board.example/callback"])
    signed_in = Client()
    signed_in.force_login(ann)
    looks = Looks(chromium, live_server.url, cookies_of(signed_in, live_server.url))
    asked = {
        "response_type": "code",
        "client_id": app.client_id,
        "redirect_uri": app.redirect_uris,
        "code_challenge": "x" * 43,
        "code_challenge_method": "S256",
    }

    consent = f"/oauth/authorize?{urlencode(asked)}"

    assert looks.faults(consent, "button[name=allow]", others=wider_than_a_telephone) == []
    assert looks.faults("/account/apps/", "details", others=wider_than_a_telephone) == []
    assert looks.faults("/oauth/authorize", status=400) == []
