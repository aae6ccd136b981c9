"""Under the worst load at the same time, every service stays within its memory limit in the Compose file."""

import json
import os
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from decks.limits import MOST_FILE_BYTES
from replay.limits import MOST_IMPORT_BYTES
from tests.faults.seasons import make_league
from tests.faults.servers import wait_for
from tests.faults.stack import COMPOSE, Stack, running_stack

pytestmark = pytest.mark.exhaustive
SERVICES = ("web", "streams", "worker", "background", "files", "hooks", "mail", "beat")
UNITS = {"m": 1, "g": 1024}
SECONDS = 20
AT_ONCE = 32
"""Bodies that four addresses may send at the same time."""
BODIES = (
    ("/api/v1/imports", b"{}\n" * (MOST_IMPORT_BYTES // 3)),
    ("/api/v1/imports", b'{"format":"match/1",' + b'"a":1,' * 80_000 + b'"a":1}\n'),
    ("/api/v1/decks/read", b"[" + b"{}," * 320_000 + b"{}]"),
    ("/api/v1/matches", b'{"ruleset":"battle_line","seats":[' + b'{"kind":"open"},' * 50_000 + b"{}]}"),
    ("/api/v1/deck-imports", b"," * MOST_FILE_BYTES),
    ("/api/v1/decks/read", json.dumps({"ruleset": "invictus", "text": "\n".join(["ﷺ" * 48] * 1000)}).encode()),
)
FILES = """
from itertools import chain
from decks.importing.services import begin_import
from players.models import Player
from tests.attacks.deck_files import archives, texts, workbooks
for content in chain(texts(), archives(), workbooks()):
    begin_import(by=Player.objects.get(username="{name}"), file_name="x", content=content)
"""
MANAGER = """
from django.contrib.auth.models import Group
from players.models import Player
Player.objects.get(username="{name}").groups.set(Group.objects.filter(name="Deck managers"))
"""


@pytest.fixture(scope="module")
def stack() -> Iterator[Stack]:
    with running_stack(*SERVICES) as running:
        running.kill("web")
        running.start("web", workers=1)  # One container of several, which gets all the load.
        wait_for(running.is_ready, "the web service")
        yield running


def limit(service: str) -> int:
    """The service's memory limit in megabytes."""
    text = COMPOSE["services"][service]["deploy"]["resources"]["limits"]["memory"]
    return int(text[:-1]) * UNITS[text[-1]]


def memory_of(group: int) -> float:
    """Megabytes of all processes of a group. Shared memory counts once."""
    total = 0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if os.getpgid(int(folder.name)) == group:
                lines = (folder / "smaps_rollup").read_text().splitlines()
                total += next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
        except (OSError, StopIteration):
            continue  # The process has ended.
    return total / 1024


@contextmanager
def watched(stack: Stack) -> Iterator[dict[str, float]]:
    """Service -> its largest size inside the context."""
    largest = dict.fromkeys(SERVICES, 0.0)
    is_over = threading.Event()

    def watch() -> None:
        while not is_over.wait(0.2):
            for service in SERVICES:
                largest[service] = max(largest[service], memory_of(stack.processes[service].pid))

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        yield largest
    finally:
        is_over.set()
        watcher.join()


def test_no_service_grows_beyond_what_it_is_given(stack: Stack) -> None:
    token = stack.sign_up("hostile")
    make_league(stack, "busy", "battle_line", ["ismcts", "greedy", "random"], deals=20)
    before = {service: stack.processes[service].pid for service in SERVICES}
    for code in (MANAGER, FILES):
        done = stack.manage("shell", "-c", code.format(name="hostile"))
        assert done.returncode == 0, done.stderr
    until = time.monotonic() + SECONDS

    def send(number: int) -> list[int]:
        answers = []
        while time.monotonic() < until:
            path, body = BODIES[(number + len(answers)) % len(BODIES)]
            try:
                answers.append(stack.send("POST", path, body, token)[0])
            except OSError:
                answers.append(0)  # Refused before all of it was sent.
        return answers

    with watched(stack) as largest, ThreadPoolExecutor(AT_ONCE) as senders:
        answers = [status for statuses in senders.map(send, range(AT_ONCE)) for status in statuses]

    print({service: f"{largest[service]:.0f} of {limit(service)} MB" for service in SERVICES}, len(answers))
    assert len(answers) > AT_ONCE
    assert set(answers) <= {0, 200, 201, 400, 413, 422, 429, 503}
    assert {service: size for service, size in largest.items() if size > limit(service)} == {}
    assert before == {service: stack.processes[service].pid for service in SERVICES}, "none was killed"
