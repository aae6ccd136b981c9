"""The file tree of the image that the Dockerfile makes, and the web service running in it."""

import json
import os
import re
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from clients.packages import python_package, typescript_package
from config.docs import GUIDES
from tests.config.test_compose import DOCKERFILE, ROOT
from tests.faults.servers import free_port, wait_for

IGNORED = shutil.ignore_patterns(*(ROOT / ".dockerignore").read_text(encoding="utf-8").replace("**/", "").split())


def copied() -> list[tuple[str, str]]:
    """(source, destination below /app) of each copy from the repository in the last stage."""
    last_stage = DOCKERFILE.rpartition("\nFROM ")[2]
    found = []
    for line in re.findall(r"^COPY (.*)$", last_stage, re.MULTILINE):
        words = [word for word in line.split() if not word.startswith("--chown")]
        if not words[0].startswith("--from"):
            found += [(source, words[-1]) for source in words[:-1]]
    return found


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a web service that runs in a tree of only these files."""
    app = tmp_path_factory.mktemp("image") / "app"
    app.mkdir()
    for source, destination in copied():
        if (ROOT / source).is_dir():
            shutil.copytree(ROOT / source, app / destination, ignore=IGNORED)
        else:
            shutil.copy(ROOT / source, app / destination)
    port = free_port()
    environment = {
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "DJANGO_SETTINGS_MODULE": "config.settings.prod",
        "PYTHONDONTWRITEBYTECODE": "1",
        "VAR_DIR": str(app.parent / "var"),
        "SECRET_KEY": "a secret for the tests of the image, which has to be long enough",
        "SEED_SEALING_KEY": "44" * 32,
        "ROOT_SIGNING_KEY": "55" * 32,
        "ALLOWED_HOSTS": "127.0.0.1",
        "DATABASE_URL": "postgres://nobody@127.0.0.1:1/none",
        "CELERY_BROKER_URL": "memory://",
    }
    collect = [sys.executable, "manage.py", "collectstatic", "--noinput"]
    subprocess.run(collect, cwd=app, env=environment, check=True, capture_output=True)
    command = json.loads(DOCKERFILE.rpartition("\nCMD ")[2])
    for name, value in {"--host": "127.0.0.1", "--port": str(port), "--workers": "1"}.items():
        command[command.index(name) + 1] = value
    process = subprocess.Popen(command, cwd=app, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_for(lambda: _status(f"http://127.0.0.1:{port}/health/live") == 200, "the web service of the image", 60)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(20)


def fetched(url: str) -> tuple[int, bytes]:
    request = urllib.request.Request(url, headers={"X-Forwarded-Proto": "https"})
    with urllib.request.urlopen(request, timeout=20) as answer:
        return answer.status, answer.read()


def _status(url: str) -> int:
    try:
        return fetched(url)[0]
    except OSError:
        return 0


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", GUIDES)
def test_the_image_has_every_guide(address: str, name: str) -> None:
    assert fetched(f"{address}/api/docs/{name}") == (200, (ROOT / "docs" / name).read_bytes())


@pytest.mark.exhaustive
def test_the_image_has_the_openapi_document_and_the_pages_that_show_it(address: str) -> None:
    status, document = fetched(f"{address}/api/v1/openapi.json")

    shown: dict[str, Any] = json.loads(document)
    assert (status, shown["info"]["title"]) == (200, settings.SPECTACULAR_SETTINGS["TITLE"])
    for path in ("/api/docs/", "/api/docs/redoc", "/api/docs/errors"):
        status, page = fetched(address + path)
        assert status == 200
        for file in re.findall(rb'(?:src|href)="(/static/[^"]+)"', page):
            assert _status(address + file.decode()) == 200, file


def test_every_package_of_ours_is_in_the_image() -> None:
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"tests"}

    assert {*packages, "docs", "manage.py"} <= {source for source, _ in copied()}


@pytest.mark.exhaustive
def test_the_image_has_all_of_the_clients(address: str) -> None:
    assert fetched(f"{address}/api/docs/match-client.zip") == (200, python_package())
    assert fetched(f"{address}/api/docs/match-client.tgz") == (200, typescript_package())
