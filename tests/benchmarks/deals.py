"""`python -m tests.benchmarks.deals`: deals of a league stored, as a ratio to the same bots in memory.

One process, a database of its own (SQLite in a folder, or what DATABASE_URL names, empty). For every ruleset a round
robin of two bots is played to its end by `play_deals`, then as many matches in memory. A ratio of 1 would be free. The
ratio by this process's processor time holds on a busy machine too; with SQLite it has the database's work in it.
"""

import argparse
import os
import tempfile
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from cards.rulesets.registry import shipped_ruleset, slugs
from matches.bots.arena import play
from matches.bots.pairings import pairings
from matches.bots.roster import house_bot
from tests.benchmarks.database import set_up_django


class Spent(NamedTuple):
    """Seconds a match: by the clock, and of this process's processor time."""

    wall: float
    cpu: float


def spent(job: Callable[[], object], matches: int) -> Spent:
    wall, cpu = time.perf_counter(), time.process_time()
    job()
    return Spent((time.perf_counter() - wall) / matches, (time.process_time() - cpu) / matches)


def stored(ruleset: str, bot: str, deals: int) -> Spent:
    import msgspec  # noqa: PLC0415 -- after settings

    from matches.leagues.manifest import Manifest  # noqa: PLC0415 -- after settings
    from matches.leagues.models import Deal, Fixture  # noqa: PLC0415 -- after settings
    from matches.leagues.services.leagues import create_league  # noqa: PLC0415 -- after settings
    from matches.leagues.services.playing import play_deals  # noqa: PLC0415 -- after settings

    content: dict[str, Any] = {
        "league": f"{ruleset.replace('_', '-')}-{bot}",
        "names": {"ja": "bench", "en": "bench"},
        "ruleset": ruleset,
        "entrants": [{"name": "one", "bot": bot}, {"name": "two", "bot": bot}],
        "format": {"type": "round_robin"},
        "deals": deals,
    }
    league = create_league(manifest=msgspec.convert(content, Manifest), created_by=None)

    def play_all() -> None:
        while play_deals():
            pass

    took = spent(play_all, 2 * deals)
    assert Deal.objects.filter(season__league=league, status=Deal.Status.CLOSED).count() == deals
    assert Fixture.objects.filter(deal__season__league=league).count() == 2 * deals
    return took


def in_memory(ruleset: str, bot: str, deals: int) -> Spent:
    rules = shipped_ruleset(ruleset)
    ways = pairings(rules, next(iter(rules.option_sets)))

    def play_all() -> None:
        for number in range(2 * deals):
            way = ways[(number // 2) % len(ways)]
            play(rules, way.options, way.decks, [house_bot(bot)] * len(way.decks), number)

    return spent(play_all, 2 * deals)


def main() -> None:
    parser = argparse.ArgumentParser("python -m tests.benchmarks.deals", description=__doc__)
    parser.add_argument("--deals", type=int, default=10)
    asked_for = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("VAR_DIR", folder)
        os.environ.setdefault("CELERY_BROKER_URL", "memory://")
        os.environ.setdefault("LOG_LEVEL", "ERROR")
        set_up_django(os.environ.get("DATABASE_URL", f"sqlite:///{folder}/bench.sqlite3"), "config.settings.dev")
        for bot, wanted in (("random", 0.5), ("greedy", 0.9)):
            for slug in slugs():
                memory, kept = in_memory(slug, bot, asked_for.deals), stored(slug, bot, asked_for.deals)
                told = f"in memory {1000 * memory.cpu:.1f} ms a match, stored {1000 * kept.cpu:.1f} ms"
                ratios = f"{memory.cpu / kept.cpu:.2f}, by the clock {memory.wall / kept.wall:.2f}"
                print(f"{bot:7} {slug:13} {told}: {ratios} (wanted: {wanted})", flush=True)


if __name__ == "__main__":
    main()
