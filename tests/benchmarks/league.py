"""`python -m tests.benchmarks.league`: many bot matches at once through Celery's workers, on a stack of its own.

Random plays random in all rulesets and option sets. In every fifth match it plays greedy, whose thinking takes most of
the time (`--greedy-every 0`: never; then the plies compare with those of the reference). The matches are opened in the
lobby without workers, and then the workers start. The sweep runs every ten seconds, as beat does, and sends tasks for
waiting matches again. When the queue is empty, every match must be over, scored once, complete, and must verify.

Useful time is the processor time of application and database for the same matches, played one after another in this
process without a queue. The queue's overhead is what two busy cores lose: 1 - useful / (2 x wall time).
"""

import argparse
import os
import shutil
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle, islice
from pathlib import Path
from uuid import UUID

from redis import Redis

from matches.bots.pairings import Pairing, pairings
from rules.registry import shipped_ruleset, slugs
from tests.benchmarks.database import cpu_seconds, pgbench_unit, postmaster, set_up_django, tree
from tests.benchmarks.figures import note_gain
from tests.faults.servers import wait_for
from tests.faults.stack import Stack

SWEEP_SECONDS = 10
SAMPLE = 130
"""Matches played without a queue: one of each kind."""


@contextmanager
def running_stack(**environment: str) -> Iterator[Stack]:
    """A stack with PostgreSQL, Redis and tables, but no worker yet. This process gets the stack's settings."""
    folder = Path(tempfile.mkdtemp(prefix="league-"))
    stack = Stack(folder)
    stack.environment |= {"SWEEP_SECONDS": str(SWEEP_SECONDS), **environment}
    os.environ.update(stack.environment, LOG_LEVEL="WARNING")
    stack.redis.start()
    try:
        set_up_django(stack.postgres.url, "config.settings.prod")
        yield stack
    finally:
        stack.down()
        shutil.rmtree(folder, ignore_errors=True)


# Matches


def fixtures(greedy_every: int) -> Iterator[tuple[str, Pairing, list[str]]]:
    """An endless list of (ruleset, options and decks, bots), always the same."""
    rulesets = [shipped_ruleset(slug) for slug in slugs()]
    ways = [(rules.slug, pairings(rules, name)[0]) for rules in rulesets for name in rules.option_sets]
    for number, (slug, pairing) in enumerate(cycle(ways)):
        bots = ["random"] * len(pairing.decks)
        if greedy_every and number % greedy_every == 0:
            bots[0] = "greedy"
        yield slug, pairing, bots


def open_matches(count: int, greedy_every: int) -> list[UUID]:
    from matches.services.lobby import open_match  # noqa: PLC0415 -- after settings
    from matches.services.seat_plans import SeatPlan  # noqa: PLC0415 -- after settings

    opened = []
    for ruleset, pairing, bots in islice(fixtures(greedy_every), count):
        seats = [SeatPlan(kind="bot", bot=bot, deck=deck) for bot, deck in zip(bots, pairing.decks, strict=True)]
        opened.append(open_match(ruleset=ruleset, options=pairing.options, seats=seats).id)
    return opened


# Playing them


def without_queue(stack: Stack, count: int, greedy_every: int) -> float:
    """Processor seconds per match, of application and database, for playing and scoring matches one after another."""
    from celery import current_app  # noqa: PLC0415 -- after settings

    from matches.services.scoring import score  # noqa: PLC0415 -- after settings
    from matches.workers.bot_runner import play_bots  # noqa: PLC0415 -- after settings

    opened = open_matches(count, greedy_every)
    database = tree(postmaster(stack.postgres.url))
    begun = time.process_time() + cpu_seconds(database)
    for match_id in opened:
        play_bots(match_id)
        score(match_id)
    cost = (time.process_time() + cpu_seconds(database) - begun) / count
    current_app.control.purge()  # Drop the messages sent when the matches were opened.
    return cost


