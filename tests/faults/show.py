"""`python -m tests.faults.show`: a scheduled season of eight entrants in each game, while workers are killed.

It uses the deployed stack on its own PostgreSQL and Redis. An operator creates a league for each game in the admin.
Each is a double round robin on mirrored deals, with starter decks if the game has any. The workers that play deals are
killed repeatedly, some seconds after their first task. When all seasons are over, every deal must be played and counted
once, and all logs must verify. Every season is computed again offline from its export and from its logs.

Without arguments it plays 560 matches, in 18 minutes on two cores, in which 48 workers were killed.
`--games battle_line invictus --budgets 10 10 --cycles 1` plays 112 matches in seven minutes.
"""

import argparse
import json
import os
import shutil
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tests.attacks.browser import staff_member
from tests.faults.seasons import (
    assert_every_deal_counts_once,
    assert_recomputed,
    manifest_of,
    progress,
    query,
    seasons_over,
)
from tests.faults.stack import Stack

ENTRANTS = 8
SIMPLE = ("random", "greedy") * (ENTRANTS // 2)
GAMES = ("battle_line", "blackpoker", "invaders", "invictus", "lords_of_war")


def main() -> None:
    parser = argparse.ArgumentParser("python -m tests.faults.show", description=__doc__)
    parser.add_argument("--games", nargs="+", default=GAMES)
    parser.add_argument("--budgets", nargs="*", type=int, default=[10, 20, 50, 100], help="of the bots that search")
    parser.add_argument("--cycles", type=int, default=2)
    parser.add_argument("--kill-every", type=float, default=20, help="seconds")
    asked = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")
    folder = Path(tempfile.mkdtemp(prefix="show-"))
    stack = Stack(folder)
    try:
        stack.redis.start()
        stack.prepare()
        show(stack, asked)
    finally:
        stack.down()
        shutil.rmtree(folder, ignore_errors=True)


def show(stack: Stack, asked: argparse.Namespace) -> None:
    stack.start_all("web")
    operator = staff_member(stack, "operator", "League operators")
    start = datetime.now(UTC) + timedelta(seconds=90)
    cron = {"type": "cron", "cron": f"{start.minute} {start.hour} {start.day} {start.month} *"}
    bots = [*SIMPLE[: ENTRANTS - len(asked.budgets)], *(f"ismcts-{budget}" for budget in asked.budgets)]
    leagues = [game.replace("_", "-") for game in asked.games]
    cycles = {"type": "round_robin", "cycles": asked.cycles}
    for league, game in zip(leagues, asked.games, strict=True):
        manifest = manifest_of(league, game, bots, schedule=cron, format=cycles)
        status, page, _ = operator.post("/admin/leagues/league/add/", manifest=json.dumps(manifest))
        assert status == 302, page
    for service in ("worker", "background", "beat"):
        stack.start(service)
    kills = play(stack, len(leagues), asked.kill_every)
    matches = assert_every_deal_counts_once(stack)
    ((seconds, voids),) = query(
        stack,
        "SELECT extract(epoch FROM max(ended_at) - min(started_at)), (SELECT count(*) FROM leagues_void) "
        "FROM leagues_season",
    )
    print(f"{matches} matches in {seconds:.0f} s, {kills} workers killed, {voids} attempts void", flush=True)
    assert_recomputed(stack, leagues, stack.folder)
    print("every deal once; all logs verify; all seasons computed again offline, equal", flush=True)


def play(stack: Stack, seasons: int, kill_every: float) -> int:
    """Wait until all seasons are over, killing workers. Returns the number of killed workers."""
    kills, said, works_since = 0, 0, 0.0
    while not seasons_over(stack, seasons):
        time.sleep(0.5)
        if not works_since and len(stack.log("background")) > said:
            works_since = time.monotonic()
        if works_since and time.monotonic() - works_since > kill_every:
            stack.kill("background")
            kills, said, works_since = kills + 1, len(stack.log("background")), 0.0
            stack.start("background")
            closed, made = progress(stack)
            print(f"worker killed; {closed} of {made} deals are closed", flush=True)
    return kills


if __name__ == "__main__":
    main()
