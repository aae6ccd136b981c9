"""The import contracts hold, and each of them catches a deliberate violation."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.layers.rooms import ROOMS, ROOT

pytestmark = pytest.mark.processes

PLANTED = {
    "The apps form one chain": ("rules/registry.py", "import decks.models"),
    "The rules know nothing of the service": ("rules/engine/frames.py", "import django"),
    "Inside the rules": ("rules/engine/canonical.py", "import rules.registry"),
    "Inside matches": ("matches/log/sql.py", "import matches.services.act"),
}


def lint(folder: Path) -> str:
    command = [str(Path(sys.executable).parent / "lint-imports"), "--no-cache"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for room in ROOMS:
        ignored = shutil.ignore_patterns("__pycache__", "static", "templates")
        shutil.copytree(ROOT / room, tmp_path / room, ignore=ignored)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_contracts_are_kept(project: Path) -> None:
    assert "0 broken" in lint(project)


@pytest.mark.parametrize(("contract", "plant"), PLANTED.items())
def test_a_planted_violation_breaks_its_contract(project: Path, contract: str, plant: tuple[str, str]) -> None:
    file, line = plant
    (project / file).write_text((project / file).read_text() + f"\n{line}\n")

    assert f"{contract} BROKEN" in lint(project)


def test_only_the_log_knows_the_names_of_its_tables() -> None:
    """No other code uses these tables in SQL, and no code outside the log writes its models."""
    named, written = (
        re.compile("matches_(event|checkpoint|archivedlog)"),
        re.compile(
            r"\b(Event|EventRow|Checkpoint|ArchivedLog)\.objects\b[^\n]*\.(create|bulk_create|update|update_or_create|get_or_create|delete)\("
        ),
    )
    others = [
        file
        for room in ROOMS
        for file in (ROOT / room).rglob("*.py")
        if "migrations" not in file.parts and not file.is_relative_to(ROOT / "matches/log")
    ]

    assert [file for file in others if named.search(text := file.read_text()) or written.search(text)] == []
