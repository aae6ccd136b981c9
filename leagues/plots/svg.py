"""From a figure of matplotlib to an SVG that stands under the service's content policy, says what it is, and is small.

Nothing of matplotlib that is shared changes after this module is loaded: figures are made by themselves, without
pyplot, and drawn one at a time in a process. Text stays text; all that matplotlib writes is ASCII, whose width it
knows from the font that it brings, and the words of the reader's language are put in afterwards.
"""

import io
import re
from collections.abc import Iterable, Mapping
from threading import Lock
from typing import Any, NamedTuple
from unicodedata import east_asian_width
from xml.etree import ElementTree as Xml

import matplotlib
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

matplotlib.rcParams.update(
    {"svg.fonttype": "none", "svg.hashsalt": "match-service", "font.size": 10.0, "axes.unicode_minus": False}
)
SVG = "http://www.w3.org/2000/svg"
FONTS = "system-ui, 'Noto Sans CJK JP', 'Noto Sans JP', 'Hiragino Sans', sans-serif"
"""For the reader's machine to choose from: nothing is embedded."""
INCH = 72
"""Points of the picture."""
_drawing = Lock()
Xml.register_namespace("", SVG)
Xml.register_namespace("xlink", "http://www.w3.org/1999/xlink")


class Theme(NamedTuple):
    ink: str
    quiet: str
    line: str
    paper: str
    colours: tuple[str, ...]
    """After Okabe and Ito (2008), for colour-blind readers, as far as eight go; styles of lines do the rest."""
    low: str
    middle: str
    high: str


LIGHT = Theme(
    "#222222", "#595959", "#c9c9c9", "#ffffff",
    ("#0072b2", "#b84e00", "#00795a", "#aa5585", "#8a6d00", "#117da8", "#444444", "#7a4bb0"),
    "#d55e00", "#ffffff", "#0072b2",
)  # fmt: skip
DARK = Theme(
    "#eeeeee", "#b5b5b5", "#4a4a4a", "#1d1f23",
    ("#56b4e9", "#e69f00", "#2fc79b", "#e59cc4", "#f0e442", "#9ad0ff", "#d0d0d0", "#c3a1f0"),
    "#b04a00", "#1d1f23", "#2a78b0",
)  # fmt: skip
THEMES = {"light": LIGHT, "dark": DARK}


class Words(NamedTuple):
    """What a plot says in the reader's language: what it is, what it shows in a sentence, and its axes."""

    title: str
    description: str
    x: str = ""
    y: str = ""


def new_figure(width: float, height: float, theme: Theme) -> tuple[Figure, Any]:
    """A figure of so many points and its axes, in the colours of the theme."""
    figure = Figure(figsize=(width / INCH, height / INCH), facecolor=theme.paper, dpi=INCH)
    axes = figure.add_subplot(facecolor=theme.paper)
    axes.tick_params(colors=theme.quiet, labelcolor=theme.ink, length=3)
    for name, spine in axes.spines.items():
        spine.set_color(theme.line)
        spine.set_visible(name in ("left", "bottom"))
    return figure, axes


def place_axes(axes: Any, width: float, height: float, *, left: float, right: float, top: float, bottom: float) -> None:
    """Leave so many points at the sides of a picture of this size."""
    axes.set_position((left / width, bottom / height, (width - left - right) / width, (height - top - bottom) / height))


def text_width(names: Any, size: float = 10.0) -> float:
    """About so many points, on the safe side, for the longest of some names in ASCII."""
    return max((len(name) for name in names), default=0) * size * 0.62


def stand_ins(names: Iterable[str]) -> dict[str, str]:
    """Name -> what matplotlib is given in its place: of names in other scripts something in ASCII that is as wide."""
    found = {}
    for number, name in enumerate(dict.fromkeys(names)):
        width = sum(2 if east_asian_width(letter) in "WF" else 1 for letter in name)
        plain = name.isascii() and name.isprintable() and "$" not in name and not name.startswith("_")
        found[name] = name if plain else f"~{number}".ljust(width, "~")
    return found


def draw_svg(figure: Figure, words: Words, theme: Theme, names: Mapping[str, str] | None = None) -> bytes:
    """The SVG: with title and description for those who hear it, the labels of its axes, and the names themselves."""
    raw = io.BytesIO()
    with _drawing:
        FigureCanvasSVG(figure).print_svg(raw, metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    root = Xml.fromstring(raw.getvalue())
    _without_styles(root)
    _describe(root, words)
    _label_axes(root, figure, words, theme)
    named = {stand_in: name for name, stand_in in (names or {}).items()}
    for element in root.iter(f"{{{SVG}}}text"):
        element.text = named.get(element.text or "", element.text)
    return b'<?xml version="1.0" encoding="utf-8"?>\n' + Xml.tostring(root, encoding="utf-8")


def _without_styles(root: Xml.Element) -> None:
    """No style element and no style attribute, which the policy forbids: SVG has an attribute for each property."""
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag in (f"{{{SVG}}}style", f"{{{SVG}}}metadata"):
                parent.remove(child)
    root.set("stroke-linejoin", "round")
    root.set("stroke-linecap", "butt")
    root.set("font-family", FONTS)
    for element in root.iter():
        for part in (element.attrib.pop("style", "") or "").split(";"):
            name, _, value = (piece.strip() for piece in part.partition(":"))
            if name == "font":
                size = re.match(r"(?:\w+ )*([\d.]+)px", value)
                element.set("font-size", size.group(1) if size else "9")
            elif name and name not in ("font-family", "font-size", "white-space"):
                element.set(name, value)
            elif name == "font-size":
                element.set(name, value.removesuffix("px"))


def _describe(root: Xml.Element, words: Words) -> None:
    title, description = Xml.Element(f"{{{SVG}}}title"), Xml.Element(f"{{{SVG}}}desc")
    title.text, description.text = words.title, words.description
    root.insert(0, title)
    root.insert(1, description)
    root.set("role", "img")


def _label_axes(root: Xml.Element, figure: Figure, words: Words, theme: Theme) -> None:
    """Below and left of the axes; matplotlib has no font that it could measure these in."""
    width, height = (side * INCH for side in figure.get_size_inches())
    box = figure.axes[0].get_position()
    across, down = (box.x0 + box.x1) / 2 * width, (1 - (box.y0 + box.y1) / 2) * height
    places = {
        words.x: {"x": f"{across:.1f}", "y": f"{height - 6:.1f}"},
        words.y: {"x": "11", "y": f"{down:.1f}", "transform": f"rotate(-90 11 {down:.1f})"},
    }
    for text, place in places.items():
        if text:
            element = Xml.SubElement(root, f"{{{SVG}}}text", {**place, "text-anchor": "middle"})
            element.set("fill", theme.quiet)
            element.set("font-size", "10")
            element.text = text
