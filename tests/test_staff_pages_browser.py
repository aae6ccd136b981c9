"""Opens every admin page in a real browser, in both languages: axe-core finds nothing serious, and a phone shows all.

Slow, because there are about seventy pages. axe-core judges every other one of them in the light theme, the others in
the dark one: all share their styles.
"""

import re
from itertools import cycle
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page

from tests.axe import LOOKS, Looks, axe, cookies_of, wider_than_a_telephone
from tests.browser import needs_chromium
from tests.levels import Sample
from tests.matches.conftest import ann, ben, duel, published
from tests.staff_pages import is_page, staff_pages
from tests.test_staff_permissions import examples

__all__ = ["ann", "axe", "ben", "duel", "examples", "published"]

pytestmark = [pytest.mark.django_db(transaction=True), needs_chromium]

TALL = 800
BOXES = """() => [".position", ".choosing"].map(part => {
  const {x, y, right, width} = document.querySelector(`.playing > ${part}`).getBoundingClientRect();
  return {x, y, right, width};
})"""
NARROW_CELLS = """() => [...document.querySelectorAll("td, th, li, dd, dt, label, p, summary, legend, h1, h2, h3")]
  .filter(cell => {
    const words = cell.innerText?.trim() ?? "", style = getComputedStyle(cell), size = parseFloat(style.fontSize);
    const width = cell.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    return words.length > 3 && cell.offsetParent !== null && cell.clientWidth > 0 && width < size * 1.9
      && cell.clientHeight > size * 4.5;
  }).map(cell => `${cell.tagName} ${cell.className}: ${cell.innerText.slice(0, 30)}`)"""
"""JavaScript: the cells in which text is only one letter wide."""


@pytest.fixture
def paths(examples: dict[str, Any]) -> list[str]:
    """Paths of all admin pages, each with some content."""
    return list(staff_pages(examples).values())


@pytest.fixture
def client(examples: dict[str, Any]) -> Client:
    client = Client()
    client.force_login(examples["players.player"])
    return client


def not_for_a_telephone(page: Page) -> list[str]:
    """Why a phone can't show the page: it is too wide, or some text has no room. Empty if it can."""
    return [*wider_than_a_telephone(page), *page.evaluate(NARROW_CELLS)]


@pytest.mark.exhaustive
@pytest.mark.usefixtures("axe")
def test_axe_finds_nothing_serious_a_telephone_shows_all_and_no_column_is_a_letter_wide(
    paths: list[str], client: Client, live_server: Any, chromium: Browser, sample: Sample
) -> None:
    looks = Looks(chromium, live_server.url, cookies_of(client, live_server.url))
    pages = [path for path in paths if is_page(client, path)]

    found = [
        fault
        for path, language in zip(sample(pages, 10), cycle(LOOKS), strict=False)
        for fault in looks.faults(path, "#content", others=not_for_a_telephone, languages=[language])
    ]

    assert len(pages) > 70
    assert found == [], "\n".join(found)


@pytest.mark.exhaustive
def test_a_wide_playtest_has_its_board_beside_its_choices(
    paths: list[str], client: Client, live_server: Any, chromium: Browser
) -> None:
    context = chromium.new_context(locale="ja")
    context.add_cookies(cookies_of(client, live_server.url))
    page = context.new_page()
    for width in (1280, 1920):
        page.set_viewport_size({"width": width, "height": TALL})
        page.goto(live_server.url + next(path for path in paths if re.search(r"/playtests/[0-9a-f-]{36}/$", path)))

        board, choices = page.evaluate(BOXES)

        assert board["right"] <= choices["x"] and abs(board["y"] - choices["y"]) < TALL / 10
        assert board["width"] > 2 * choices["width"] and choices["right"] <= width
        assert page.evaluate("document.documentElement.scrollWidth") == width
