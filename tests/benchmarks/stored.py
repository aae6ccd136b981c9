"""`python -m tests.benchmarks.stored`: bot matches stored on PostgreSQL, compared with the same matches in memory.

One worker plays one match after another, and hashes and writes every event. The figures are processor time of
application and database. It also prints events folded per second, with and without checking every byte, relative to the
plies of the reference game.
"""

import argparse
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from uuid import UUID

from rules.registry import shipped_ruleset
from tests.benchmarks import reference
from tests.benchmarks.database import cpu_seconds, database, postmaster, set_up_django, some_setup, tree
from tests.benchmarks.figures import note_gain

WARM = 5


def measure(ruleset: str, bot: str, matches: int) -> None:
    with database() as url:
        set_up_django(url)
        from matches.bots.arena import play  # noqa: PLC0415 -- after settings
        from matches.bots.roster import house_bot  # noqa: PLC0415 -- after settings
        from matches.log import sql  # noqa: PLC0415 -- after settings
        from matches.log.folding import fold  # noqa: PLC0415 -- after settings
        from matches.models import Match  # noqa: PLC0415 -- after settings
        from matches.services.lobby import open_match  # noqa: PLC0415 -- after settings
        from matches.services.seat_plans import SeatPlan  # noqa: PLC0415 -- after settings
        from matches.workers import bot_runner  # noqa: PLC0415 -- after settings

        rules = shipped_ruleset(ruleset)
        options, decks = some_setup(rules)
        bots = [house_bot(bot)] * 2
        seats = [SeatPlan(kind="bot", bot=bot, deck=deck) for deck in decks]
        main = postmaster()
        opened: list[UUID] = []

        def play_in_memory() -> None:
            play(rules, options, decks, bots, len(opened))

        def play_and_store() -> None:
            match = open_match(ruleset=ruleset, options=options, seats=seats, play=bot_runner.play_at_once)
            opened.append(match.id)
            if match.status != Match.Status.OVER:
                bot_runner.play_bots(match.id)

        for _ in range(WARM):
            play_in_memory(), play_and_store()
        opened.clear()
        data = cpu_seconds(tree(main))
        alone, kept = Spent(), Spent()
        for _ in range(matches):  # By turns, so that other load affects both equally.
            alone.add(play_in_memory)
            kept.add(play_and_store)
        data = cpu_seconds(tree(main)) - data
        print(
            f"{ruleset}, {bot} against {bot}: {matches / kept.wall:,.1f} matches/s stored = "
            f"{alone.wall / kept.wall:.3f} of the same in memory; by CPU {alone.cpu / (kept.cpu + data):.3f} with the "
            f"database's, {alone.cpu / kept.cpu:.3f} without"
        )
        note_gain(f"stored: {ruleset}, {bot}, CPU in memory over CPU stored", alone.cpu / (kept.cpu + data))

        logs = [(sql.load_match(match).position.key, sql.events(match)) for match in opened]
        events = sum(len(log) for _, log in logs)
        unit = _reference_rate()
        plain, checked = Spent(), Spent()
        for key, log in logs:
            plain.add(lambda key=key, log=log: fold(rules, key, log))
            checked.add(lambda key=key, log=log: fold(rules, key, log, check=True))
        print(
            f"folded: {events / plain.cpu:,.0f} events/s ({events / plain.cpu / unit:.3f} of the reference's plies), "
            f"audited byte for byte: {events / checked.cpu:,.0f} ({events / checked.cpu / unit:.3f})"
        )


@dataclass(slots=True)
class Spent:
    """Seconds by the clock and of this process's processor time."""

    wall: float = 0.0
    cpu: float = 0.0

    def add(self, job: Callable[[], object]) -> None:
        wall, cpu = time.perf_counter(), time.process_time()
        job()
        self.wall += time.perf_counter() - wall
        self.cpu += time.process_time() - cpu


def _reference_rate() -> float:
    luck = Random(1)
    begun, plies = time.process_time(), 0
    while time.process_time() - begun < 1:
        plies += reference.play(luck)
    return plies / (time.process_time() - begun)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser("python -m tests.benchmarks.stored", description="Bot matches stored.")
    parser.add_argument("ruleset", nargs="?", default="invictus")
    parser.add_argument("--bot", default="random")
    parser.add_argument("--matches", type=int, default=40)
    wanted = parser.parse_args(arguments)
    measure(wanted.ruleset, wanted.bot, wanted.matches)


if __name__ == "__main__":
    main()
