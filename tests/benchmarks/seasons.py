"""`python -m tests.benchmarks.seasons`: how far a second worker speeds up a season, and a season slows down people.

It uses the deployed stack on its own PostgreSQL and Redis. First, one and two worker processes play a season of two
bots. The figure is deals closed per second, over the middle four fifths. Then sixteen people move once a second, alone
and while a season keeps both workers busy, by turns. The figure is the ratio of the slowest hundredth of latencies.
"""

import argparse
import selectors
import time
from collections.abc import Sequence
from statistics import median
from typing import Any

from tests.benchmarks.clients import CLIENTS, Recorded, all_at_once
from tests.benchmarks.figures import note_cost, note_gain
from tests.benchmarks.league import running_stack
from tests.benchmarks.news import Player, _until
from tests.faults.servers import wait_for
from tests.faults.stack import Stack

RULESET = "invictus"
WORKERS = 2


def begin_season(name: str, bot: str, deals: int) -> Any:
    """Start a season of two bots of this kind in which all deals are open from the start."""
    import msgspec  # noqa: PLC0415 -- after settings

    from leagues.manifest import Manifest  # noqa: PLC0415
    from leagues.services.leagues import create_league  # noqa: PLC0415

    content = {
        "league": name,
        "names": {"ja": name, "en": name},
        "ruleset": RULESET,
        "entrants": [{"name": "one", "bot": bot}, {"name": "two", "bot": bot}],
        "format": {"type": "round_robin"},
        "deals": deals,
    }
    return create_league(manifest=msgspec.convert(content, Manifest), created_by=None)


def closed_a_second(stack: Stack, name: str, bot: str, workers: int, deals: int) -> float:
    from leagues.models import Deal  # noqa: PLC0415 -- after settings

    closed = Deal.objects.filter(season__league=begin_season(name, bot, deals), status="closed")
    stack.start("background", concurrency=workers)
    wait_for(lambda: closed.count() == deals, "the season's end", seconds=1800)
    stack.stop("background")
    moments = list(closed.order_by("closed_at").values_list("closed_at", flat=True))
    first, last = deals // 10, deals - deals // 10 - 1
    return (last - first) / (moments[last] - moments[first]).total_seconds()


def by_workers(stack: Stack, bot: str, deals: int, pairs: int) -> None:
    ratios = []
    for pair in range(pairs):
        found = {
            workers: closed_a_second(stack, f"{bot}-{pair}-{workers}", bot, workers, deals)
            for workers in ((WORKERS, 1) if pair % 2 else (1, WORKERS))  # Neither is always the later one.
        }
        ratios.append(found[WORKERS] / found[1])
        print(f"{bot}, {RULESET}: {found[1]:.2f} deals/s by one worker, {found[WORKERS]:.2f} by two", flush=True)
    print(f"median of {pairs} pairs: {median(ratios):.2f} x", flush=True)
    note_gain(f"seasons: deals of {bot} by two workers, of those by one", median(ratios))


def people(port: int, matches: Sequence[Recorded], seconds: int) -> list[float]:
    """Seconds from each move to its answer, for people who each move once a second."""
    players = [Player(port, match) for match in matches]
    begun = time.perf_counter() + 0.1
    for number, player in enumerate(players):
        moves = min(seconds, len(player.requests))
        player.due.extend(begun + number / len(players) + move for move in range(moves))
    with selectors.DefaultSelector() as ready:
        for player in players:
            ready.register(player.socket, selectors.EVENT_READ, player)
        _until(ready, lambda: all(not one.due and len(one.sent) == len(one.answered) for one in players), 600, players)
    for player in players:
        player.socket.close()
    return sorted(
        answered - sent for player in players for sent, answered in zip(player.sent, player.answered, strict=True)
    )


def beside_people(stack: Stack, bot: str, pairs: int, seconds: int) -> None:
    from leagues.models import Deal  # noqa: PLC0415 -- after settings
    from tests.benchmarks.in_process import signed_up  # noqa: PLC0415

    accounts, tokens = signed_up("ann", "ben")
    seeds = iter(range(1, 1_000_000))

    def opened() -> list[Recorded]:
        return [Recorded(RULESET, accounts, tokens, next(seeds)) for _ in range(CLIENTS)]

    closed = Deal.objects.filter(season__league=begin_season(f"{bot}-beside", bot, 1_000), status="closed")
    stack.start_all("web")
    all_at_once(stack.port, [[match] for match in opened()])
    found = []
    for pair in range(pairs):
        took: dict[bool, list[float]] = {}
        for has_season in (True, False) if pair % 2 else (False, True):  # Neither is always the later one.
            before = closed.count()
            if has_season:
                stack.start("background", concurrency=WORKERS)
                wait_for(lambda before=before: closed.count() > before, "the workers", seconds=60)  # type: ignore[misc]
            took[has_season] = people(stack.port, opened(), seconds)
            if has_season:
                stack.stop("background")
        alone, beside = took[False], took[True]
        at = [[latencies[len(latencies) * share // 100] * 1000 for latencies in (alone, beside)] for share in (50, 99)]
        print(
            f"{CLIENTS} people, {len(alone)} moves: p50 {at[0][0]:.1f} and {at[0][1]:.1f} ms beside a season, "
            f"p99 {at[1][0]:.1f} and {at[1][1]:.1f} ms",
            flush=True,
        )
        found.append((at[0][1] / at[0][0], at[1][1] / at[1][0]))
    p50, p99 = (median(ratios) for ratios in zip(*found, strict=True))
    print(f"median of {pairs} pairs: p50 {p50:.2f} x, p99 {p99:.2f} x", flush=True)
    note_cost("seasons: p50 of people's moves, of that without", p50)
    note_cost("seasons: p99 of people's moves, of that without", p99)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser("python -m tests.benchmarks.seasons", description="Workers of a season.")
    parser.add_argument("--random-deals", type=int, default=300)
    parser.add_argument("--greedy-deals", type=int, default=60)
    parser.add_argument("--pairs", type=int, default=3, help="of both comparisons")
    parser.add_argument("--seconds", type=int, default=60, help="of each")
    wanted = parser.parse_args(arguments)
    direct = {"HTTPS": "off", "PROXIES": "0", "ALLOWED_HOSTS": "localhost,127.0.0.1", "RATE_FACTOR": "1000"}
    with running_stack(**direct) as stack:
        stack.start("worker")
        stack.start("beat")
        for bot, deals in (("random", wanted.random_deals), ("greedy", wanted.greedy_deals)):
            by_workers(stack, bot, deals, wanted.pairs)
        beside_people(stack, "greedy", wanted.pairs, wanted.seconds)


if __name__ == "__main__":
    main()
