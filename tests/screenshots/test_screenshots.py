"""Every page is in the tour, and the screenshot of one page is taken and checked."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from django.urls import URLPattern, URLResolver, get_resolver
from playwright.sync_api import Browser

from tests.browser import needs_chromium
from tests.examples.frozen import frozen_world
from tests.screenshots.pages import NOT_PAGES, all_pages
from tests.screenshots.pictures import Camera, Look, faulty, write_index
from tests.screenshots.tour import look_at, wanted
from tests.screenshots.world import World


def names_of(patterns: list[Any]) -> Iterator[str]:
    """The names of all URLs outside the API and the admin. `staff_pages` has the admin's pages."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver) and str(pattern.pattern) not in ("api/v1/", "admin/"):
            yield from names_of(pattern.url_patterns)
        elif isinstance(pattern, URLPattern) and pattern.name:
            yield pattern.name


def test_every_page_is_in_the_tour() -> None:
    shown = {page.view or page.name for page in all_pages()}
    left_out = {name for names in NOT_PAGES.values() for name in names}
    named = set(names_of(get_resolver().url_patterns))

    assert named - shown - left_out == set()
    assert shown & left_out == set() and left_out - named == set()


def test_labels_are_distinct_and_parts_are_found_by_their_beginning() -> None:
    pages = all_pages()

    assert len({page.label for page in pages}) == len(pages)
    assert {page.part for page in wanted(pages, ["boards/invictus"])} == {"boards"}
    assert wanted(pages, []) == pages


@pytest.mark.exhaustive
@needs_chromium
@pytest.mark.django_db(transaction=True)
def test_a_page_is_seen_eight_times_and_its_faults_are_told(
    live_server: Any, chromium: Browser, tmp_path: Path
) -> None:
    (sign_in,) = wanted(all_pages(), ["public/account-sign-in"])
    with frozen_world() as clock:
        look = look_at(sign_in, World(clock), live_server.url)
        camera = Camera(chromium, tmp_path)
        pictures = list(camera.pictures(look))
        wrong = Look("public/missing", f"{live_server.url}/nothing-here/", [])
        told = faulty(islice(camera.pictures(wrong), 1))
        meant = faulty(islice(camera.pictures(replace(wrong, status=404)), 1))

    assert len(pictures) == 8 and faulty(pictures) == []
    assert all((tmp_path / picture.file).stat().st_size > 1_000 for picture in pictures)
    assert write_index(pictures, tmp_path).read_text().count("<img") == 8
    assert any("status 404" in fault for fault in told) and any("console" in fault for fault in told)
    assert meant == []
