"""Whatever names the top-level packages names all of them, so that a new one is linted, searched and shipped."""

import re
import tomllib

import pytest

from tests.layers.rooms import APPS, ROOMS, ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
CHAIN = PROJECT["importlinter"]["contracts"][0]["layers"]
IMAGE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
NAMED = {
    "import-linter": PROJECT["importlinter"]["root_packages"],
    "the chain of apps": [room for layer in CHAIN for room in layer.split(" | ")],
    "vulture": [path for path in PROJECT["vulture"]["paths"] if not path.endswith(".py")],
    "Dockerfile": [room for room in re.findall(r"^COPY --chown=root:root (\w+) \1$", IMAGE, re.M) if room != "docs"],
}


@pytest.mark.parametrize("where", NAMED)
def test_every_room_is_named(where: str) -> None:
    assert sorted(NAMED[where]) == list(APPS if where == "the chain of apps" else ROOMS)
