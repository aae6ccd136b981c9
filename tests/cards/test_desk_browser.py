"""Nothing typed or pressed in the card editor is lost, however late the answers come."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from cards.models import CardSetDraft
from cards.sets.differences import by_slug
from cards.sets.selectors import rules_of
from cards.sets.services import create_draft
from players.models import Player
from tests.browser import needs_chromium, sign_in

pytestmark = [pytest.mark.django_db(transaction=True), needs_chromium]

HELD_BACK = """
const ask = window.fetch;
window.fetch = async (...given) => {
  const answer = await ask(...given);
  await new Promise((resolve) => setTimeout(resolve, window.heldBack ?? MILLISECONDS));
  return answer;
};
"""
ABILITIES = "[name$='~n'][name='/abilities~n']"


@pytest.fixture
def draft() -> CardSetDraft:
    rules_of.cache_clear()
    return create_draft(ruleset="invaders", author=Player.objects.create_superuser("mai", password="correct horse"))


@pytest.fixture
def held_back(
    request: pytest.FixtureRequest, live_server: Any, chromium: Browser, draft: CardSetDraft
) -> Iterator[Page]:
    """A new unit in the editor, with answers delayed by this many milliseconds."""
    page = chromium.new_context(locale="ja").new_page()
    page.add_init_script(HELD_BACK.replace("MILLISECONDS", str(request.param)))
    new = f"{live_server.url}/admin/cards/cardsetdraft/{draft.pk}/cards/new/?kind=unit.military"
    sign_in(page, new, "mai", "correct horse")
    page.goto(new)
    yield page
    page.context.close()


def is_idle(page: Page) -> None:
    expect(page.locator("[data-desk]")).not_to_have_attribute("aria-busy", "true")


@pytest.mark.sampled(1)
@pytest.mark.parametrize("held_back", [0, 1000], indirect=True)
def test_what_is_typed_and_pressed_while_an_answer_is_on_its_way_stays(held_back: Page, draft: CardSetDraft) -> None:
    page = held_back

    page.locator("#step-abilities-add").click()
    page.locator("[name='/names/ja']").press_sequentially("郵便局", delay=120)
    page.locator("#step-abilities-add").click()
    page.locator("[name='/names/en']").press_sequentially("Post Office", delay=20)
    is_idle(page)

    assert page.locator("[name='/names/ja']").input_value() == "郵便局"
    expect(page.locator("[name='/names/en']")).to_have_value("Post Office")
    expect(page.locator(ABILITIES)).to_have_value("2")
    assert page.evaluate("document.activeElement.name") == "/names/en"

    page.locator("#step-abilities-add").click()
    page.locator("button[name=save]").click()
    page.wait_for_url("**/cards/**", wait_until="load")
    expect(page.locator(".messagelist, .errornote").first).to_be_visible()
    draft.refresh_from_db()
    assert len(by_slug(draft.body)["post-office"]["abilities"]) == 3


@pytest.mark.exhaustive
@pytest.mark.parametrize("held_back", [1000], indirect=True)
def test_what_is_typed_goes_along_when_an_entry_before_it_is_taken_away(held_back: Page) -> None:
    page = held_back
    for count in (1, 2):
        page.locator("#step-abilities-add").click()
        expect(page.locator(ABILITIES)).to_have_value(str(count))
    is_idle(page)
    page.locator("[name='/abilities/1/effects/0~kind']").select_option("Draw")
    expect(page.locator("[name='/abilities/1/effects/0/amount']")).to_be_visible()
    is_idle(page)

    page.locator("button[value='remove /abilities/0']").click()
    page.locator("[name='/abilities/1/effects/0/amount']").fill("3")
    is_idle(page)

    expect(page.locator(ABILITIES)).to_have_value("1")
    expect(page.locator("[name='/abilities/0/effects/0/amount']")).to_have_value("3")


@pytest.mark.exhaustive
@pytest.mark.parametrize("held_back", [0], indirect=True)
def test_a_number_that_is_left_is_read_at_once(held_back: Page) -> None:
    page = held_back
    page.locator("#step-abilities-add").click()
    page.locator("[name='/abilities/0/effects/0~kind']").select_option("Draw")
    is_idle(page)

    page.locator("[name='/abilities/0/effects/0/amount']").fill("4")
    page.keyboard.press("Tab")

    expect(page.locator("#card-reading [lang=en]").first).to_contain_text("draw 4")


@pytest.mark.exhaustive
@pytest.mark.parametrize("held_back", [0], indirect=True)
def test_without_an_answer_all_that_was_typed_stays(held_back: Page) -> None:
    page = held_back
    page.locator("[name='/names/ja']").fill("郵便局")
    is_idle(page)
    page.context.set_offline(True)

    page.locator("#step-abilities-add").click()

    expect(page.locator("[role=alert].not-sent")).to_be_visible()
    expect(page.locator("[name='/names/ja']")).to_have_value("郵便局")
    page.context.set_offline(False)
    page.locator("#step-abilities-add").click()
    expect(page.locator(ABILITIES)).to_have_value("1")
    expect(page.locator(".not-sent")).to_have_count(0)
