"""Packs the clients for pip and npm when they are first requested, with the same bytes in every process.

A package's version is the service's version and a digest of the package's files: `0.1.0+3f2a9c01`. So pip and npm
notice when a service offers a different client.
"""

import gzip
import json
import re
import tarfile
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from clients.typescript_types import declarations

CLIENTS = Path(__file__).resolve().parent
DOCUMENT = CLIENTS.parent / "docs" / "openapi.json"
PYTHON = CLIENTS / "python"
PYTHON_PARTS = (
    "pyproject.toml",
    "README.md",
    "LICENSE",
    "examples/*.py",
    "src/match_client/*.py",
    "src/match_client/py.typed",
)
TYPESCRIPT = CLIENTS / "typescript"
TYPESCRIPT_PARTS = ("README.md", "LICENSE", "examples/*.ts", "dist/*.js", "dist/*.d.ts")
ENTRY = {".": {"types": "./dist/index.d.ts", "default": "./dist/index.js"}}
_VERSION = re.compile(r'^version = "([\d.]+)"$', re.MULTILINE)
COPIED = ("name", "version", "description", "keywords", "author", "license", "type", "engines")
"""The fields of package.json that also apply to the installed package."""


@cache
def python_package() -> bytes:
    """The Python client as a ZIP file for pip."""
    files = python_files()
    project = files["pyproject.toml"].decode()
    version = _VERSION.search(project)
    assert version is not None
    files["pyproject.toml"] = _VERSION.sub(f'version = "{version[1]}+{_digest(files)}"', project, count=1).encode()
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(ZipInfo(f"match-client/{name}"), content)
    return packed.getvalue()


@cache
def typescript_package() -> bytes:
    """The TypeScript client as a tarball for npm: the files of `dist`, and types made from this service's document."""
    made = typescript_files()
    package = json.loads(made["package.json"])
    package["version"] += f"+{_digest(made)}"
    made["package.json"] = json.dumps(package, indent=2).encode()
    packed = BytesIO()
    with (
        gzip.GzipFile(fileobj=packed, mode="wb", mtime=0) as compressed,
        tarfile.open(fileobj=compressed, mode="w") as archive,
    ):
        for name, content in sorted(made.items()):
            entry = tarfile.TarInfo(f"package/{name}")
            entry.size = len(content)
            archive.addfile(entry, BytesIO(content))
    return packed.getvalue()


def python_files() -> dict[str, bytes]:
    """The files of the Python client."""
    return dict(_files(PYTHON, PYTHON_PARTS))


def typescript_files() -> dict[str, bytes]:
    """The files of the TypeScript client, compiled, with types made from this service's document."""
    source = json.loads((TYPESCRIPT / "package.json").read_text(encoding="utf-8"))
    package = {**{name: source[name] for name in COPIED}, "exports": ENTRY}
    types = declarations(json.loads(DOCUMENT.read_text(encoding="utf-8"))).encode()
    made = {"dist/schema.d.ts": types, **dict(_files(TYPESCRIPT, TYPESCRIPT_PARTS))}
    return {**made, "package.json": json.dumps(package, indent=2).encode()}


def _digest(files: Mapping[str, bytes]) -> str:
    """Eight hexadecimal digits that change with any file."""
    found = sha256()
    for name, content in sorted(files.items()):
        found.update(b"%b %d " % (name.encode(), len(content)) + content)
    return found.hexdigest()[:8]


def _files(folder: Path, parts: tuple[str, ...]) -> Iterator[tuple[str, bytes]]:
    for part in parts:
        for file in sorted(folder.glob(part)):
            yield file.relative_to(folder).as_posix(), file.read_bytes()
