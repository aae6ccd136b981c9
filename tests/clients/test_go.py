"""A client that is generated for Go, of all games and of each, compiles; with the latter a match is played."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from cards.sets.selectors import newest_rules
from matches.models import Match
from rules.registry import slugs

ROOT = Path(settings.BASE_DIR)
GENERATOR = Path(sys.executable).with_name("openapi-generator-cli")
ONLY_CODE = "apiTests=false,modelTests=false,apiDocs=false,modelDocs=false"
pytestmark = [pytest.mark.processes, pytest.mark.exhaustive]


@pytest.fixture(scope="module", autouse=True)
def _tools() -> None:
    if shutil.which("go") is None and os.environ.get("CI") != "true":
        pytest.skip("go is not on this machine")


def run(*command: str | Path, folder: Path) -> str:
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=600, check=False)
    assert ran.returncode == 0, (ran.stdout + ran.stderr)[-4000:]
    return ran.stdout


def generated(document: bytes, folder: Path) -> Path:
    """The folder of a Go module `example.org/match`, made of the document."""
    (folder / "openapi.json").write_bytes(document)
    options = ("--global-property", ONLY_CODE, "--additional-properties", "packageName=match,withGoMod=false")
    run(GENERATOR, "generate", "-i", "openapi.json", "-g", "go", "-o", "client", *options, folder=folder)
    (folder / "client" / "go.mod").write_text("module example.org/match\n\ngo 1.18\n")
    return folder / "client"


def test_the_client_of_all_games_compiles(tmp_path: Path) -> None:
    made = generated(without_oauth((ROOT / "docs" / "openapi.json").read_bytes()), tmp_path)

    run("go", "build", "./...", folder=made)


def without_oauth(document: bytes) -> bytes:
    """The document with bearer tokens alone: code for OAuth 2 imports a module that Go would have to download."""
    described = json.loads(document)
    del described["components"]["securitySchemes"]["oauth2"]
    for operation in (one for path in described["paths"].values() for one in path.values()):
        operation["security"] = [entry for entry in operation["security"] if "oauth2" not in entry]
    return json.dumps(described).encode()


def fitting_deck(game: str) -> str:
    """The slug of a starter deck for a match with the default options; empty where no decks are brought."""
    rules = newest_rules(game)
    options = rules.read_options({})
    decks = (deck for deck in rules.starter_decks if not rules.check_deck(options, {"cards": dict(deck.cards)}, 0))
    return next((deck.slug for deck in decks), "")


@pytest.mark.django_db(transaction=True)
@pytest.mark.any_database
@pytest.mark.usefixtures("_bots_play")
@pytest.mark.parametrize("game", slugs())
def test_a_match_is_played_with_the_client_of_one_game(base: str, game: str, tmp_path: Path) -> None:
    document = Client().get(f"/api/v1/openapi/{game}.json").content
    made = generated(document, tmp_path)
    player = made / "cmd" / "play"
    player.mkdir(parents=True)
    shutil.copy(ROOT / "tests" / "clients" / "go" / "main.go", player)

    said = run("go", "run", "./cmd/play", base, game, fitting_deck(game), folder=made)

    assert re.match(r"\d+ moves", said)
    match = Match.objects.get()
    assert (match.status, match.ruleset) == (Match.Status.OVER, game)


@pytest.mark.parametrize("game", slugs())
def test_the_document_of_a_game_is_of_that_game_alone(game: str) -> None:
    document: Any = Client().get(f"/api/v1/openapi/{game}.json").json()
    whole = json.loads((ROOT / "docs" / "openapi.json").read_bytes())

    assert document["paths"].keys() == whole["paths"].keys()
    assert document["components"]["schemas"].keys() < whole["components"]["schemas"].keys()
    assert "discriminator" in document["components"]["schemas"]["Action"]
    others = [name for name in slugs() if name != game]
    assert not any(f'"{other}": {{"value"' in json.dumps(document) for other in others)


def test_a_game_that_there_is_not_has_no_document() -> None:
    assert Client().get("/api/v1/openapi/chess.json").status_code == 404
