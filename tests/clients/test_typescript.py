"""clients/typescript against a live service: whole matches of all games, and the documented quick start and bot."""

import json
import os
import random
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from clients.typescript_types import declarations
from match_client import Client
from matches.log.models import Event
from matches.models import Match
from players.models import Player
from rules.registry import shipped_ruleset, slugs
from tests.benchmarks.database import some_setup
from tests.clients.test_operations import LEFT_OUT, operation, operations_of_the_document
from tests.clients.test_python import SERVICE, be_hostile, joins_and_invites
from tests.faults.servers import wait_for
from tests.levels import Sample

ROOT = Path(settings.BASE_DIR)
PACKAGE = ROOT / "clients" / "typescript"
BUILD = PACKAGE / "build"
TSC = PACKAGE / "node_modules" / ".bin" / "tsc"
PASSWORD = "a quiet rook 7"
SAME = """
import type { components as Theirs } from "./theirs.js";
import type { components as Ours } from "./ours.js";
type A = Theirs["schemas"];
type B = Ours["schemas"];
type Differing = { [K in keyof A | keyof B]:
  K extends keyof A & keyof B ? ([A[K]] extends [B[K]] ? ([B[K]] extends [A[K]] ? never : K) : K) : K
}[keyof A | keyof B];
export const none: [Differing] extends [never] ? true : Differing = true;
"""
"""TypeScript that compiles if each component of either module is assignable to that of the other."""
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(scope="module", autouse=True)
def _built() -> None:
    if shutil.which("npm") is None and os.environ.get("CI") != "true":
        pytest.skip("npm is not on this machine")
    built = subprocess.run([ROOT / ".ci" / "typescript"], capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stdout + built.stderr


def run(*command: str | Path, folder: Path = PACKAGE, told: str = "", **more: str) -> str:
    """The output of a program. The test fails if the program does."""
    environment = {**os.environ, **more}
    ran = subprocess.run(
        command, cwd=folder, env=environment, input=told, capture_output=True, text=True, timeout=600, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def node(*arguments: str | Path, told: str = "", **more: str) -> str:
    return run("node", *arguments, told=told, **more)


def test_its_own_tests_pass() -> None:
    assert re.search(r"^# fail 0$", node("--test", "build/tests/retries.test.js"), re.MULTILINE)


@pytest.mark.exhaustive
@pytest.mark.usefixtures("leagues")
def test_every_method(base: str) -> None:
    said = node(BUILD / "tests" / "operations.js", base)

    requests = [line.split() for line in said.splitlines()]
    assert {operation(*request) for request in requests} == operations_of_the_document() - LEFT_OUT


def whole_matches(base: str, rulesets: list[str], *, loses_every: int) -> list[Any]:
    setups = ((ruleset, some_setup(shipped_ruleset(ruleset))) for ruleset in rulesets)
    wanted = [{"ruleset": ruleset, "options": dict(options), "decks": decks} for ruleset, (options, decks) in setups]
    told = "".join(json.dumps(line) + "\n" for line in wanted)
    said = node(BUILD / "tests" / "whole_matches.js", base, str(loses_every), told=told)
    return [json.loads(line) for line in said.splitlines()]


def actions(match: str, seat: int) -> list[Any]:
    bodies = Event.objects.filter(match_id=match).order_by("seq").values_list("body", flat=True)
    events = [body if isinstance(body, dict) else json.loads(body) for body in bodies]
    return [event["action"] for event in events if event["type"] == "action_taken" and event["seat"] == seat]


def test_whole_matches_of_all_games_with_one_request_a_move(base: str, sample: Sample) -> None:
    games = sample(slugs(), 1)

    played = whole_matches(base, games, loses_every=0)

    assert [match["ruleset"] for match in played] == games
    for match in played:
        first, second = match["players"]
        assert first["outcome"] == second["outcome"]
        assert Match.objects.get(pk=match["id"]).end_reason == first["outcome"]["reason"]
        assert first["outcome"]["reason"] not in ("aborted", "resignation", "timeout")
        for seat, player in enumerate(match["players"]):
            assert actions(match["id"], seat) == player["decisions"]
            assert len(player["decisions"]) > 3
            assert player["sent"] <= 1.1 * len(player["decisions"]) + 2


def test_no_action_is_taken_twice_where_connections_break(base: str) -> None:
    (match,) = whole_matches(base, ["battle_line"], loses_every=4)

    for seat, player in enumerate(match["players"]):
        assert player["lost"] > 3
        assert actions(match["id"], seat) == player["decisions"]


@pytest.mark.exhaustive
@pytest.mark.usefixtures("_bots_play")
def test_the_quick_start_works_as_it_stands_with_the_package_of_the_service(base: str, tmp_path: Path) -> None:
    """Follows the README in an empty folder. The bot compiles there in strict mode."""
    readme = (PACKAGE / "README.md").read_text()
    (install,) = re.findall(r"^    npm install (\S+match-client\.tgz)", readme, re.MULTILINE)
    code, more = re.findall(r"^```js\n(.*?)^```$", readme, re.DOTALL | re.MULTILINE)
    guide = (ROOT / "docs" / "clients.md").read_text()
    assert code in guide and f"npm install {install}" in guide
    (tmp_path / "start.mjs").write_text(code)
    shutil.copy(PACKAGE / "examples" / "bot.ts", tmp_path / "bot.mts")

    address = install.replace(SERVICE, base)
    run("npm", "install", "--no-audit", "--no-fund", address, folder=tmp_path)
    said = run("node", "start.mjs", folder=tmp_path, MATCH_SERVICE=base)
    types = ["--typeRoots", PACKAGE / "node_modules" / "@types", "--types", "node"]
    run(TSC, "--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", *types, "bot.mts", folder=tmp_path)

    match = Match.objects.get()
    assert match.status == "over" and match.end_reason in said

    def invite(token: str) -> str:
        (tmp_path / "more.mjs").write_text(f"const token = {token!r};\n{more.replace(SERVICE, base)}")
        return run("node", "more.mjs", folder=tmp_path)

    joins_and_invites(base, invite)


@pytest.mark.exhaustive
def test_the_types_that_the_service_hands_out_are_those_that_openapi_typescript_makes(tmp_path: Path) -> None:
    document = json.loads((ROOT / "docs" / "openapi.json").read_text(encoding="utf-8"))
    (tmp_path / "ours.d.ts").write_text(declarations(document))
    shutil.copy(PACKAGE / "src" / "schema.ts", tmp_path / "theirs.ts")
    (tmp_path / "same.ts").write_text(SAME)

    run(TSC, "--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "same.ts", folder=tmp_path)


@pytest.mark.exhaustive
def test_the_bot_plays_whoever_invites_it_whatever_strangers_do(base: str) -> None:
    source = (PACKAGE / "examples" / "bot.ts").read_text()
    assert source in (ROOT / "docs" / "clients.md").read_text()
    luck = random.Random(1)
    bot = subprocess.Popen(["node", BUILD / "examples" / "bot.js", base, "robin", PASSWORD], cwd=PACKAGE)
    try:
        with Client(base) as ann:
            ann.sign_up("ann", PASSWORD)
            wait_for(lambda: Player.objects.filter(username="robin").exists(), "the bot's account")
            be_hostile(base, ann, "robin")
            assert bot.poll() is None
            own: Any = {"kind": "me", "deck": "kingdom-standard", "ready": True}
            match = ann.open_match("invictus", [own, {"kind": "invited", "player": "robin"}])
            wait_for(lambda: Match.objects.get(pk=match["id"]).status == "playing", "the bot")
            over = ann.play(match, lambda turn: luck.choice(turn.legal_actions))
    finally:
        bot.terminate()
        bot.wait()

    assert over["outcome"]["reason"] not in ("aborted", "resignation")
