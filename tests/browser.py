"""A real browser against the live server. Without Chromium these tests are skipped, unless CI=true."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

CHROMIUM = Path(os.environ.get("CHROMIUM", "/usr/bin/chromium"))
FLAGS = [
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]

expect.set_options(timeout=30_000)
"""A machine under load may need more than Playwright's five seconds."""

needs_chromium = pytest.mark.skipif(
    not CHROMIUM.exists() and os.environ.get("CI") != "true", reason="no Chromium here; CI=true asks for it"
)


@pytest.fixture(scope="module")
def launched_chromium(django_db_setup: None) -> Iterator[Browser]:
    """One browser for all tests of a file."""
    connection.close()  # Its session would be ended after a test, like those of the live server's threads.
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")  # Playwright's own loop runs in this thread.
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
        yield browser
        browser.close()
        connection.close()  # Inside Playwright's loop this is another one than outside.


@pytest.fixture
def chromium(launched_chromium: Browser) -> Iterator[Browser]:
    """The browser of this file, without any page of the test before."""
    yield launched_chromium
    for context in launched_chromium.contexts:
        context.close()
    _end_connections_of_the_server()


def _end_connections_of_the_server() -> None:
    """End the database connections of the live server's threads, so that PostgreSQL can drop the test database."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )


def sign_in(page: Page, address: str, name: str, password: str) -> None:
    """Sign in at the sign-in page of the admin or of an account."""
    page.goto(address)
    page.fill("#id_username", name)
    page.fill("#id_password", password)
    page.press("#id_password", "Enter")
    page.wait_for_url(lambda url: "sign-in" not in url and "login" not in url)


class Hand:
    """Uses a page and counts the interactions: each click, and each field filled in, selected, or given a file."""

    def __init__(self, page: Page) -> None:
        self.page, self.count = page, 0

    def click(self, target: Locator) -> None:
        self.count += 1
        target.click()

    def fill(self, target: Locator, text: str) -> None:
        self.count += 1
        target.fill(text)

    def choose(self, target: Locator, value: str) -> None:
        self.count += 1
        target.select_option(value)

    def give(self, target: Locator, file: str, content: bytes) -> None:
        self.count += 1
        target.set_input_files({"name": file, "mimeType": "application/json", "buffer": content})
