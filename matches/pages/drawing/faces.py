"""A card as a picture: its sign, rank, figures, arrows and reach, and its name in the reader's language."""

from functools import lru_cache

from matches.pages.drawing.markup import Markup, el, hidden_text, together
from matches.pages.drawing.speech import SEAT_SIGNS, Speech
from rules.engine import Ruleset
from rules.engine.board import Face, Figure

WIDTH, HEIGHT, SMALL_HEIGHT = 60, 84, 40
FIGURE_SIGNS = {
    "sword": "M20 2 22 4 10 16 12 18 10 20 8 18 4 22 2 20 6 16 4 14 6 12 8 14Z",
    "shield": "M12 1 22 5V12Q22 19 12 23 2 19 2 12V5Z",
    "heart": "M12 22Q-4 10 4 4 9 1 12 7 15 1 20 4 28 10 12 22Z",
    "coin": "M12 1A11 11 0 1 1 11.900 1Z",
    "hammer": "M3 3H17V6L21 8V11H17V10H13V22H8V10H3Z",
    "clock": "M4 2H20V5L14 12 20 19V22H4V19L10 12 4 5Z",
}
"""The shape behind each kind of figure, as an SVG path."""
CORNERS = ((14, 14), (46, 14), (46, 70), (14, 70))
COMPASS = {
    "n": (30, 8, 0), "ne": (52, 9, 45), "e": (53, 42, 90), "se": (52, 75, 135),
    "s": (30, 76, 180), "sw": (8, 75, 225), "w": (7, 42, 270), "nw": (8, 9, 315),
}  # fmt: skip
"""The position (x, y) of each arrow, and how many degrees it is turned."""


def draw_card(speech: Speech, slug: str | None, seat: int | None = None, *, is_small: bool = False) -> Markup:
    """A card face up, or its back if `slug` is None. A small card is half as high, and its name is not visible."""
    if slug is None:
        return el("span", _back(seat), hidden_text(speech.say("face_down")), class_="card back")
    name = speech.card(slug)
    face = face_of(speech.rules, slug)
    return el(
        "span",
        _picture_of(speech.rules, slug, is_small),
        hidden_text(name) if is_small or (face.rank and not face.kind) else el("span", name, class_="name"),
        el("span", speech.kind(face.kind), class_="kind") if face.kind and not is_small else Markup(),
        _figures_in_words(speech, face),
        class_=f"card tone-{face.tone}{' small' if is_small else ''}",
        title=name,
        data_card=slug,
    )


@lru_cache(maxsize=4096)
def face_of(rules: Ruleset, slug: str) -> Face:
    board = rules.definition.board
    card = next((card for card in rules.card_set["cards"] if card["slug"] == slug), None)
    return Face() if card is None else board.face(rules.card_set, card)


def _figures_in_words(speech: Speech, face: Face) -> Markup:
    """The figures and arrows, for readers who do not see the picture."""
    figures = [f"{speech.word(figure.label)} {figure.value}" for figure in face.figures]
    arrows = [f"{speech.say(way)} {strength}" for way, strength in face.arrows.items()]
    text = ", ".join([*figures, *arrows])
    return hidden_text(f" {text}") if text else Markup()


@lru_cache(maxsize=4096)
def _picture_of(rules: Ruleset, slug: str, is_small: bool) -> Markup:
    face = face_of(rules, slug)
    return _small_picture(face) if is_small else _picture(face)


def _small_picture(face: Face) -> Markup:
    """Rank and sign side by side."""
    parts = [el("rect", class_="paper", x="1", y="1", width=WIDTH - 2, height=SMALL_HEIGHT - 2, rx="5")]
    if face.rank:
        parts.append(el("text", face.rank, class_="rank" if len(face.rank) == 1 else "rank wide", x="19", y="29"))
    parts.append(_placed(face.sign, 45 if face.rank else 30, 20, 0.8, "ink"))
    return el("svg", *parts, class_="face", viewBox=f"0 0 {WIDTH} {SMALL_HEIGHT}", aria_hidden="true")


