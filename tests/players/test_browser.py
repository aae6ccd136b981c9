"""An account's pages in a real browser: nothing on them is stopped by the policy for their content."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from players.models import AccessToken, Player
from tests.browser import chromium, needs_chromium
from tests.matches.conftest import ann

__all__ = ["ann", "chromium"]

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
