"""RULES.md as HTML. The number of each rule is its anchor, and numbers in the text link to their rules.

A rule starts a line: `7.2 Text`, `- 7.2 Text`, `- R4 Text`, `- **R4** Text`. A heading starts with its chapter number.
The text is CommonMark with tables, read by markdown-it; HTML in it is shown as text.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

RULE = r"\d+(?:\.\d+)+|[RE]\d+"
_BEGINS_LINE = re.compile(rf"(?:\*\*)?(?:{RULE})(?![\w.])")
_LEADS = re.compile(rf"(?:\*\*)?({RULE})(?![\w])")
_HEADING = re.compile(r"(\d+(?:\.\d+)*)\.?\s+(.*)")
_NAMED = re.compile(rf"(?<![\w.\-])(?:{RULE})(?![\w\-]|\.\d)")
CODE = ("fence", "code_block")
_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


@dataclass(frozen=True)
class Chapter:
    number: str
    title: str


@dataclass(frozen=True)
class Rulebook:
    """One game's rules in one language. `numbers` are those of chapters and rules, in order; `html` is safe."""

    language: str
    title: str
    chapters: Sequence[Chapter]
    numbers: Sequence[str]
    html: str


@cache
def rulebook(folder: Path, language: str) -> Rulebook | None:
    """The rules in a ruleset's folder (RULES.md is English). None if there are none in that language."""
    file = folder / ("RULES.md" if language == "en" else f"RULES.{language}.md")
    return read(file.read_text(encoding="utf-8"), language) if file.is_file() else None


def read(text: str, language: str) -> Rulebook:
    tokens = _MARKDOWN.parse(_rules_apart(text))
    chapters: list[Chapter] = []
    title, numbers = "", []
    for index, token in enumerate(tokens):
        if token.type != "inline":
            continue
        opener = tokens[index - 1]
        if opener.type == "heading_open" and opener.tag == "h1":
            title = token.content
        elif number := _number(opener, token):
            numbers.append(number)
            _at(tokens, index).attrSet("id", number)
            if opener.tag == "h2":
                chapters.append(Chapter(number, _shown(_heading_title(token))))
    _link(tokens, frozenset(numbers))
    html = _MARKDOWN.renderer.render(_body(tokens), _MARKDOWN.options, {})
    return Rulebook(language, _shown(title), chapters, numbers, html)


def _rules_apart(text: str) -> str:
    """Make lines that start a rule start a paragraph, except in code blocks."""
    lines: list[str] = []
    is_code = False
    for line in text.splitlines():
        if line.startswith("```"):
            is_code = not is_code
        if not is_code and lines and lines[-1].strip() and _BEGINS_LINE.match(line):
            lines.append("")
        lines.append(line)
    return "\n".join(lines) + "\n"


def _number(opener: Token, inline: Token) -> str | None:
    if opener.type == "heading_open":
        found = _HEADING.match(inline.content)
    elif opener.type == "paragraph_open":
        found = _LEADS.match(inline.content)
    else:
        return None
    return None if found is None else found[1]


def _heading_title(inline: Token) -> str:
    found = _HEADING.match(inline.content)
    return inline.content if found is None else found[2]


def _shown(text: str) -> str:
    return text.replace("`", "").replace("**", "")


def _at(tokens: Sequence[Token], index: int) -> Token:
    """The element that gets the anchor: the list item if it is the rule, otherwise the paragraph or heading."""
    before = tokens[index - 2] if index > 1 else tokens[index - 1]
    return before if before.type == "list_item_open" else tokens[index - 1]


# Links


def _link(tokens: Sequence[Token], known: frozenset[str]) -> None:
    """Link every rule number in the text to its rule, except in headings."""
    for index, token in enumerate(tokens):
        if token.type == "inline" and tokens[index - 1].type != "heading_open":
            token.children = list(_linked(token.children or [], known))


def _linked(children: Sequence[Token], known: frozenset[str]) -> Iterator[Token]:
    is_link = False
    for child in children:
        is_link = child.type == "link_open" or (is_link and child.type != "link_close")
        if child.type == "text" and not is_link:
            yield from _split(child.content, known)
        else:
            yield child


def _split(text: str, known: frozenset[str]) -> Iterator[Token]:
    end = 0
    for found in _NAMED.finditer(text):
        if found[0] in known:
            yield _text(text[end : found.start()])
            yield Token("link_open", "a", 1, attrs={"href": f"#{found[0]}"})
            yield _text(found[0])
            yield Token("link_close", "a", -1)
            end = found.end()
    yield _text(text[end:])


def _text(content: str) -> Token:
    return Token("text", "", 0, content=content)


# Rendering


def _body(tokens: Sequence[Token]) -> list[Token]:
    """The tokens without the title, which the page shows itself. Parts wider than the page scroll on their own."""
    body: list[Token] = []
    is_title = False
    for token in tokens:
        is_title = (token.type == "heading_open" and token.tag == "h1") or is_title
        if token.type in ("table_open", *CODE):
            body.append(Token("div_open", "div", 1, attrs={"class": "scroll", "tabindex": "0"}, block=True))
        if not is_title:
            body.append(token)
        if token.type in ("table_close", *CODE):
            body.append(Token("div_close", "div", -1, block=True))
        is_title = is_title and token.type != "heading_close"
    return body
