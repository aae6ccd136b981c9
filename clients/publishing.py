"""`python -m clients.publishing FOLDER REPOSITORY`: write both clients as they are published on PyPI and npm.

They have the files that every service offers (`packages.py`) and the changelog. Their version is that of the service,
without a digest, and they name REPOSITORY, the address of the source. `.ci/publish` builds and uploads them.
"""

import json
import shutil
import sys
from pathlib import Path

from clients.packages import CLIENTS, python_files, typescript_files

CHANGELOG = CLIENTS.parent / "CHANGELOG.md"


def write(folder: Path, repository: str) -> None:
    """Write both clients into folders of their own. Older files there are deleted."""
    python = python_files()
    urls = f'[project.urls]\nRepository = "{repository}"\nChangelog = "{repository}/blob/main/CHANGELOG.md"\n'
    python["pyproject.toml"] += f"\n{urls}".encode()
    typescript = typescript_files()
    package = json.loads(typescript["package.json"])
    source = {"type": "git", "url": f"git+{repository}.git", "directory": "clients/typescript"}
    published = {**package, "repository": source, "publishConfig": {"access": "public"}}
    typescript["package.json"] = json.dumps(published, indent=2).encode()
    for name, files in {"python": python, "typescript": typescript}.items():
        shutil.rmtree(folder / name, ignore_errors=True)
        for path, content in {**files, "CHANGELOG.md": CHANGELOG.read_bytes()}.items():
            (folder / name / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / name / path).write_bytes(content)


if __name__ == "__main__":
    write(Path(sys.argv[1]), sys.argv[2])
