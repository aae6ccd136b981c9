"""The page of a season on a phone: charts fit the screen, results are visible, and names are unchanged."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser

from leagues.models import Season
from tests.browser import needs_chromium
from tests.leagues.conftest import play_out

pytestmark = [pytest.mark.django_db(transaction=True), needs_chromium]
PHONE, WIDE = {"width": 360, "height": 800}, {"width": 1200, "height": 900}
SWISS = {"type": "swiss", "rounds": 3}
ENTRANTS = [{"name": "random-a", "bot": "random"}, {"name": "random-b", "bot": "random"}]
BOXES = "all => all.map(one => one.getBoundingClientRect()).map(box => [box.left, box.right])"
PICTURES = """async () => {
  for (const image of document.images) image.loading = "eager";
  await Promise.all([...document.images].map(image => image.decode()));
}"""
WIDTHS = "document.documentElement.scrollWidth"
OVERFLOW = """() => {
  const box = document.querySelector("[aria-labelledby=table]");
  return box.scrollWidth - box.clientWidth;
}"""
FIRST_LETTERS = "all => all.map(one => getComputedStyle(one, '::first-letter').textTransform)"


@pytest.mark.exhaustive
def test_a_telephone_shows_whole_pictures_results_and_names_as_they_are(
    live_server: Any, chromium: Browser, season: Callable[..., Season]
) -> None:
    play_out(season(entrants=ENTRANTS, deals=3))
    page = chromium.new_page(viewport=PHONE)
    page.goto(f"{live_server.url}/leagues/nightly/1/")
    page.evaluate(PICTURES)

    pictures = page.locator(".plots img")
    assert pictures.evaluate_all(BOXES) and all(a >= 0 and b <= 360 for a, b in pictures.evaluate_all(BOXES))
    assert all("size=narrow" in one.get_attribute("srcset") for one in page.locator("picture source").all()[:2])
    results = page.locator("[aria-labelledby=matches] tbody td:first-child")
    assert {text[:6] for text in results.all_inner_texts()} <= {"Won by", "Draw"}
    assert all(left >= 0 and right <= 360 for left, right in results.evaluate_all(BOXES))
    assert set(page.locator("tbody th").evaluate_all(FIRST_LETTERS)) == {"none"}


@pytest.mark.sampled(1)
@pytest.mark.parametrize("locale", ["en", "ja"])
def test_the_table_of_a_swiss_fits_a_page_of_1200_pixels_and_scrolls_in_its_box_on_a_telephone(
    live_server: Any, chromium: Browser, season: Callable[..., Season], locale: str
) -> None:
    play_out(season(entrants=[*ENTRANTS, {"name": "random-c", "bot": "random"}], format=SWISS))
    page = chromium.new_page(viewport=WIDE, locale=locale)
    page.goto(f"{live_server.url}/leagues/nightly/1/")

    assert [page.evaluate(WIDTHS), page.evaluate(OVERFLOW)] == [1200, 0]

    page.set_viewport_size(PHONE)

    assert page.evaluate(WIDTHS) == 360 and page.evaluate(OVERFLOW) > 0
