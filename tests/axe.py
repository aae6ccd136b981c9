"""What axe-core finds on a page: contrast, names, landmarks, order. Without npm left out, unless CI=true asks for it.

scene = Looks(chromium, live_server.url, cookies)   # in a test that uses the fixtures `chromium` and `axe`
assert scene.faults("/play/") == []
"""

import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page

FOLDER = Path(settings.BASE_DIR) / ".ci" / "axe"
LANGUAGES = ("en", "ja")
DARK_IN = "ja"
GRAVE = ("serious", "critical")
COLOURS_ALONE = {"runOnly": ["color-contrast"]}
RUN = """async options => {
  await new Promise(requestAnimationFrame);
  await Promise.allSettled(document.getAnimations().map(one => one.finished));
  return await axe.run(document, {resultTypes: ['violations'], ...options});
}"""
"""A colour that is on its way from one to another is neither."""


@pytest.fixture(scope="session")
def axe() -> None:
    """axe-core is installed, or the test is left out."""
    if shutil.which("npm") is None and os.environ.get("CI") != "true":
        pytest.skip("npm is not on this machine")
    installed = subprocess.run([FOLDER / "install"], capture_output=True, text=True, check=False)
    assert installed.returncode == 0, installed.stdout + installed.stderr


@cache
def _source() -> str:
    return (FOLDER / "node_modules" / "axe-core" / "axe.min.js").read_text()


def faults_of(page: Page, options: Mapping[str, Any] | None = None) -> list[str]:
    """Everything serious on a page that is open: rule, element and why, one line each. No page's CSP is in its way."""
    page.evaluate(_source())
    found = page.evaluate(RUN, dict(options or {}))
    return [
        f"{fault['id']}: {' '.join(map(str, node['target']))}: {' '.join(node['failureSummary'].split())}"
        for fault in found["violations"]
        if fault["impact"] in GRAVE
        for node in fault["nodes"]
    ]


def cookies_of(client: Client, base: str) -> list[Any]:
    """The session of a signed-in test client, for a browser."""
    return [{"name": name, "value": morsel.value, "url": base} for name, morsel in client.cookies.items()]


class Looks:
    """Pages of one service as one reader meets them: in both languages, in one of them dark too."""

    def __init__(self, chromium: Browser, base: str, cookies: Sequence[Any] = ()) -> None:
        self._base = base
        self._pages = {language: self._context(chromium, language, cookies).new_page() for language in LANGUAGES}

    def _context(self, chromium: Browser, language: str, cookies: Sequence[Any]) -> BrowserContext:
        context = chromium.new_context(locale=language, color_scheme="light", reduced_motion="reduce")
        context.add_cookies(cookies)
        return context

    def faults(self, path: str, ready: str = "main", status: int = 200) -> list[str]:
        """What is serious at an address, told with language and colours. `ready` is an element that is waited for."""
        found: list[str] = []
        for language, page in self._pages.items():
            page.emulate_media(color_scheme="light")
            answer = page.goto(self._base + path)
            assert answer is not None and answer.status == status, (path, answer and answer.status)
            assert (page.get_attribute("html", "lang") or "").startswith(language), path
            page.locator(ready).first.wait_for(state="attached")
            found += [f"{path} [{language}, light] {fault}" for fault in faults_of(page)]
            if language == DARK_IN:
                page.emulate_media(color_scheme="dark")  # What is there is the same; its colours are not.
                found += [f"{path} [{language}, dark] {fault}" for fault in faults_of(page, COLOURS_ALONE)]
        return found
