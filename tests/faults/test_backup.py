"""Backing up, restoring and upgrading with the exact commands of docs/operations.md."""

import hashlib
import os
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults.servers import postgres_bin, wait_for
from tests.faults.stack import ROOT, SERVICES, Stack
from tests.faults.test_stack import BOT, ME, assert_verified

MANUAL = (ROOT / "docs" / "operations.md").read_text()
OTHER_KEY = "33" * 32


def told(section: str, beginning: str) -> list[str]:
    """The commands of a section with this beginning, in order."""
    text = MANUAL.split(f"## {section}\n")[1].split("\n## ")[0]
    return [line.strip() for line in text.splitlines() if re.match(f"    {beginning}", line)]


def typed(command: str, folder: Path, environment: dict[str, str]) -> str:
    """The output of a command run in the folder. It must succeed."""
    line = ["bash", "-c", command]
    done = subprocess.run(line, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


# PostgreSQL


def typist(stack: Stack, folder: Path) -> dict[str, str]:
    """The environment for commands typed next to docker-compose.yml, in which compose.py acts as `docker`."""
    docker = folder / "docker"
    docker.write_text(f'#!/bin/sh\nexec {sys.executable} {ROOT}/tests/faults/compose.py "$@"\n')
    docker.chmod(0o755)
    tools = [str(folder), str(Path(postgres_bin("initdb")).parent), stack.environment["PATH"]]
    return {
        **stack.environment,
        "PATH": os.pathsep.join(tools),
        "PGHOST": "127.0.0.1",
        "PGPORT": str(stack.postgres.port),
        "DATABASE": stack.environment["DATABASE_URL"].rpartition("/")[2],
    }


@pytest.mark.exhaustive
def test_a_backup_is_proved_beside_the_service_and_goes_on_in_its_place(stack: Stack, tmp_path: Path) -> None:
    token, rng = stack.sign_up("first"), random.Random(1)
    over, mine = stack.open_match(token, BOT, BOT), stack.open_match(token, ME, BOT)
    wait_for(lambda: stack.is_over(over), "a match of bots")
    stack.play(mine, token, 4, rng)
    stack.kill("background")
    waiting = stack.open_match(token, BOT, BOT)
    here = typist(stack, tmp_path)
    dump, *restore, verify = told("Back up and restore", "(DATABASE=restored )?docker compose")

    typed(dump, tmp_path, here)
    stack.start("background")
    stack.play(mine, token, 2, rng)
    forgotten = stack.match(mine)["version"]
    for command in restore:
        typed(command, tmp_path, here)

    assert typed(verify, tmp_path, here).splitlines()[-1] == "3 verified, 0 not."

    for service in SERVICES:
        stack.kill(service)
    stack.redis.stop()
    stack.redis.start()
    stack.environment["DATABASE_URL"] = stack.environment["DATABASE_URL"].rpartition("/")[0] + "/restored"
    stack.start_all()
    assert stack.match(mine)["version"] < forgotten
    wait_for(lambda: stack.is_over(waiting), "the match of bots")
    stack.play(mine, token, 4, rng)
    assert_verified(stack)
    match = stack.match(over)
    assert hashlib.sha256(bytes.fromhex(match["server_seed"])).hexdigest() == match["seed_commitment"]


@pytest.mark.exhaustive
def test_without_the_key_nothing_verifies_nothing_starts_and_nothing_changes(stack: Stack) -> None:
    path = stack.open_match(stack.sign_up("second"), BOT, BOT)
    wait_for(lambda: stack.is_over(path), "a match of bots")

    verified = stack.manage("verify_match", "--all", SEED_SEALING_KEY=OTHER_KEY)
    started = stack.manage("migrate", "--noinput", SEED_SEALING_KEY=OTHER_KEY)

    assert verified.returncode == 1
    assert re.search(r"^0 verified, [1-9]\d* not\.$", verified.stdout, re.MULTILINE)
    assert "sealed_seed: this key cannot decrypt it" in verified.stdout
    assert started.returncode != 0 and "SEED_SEALING_KEY is not the key" in started.stderr
    assert_verified(stack)


@pytest.mark.exhaustive
def test_an_upgrade_takes_the_matches_along(stack: Stack, tmp_path: Path) -> None:
    """Upgrades from the previous version's tables, with matches in them."""
    token = stack.sign_up("third")
    stack.kill("background")
    path = stack.open_match(token, BOT, BOT)
    for service in SERVICES:
        stack.kill(service)

    for command in told("Upgrade", "docker compose run"):
        typed(command, tmp_path, typist(stack, tmp_path))

    stack.start_all()
    wait_for(lambda: stack.is_over(path), "the match of bots")
    assert_verified(stack)


# SQLite

PLAY = """
import django

django.setup()
from matches.workers.bot_runner import play_bots
from matches.services.lobby import open_match
from matches.services.seat_plans import SeatPlan

for number in range(1000):
    play_bots(open_match(ruleset="battle_line", options={}, seats=[SeatPlan(kind="bot", bot="random")] * 2).id)
    print(number, flush=True)
"""


@pytest.mark.exhaustive
@pytest.mark.processes
def test_sqlite_is_backed_up_while_it_is_written(tmp_path: Path) -> None:
    (tmp_path / ".venv").symlink_to(sys.prefix)
    (tmp_path / "manage.py").symlink_to(ROOT / "manage.py")
    kept = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    here = {**kept, "DJANGO_SETTINGS_MODULE": "config.settings.dev", "VAR_DIR": str(tmp_path / "var")}
    (tmp_path / "var").mkdir()
    typed(".venv/bin/python manage.py migrate -v0", tmp_path, here)
    backup, *restore = told("Back up and restore", "(.venv|rm|cp)")

    with subprocess.Popen([sys.executable, "-c", PLAY], cwd=ROOT, env=here, stdout=subprocess.PIPE) as playing:
        assert playing.stdout is not None
        before = [playing.stdout.readline() for _ in range(3)]
        typed(backup, tmp_path, here)
        playing.kill()
        played = [*before, *playing.stdout]
    *_, verified = [typed(command, tmp_path, here) for command in restore]

    found = re.search(r"^(\d+) verified, 0 not\.$", verified, re.MULTILINE)
    assert found and len(before) <= int(found[1]) <= len(played) + 1


@pytest.mark.exhaustive
def test_the_key_is_changed_while_matches_go_on(stack: Stack) -> None:
    token, rng = stack.sign_up("fourth"), random.Random(4)
    path = stack.open_match(token, ME, BOT)
    stack.play(path, token, 3, rng)
    former = stack.environment["SEED_SEALING_KEY"]

    _restart(stack, SEED_SEALING_KEY=OTHER_KEY, SEED_SEALING_KEY_FALLBACKS=former)
    stack.play(path, token, 3, rng)
    early = stack.manage("migrate", "--noinput", SEED_SEALING_KEY_FALLBACKS="")
    resealed = stack.manage("reseal")
    _restart(stack, SEED_SEALING_KEY_FALLBACKS="")
    stack.play(path, token, 3, rng)

    assert early.returncode != 0 and "SEED_SEALING_KEY is not the key" in early.stderr
    assert resealed.returncode == 0 and "put under the current key" in resealed.stdout
    assert_verified(stack)
    dropped = stack.manage("verify_match", "--all", SEED_SEALING_KEY=former)
    assert re.search(r"^0 verified, [1-9]\d* not\.$", dropped.stdout, re.MULTILINE)


def _restart(stack: Stack, **environment: str) -> None:
    for service in stack.processes:
        stack.kill(service)
    stack.environment.update(environment)
    stack.manage("migrate", "--noinput").check_returncode()
    stack.start_all()
