"""clients/python against a live service: whole matches of all games, and the documented quick start and bot."""

import asyncio
import os
import random
import re
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx2
import pytest
from django.conf import settings

from common.concurrency_limits import ConcurrencyLimit
from match_client import AsyncClient, AsyncTurn, Client, Turn
from matches.api import waiting
from matches.models import Match
from players.models import Player
from rules.registry import shipped_ruleset, slugs
from tests.benchmarks.database import some_setup
from tests.faults.servers import wait_for

PACKAGE = Path(settings.BASE_DIR) / "clients" / "python"
DOCS = Path(settings.BASE_DIR) / "docs"
PASSWORD = "a quiet rook 7"
SERVICE = "http://127.0.0.1:8000"
pytestmark = pytest.mark.django_db(transaction=True)


def counting(sent: Counter[str], name: str) -> Any:
    return lambda request: sent.update([name])


async def counted(sent: Counter[str], request: httpx2.Request) -> None:
    sent["ben"] += 1


@pytest.mark.exhaustive
@pytest.mark.parametrize("ruleset", slugs())
def test_the_two_clients_play_each_other_with_one_request_a_move(base: str, ruleset: str) -> None:
    options, decks = some_setup(shipped_ruleset(ruleset))
    sent: Counter[str] = Counter()
    moves: Counter[str] = Counter()
    luck = random.Random(ruleset)

    def choose(turn: Turn) -> Any:
        moves["ann"] += 1
        return luck.choice(turn.legal_actions)

    async def choose_too(turn: AsyncTurn) -> Any:
        moves["ben"] += 1
        return luck.choice(turn.legal_actions)

    async def play_ben(match: str) -> Any:
        http = httpx2.AsyncClient(event_hooks={"request": [lambda request: counted(sent, request)]})
        async with AsyncClient(base, http=http) as ben:
            await ben.sign_in("ben", PASSWORD)
            await ben.join(match, decks[1])
            sent.clear()
            return await ben.play(match, choose_too)

    with Client(base) as ben:
        ben.sign_up("ben", PASSWORD)
    with Client(base, http=httpx2.Client(event_hooks={"request": [counting(sent, "ann")]})) as ann:
        ann.sign_up("ann", PASSWORD)
        seats: list[Any] = [{"kind": "me", "deck": decks[0], "ready": True}, {"kind": "invited", "player": "ben"}]
        match = ann.open_match(ruleset, seats, options=options)
        ends: list[Any] = []
        other = threading.Thread(target=lambda: ends.append(asyncio.run(play_ben(match["id"]))))
        other.start()
        wait_for(lambda: Match.objects.get().status == "playing", "the other seat")
        ends.append(ann.play(match, choose))
        other.join()

    assert [end["status"] for end in ends] == ["over", "over"]
    assert ends[0]["outcome"] == ends[1]["outcome"]
    assert ends[0]["outcome"]["reason"] not in ("aborted", "resigned", "timeout")
    for name in ("ann", "ben"):
        assert moves[name] > 3
        assert sent[name] <= 1.1 * moves[name] + 2


@pytest.mark.usefixtures("_bots_play")
def test_the_quick_start_works_as_it_stands(base: str) -> None:
    code = re.findall(r"^```python\n(.*?)^```$", (PACKAGE / "README.md").read_text(), re.DOTALL | re.MULTILINE)
    assert len(code) == 2 and code[0] in (DOCS / "clients.md").read_text()

    ran = run("-c", code[0], MATCH_SERVICE=base)

    match = Match.objects.get()
    assert ran.returncode == 0, ran.stderr
    assert match.status == "over" and match.end_reason in ran.stdout
    joins_and_invites(base, lambda token: run("-c", f"token = {token!r}\n" + code[1].replace(SERVICE, base)).stdout)


def joins_and_invites(base: str, program: Callable[[str], str]) -> None:
    """Test the second example of both clients, which joins an open match and prints an invitation code."""
    with Client(base) as ann, Client(base) as ben:
        ann.sign_up("ann", PASSWORD)
        ben.sign_up("ben", PASSWORD)
        opened = ann.open_match("battle_line", [{"kind": "me", "ready": True}, {"kind": "open"}])
        code = program(ben.token or "").strip()

        assert ann.match(opened)["status"] == "playing"
        assert [match["status"] for match in ben.matches({"mine": True, "ruleset": "invictus"})["results"]] == [
            "playing"
        ]
        assert ann.join_by_code(code)["created_by"] == "ben"


