"""The files and folders that the READMEs name exist."""

import re

import pytest
from django.conf import settings

from tests.layers.rooms import APPS

NOT_ROOMS = ("management", "migrations", "templatetags")


@pytest.mark.parametrize("app", APPS)
def test_the_table_of_a_readme_names_what_is_there(app: str) -> None:
    folder = settings.BASE_DIR / app
    readme = (folder / "README.md").read_text()
    table = [line.split("|")[1] for line in readme.partition("\n## ")[0].splitlines() if line.startswith("| `")]
    missing = []
    for cell in table:
        room = ""
        for name in re.findall(r"`([^`]+(?:\.py|/))`", cell):
            room = name.rpartition("/")[0] if "/" in name else room
            if not any((folder / path).exists() for path in (name, f"{room}/{name}")):
                missing.append(name)

    assert len(table) > 4
    assert missing == []


@pytest.mark.parametrize("app", APPS)
def test_the_table_of_a_readme_names_every_room(app: str) -> None:
    folder = settings.BASE_DIR / app
    readme = (folder / "README.md").read_text().partition("\n## ")[0]
    rooms = sorted(path.parent.name for path in folder.glob("*/__init__.py"))

    assert [room for room in rooms if f"`{room}/" not in readme and room not in NOT_ROOMS] == []
