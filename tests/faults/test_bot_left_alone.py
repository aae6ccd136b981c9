"""`run_bot` unattended: a hostile stranger, tokens that end, and a web service that is killed repeatedly."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from match_client import Client
from tests.clients.test_python import environment
from tests.faults.servers import wait_for
from tests.faults.stack import Stack, running_stack

pytestmark = pytest.mark.exhaustive  # Minutes: each restart takes seconds.
BOT, PASSWORD = "randolf", "a quiet rook 7"
ROUNDS = 3
HTTPS = {"X-Forwarded-Proto": "https"}
PROGRAM = f"""
import sys
import httpx2
from match_client import Client

hooks = {{"request": [lambda request: print(request.method, request.url.path, flush=True)]}}
with Client(sys.argv[1], http=httpx2.Client(headers={HTTPS!r}, event_hooks=hooks)) as me:
    me.run_bot(lambda turn: turn.legal_actions[0], username={BOT!r}, password={PASSWORD!r})
"""
"""The example bot of the package, changed to print its requests."""


@pytest.fixture
def stack() -> Iterator[Stack]:
    with running_stack("web") as running:
        yield running


def client(stack: Stack, *hooks: Callable[[Any], None]) -> Client:
    http = httpx2.Client(headers=HTTPS, event_hooks={"request": list(hooks)})
    return Client(f"http://127.0.0.1:{stack.port}", http=http)


def trouble(stack: Stack, number: int, bot_lives: Callable[[Any], None]) -> int:
    """One round of trouble by a new stranger, since the service limits each. Returns how often the bot acted."""
    ann = client(stack, bot_lives)
    ann.sign_up(f"stranger-{number}", PASSWORD)
    invited: Any = {"kind": "invited", "player": BOT}
    ready: Any = {"kind": "me", "ready": True}
    for ruleset in ("battle_line", "invictus"):  # Call the bot and withdraw the call at once.
        ann.abort(ann.open_match(ruleset, [{"kind": "me"}, invited]))
    left = ann.open_match("battle_line", [ready, invited])
    wait_for(lambda: ann.match(left["id"])["status"] == "playing", "the bot")
    ann.resign(left)
    with client(stack) as owner:
        owner.sign_in(BOT, PASSWORD)
        owner.sign_out_everywhere(PASSWORD)
    match = ann.open_match("battle_line", [ready, invited])
    stack.kill("web")
    stack.start("web")
    over = ann.play(match, lambda turn: turn.legal_actions[0])
    assert over["outcome"] is not None and over["outcome"]["reason"] not in ("aborted", "resignation", "timeout")
    events = ann.events(match, limit=500)["events"]
    ann.close()
    return sum(event["type"] == "action_taken" and event["seat"] == 1 for event in events)


def test_a_bot_that_is_left_alone_plays_on_and_asks_little(stack: Stack, tmp_path: Path) -> None:
    said = tmp_path / "requests"

    def bot_lives(_: Any) -> None:  # Otherwise a stranger would wait forever for its move.
        assert bot.poll() is None, said.read_text()

    with said.open("wb") as output, client(stack) as ann:
        command = [sys.executable, "-c", PROGRAM, ann.base]
        bot = subprocess.Popen(command, env=environment(), stdout=output, stderr=subprocess.STDOUT)
        try:
            ann.sign_up("ann", PASSWORD)
            wait_for(lambda: ann.find_player(BOT) is not None, "the bot's account")
            actions = sum(trouble(stack, number, bot_lives) for number in range(ROUNDS))
            bot_lives(None)
        finally:
            bot.terminate()
            bot.wait()

    requests = said.read_text().splitlines()
    assert actions >= 8 * ROUNDS  # No match ends with fewer cards on the table.
    assert len(requests) < 1.2 * actions + 40 * ROUNDS, requests[-200:]
