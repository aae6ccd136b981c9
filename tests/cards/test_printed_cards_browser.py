"""An author makes printed cards of Invaders in a real browser, clicking only what the page of a card offers.

It is the card with the most parts of each kind. `test_printed_cards.py` makes more, without a browser.
"""

from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page, expect

from cards.editor.builder.desk import values_of
from cards.models import CardSetDraft
from cards.sets.selectors import rules_of
from cards.sets.services import create_draft
from players.models import Player
from tests.browser import needs_chromium, sign_in
from tests.cards.test_printed_cards import CARDS, INVADERS, MOST_PRESSES, Author, Change, Json, Offered, parts
from tests.levels import Sample

pytestmark = [pytest.mark.django_db(transaction=True), needs_chromium]

AS_SHOWN = """() => {
  for (const part of document.querySelectorAll("details")) part.open = true;
  for (const field of document.querySelectorAll("#card-form input, #card-form textarea")) {
    if (field.type === "checkbox") field.toggleAttribute("checked", field.checked);
    else if (field.type !== "hidden") field.setAttribute("value", field.value);
    if (field.matches("textarea")) field.textContent = field.value;
  }
  for (const one of document.querySelectorAll("#card-form option")) one.toggleAttribute("selected", one.selected);
}"""
"""Writes what is typed and chosen into the HTML, so that its text says all."""
IDLE = "[data-desk]:not([aria-busy])"


@pytest.fixture
def mai(db: None) -> Player:
    rules_of.cache_clear()
    return Player.objects.create_superuser("mai", password="correct horse")


def richest_of_each_kind() -> list[str]:
    """The slug of the card with the most different parts, for each kind of card."""
    richest = dict[str, str]()
    for slug in sorted(CARDS, key=lambda slug: len(set(parts(CARDS[slug])))):
        richest[kind_of(CARDS[slug])] = slug
    return list(richest.values())


def kind_of(card: Json) -> str:
    return ".".join(card[key] for key in ("kind", "subkind") if key in card)


@pytest.mark.exhaustive
def test_a_printed_card_is_clicked_together(live_server: Any, chromium: Browser, mai: Player, sample: Sample) -> None:
    draft = create_draft(ruleset="invaders", author=mai)
    page, reader = chromium.new_context(locale="en").new_page(), Client(headers={"Accept-Language": "en"})
    reader.force_login(mai)
    sign_in(page, f"{live_server.url}/admin/", "mai", "correct horse")

    for slug in sample(richest_of_each_kind(), 2):
        card, missing = clicked(page, reader, live_server.url, draft, CARDS[slug])

        assert missing == []
        assert {**card, "slug": slug, "source": CARDS[slug].get("source")} == {"source": None, **CARDS[slug]}


def clicked(page: Page, reader: Client, server: str, draft: CardSetDraft, card: Json) -> tuple[Json, list[Change]]:
    """The card that the page would save, and the changes that were needed but not offered."""
    values = values_of(INVADERS)
    assert values is not None
    path = f"/admin/cards/cardsetdraft/{draft.pk}/cards/new/?kind={kind_of(card)}"
    page.goto(f"{server}{path}")
    for _ in range(MOST_PRESSES):
        page.evaluate(AS_SHOWN)
        shown = Offered(page.content())
        now = reader.post(path, {**shown.data, **shown.ticked, "look": "1"}).context["card"]
        author = Author(values, card, shown, now)
        step = author.next()
        if step is None:
            break
        _do(page, step)
    return now, author.wanted


def _do(page: Page, step: Change) -> None:
    button, value, written = step
    for name, text in written.items():
        _write(page, name, text)
        expect(page.locator(IDLE)).to_be_attached()  # The answer to a choice may bring other fields.
    if button == "do":
        page.locator(f"button[name=do][value='{value}']").first.click()
        expect(page.locator(IDLE)).to_be_attached()


def _write(page: Page, name: str, text: Any) -> None:
    field = page.locator(f"#card-form [name='{name}']:not([type=hidden])")
    if isinstance(text, list):
        for box in field.all():
            box.set_checked(box.get_attribute("value") in text)
    elif field.first.get_attribute("type") == "checkbox":
        field.first.set_checked(True)
    elif field.first.evaluate("(one) => one.matches('select')"):
        field.first.select_option(text)
    else:
        field.first.fill(text)
        field.first.blur()
