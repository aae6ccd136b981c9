"""Build HTML and SVG. Text is escaped unless it was built here."""

from collections.abc import Iterable
from html import escape


class Markup(str):
    """Text that is already markup. `__html__` tells templates not to escape it."""

    __slots__ = ()

    def __html__(self) -> "Markup":
        return self


def el(tag: str, *content: str, **attributes: str | int | bool | None) -> Markup:
    """An element. `class_` is the attribute `class`, `aria_label` is `aria-label`; False and None omit an attribute."""
    written = "".join(
        f" {name.rstrip('_').replace('_', '-')}" + ("" if value is True else f'="{escape(str(value))}"')
        for name, value in attributes.items()
        if value is not None and value is not False
    )
    return Markup(f"<{tag}{written}>{together(content)}</{tag}>")


def together(parts: Iterable[str]) -> Markup:
    return Markup("".join(part if isinstance(part, Markup) else escape(part) for part in parts))


def hidden_text(text: str) -> Markup:
    """Text for screen readers only."""
    return el("span", text, class_="sr")
