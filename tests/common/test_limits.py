"""Limits are in one file per app, each with a text, and all on one page."""

import ast
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from django.conf import settings

from common.management.commands.limits import BEGINNING, PAGE, limits_of, limits_page, modules

ROOMS = ["cards", "common", "decks", "leagues", "matches", "players", "playtesting", "replay"]


def test_the_page_of_limits_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == limits_page(), "write it anew: manage.py limits"


def test_every_room_has_a_part_of_the_page() -> None:
    assert sorted(module.__name__ for module in modules()) == sorted(f"{room}.limits" for room in ROOMS)


@pytest.mark.parametrize("module", modules(), ids=lambda module: module.__name__)
def test_each_limit_says_what_it_bounds_and_why(module: ModuleType) -> None:
    found = list(limits_of(module))

    assert found != [] and str(module.__doc__).startswith(BEGINNING)
    assert [one.name for one in found if not (one.name.startswith("MOST_") and one.what and one.why)] == []


@pytest.mark.parametrize("room", ROOMS)
def test_limits_are_in_one_file_a_room(room: str) -> None:
    elsewhere = [
        f"{path.relative_to(settings.BASE_DIR)}: {name}"
        for path in _modules(settings.BASE_DIR / room)
        for name in _constants(path)
        if name.startswith("MOST_")
    ]

    assert elsewhere == [], "move it to limits.py, or begin it with _ if no user or operator meets it"


def _modules(folder: Path) -> Iterator[Path]:
    """The modules to check. Bots may have their own numbers, because their digests cover the text of their files."""
    for path in sorted(folder.rglob("*.py")):
        if path != folder / "limits.py" and folder / "bots" not in path.parents:
            yield path


def _constants(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