def _picture(face: Face) -> Markup:
    parts = [el("rect", class_="paper", x="1", y="1", width=WIDTH - 2, height=HEIGHT - 2, rx="5")]
    if face.rank:
        parts.append(_placed(face.sign, 30, 54, 1.5, "ink"))
        parts.append(el("text", face.rank, class_="rank", x="30", y="30"))
    elif face.sign:
        parts.append(_placed(face.sign, 30, 30, 0.8, "ink faint" if face.squares else "ink"))
    parts += [_arrow(way, strength) for way, strength in face.arrows.items()]
    parts += [_figure(figure, *corner) for figure, corner in zip(face.figures, _corners(face), strict=False)]
    if face.squares:
        parts.append(_reach(face.squares))
    return el("svg", *parts, class_="face", viewBox=f"0 0 {WIDTH} {HEIGHT}", aria_hidden="true")


def _corners(face: Face) -> tuple[tuple[int, int], ...]:
    """The places of the figures: the corners, or the middle if arrows take the edges."""
    if not face.arrows:
        return CORNERS
    return ((20, 34), (40, 34)) if face.squares else ((30, 52),)


def _placed(path: str, x: float, y: float, scale: float, class_: str) -> Markup:
    """A sign centred on a point."""
    where = f"translate({x - 12 * scale:g} {y - 12 * scale:g}) scale({scale:g})"
    return el("path", class_=class_, d=path, transform=where)


def _figure(figure: Figure, x: int, y: int) -> Markup:
    sign = FIGURE_SIGNS.get(figure.sign, FIGURE_SIGNS["coin"])
    return el(
        "g",
        _placed(sign, x, y, 0.95, f"figure {figure.sign}"),
        el("text", figure.value, class_="number" if len(figure.value) < 3 else "number long", x=x, y=y + 5),
    )


def _arrow(way: str, strength: int) -> Markup:
    x, y, turn = COMPASS[way]
    middle = 42
    tip = el("path", class_="arrow", d="M0 -7 7 5 -7 5Z", transform=f"translate({x} {y}) rotate({turn})")
    inward = (x + (30 - x) * 0.3, y + (middle - y) * 0.3)
    return el("g", tip, el("text", str(strength), class_="strength", x=f"{inward[0]:g}", y=f"{inward[1] + 4:g}"))


def _reach(squares: tuple[tuple[int, int], ...]) -> Markup:
    """The card as a dark square and the squares that it reaches, in the lower half of the picture."""
    across = max(1, *(abs(x) for x, _ in squares))
    top, bottom = max(0, *(y for _, y in squares)), min(0, *(y for _, y in squares))
    size = min(6.0, 24 / (2 * across + 1), 32 / (top - bottom + 1))

    def square(x: int, y: int, class_: str) -> Markup:
        left = 30 + (x - 0.5) * size
        upper = 58 + (top - y) * size - (top - bottom + 1) * size / 2
        return el("rect", class_=class_, x=f"{left:g}", y=f"{upper:g}", width=f"{size - 1:g}", height=f"{size - 1:g}")

    return el("g", square(0, 0, "self"), *(square(x, y, "reached") for x, y in squares))


@lru_cache(maxsize=16)
def _back(seat: int | None) -> Markup:
    parts = [
        el("rect", class_="paper", x="1", y="1", width=WIDTH - 2, height=HEIGHT - 2, rx="5"),
        el("rect", class_="frame", x="6", y="6", width=WIDTH - 12, height=HEIGHT - 12, rx="3"),
    ]
    if seat is not None:
        parts.append(_placed(SEAT_SIGNS[seat % len(SEAT_SIGNS)], 30, 42, 0.9, f"mark seat-{seat}"))
    return el("svg", together(parts), class_="face", viewBox=f"0 0 {WIDTH} {HEIGHT}", aria_hidden="true")
