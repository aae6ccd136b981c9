"""`python -m tests.benchmarks.deals`: deals of a league stored, as a ratio to the same bots in memory.

One process, a database of its own (SQLite in a folder, or what DATABASE_URL names, empty). For every ruleset a round
robin of two bots is played to its end by `play_deals`, then as many matches in memory. A ratio of 1 would be free.
"""

import argparse
import os
import tempfile
import time
from typing import Any

from cards.rulesets.registry import shipped_ruleset, slugs
from matches.bots.arena import play
from matches.bots.pairings import pairings
from matches.bots.roster import house_bot
from tests.benchmarks.database import set_up_django


def stored(ruleset: str, bot: str, deals: int) -> float:
    """Seconds a match."""
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
    begun = time.perf_counter()
    while play_deals():
        pass
    took = time.perf_counter() - begun
    assert Deal.objects.filter(season__league=league, status=Deal.Status.CLOSED).count() == deals
    return took / Fixture.objects.filter(deal__season__league=league).count()


def in_memory(ruleset: str, bot: str, deals: int) -> float:
    """Seconds a match."""
    rules = shipped_ruleset(ruleset)
    ways = pairings(rules, next(iter(rules.option_sets)))
    begun = time.perf_counter()
    for number in range(2 * deals):
        way = ways[(number // 2) % len(ways)]
        play(rules, way.options, way.decks, [house_bot(bot)] * len(way.decks), number)
    return (time.perf_counter() - begun) / (2 * deals)


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
                told = f"in memory {1000 * memory:.0f} ms a match, stored {1000 * kept:.0f} ms"
                print(f"{bot:7} {slug:13} {told}: {memory / kept:.2f} (wanted: {wanted})", flush=True)


if __name__ == "__main__":
    main()
