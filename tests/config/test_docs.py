"""The documentation that a running service serves."""

import gzip
import re
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from time import thread_time
from typing import Any
from zipfile import ZipFile

import pytest
from django.conf import settings
from django.test import Client

from config.docs import DOCS, GUIDES


@pytest.mark.parametrize("name", GUIDES)
def test_a_guide_is_served_as_it_stands(name: str) -> None:
    served = Client().get(f"/api/docs/{name}")

    assert served.content == (DOCS / name).read_bytes()
    assert served["Content-Type"] == "text/plain; charset=utf-8"


@pytest.mark.parametrize("name", ["operations.md", "../README.md", "examples/", "no.md"])
def test_nothing_else_is(name: str) -> None:
    assert Client().get(f"/api/docs/{name}").status_code == 404


def test_the_links_of_the_guides_and_of_the_reference_lead_somewhere() -> None:
    said = settings.SPECTACULAR_SETTINGS["DESCRIPTION"]
    links = re.findall(r"\]\((/[^)]+)\)", said)
    for name in ("clients.md", "verify.md", "security.md"):
        links += [f"/api/docs/{link}" for link in re.findall(r"\]\(([^)/#][^)]*)\)", (DOCS / name).read_text())]

    assert len(links) > 5
    assert [link for link in links if Client().get(link).status_code != 200] == []


def test_the_reference_is_read_again_only_when_it_has_changed() -> None:
    first = Client().get("/api/v1/openapi.json", headers={"Accept-Encoding": "gzip"})
    again = Client().get("/api/v1/openapi.json", headers={"If-None-Match": first["ETag"]})

    assert (first.status_code, first["Content-Encoding"], again.status_code) == (200, "gzip", 304)
    assert len(first.content) < 220_000


def test_the_python_client_is_there_to_be_installed_and_is_whole(tmp_path: Path) -> None:
    served = Client().get("/api/docs/match-client.zip")
    ZipFile(BytesIO(served.content)).extractall(tmp_path)

    package = tmp_path / "match-client"
    code = (
        f"import sys; sys.path.insert(0, {str(package / 'src')!r}); import match_client; print(match_client.__file__)"
    )
    ran = subprocess.run([sys.executable, "-c", code], env={}, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert ran.stdout.startswith(str(package))
    assert {"pyproject.toml", "README.md", "LICENSE", "examples", "src"} == {entry.name for entry in package.iterdir()}
    assert (package / "src/match_client/py.typed").exists() and (package / "examples/bot.py").exists()


def test_the_document_is_compressed_once_and_bounded_for_who_does_not_ask_for_that(
    settings: Any,
) -> None:
    settings.THROTTLES = settings.THROTTLES | {"exports": (2, 60), "pages": (1000, 60)}
    path, client = "/api/v1/openapi.json", Client()

    began = thread_time()
    small = [client.get(path, headers={"Accept-Encoding": "br, gzip"}) for _ in range(20)]
    seconds = thread_time() - began
    plain = [client.get(path) for _ in range(3)]

    assert {answer.headers["Content-Encoding"] for answer in small} == {"gzip"} and seconds < 1.0
    assert gzip.decompress(small[0].content) == plain[0].content == (DOCS / "openapi.json").read_bytes()
    assert [answer.status_code for answer in plain] == [200, 200, 429] and plain[2].headers["Retry-After"]
    assert client.get(path, headers={"If-None-Match": small[0].headers["ETag"]}).status_code == 304
