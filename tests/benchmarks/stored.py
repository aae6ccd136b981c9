"""`python -m tests.benchmarks.stored`: whole bot matches stored on PostgreSQL, against the same matches in memory.

One worker, one match after another, every event hashed and written; processor time of application and database. Also:
events folded a second, checked byte for byte and not, as a share of the reference game's plies.
"""

import argparse
import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from cards.rulesets.registry import shipped_ruleset
from tests.benchmarks import reference
from tests.benchmarks.database import cpu_seconds, database, postmaster, set_up_django, some_setup, tree


def measure(ruleset: str, bot: str, matches: int) -> None:
    with database() as url:
        set_up_django(url)
        from matches import house, store  # noqa: PLC0415 -- after settings
        from matches.bots.arena import play  # noqa: PLC0415 -- after settings
        from matches.bots.roster import house_bot  # noqa: PLC0415 -- after settings
        from matches.history import fold  # noqa: PLC0415 -- after settings
        from matches.lobby import SeatPlan, open_match  # noqa: PLC0415 -- after settings

        rules = shipped_ruleset(ruleset)
        options, decks = some_setup(rules)
        bots = [house_bot(bot)] * 2
        begun = time.perf_counter()
        alone = _timed(lambda: [play(rules, options, decks, bots, seed) for seed in range(matches)])
        took_alone = time.perf_counter() - begun

        seats = [SeatPlan(kind="bot", bot=bot, deck=deck) for deck in decks]
        main = postmaster()
        data = cpu_seconds(tree(main))
        opened: list[Any] = []

        def store_matches() -> None:
            for _ in range(matches):
                opened.append(open_match(ruleset=ruleset, options=options, seats=seats).id)
                house.play_bots(opened[-1])

        begun = time.perf_counter()
        kept = _timed(store_matches)
        took = time.perf_counter() - begun
        data = cpu_seconds(tree(main)) - data
        print(
            f"{ruleset}, {bot} against {bot}: {matches / took:,.1f} matches/s stored = {took_alone / took:.3f} of "
            f"the same in memory; by CPU {alone / (kept + data):.3f} with the database's, {alone / kept:.3f} without"
        )

        logs = [(store.peek(match).position.key, store.events(match)) for match in opened]
        events = sum(len(log) for _, log in logs)
        unit = _reference_rate()
        plain = _timed(lambda: [fold(rules, key, log) for key, log in logs])
        checked = _timed(lambda: [fold(rules, key, log, check=True) for key, log in logs])
        print(
            f"folded: {events / plain:,.0f} events/s ({events / plain / unit:.3f} of the reference's plies), "
            f"audited byte for byte: {events / checked:,.0f} ({events / checked / unit:.3f})"
        )


def _timed(job: Callable[[], object]) -> float:
    begun = time.process_time()
    job()
    return time.process_time() - begun


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
