"""Write docs/limits.md from the limits of the apps."""

import ast
from collections.abc import Iterator
from datetime import timedelta
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from django.apps import apps
from django.conf import settings
from django.core.management.base import BaseCommand

PAGE = settings.BASE_DIR / "docs" / "limits.md"
HEAD = """\
# Limits

The limits on requests, accounts, files and pages. `manage.py limits` writes this page from the `limits.py` of
each app, where the numbers are.

Other limits:

- Operators set how many lobbies and matches an account may have, and how many streams and transfers a process holds
  (docs/operations.md, "Limits"). `GET features` has the values of an installation.
- The reference of the API names the rate limit of every operation, and the bounds of every field.
- A game's rules have its own limits.

Numbers that only steer an algorithm, and that no user or operator meets, are beside that algorithm in the code.
"""
BEGINNING = "Limits of "
"""How the docstring of a `limits.py` begins. The rest of its first line is the heading of its part of the page."""


class Limit(NamedTuple):
    """A constant of a `limits.py`. `what` is the first sentence of its text, `why` the rest."""

    name: str
    value: Any
    what: str
    why: str


def limits_page() -> str:
    """The content of docs/limits.md; a test compares the file with it."""
    return HEAD + "".join(_part(module) for module in modules())


def modules() -> list[ModuleType]:
    """The `limits.py` of every app that has one, in the order of the settings."""
    named = [f"{app.name}.limits" for app in apps.get_app_configs() if (Path(app.path) / "limits.py").is_file()]
    return [import_module(name) for name in named]


def limits_of(module: ModuleType) -> Iterator[Limit]:
    """The limits of a `limits.py`, in its order."""
    for name, text in _texts(module):
        what, _, why = " ".join(text.split()).partition(". ")
        yield Limit(name, getattr(module, name), what.removesuffix("."), why)


def _texts(module: ModuleType) -> Iterator[tuple[str, str]]:
    """Each constant with the text below it; an empty one if there is none."""
    body = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8")).body
    for constant, below in zip(body, [*body[1:], None], strict=True):
        if isinstance(constant, ast.Assign) and isinstance(constant.targets[0], ast.Name):
            text = below.value.value if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant) else ""
            yield constant.targets[0].id, str(text)


def _part(module: ModuleType) -> str:
    head = str(module.__doc__).splitlines()[0].removeprefix(BEGINNING).removesuffix(".").capitalize()
    file = module.__name__.replace(".", "/") + ".py"
    rows = [f"| {one.what} | {_shown(one)} | {one.why} | `{one.name}` |\n" for one in limits_of(module)]
    return f"\n## {head}\n\n| what | at most | why | in `{file}` |\n| --- | --- | --- | --- |\n{''.join(rows)}"


def _shown(limit: Limit) -> str:
    if isinstance(limit.value, timedelta):
        hours = limit.value // timedelta(hours=1)
        return f"{hours} hours"
    if not limit.name.endswith("_BYTES"):
        return f"{limit.value:,}"
    for size, unit in ((2**20, "MiB"), (2**10, "KiB")):
        if limit.value % size == 0:
            return f"{limit.value // size} {unit}"
    return f"{limit.value:,} bytes"


class Command(BaseCommand):
    help = "Regenerate docs/limits.md."

    def handle(self, *args: Any, **options: Any) -> None:
        PAGE.write_text(limits_page(), encoding="utf-8")
