"""`python -m tests.benchmarks.deals`: the cost of stored league deals, relative to the same bots in memory.

It uses one process and its own database (SQLite in a folder, or the empty database in DATABASE_URL). For every ruleset,
`play_deals` plays a round robin of two bots, and then as many matches are played in memory. They have other lengths, so
the costs are compared per action. With a ratio of 1, storing would cost nothing. The ratio of this process's processor
time is valid on a busy machine too. With SQLite it includes the database's work.
"""

import argparse
import os
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

from django.db.models import Sum

from matches.bots.arena import play
from matches.bots.bot import Bot, Observation
from matches.bots.pairings import pairings
from matches.bots.roster import house_bot
from rules.engine import Action
from rules.registry import shipped_ruleset, slugs
from tests.benchmarks.database import set_up_django
from tests.benchmarks.figures import note_gain


class Spent(NamedTuple):
    """Seconds per action, by the clock and of this process's processor time."""

    wall: float
    cpu: float


def spent(job: Callable[[], int]) -> Spent:
    """The cost per action of a job, which returns its number of actions."""
    wall, cpu = time.perf_counter(), time.process_time()
    actions = job()
    return Spent((time.perf_counter() - wall) / actions, (time.process_time() - cpu) / actions)


def stored(ruleset: str, bot: str, deals: int) -> Spent:
    import msgspec  # noqa: PLC0415 -- after settings

    from leagues.manifest import Manifest  # noqa: PLC0415 -- after settings
    from leagues.models import Deal, Fixture  # noqa: PLC0415 -- after settings
    from leagues.services.leagues import create_league  # noqa: PLC0415 -- after settings
    from leagues.services.playing import play_deals  # noqa: PLC0415 -- after settings
    from matches.models import Match  # noqa: PLC0415 -- after settings

    content: dict[str, Any] = {
        "league": f"{ruleset.replace('_', '-')}-{bot}",
        "names": {"ja": "bench", "en": "bench"},
        "ruleset": ruleset,
        "entrants": [{"name": "one", "bot": bot}, {"name": "two", "bot": bot}],
        "format": {"type": "round_robin"},
        "deals": deals,
    }
    league = create_league(manifest=msgspec.convert(content, Manifest), created_by=None)

    def play_all() -> int:
        while play_deals():
            pass
        played = Match.objects.filter(fixture__deal__season__league=league)
        return int(played.aggregate(actions=Sum("version"))["actions"])

    took = spent(play_all)
    assert Deal.objects.filter(season__league=league, status=Deal.Status.CLOSED).count() == deals
    assert Fixture.objects.filter(deal__season__league=league).count() == 2 * deals
    return took


class Counting:
    """A bot that counts its decisions."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.actions = 0

    def choose(self, observation: Observation) -> Action:
        self.actions += 1
        return self.bot.choose(observation)


def in_memory(ruleset: str, bot: str, deals: int) -> Spent:
    rules = shipped_ruleset(ruleset)
    ways = pairings(rules, next(iter(rules.option_sets)))

    seated: list[Counting] = []

    def counting() -> Counting:
        seated.append(Counting(house_bot(bot).make()))
        return seated[-1]

    def play_all() -> int:
        for number in range(2 * deals):
            way = ways[(number // 2) % len(ways)]
            play(rules, way.options, way.decks, [replace(house_bot(bot), make=counting)] * len(way.decks), number)
        return sum(one.actions for one in seated)

    return spent(play_all)


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
                told = f"in memory {1000 * memory.cpu:.3f} ms an action, stored {1000 * kept.cpu:.3f} ms"
                ratios = f"{memory.cpu / kept.cpu:.2f}, by the clock {memory.wall / kept.wall:.2f}"
                print(f"{bot:7} {slug:13} {told}: {ratios} (wanted: {wanted})", flush=True)
                note_gain(f"deals: {slug}, {bot}, CPU in memory over CPU stored", memory.cpu / kept.cpu)


if __name__ == "__main__":
    main()
