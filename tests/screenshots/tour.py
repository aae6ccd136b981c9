"""Makes a world and takes screenshots of its pages."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import setup_test_environment, teardown_test_environment
from playwright.sync_api import sync_playwright
from pytest_django.live_server_helper import LiveServer

from tests.axe import cookies_of
from tests.browser import CHROMIUM, FLAGS
from tests.examples.frozen import frozen_world
from tests.screenshots.pages import ADMIN, Page, admin_pages, all_pages
from tests.screenshots.pictures import Camera, Look, Picture, faulty, write_index
from tests.screenshots.world import World


@dataclass(frozen=True)
class Tour:
    pages: int
    pictures: int
    index: Path
    faults: list[str]


def tour(only: Sequence[str], folder: Path) -> Tour:
    """Take screenshots of all pages, or those whose label begins with one of `only`. Uses a temporary database."""
    with frozen_world() as clock, _served() as base, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
        pictures = list(_pictures(World(clock), only, base, Camera(browser, folder)))
        browser.close()
    pages = len({picture.label for picture in pictures})
    return Tour(pages, len(pictures), write_index(pictures, folder), faulty(pictures))


def wanted(pages: Sequence[Page], only: Sequence[str]) -> list[Page]:
    return [page for page in pages if not only or page.label.startswith(tuple(only))]


def _pictures(world: World, only: Sequence[str], base: str, camera: Camera) -> Iterator[Picture]:
    has_admin = not only or any(part.startswith(ADMIN) for part in only)
    for page in wanted([*all_pages(), *(admin_pages(world) if has_admin else ())], only):
        look = look_at(page, world, base)
        print(f"{time.strftime('%T')} {page.label}", flush=True)
        yield from camera.pictures(look)


def look_at(page: Page, world: World, base: str) -> Look:
    address = base + page.path(world)
    return Look(page.label, address, cookies_of(client_of(world, page.who), base), page.status)


def client_of(world: World, who: str) -> Client:
    client = Client()
    if who:
        client.force_login(world.people[who])
    return client


@contextmanager
def _served() -> Iterator[str]:
    """Create an empty database, and yield the URL of a server on it."""
    setup_test_environment()
    connection.creation.create_test_db(verbosity=0)
    server = LiveServer("localhost")
    server._live_server_modified_settings.enable()
    try:
        yield server.url
    finally:
        server.stop()
        server._live_server_modified_settings.disable()
        connection.creation.destroy_test_db(str(settings.DATABASES["default"]["NAME"]), verbosity=0)
        teardown_test_environment()
