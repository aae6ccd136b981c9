"""The client packages: the same version number everywhere, and a different version for different contents."""

import io
import json
import re
import shutil
import tarfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest
from django.conf import settings

from clients import packages

ROOT = Path(settings.BASE_DIR)


@pytest.fixture(autouse=True)
def _packed_anew() -> Iterator[None]:
    yield
    packages.python_package.cache_clear()
    packages.typescript_package.cache_clear()


def python_version() -> str:
    with ZipFile(io.BytesIO(packages.python_package())) as archive:
        return str(tomllib.loads(archive.read("match-client/pyproject.toml").decode())["project"]["version"])


def typescript_version() -> str:
    with tarfile.open(fileobj=io.BytesIO(packages.typescript_package())) as archive:
        said = archive.extractfile("package/package.json")
        assert said is not None
        return str(json.loads(said.read())["version"])


def test_service_document_and_packages_have_one_version() -> None:
    service = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    document = json.loads((ROOT / "docs" / "openapi.json").read_bytes())["info"]["version"]
    changes = re.search(r"^## (\d+\.\d+\.\d+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)

    assert document == service
    assert changes is None or changes[1] == service
    for version in (python_version(), typescript_version()):
        assert re.fullmatch(rf"{re.escape(service)}\+[0-9a-f]{{8}}", version)


def test_a_package_with_another_file_in_it_has_another_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = python_version(), typescript_version()
    for name in ("python", "typescript"):
        shutil.copytree(ROOT / "clients" / name, tmp_path / name, ignore=shutil.ignore_patterns("node_modules"))
        with (tmp_path / name / "README.md").open("a") as readme:
            readme.write("\nMore.\n")
        monkeypatch.setattr(packages, name.upper(), tmp_path / name)
    packages.python_package.cache_clear()
    packages.typescript_package.cache_clear()

    after = python_version(), typescript_version()

    assert before[0] != after[0] and before[1] != after[1]
