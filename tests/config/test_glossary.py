"""Every term of the glossary is defined in the file that the glossary links."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings

GLOSSARY = settings.BASE_DIR / "docs" / "glossary.md"
LINKS = sorted(set(re.findall(r"\[([^\]]+)\]\(([^)]+)\)", GLOSSARY.read_text())))


@cache
def names_in(path: Path) -> frozenset[str]:
    """The names of the classes, functions, types and constants that a Python file defines at module level."""
    names: set[str] = set()
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            names.add(node.name)
        elif isinstance(node, ast.Assign):
            names |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names.add(node.target.id)
    return frozenset(names)


@pytest.mark.parametrize(("text", "link"), LINKS)
def test_a_word_lives_where_the_glossary_says(text: str, link: str) -> None:
    path = (GLOSSARY.parent / link).resolve()

    assert path.is_file(), f"{link} is not there"
    if text.startswith("`"):
        assert text.strip("`").rpartition(".")[2] in names_in(path), f"{text} is not in {link}"


def test_the_glossary_has_each_word_once() -> None:
    words = re.findall(r"^- \*\*([^*]+)\*\*", GLOSSARY.read_text(), re.MULTILINE)

    assert len(words) > 50
    assert sorted(words) == sorted(set(words))