def with_workers(stack: Stack, workers: int, count: int, greedy_every: int) -> tuple[float, float]:
    """Seconds that the workers took for the matches, and the processor seconds of everything but this process."""
    from celery import current_app  # noqa: PLC0415 -- after settings

    from matches.models import Match  # noqa: PLC0415 -- after settings
    from matches.workers.maintenance import sweep  # noqa: PLC0415 -- after settings

    stack.start("worker", queues="maintenance", concurrency=workers)
    wait_for(lambda: current_app.control.ping(timeout=1), "the worker")
    open_matches(count, greedy_every)
    spent = _cpu_seconds(stack)
    begun = swept = time.monotonic()
    current_app.control.add_consumer("bots", reply=True)
    while Match.objects.exclude(status=Match.Status.OVER, is_scored=True).exists():
        time.sleep(0.1)
        if time.monotonic() - swept > SWEEP_SECONDS:
            swept = time.monotonic()
            sweep()
    took = time.monotonic() - begun
    spent = _cpu_seconds(stack) - spent
    broker = Redis.from_url(stack.environment["CELERY_BROKER_URL"])
    wait_for(lambda: not broker.llen("bots") and not broker.llen("maintenance"), "an empty queue", seconds=300)
    stack.stop("worker")
    return took, spent


def _cpu_seconds(stack: Stack) -> float:
    roots = [stack.processes["worker"].pid, postmaster(stack.postgres.url), stack.redis.pid]
    return cpu_seconds([pid for root in roots for pid in tree(root)])


def check(stack: Stack, count: int) -> None:
    """Check that all matches are over, scored and verified, without missing or duplicate events."""
    from django.db.models import F, Sum  # noqa: PLC0415 -- after settings

    from matches.log.models import Event  # noqa: PLC0415 -- after settings
    from matches.models import Match, Scorecard  # noqa: PLC0415 -- after settings

    over = Match.objects.filter(status=Match.Status.OVER, is_scored=True, outcome__isnull=False)
    assert over.count() == Match.objects.count() == Scorecard.objects.count() == count
    assert Match.objects.aggregate(events=Sum(F("version") + 1))["events"] == Event.objects.count()
    said = stack.manage("verify_match", "--all").stdout
    assert said.splitlines()[-1] == f"{count} verified, 0 not.", said[-1000:]
    print(f"all {count:,} matches: over, scored once, verified", flush=True)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser("python -m tests.benchmarks.league", description="Bot matches through workers.")
    parser.add_argument("--matches", type=int, default=2_000)
    parser.add_argument("--workers", type=int, nargs="+", default=[2, 4])
    parser.add_argument("--greedy-every", type=int, default=5, help="greedy plays in one match of so many; 0: in none")
    wanted = parser.parse_args(arguments)
    with running_stack() as stack:
        from matches.log.models import Event  # noqa: PLC0415 -- after settings

        unit, _ = pgbench_unit(stack.postgres.url, stack.folder)
        print(f"pgbench, 16 clients: {unit:,.0f} moves/s (U)", flush=True)
        useful = without_queue(stack, SAMPLE, wanted.greedy_every)
        print(f"without a queue: {useful * 1000:.1f} ms of CPU a match", flush=True)
        for workers in wanted.workers:
            stored = Event.objects.count()
            took, spent = with_workers(stack, workers, wanted.matches, wanted.greedy_every)
            plies = Event.objects.count() - stored
            needed = useful * wanted.matches
            print(
                f"{workers} workers: {wanted.matches / took:.1f} matches/s, {plies / took:,.0f} plies/s "
                f"= {plies / took / unit:.2f} U; {spent / wanted.matches * 1000:.1f} ms of CPU a match; "
                f"overhead {1 - needed / (2 * took):.1%} of two cores, {1 - needed / spent:.1%} of the CPU used",
                flush=True,
            )
            bots = "with greedy bots" if wanted.greedy_every else "with random bots alone"
            note_gain(f"league: plies by {workers} workers {bots}, of pgbench's moves", plies / took / unit)
        check(stack, SAMPLE + wanted.matches * len(wanted.workers))


if __name__ == "__main__":
    main()
