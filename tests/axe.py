"""Runs axe-core on pages: contrast, names, landmarks, order. Skipped without npm, unless CI=true.

scene = Looks(chromium, live_server.url, cookies)   # in a test that uses the fixtures `chromium` and `axe`
assert scene.faults("/play/") == []
"""

import os
import shutil
import subprocess
from collections.abc import Callable, Collection, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

FOLDER = Path(settings.BASE_DIR) / ".ci" / "axe"
LOOKS: dict[str, Literal["light", "dark"]] = {"en": "light", "ja": "dark"}
"""Language -> colour theme in which it is tested. Styles don't depend on the language, so each theme is tested once."""
NARROW: ViewportSize = {"width": 360, "height": 800}
WIDE: ViewportSize = {"width": 1280, "height": 720}
GRAVE = ("serious", "critical")
RUN = """async () => {
  await new Promise(requestAnimationFrame);
  await Promise.allSettled(document.getAnimations().map(one => one.finished));
  return await axe.run(document, {resultTypes: ['violations']});
}"""
"""JavaScript that runs axe-core after all transitions have ended, since it can't judge a colour that is changing."""


@pytest.fixture(scope="session")
def axe() -> None:
    """Install axe-core, or skip the test if npm is missing."""
    if shutil.which("npm") is None and os.environ.get("CI") != "true":
        pytest.skip("npm is not on this machine")
    installed = subprocess.run([FOLDER / "install"], capture_output=True, text=True, check=False)
    assert installed.returncode == 0, installed.stdout + installed.stderr


@cache
def _source() -> str:
    return (FOLDER / "node_modules" / "axe-core" / "axe.min.js").read_text()


def faults_of(page: Page) -> list[str]:
    """The serious faults of an open page, one line each: rule, element and reason. The page's CSP doesn't matter."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(_source())
    found = page.evaluate(RUN)
    return [
        f"{fault['id']}: {' '.join(map(str, node['target']))}: {' '.join(node['failureSummary'].split())}"
        for fault in found["violations"]
        if fault["impact"] in GRAVE
        for node in fault["nodes"]
    ]


def wider_than_a_telephone(page: Page) -> list[str]:
    """A fault if the page is wider than a phone; for `Looks.faults`."""
    width = page.evaluate("document.documentElement.scrollWidth")
    return [f"{width} wide"] if width > NARROW["width"] else []


def cookies_of(client: Client, base: str) -> list[Any]:
    """The cookies of a signed-in test client, in a browser's form."""
    return [{"name": name, "value": morsel.value, "url": base} for name, morsel in client.cookies.items()]


class Looks:
    """Opens the pages of a service for one reader, in English and light, and in Japanese and dark."""

    def __init__(self, chromium: Browser, base: str, cookies: Sequence[Any] = ()) -> None:
        self._base = base
        self._pages = {language: self._context(chromium, language, cookies).new_page() for language in LOOKS}

    def _context(self, chromium: Browser, language: str, cookies: Sequence[Any]) -> BrowserContext:
        context = chromium.new_context(locale=language, color_scheme=LOOKS[language], reduced_motion="reduce")
        context.add_init_script(_source())  # For all pages at once, which takes two thirds of the time.
        context.add_cookies(cookies)
        return context

    def faults(
        self,
        path: str,
        ready: str = "main",
        status: int = 200,
        others: Callable[[Page], list[str]] | None = None,
        languages: Collection[str] = tuple(LOOKS),
    ) -> list[str]:
        """The serious faults at a path, with language and theme. Those that `others` finds on a narrow page come first.

        `ready` is an element to wait for. axe-core judges the page in `languages` alone, the others always.
        """
        found: list[str] = []
        for language, page in self._pages.items():
            page.set_viewport_size(NARROW if others else WIDE)
            answer = page.goto(self._base + path)
            assert answer is not None and answer.status == status, (path, answer and answer.status)
            assert (page.get_attribute("html", "lang") or "").startswith(language), path
            page.locator(ready).first.wait_for(state="attached")
            wrong = others(page) if others else []
            page.set_viewport_size(WIDE)
            wrong += faults_of(page) if language in languages else []
            found += [f"{path} [{language}, {LOOKS[language]}] {fault}" for fault in wrong]
        return found
