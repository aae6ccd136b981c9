"""The five jobs of a deck manager, in a real browser, from the admin's first page. Interactions are counted.

    job                                          before   now
    a new deck of forty cards, by mouse              47    20 at most (test_browser.py)
    a deck cloned, one card taken out, one added      8     8
    150 decks imported                                5     5
    the illegal decks of a game found                 3     3
    a match of a player found and verified            5     5

Before: counted in the same way on pages where a deck had a select for each card, and a file's preview was its JSON.
Four jobs took as few clicks then as now. Their pages now show more, and others wait less for them.
"""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from cards.sets.selectors import rules_of
from decks.importing import working
from decks.models import Deck, DeckImport
from decks.plans import DeckPlan
from decks.services import create_deck
from matches.models import Match
from players.models import Player
from rules.registry import shipped_ruleset
from tests.browser import Hand, needs_chromium, sign_in
from tests.matches.conftest import ann, ben, duel, play_out, published

__all__ = ["ann", "ben", "duel", "published"]

pytestmark = [pytest.mark.django_db(transaction=True), needs_chromium]


@pytest.fixture
def hand(live_server: Any, chromium: Browser) -> Iterator[Hand]:
    """Interactions of a signed-in deck manager, starting on the admin's first page."""
    rules_of.cache_clear()
    Player.objects.create_superuser("mai", password="correct horse")
    page = chromium.new_context(locale="en").new_page()
    sign_in(page, f"{live_server.url}/admin/", "mai", "correct horse")
    return Hand(page)


def link(page: Page, name: str) -> Any:
    return page.locator("#content").get_by_role("link", name=name, exact=True).last


def work() -> None:
    """Do a worker's work on the only file, until nothing is left."""
    while working.work_on_import(DeckImport.objects.get().pk):
        pass


def find(hand: Hand, text: str) -> None:
    hand.fill(hand.page.locator("#searchbar"), text)
    hand.click(hand.page.get_by_role("button", name="Search", exact=True))


@pytest.mark.exhaustive
def test_a_deck_is_cloned_and_changed(hand: Hand) -> None:
    page, original = hand.page, Deck.objects.get(ruleset="invictus", slug="kingdom-standard")

    hand.click(link(page, "Decks"))
    find(hand, original.name_en)
    hand.click(page.locator(f"#result_list a[href*='{original.pk}']"))
    hand.click(page.get_by_role("button", name="Duplicate"))
    expect(page.locator(".messagelist")).to_contain_text("This is the copy.")
    hand.click(page.locator(".deck-line[data-slug='archer'] [data-part='remove']"))
    hand.click(page.locator(".deck-card[data-slug='warrior'] .deck-add"))
    hand.click(page.locator("input[name='_save']"))

    expect(page.locator(".messagelist")).to_contain_text("changed successfully")
    copy, was = Deck.objects.get(owner__username="mai").as_sent["cards"], original.as_sent["cards"]
    assert copy == {**was, "archer": was["archer"] - 1, "warrior": was.get("warrior", 0) + 1}
    assert hand.count == 8


@pytest.mark.exhaustive
def test_many_decks_are_imported(hand: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(working, "REST", 0)  # No matches need the worker's rest.
    page, cards = hand.page, shipped_ruleset("invictus").starter_decks[0].cards
    rows = [{"ruleset": "invictus", "name_en": f"Deck {number}", "cards": cards} for number in range(150)]
    kept = Deck.objects.count()

    hand.click(link(page, "Decks"))
    hand.click(link(page, "Import"))
    hand.give(page.locator("input[type='file']"), "decks.json", json.dumps(rows).encode())
    hand.click(page.get_by_role("button", name="Check the file"))
    expect(page.locator("#content-main progress")).to_be_visible()
    work()
    hand.click(page.get_by_role("button", name=f"Import all {len(rows)}"))
    expect(page.locator("#content-main progress")).to_be_visible()
    work()

    expect(page.get_by_text(f"Imported: {len(rows)}")).to_be_visible()
    assert (DeckImport.objects.get().status, Deck.objects.count() - kept) == (DeckImport.Status.DONE, len(rows))
    assert hand.count == 5


@pytest.mark.exhaustive
def test_the_illegal_decks_of_a_game_are_found(hand: Hand) -> None:
    page, mai = hand.page, Player.objects.get(username="mai")
    create_deck(owner=mai, ruleset="invictus", plan=DeckPlan(name_en="Archers", cards={"archer": 40}, options={}))

    hand.click(link(page, "Decks"))
    hand.click(link(page, "Legality check"))
    hand.click(link(page, "Invictus"))

    row = page.locator("#content-main tbody tr")
    expect(row).to_have_count(1)
    expect(row).to_have_text(re.compile("^Archers.*Archer: at most 10"))
    assert hand.count == 3


@pytest.mark.exhaustive
def test_a_match_of_a_player_is_found_and_verified(duel: Callable[..., Match], hand: Hand) -> None:
    page, over = hand.page, play_out(duel())

    hand.click(link(page, "Matches"))
    find(hand, "ann")
    hand.click(page.locator(f"#result_list a[href*='{over.pk}']"))
    hand.click(link(page, "Verify and replay"))

    expect(page.locator("#content-main")).to_contain_text("The match is verified.")
    assert hand.count == 5