def be_hostile(base: str, ann: Client, guest: str) -> None:
    """Do to a bot what strangers may do: withdraw calls at once or a little later, resign early, revoke a token."""
    invited: Any = {"kind": "invited", "player": guest}
    for ruleset, deck in (("battle_line", None), ("invictus", "kingdom-standard")):
        match = ann.open_match(ruleset, [{"kind": "me", "deck": deck}, invited])
        ann.abort(match)
    started = ann.open_match("battle_line", [{"kind": "me", "ready": True}, invited])
    wait_for(lambda: Match.objects.get(pk=started["id"]).status == "playing", "the bot")
    ann.resign(started)
    with Client(base) as owner:
        owner.sign_in(guest, PASSWORD)
        owner.sign_out_everywhere(PASSWORD)


def test_the_bot_plays_whoever_invites_it_whatever_strangers_do(base: str) -> None:
    bot_file = PACKAGE / "examples" / "bot.py"
    assert bot_file.read_text() in (DOCS / "clients.md").read_text()
    luck = random.Random(1)
    bot = subprocess.Popen([sys.executable, bot_file, base, "randolf", PASSWORD], env=environment())
    try:
        with Client(base) as ann:
            ann.sign_up("ann", PASSWORD)
            wait_for(lambda: Player.objects.filter(username="randolf").exists(), "the bot's account")
            be_hostile(base, ann, "randolf")
            assert bot.poll() is None
            for ruleset, deck in (("battle_line", None), ("invictus", "kingdom-standard")):
                seats: list[Any] = [
                    {"kind": "me", "deck": deck, "ready": True},
                    {"kind": "invited", "player": "randolf"},
                ]
                match = ann.open_match(ruleset, seats, clock={"type": "per_decision", "seconds": 30})
                over = ann.play(match, lambda turn: luck.choice(turn.legal_actions))
                assert over["outcome"]["reason"] not in ("aborted", "resigned", "timeout")
    finally:
        bot.terminate()
        bot.wait()


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(PACKAGE / "src"), **more}


def run(*arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *arguments]
    return subprocess.run(command, env=environment(**more), capture_output=True, text=True, timeout=600, check=False)


class Unlucky(httpx2.HTTPTransport):
    """A transport that loses every fourth answer to a move, after the service has carried it out."""

    def __init__(self) -> None:
        super().__init__()
        self.moves = self.lost = 0

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        answer = super().handle_request(request)
        if "/actions" in request.url.path:
            self.moves += 1
            if self.moves % 4 == 0:
                self.lost += 1
                answer.close()
                raise httpx2.ReadError("lost on its way")
        return answer


@pytest.mark.exhaustive
@pytest.mark.usefixtures("_bots_play")
def test_no_action_is_taken_twice_where_connections_break(base: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("match_client._sync.time", SimpleNamespace(sleep=lambda seconds: None))  # Only the client's.
    unlucky, decisions = Unlucky(), []

    def choose(turn: Turn) -> Any:
        decisions.append(turn.legal_actions[0])
        return decisions[-1]

    with Client(base, http=httpx2.Client(transport=unlucky)) as ann:
        ann.sign_up("ann", PASSWORD)
        match = ann.open_match("battle_line", [{"kind": "me", "ready": True}, {"kind": "bot", "bot": "random"}])
        ann.play(match, choose)
        events = ann.events(match)["events"]

    taken = [event["action"] for event in events if event["type"] == "action_taken" and event["seat"] == 0]
    assert unlucky.lost > 3
    assert taken == decisions


@pytest.mark.exhaustive
def test_a_stream_that_is_left_frees_its_place_and_goes_on_where_it_was(
    base: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    places = ConcurrencyLimit(1)
    monkeypatch.setattr(waiting, "open_waits", places)
    with Client(base) as ann:
        ann.sign_up("ann", PASSWORD)
        match = ann.open_match("battle_line", [{"kind": "me", "ready": True}, {"kind": "open"}])
        with Client(base) as ben:
            ben.sign_up("ben", PASSWORD)
            ben.join(match)
        stream = ann.match_stream(match)
        with stream as messages:
            first = next(message for message in messages if message["event"] == "message")
            wait_for(lambda: places.count == 1, "a place that is taken")
        wait_for(lambda: places.count == 0, "a place that is free")
        ann.resign(match)
        with ann.match_stream(match, after=stream.last_id or 0) as rest:
            later = list(rest)

    assert (first["data"]["type"], stream.last_id) == ("match_started", 0)
    assert [message["event"] for message in later] == ["message", "now"]
    assert later[0]["data"]["type"] == "seat_resigned"  # type: ignore[typeddict-item]
