"""`python -m tests.benchmarks.import_beside_moves`: how much an import of decks slows down players.

Sixteen clients play sixteen matches at once over HTTP on PostgreSQL, first alone. Then another process checks and
imports a file of decks repeatedly, as a worker does. The figure is the ratio of the slowest hundredth of latencies. It
must stay below two.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.benchmarks.clients import CLIENTS, Recorded, all_at_once, server_command, wait_until_up
from tests.benchmarks.database import database, set_up_django
from tests.benchmarks.figures import note_cost
from tests.faults.servers import free_port

WORKER = """
import json, sys, django
django.setup()
from decks.importing.services import begin_import, take_import
from decks.importing.working import work_on_import
from decks.models import DeckImport
from players.models import Player
content, by = open(sys.argv[1], "rb").read(), Player.objects.get(username="manager")
print("ready", flush=True)
files = 0
while True:
    found = begin_import(by=by, file_name="decks.json", content=content)
    while work_on_import(found.pk):
        pass
    take_import(which=found, takes_illegal=True)
    while work_on_import(found.pk):
        pass
    files += 1
    print(files * DeckImport.objects.get(pk=found.pk).rows.filter(is_taken=True).count(), flush=True)
"""


def measure(ruleset: str, rows: int, matches_a_client: int) -> None:
    with database() as url, tempfile.TemporaryDirectory() as folder:
        set_up_django(url)
        from players.models import AccessToken, Player  # noqa: PLC0415
        from rules.registry import shipped_ruleset  # noqa: PLC0415 -- after settings

        Player.objects.create_superuser("manager")
        players = [Player.objects.create_user(f"player{i}") for i in range(2)]
        tokens = [AccessToken.objects.create(user=player)[1] for player in players]
        count = CLIENTS * (2 * matches_a_client + 1)
        matches = [Recorded(ruleset, players, tokens, seed) for seed in range(1, count + 1)]
        warm, alone, beside = (
            matches[:CLIENTS],
            matches[CLIENTS : -CLIENTS * matches_a_client],
            matches[-CLIENTS * matches_a_client :],
        )
        cards = shipped_ruleset(ruleset).starter_decks[0].cards
        file = Path(folder) / "decks.json"
        decks = [{"ruleset": ruleset, "name_en": f"Deck {i}", "cards": cards} for i in range(rows)]
        file.write_text(json.dumps(decks))

        port = free_port()
        environment = {**os.environ, "RATE_FACTOR": "1000", "LOG_LEVEL": "WARNING", "CELERY_BROKER_URL": "memory://"}
        server = subprocess.Popen(server_command(port), env=environment)
        worker = None
        try:
            wait_until_up(port)
            all_at_once(port, [[match] for match in warm])
            before = all_at_once(port, [alone[i::CLIENTS] for i in range(CLIENTS)])
            worker = subprocess.Popen(
                [sys.executable, "-c", WORKER, str(file)], env=environment, stdout=subprocess.PIPE, text=True
            )
            assert worker.stdout is not None and worker.stdout.readline().strip() == "ready"
            during = all_at_once(port, [beside[i::CLIENTS] for i in range(CLIENTS)])
            worker.terminate()
            imported = worker.stdout.read().split()
        finally:
            for process in filter(None, (worker, server)):
                process.terminate()
                process.wait()
    one, other = (sorted(latencies)[len(latencies) * 99 // 100] * 1000 for latencies in (before, during))
    print(
        f"{ruleset}, 16 players: p99 {one:.1f} ms alone, {other:.1f} ms beside an import of {rows} decks "
        f"({imported[-1] if imported else 'fewer than ' + str(rows)} imported meanwhile) = {other / one:.2f} x"
    )
    note_cost("import_beside_moves: p99 of moves, of that without", other / one)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        "python -m tests.benchmarks.import_beside_moves", description="Moves beside an import."
    )
    parser.add_argument("ruleset", nargs="?", default="invictus")
    parser.add_argument("--rows", type=int, default=1000)
    parser.add_argument("--matches", type=int, default=2, help="matches a client, with and without")
    wanted = parser.parse_args(arguments)
    measure(wanted.ruleset, wanted.rows, wanted.matches)


if __name__ == "__main__":
    main()
