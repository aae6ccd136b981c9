"""The deck editor in a real browser, in the admin and on players' pages: building, pasting, checking and saving."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from cards.sets.selectors import newest_rules, rules_of
from decks.deck_lists import write_list
from decks.faults import deck_problems
from decks.models import Deck
from players.models import Player
from rules.registry import shipped_ruleset
from tests.browser import Hand, needs_chromium, sign_in

pytestmark = [pytest.mark.django_db(transaction=True), needs_chromium]
MOST_INTERACTIONS = 20
CARDS = 40
"""Cards of an Invaders deck: thirteen with three copies, and one with a single copy."""


@pytest.fixture
def tab(chromium: Browser) -> Iterator[Page]:
    """A page on which every script error fails the test."""
    rules_of.cache_clear()
    Player.objects.create_superuser("mai", password="correct horse")
    page = chromium.new_context(locale="en").new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda told: faults.append(told.text) if "Content Security Policy" in told.text else None)
    yield page
    assert faults == []


def fourteen_cards() -> dict[str, list[str]]:
    """Nation -> fourteen cards: those of the nation, filled up with cards of no nation."""
    cards = shipped_ruleset("invaders").card_set["cards"]
    own, none = ([card["slug"] for card in cards if card["nation"] == nation] for nation in ("usa", "stateless"))
    return {"usa": own, "stateless": none[: 14 - len(own)]}


@pytest.mark.exhaustive
def test_a_new_deck_of_forty_cards_takes_twenty_interactions(live_server: Any, tab: Page) -> None:
    sign_in(tab, f"{live_server.url}/decks/", "mai", "correct horse")
    mouse = Hand(tab)

    mouse.click(tab.get_by_role("link", name="Invaders", exact=True))
    mouse.fill(tab.locator("#id_name_en"), "Built by mouse")
    *threes, once = [card for cards in fourteen_cards().values() for card in cards]
    for nation, cards in fourteen_cards().items():
        mouse.choose(tab.locator(".deck-facets select[data-at='/nation']"), nation)
        for slug in cards:
            mouse.click(
                tab.locator(f".deck-card[data-slug='{slug}'] {'.deck-fill' if slug in threes else '.deck-add'}")
            )
    assert once not in threes
    expect(tab.locator(".deck-count")).to_have_text("40 cards")
    expect(tab.locator(".deck-verdict")).to_have_text("Legal with these options.")
    mouse.click(tab.get_by_role("button", name="Save").first)

    expect(tab.locator(".deck-message")).to_have_text("The deck was saved.")
    deck = Deck.objects.get(name_en="Built by mouse")
    kept = deck.as_sent["cards"]
    assert (sum(kept.values()), len(kept), deck.owner.username) == (CARDS, 14, "mai")  # type: ignore[union-attr]
    assert deck_problems(newest_rules("invaders"), {}, kept) == []
    assert mouse.count <= MOST_INTERACTIONS


PASTE = """([field, text]) => {
  const data = new DataTransfer();
  data.setData("text/plain", text);
  field.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
}"""


@pytest.mark.exhaustive
def test_one_paste_makes_a_deck_in_the_admin_and_faults_stand_at_their_cards(live_server: Any, tab: Page) -> None:
    starter = next(deck for deck in shipped_ruleset("invaders").starter_decks if sum(deck.cards.values()) == CARDS)
    text = write_list(shipped_ruleset("invaders"), starter.cards, "ja")
    sign_in(tab, f"{live_server.url}/admin/decks/deck/add/?ruleset=invaders", "mai", "correct horse")
    search = tab.locator(".deck-search")

    tab.evaluate(PASTE, [search.element_handle(), text])
    expect(tab.locator(".deck-count")).to_have_text("40 cards")
    expect(tab.locator(".deck-editor")).to_have_attribute("data-verdict", "fine")

    line = tab.locator(".deck-line").first
    slug = line.get_attribute("data-slug")
    line.locator("input").fill("9")
    line.locator("input").press("Enter")
    expect(tab.locator(f".deck-line[data-slug='{slug}'] .deck-mark")).to_have_text("9 of 3")
    expect(tab.locator(".deck-faults li").first).to_contain_text("at most 3 in a deck. This one has 9.")
    tab.locator(f".deck-line[data-slug='{slug}'] input").fill("3")
    tab.locator(f".deck-line[data-slug='{slug}'] input").press("Enter")
    expect(tab.locator(".deck-editor")).to_have_attribute(
        "data-verdict", "fine" if starter.cards[slug] == 3 else "faulty"
    )

    tab.locator("#id_name_en").fill("Pasted")
    tab.locator("input[name='_continue']").click()
    expect(tab.locator(".messagelist")).to_be_visible()
    kept = Deck.objects.get(name_en="Pasted").as_sent["cards"]
    assert kept == {**starter.cards, slug: 3}


def test_the_editor_works_by_keyboard_and_tells_what_it_could_not_read(live_server: Any, tab: Page) -> None:
    sign_in(tab, f"{live_server.url}/decks/new/invictus/", "mai", "correct horse")
    search = tab.locator(".deck-search")

    search.fill("archer")
    search.press("ArrowDown")
    tab.keyboard.press("+")
    tab.keyboard.press("4")
    expect(tab.locator(".deck-line[data-slug='archer'] input")).to_have_value("4")
    tab.keyboard.press("-")
    expect(tab.locator(".deck-line[data-slug='archer'] input")).to_have_value("3")

    tab.evaluate(PASTE, [search.element_handle(), "1 King I\n2 Worrior"])
    unread = tab.locator(".deck-unread li")
    expect(unread).to_have_count(1)
    unread.get_by_role("button", name="2 Warrior").click()
    expect(tab.locator(".deck-unread")).to_be_hidden()
    expect(tab.locator(".deck-line[data-slug='warrior'] input")).to_have_value("2")
    expect(tab.locator(".deck-line[data-slug='king-1'] input")).to_have_value("1")

    tab.route("**/decks/check", lambda route: route.abort())
    tab.locator(".deck-line[data-slug='warrior'] [data-part='add']").click()
    expect(tab.locator(".deck-editor")).to_have_attribute("data-verdict", "unchecked")


@pytest.mark.exhaustive
def test_without_script_the_list_is_a_plain_field(live_server: Any, chromium: Browser) -> None:
    rules_of.cache_clear()
    Player.objects.create_user("mai", password="correct horse")
    page = chromium.new_context(locale="en", java_script_enabled=False).new_page()
    sign_in(page, f"{live_server.url}/decks/new/invictus/", "mai", "correct horse")

    page.fill("#id_name_en", "Plain")
    page.fill("textarea[name='cards']", "1 King I\n4 Archerr")
    page.get_by_role("button", name="Save").first.click()
    faults = page.locator(".errorlist").first
    expect(faults).to_contain_text("Line 2 matches no card: 4 Archerr. Similar names: Archer")
    page.fill("textarea[name='cards']", "1 King I\n4x Archer")
    page.get_by_role("button", name="Save").first.click()

    expect(faults).to_contain_text("Soldiers needed: 20")
    assert Deck.objects.get(name_en="Plain").as_sent["cards"] == {"king-1": 1, "archer": 4}
