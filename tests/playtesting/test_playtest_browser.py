"""An author in a real browser edits a card, tries it, and plays against the bot."""

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from cards.sets.selectors import rules_of
from cards.sets.services import create_draft
from matches.log.models import Event
from matches.models import Match
from players.models import Player
from tests.browser import needs_chromium, sign_in
from tests.faults.servers import wait_for

pytestmark = [pytest.mark.django_db(transaction=True), needs_chromium]


@pytest.mark.exhaustive
def test_a_card_is_edited_tried_and_played(live_server: Any, chromium: Browser, tasks_at_once: None) -> None:
    rules_of.cache_clear()
    author = Player.objects.create_superuser("mai", password="correct horse")
    draft = create_draft(ruleset="invaders", author=author)
    page = chromium.new_context(locale="ja").new_page()
    here = f"{live_server.url}/admin/cards/cardsetdraft/{draft.pk}/cards/town-militia/"
    sign_in(page, here, "mai", "correct horse")

    page.locator("[name='/military']").fill("7")
    page.click("button[name=save]")
    expect(page.locator(".messagelist")).to_be_visible()
    page.get_by_role("button", name="試す").click()

    expect(page.locator(".messagelist")).to_contain_text("3 ×")
    match = Match.objects.get()
    own_actions = Event.objects.filter(match=match, seat=0, type="action_taken")
    choices, version = page.locator(".choices button"), page.locator("[name='version']")
    for taken in range(5):
        # The bot's moves arrive one by one. An answer from a page that lacks some of them would be refused.
        wait_for(
            lambda: choices.count() and version.input_value() == str(Match.objects.get().version),
            "the author's turn",
        )
        choices.first.click()
        wait_for(lambda expected=taken + 1: own_actions.count() == expected, "the action")
    page.click(".languages button[value='en']")
    page.get_by_role("button", name="Resign and end the playtest").click()
    expect(page.locator("[data-question]")).to_have_text("The match is over: Resignation")

    match.refresh_from_db()
    assert (match.card_set.is_playtest, match.end_reason) == (True, "resignation")
    assert next(c for c in match.card_set.card_set["cards"] if c["slug"] == "town-militia")["military"] == 7
    assert own_actions.count() == 5
