"""The client packages for the public registries. `.ci/publish` builds them."""

import json
import tomllib
from pathlib import Path

from django.conf import settings

from clients.publishing import write

ROOT = Path(settings.BASE_DIR)
SOURCE = "https://git.example.org/us/match"


def test_published_packages_have_the_services_version_and_say_where_the_source_is(tmp_path: Path) -> None:
    write(tmp_path, SOURCE)
    write(tmp_path, SOURCE)

    python = tomllib.loads((tmp_path / "python" / "pyproject.toml").read_text())["project"]
    typescript = json.loads((tmp_path / "typescript" / "package.json").read_text())
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert (python["version"], typescript["version"]) == (version, version)
    assert (python["license"], typescript["license"]) == ("MIT", "MIT")
    assert python["urls"]["Repository"] == SOURCE
    assert typescript["repository"]["url"] == f"git+{SOURCE}.git"
    for name in ("python", "typescript"):
        for file in ("LICENSE", "README.md", "CHANGELOG.md"):
            assert (tmp_path / name / file).stat().st_size > 0
    for entry in typescript["exports"]["."].values():
        assert (tmp_path / "typescript" / entry).exists()
    assert (tmp_path / "python" / "src" / "match_client" / "py.typed").exists()


def test_the_npm_package_has_no_more_than_its_files(tmp_path: Path) -> None:
    write(tmp_path, SOURCE)

    folders = {path.name for path in (tmp_path / "typescript").iterdir()}

    assert folders == {"dist", "examples", "package.json", "LICENSE", "README.md", "CHANGELOG.md"}
