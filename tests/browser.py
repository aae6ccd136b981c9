"""A real browser against the live server. Without Chromium these tests are skipped, unless CI=true."""

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event, Timer

import pytest
from django.db import connection
from playwright.sync_api import Browser, Error, Locator, Page, Playwright, expect, sync_playwright

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


LONGEST_CLOSING = 60
"""Seconds until a browser that does not close its pages counts as hung."""


class Chromium:
    """The browser of one file of tests. One that has ended is started anew."""

    def __init__(self, playwright: Playwright) -> None:
        self._type = playwright.chromium
        self._browser: Browser | None = None
        self.process = 0

    def started(self) -> Browser:
        """The browser, which is running."""
        if self._browser is None or not self._browser.is_connected():
            self._browser = self._type.launch(executable_path=str(CHROMIUM), args=FLAGS)
            told = self._browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")
            self.process = next(one["id"] for one in told["processInfo"] if one["type"] == "browser")
        return self._browser

    def close_pages(self, seconds: float = LONGEST_CLOSING) -> None:
        """Close all pages. A browser that hangs would never answer, so it is killed after these seconds."""
        if self._browser is not None:
            self._within(seconds, *(context.close for context in self._browser.contexts))

    def close(self) -> None:
        if self._browser is not None:
            self._within(LONGEST_CLOSING, self._browser.close)

    def _within(self, seconds: float, *calls: Callable[[], None]) -> None:
        killed = Event()

        def kill() -> None:
            killed.set()
            os.kill(self.process, signal.SIGKILL)

        timer = Timer(seconds, kill)
        timer.start()
        try:
            for call in calls:
                call()
        except Error:
            if not killed.is_set():
                raise
        finally:
            timer.cancel()


@pytest.fixture(scope="module")
def launched_chromium(django_db_setup: None) -> Iterator[Chromium]:
    """One browser for all tests of a file."""
    connection.close()  # Its session would be ended after a test, like those of the live server's threads.
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")  # Playwright's own loop runs in this thread.
        launched = Chromium(playwright)
        yield launched
        launched.close()
        connection.close()  # Inside Playwright's loop this is another one than outside.


@pytest.fixture
def chromium(launched_chromium: Chromium) -> Iterator[Browser]:
    """The browser of this file, without any page of the test before."""
    yield launched_chromium.started()
    launched_chromium.close_pages()
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
