"""Clients that others' generators make of the OpenAPI document, in Go, Python and TypeScript, play whole matches.

Four games are played by one of them each. The Go client of all games is compiled, so the types of every game are.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
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
PLAYERS = ROOT / "tests" / "clients"
NODE = ROOT / ".ci" / "openapi"
TSC = ("--strict", "--target", "es2022", "--module", "esnext", "--moduleResolution", "bundler", "--types", "node")
pytestmark = [pytest.mark.processes, pytest.mark.exhaustive]


def needs(program: str) -> None:
    if shutil.which(program) is None and os.environ.get("CI") != "true":
        pytest.skip(f"{program} is not on this machine")


def run(*command: str | Path, folder: Path, **more: str) -> str:
    environment = {**os.environ, **more}
    ran = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=600, check=False)
    assert ran.returncode == 0, (ran.stdout + ran.stderr)[-4000:]
    return ran.stdout


def generated(document: bytes, language: str, properties: str, folder: Path) -> Path:
    """The folder of the client that openapi-generator makes of the document."""
    (folder / "openapi.json").write_bytes(document)
    options = ("--global-property", ONLY_CODE, "--additional-properties", properties)
    run(GENERATOR, "generate", "-i", "openapi.json", "-g", language, "-o", "client", *options, folder=folder)
    return folder / "client"


def go_module(document: bytes, folder: Path) -> Path:
    """The folder of a Go module `example.org/match`, made of the document."""
    needs("go")
    made = generated(document, "go", "packageName=match,withGoMod=false", folder)
    (made / "go.mod").write_text("module example.org/match\n\ngo 1.18\n")
    return made


def test_the_go_client_of_all_games_compiles(tmp_path: Path) -> None:
    made = go_module(without_oauth((ROOT / "docs" / "openapi.json").read_bytes()), tmp_path)

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


def document_of(game: str) -> bytes:
    return bytes(Client().get(f"/api/v1/openapi/{game}.json").content)


def check_played(game: str, printed: str) -> None:
    assert re.match(r"\d+ moves", printed)
    match = Match.objects.get()
    assert (match.status, match.ruleset) == (Match.Status.OVER, game)


plays = pytest.mark.usefixtures("_bots_play")


@pytest.mark.django_db(transaction=True)
@plays
def test_go_plays_with_the_client_of_one_game(base: str, tmp_path: Path) -> None:
    game = "invaders"
    made = go_module(document_of(game), tmp_path)
    player = made / "cmd" / "play"
    player.mkdir(parents=True)
    shutil.copy(PLAYERS / "go" / "main.go", player)

    check_played(game, run("go", "run", "./cmd/play", base, game, fitting_deck(game), folder=made))


@pytest.mark.django_db(transaction=True)
@plays
@pytest.mark.parametrize("game", ["battle_line", "invictus"])
def test_python_plays_with_the_client_of_one_game(base: str, game: str, tmp_path: Path) -> None:
    """Battle Line has an action with a field that may be null or left out, Invictus an option that is a list."""
    made = generated(document_of(game), "python", "packageName=generated_client", tmp_path)

    player = (sys.executable, PLAYERS / "python" / "play.py", base, game, fitting_deck(game))
    check_played(game, run(*player, folder=made, PYTHONPATH=str(made)))


@pytest.mark.django_db(transaction=True)
@plays
def test_typescript_plays_with_the_types_of_the_document(base: str) -> None:
    needs("npm")
    run(NODE / "check", folder=NODE)  # Installs what is locked, and writes match.d.ts.
    game = "lords_of_war"
    with TemporaryDirectory(dir=NODE / "node_modules", prefix=".play-") as made:
        folder = Path(made)
        shutil.copy(PLAYERS / "typescript" / "play.ts", folder)
        shutil.copy(NODE / "match.d.ts", folder)
        (folder / "package.json").write_text('{"type": "module"}')
        run(NODE / "node_modules" / ".bin" / "tsc", *TSC, "play.ts", folder=folder)

        check_played(game, run("node", "play.js", base, game, fitting_deck(game), folder=folder))


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
