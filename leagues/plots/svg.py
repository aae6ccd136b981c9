"""A plot as a small SVG that obeys the service's content policy, in the reader's words.

Text stays text and the reader's machine chooses the font, so nothing here measures letters: widths are estimates. There
are no styles, scripts or embedded fonts. The same calls give the same bytes.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple
from unicodedata import east_asian_width
from xml.etree import ElementTree as Xml

SVG = "http://www.w3.org/2000/svg"
FONTS = "system-ui, 'Noto Sans CJK JP', 'Noto Sans JP', 'Hiragino Sans', sans-serif"
"""The reader's machine uses the first of these that it has. No font is embedded."""
SIZE = 10
"""The height of letters in points, unless a drawing sets another."""
_MOST_TICKS = 8
Xml.register_namespace("", SVG)


class Theme(NamedTuple):
    ink: str
    quiet: str
    line: str
    paper: str
    colours: tuple[str, ...]
    """Okabe and Ito (2008), for colour-blind readers, up to eight colours; line styles do the rest."""
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
    """The words of a plot in the reader's language: its title, a sentence about it, and its axes."""

    title: str
    description: str
    x: str = ""
    y: str = ""


class Scale(NamedTuple):
    """Maps the values `low` to `high` to the points `start` to `end` of the picture."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        return self.start + (self.end - self.start) * (value - self.low) / (self.high - self.low)

    def ticks(self) -> list[int]:
        """Whole round values, at most _MOST_TICKS + 1: 1, 2 or 5 times a power of ten apart."""
        step = next(step for step in _round_steps() if (self.high - self.low) / step <= _MOST_TICKS)
        first = -int(-self.low // step)
        return [number * step for number in range(first, int(self.high // step) + 1)]


class Picture:
    """An SVG of this size in points that is drawn from back to front."""

    def __init__(self, width: float, height: float, words: Words, theme: Theme) -> None:
        self.width, self.height, self.words, self.theme = width, height, words, theme
        size = {"width": f"{_number(width)}pt", "height": f"{_number(height)}pt"}
        self._root = Xml.Element(
            f"{{{SVG}}}svg", {**size, "viewBox": f"0 0 {_number(width)} {_number(height)}", "role": "img"}
        )
        self._root.set("font-family", FONTS)
        self._root.set("font-size", str(SIZE))
        self._add("title").text = words.title
        self._add("desc").text = words.description
        self.rect(0, 0, width, height, theme.paper)

    def _add(self, tag: str, **attributes: str | float) -> Xml.Element:
        named = {name.replace("_", "-"): value for name, value in attributes.items()}
        written = {name: value if isinstance(value, str) else _number(value) for name, value in named.items()}
        return Xml.SubElement(self._root, f"{{{SVG}}}{tag}", written)

    def line(self, points: Sequence[tuple[float, float]], colour: str, width: float, *, dashed: bool = False) -> None:
        """Draw a line through these points."""
        path = "M" + "L".join(f"{_number(x)} {_number(y)}" for x, y in points)
        drawn = self._add("path", d=path, fill="none", stroke=colour, stroke_width=width, stroke_linejoin="round")
        if dashed:
            drawn.set("stroke-dasharray", "6 3")

    def dot(self, x: float, y: float, colour: str) -> None:
        self._add("circle", cx=x, cy=y, r=2.6, fill=colour)

    def rect(self, x: float, y: float, width: float, height: float, colour: str) -> None:
        self._add("rect", x=x, y=y, width=width, height=height, fill=colour)

    def text(
        self, x: float, y: float, text: str, colour: str, *, anchor: str = "start", size: float = SIZE, turn: int = 0
    ) -> None:
        """Write a text whose letters are centred on `y`. `turn` is in degrees, clockwise."""
        element = self._add("text", x=x, y=y, dy="0.35em", fill=colour)
        if anchor != "start":
            element.set("text-anchor", anchor)
        if size != SIZE:
            element.set("font-size", _number(size))
        if turn:
            element.set("transform", f"rotate({turn} {_number(x)} {_number(y)})")
        element.text = text

    def axes(self, x: Scale, y: Scale, *, x_ticks: bool = True, y_ticks: bool = True) -> None:
        """Lines to the left and below, a grid at the ticks with their values, and the names of the axes."""
        left, right, bottom, top = x.start, x.end, y.start, y.end
        for tick in x.ticks() if x_ticks else ():
            self.line([(x(tick), top), (x(tick), bottom)], self.theme.line, 0.6)
            self.text(x(tick), bottom + 11, str(tick), self.theme.ink, anchor="middle")
        for tick in y.ticks() if y_ticks else ():
            self.line([(left, y(tick)), (right, y(tick))], self.theme.line, 0.6)
            self.text(left - 5, y(tick), str(tick), self.theme.ink, anchor="end")
        self.line([(left, top), (left, bottom), (right, bottom)], self.theme.line, 1)
        if self.words.x:
            self.text((left + right) / 2, self.height - 9, self.words.x, self.theme.quiet, anchor="middle")
        if self.words.y:
            self.text(9, (top + bottom) / 2, self.words.y, self.theme.quiet, anchor="middle", turn=-90)

    def svg(self) -> bytes:
        return b'<?xml version="1.0" encoding="utf-8"?>\n' + Xml.tostring(self._root, encoding="utf-8")


def text_width(names: Iterable[str], size: float = SIZE) -> float:
    """An upper estimate, in points, of the longest of some names."""
    letters = (sum(2 if east_asian_width(letter) in "WF" else 1 for letter in name) for name in names)
    return max(letters, default=0) * size * 0.62


def _round_steps() -> Iterable[int]:
    power = 1
    while True:
        yield from (power, 2 * power, 5 * power)
        power *= 10


def _number(value: float) -> str:
    """At most one decimal, which is a third of a pixel."""
    return f"{value:.1f}".removesuffix(".0")
