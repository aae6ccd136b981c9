"""`python -m tests.benchmarks.requests_a_move`: the number of requests per move of the client in clients/python.

Two clients play each other at random over HTTP. All their requests count, from opening the match to its end: streams,
actions, and actions refused because the position had changed.
"""

import argparse
import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from tests.benchmarks.clients import server_command, wait_until_up
from tests.benchmarks.database import some_setup
from tests.benchmarks.figures import note_cost
from tests.benchmarks.league import running_stack
from tests.faults.servers import free_port

BEHIND_THE_PROXY = {"X-Forwarded-Proto": "https"}
PACKAGE = Path(__file__).parents[2] / "clients" / "python" / "src"


class Counted:
    """A client that counts its requests and decisions."""

    def __init__(self, base: str, token: str) -> None:
        import httpx2  # noqa: PLC0415 -- with what is published alone

        from match_client import Client  # noqa: PLC0415

        self.sent = self.moves = 0
        http = httpx2.Client(headers=BEHIND_THE_PROXY, event_hooks={"request": [self._count]})
        self.client = Client(base, token, http=http)

    def _count(self, request: Any) -> None:
        self.sent += 1

    def play(self, match: Any, luck: Random) -> None:
        def choose(turn: Any) -> Any:
            self.moves += 1
            return luck.choice(turn.legal_actions)

        self.client.play(match, choose)


def play(clients: Sequence[Counted], ruleset: str, luck: Random) -> int:
    """Play a match between the two clients. Returns the number of requests."""
    from rules.registry import shipped_ruleset  # noqa: PLC0415 -- after settings

    options, decks = some_setup(shipped_ruleset(ruleset))
    ann, ben = (counted.client for counted in clients)
    invited: Any = {"kind": "invited", "player": ben.me()["username"]}
    match = ann.open_match(ruleset, [{"kind": "me", "deck": decks[0], "ready": True}, invited], options=options)
    ben.join(match, decks[1])  # type: ignore[arg-type]
    before = sum(counted.sent for counted in clients)
    players = [threading.Thread(target=counted.play, args=(match, luck)) for counted in clients]
    for player in players:
        player.start()
    for player in players:
        player.join()
    return sum(counted.sent for counted in clients) - before


def measure(rulesets: Sequence[str], matches: int) -> None:
    with running_stack():
        from players.models import AccessToken, Player  # noqa: PLC0415 -- after settings

        sys.path.insert(0, str(PACKAGE))
        port = free_port()
        server = subprocess.Popen(
            server_command(port), env={**os.environ, "RATE_FACTOR": "1000", "LOG_LEVEL": "WARNING"}
        )
        try:
            wait_until_up(port)
            players = [Player.objects.create_user(name) for name in ("ann", "ben")]
            for ruleset in rulesets:
                tokens = [AccessToken.objects.create(user=player)[1] for player in players]
                clients = [Counted(f"http://127.0.0.1:{port}", token) for token in tokens]
                sent = sum(play(clients, ruleset, Random(number)) for number in range(matches))
                moves = sum(counted.moves for counted in clients)
                print(f"{ruleset}: {sent} requests for {moves} moves: {sent / moves:.3f} a move", flush=True)
                note_cost(f"requests_a_move: {ruleset}", sent / moves)
                for counted in clients:
                    counted.client.close()
        finally:
            server.terminate()
            server.wait()


def main(arguments: Sequence[str] | None = None) -> None:
    from rules.registry import slugs  # noqa: PLC0415 -- as the others, nothing is read before it is asked for

    parser = argparse.ArgumentParser("python -m tests.benchmarks.requests_a_move", description="Requests a move.")
    parser.add_argument("rulesets", nargs="*", default=[])
    parser.add_argument("--matches", type=int, default=3, help="matches of each ruleset")
    wanted = parser.parse_args(arguments)
    measure(wanted.rulesets or slugs(), wanted.matches)


if __name__ == "__main__":
    main()
