"""Takes screenshots of pages and finds faults on them, and writes an index page with all screenshots."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any

from django.template import Context, Engine
from playwright.sync_api import Browser, ConsoleMessage
from playwright.sync_api import Error as BrowserError
from playwright.sync_api import Page as Tab

LANGUAGES = ("en", "ja")
THEMES = ("light", "dark")
WIDTHS = (1280, 360)
HEIGHT = 800
TALLEST = 15_000
"""Pixels. Taller pages are cut off."""
SECONDS = 20
INDEX = Path(__file__).with_name("index.html")
WIDER = """width => [...document.querySelectorAll("body *")].filter(one => {
  const box = one.getBoundingClientRect();
  return box.width && box.right > width + 1;
}).slice(0, 3).map(one => [one.tagName.toLowerCase(), ...one.classList].join("."))"""
"""JavaScript: the elements that reach beyond the window."""
SHOWN = """async () => {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  for (const image of document.images) image.loading = "eager";
  await Promise.allSettled([...document.images].map(image => image.decode()));
  await document.fonts.ready;
}"""
"""JavaScript: whether all images are loaded. The page chooses those of a theme one frame after the theme is set."""


@dataclass(frozen=True)
class Picture:
    """A screenshot of a page for one reader, in CSS pixels. Without a file, none was taken."""

    label: str
    language: str
    theme: str
    width: int
    height: int
    file: str
    faults: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Look:
    """A page and its viewer."""

    label: str
    address: str
    cookies: list[Any]
    status: int = 200


class Camera:
    """Takes screenshots into a folder: `<part>/<page>.<language>.<theme>.<width>.png`."""

    def __init__(self, chromium: Browser, folder: Path) -> None:
        self._chromium, self._folder = chromium, folder

    def pictures(self, look: Look) -> Iterator[Picture]:
        """Take the eight screenshots of a page. It is opened again for each language and width."""
        for language in LANGUAGES:
            context = self._chromium.new_context(locale=language, reduced_motion="reduce", timezone_id="UTC")
            context.add_cookies(look.cookies)
            for width in WIDTHS:
                tab = context.new_page()
                tab.set_default_timeout(SECONDS * 1000)
                tab.set_viewport_size({"width": width, "height": HEIGHT})
                try:
                    yield from self._of_tab(tab, look, language, width)
                except BrowserError as error:
                    fault = f"browser: {error.message.splitlines()[0]}"
                    yield Picture(look.label, language, "", width, 0, "", [fault])
                tab.close()
            context.close()

    def _of_tab(self, tab: Tab, look: Look, language: str, width: int) -> Iterator[Picture]:
        faults: list[str] = []
        tab.on("console", lambda said: faults.extend(_errors(said, look)))
        tab.on("pageerror", lambda error: faults.append(f"script: {error}"))
        answer = tab.goto(look.address)
        status = answer.status if answer else 0
        if status != look.status:
            faults.append(f"status {status}")
        spoken = tab.get_attribute("html", "lang") or ""
        if spoken and not spoken.startswith(language):
            faults.append(f"in the language {spoken}")
        needed = tab.evaluate("document.documentElement.scrollWidth")
        if needed > width:
            faults.append(f"{needed} pixels wide: {', '.join(tab.evaluate(WIDER, width))}")
        for theme in THEMES:
            tab.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
            tab.evaluate(SHOWN)
            file = f"{look.label}.{language}.{theme}.{width}.png"
            height = tab.evaluate("document.documentElement.scrollHeight")
            shown = {"x": 0, "y": 0, "width": width, "height": min(height, TALLEST)}
            tab.screenshot(path=self._folder / file, full_page=True, clip=shown, animations="disabled")  # type: ignore[arg-type]
            yield Picture(look.label, language, theme, width, height, file, faults)


def _errors(said: ConsoleMessage, look: Look) -> list[str]:
    """The error in a console message, if any. The expected status of a page that refuses is not an error."""
    is_meant = look.status >= 400 and said.location.get("url") == look.address
    return [f"console: {said.text}"] if said.type == "error" and not is_meant else []


def faulty(pictures: Iterable[Picture]) -> list[str]:
    """Each fault once, with its place."""
    found = {f"{one.label} [{one.language}, {one.width}]: {fault}" for one in pictures for fault in one.faults}
    return sorted(found)


def write_index(pictures: Iterable[Picture], folder: Path) -> Path:
    """Write an index page, with a row per page and a column per language, theme and width."""
    rows = [
        {"label": label, "pictures": [asdict(one) for one in of_page]}
        for label, of_page in groupby(sorted(pictures, key=lambda one: one.label), lambda one: one.label)
    ]
    written = folder / "index.html"
    template = Engine().from_string(INDEX.read_text(encoding="utf-8"))
    written.write_text(template.render(Context({"rows": rows})), encoding="utf-8")
    return written
