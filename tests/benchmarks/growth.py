"""`python -m tests.benchmarks.growth`: what costs more with ten times the finished matches, and how much more.

Two databases get finished matches, generated as copies of one match of about twenty events, `--a-day` for each day
back. Every measurement runs on both by turns. It prints a table: processor seconds of application and database with
the fewer matches, and the ratio with the more. `pg_dump` has only its own processor time. `--sqlite` measures SQLite.
"""

import argparse
import resource
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from statistics import median
from typing import TYPE_CHECKING, Any

from tests.benchmarks.database import database, set_up_django
from tests.benchmarks.figures import note_cost

if TYPE_CHECKING:
    from tests.benchmarks.many_matches import ManyMatches

EMPTY = "match_service_bench_growth"
ROUNDS = 15
SLOW_ROUNDS = 3
RUNNING = 2
DAY = timedelta(days=1)
SEARCH = "/api/v1/search/matches"
STATISTICS = "/api/v1/search/statistics?ruleset=lords_of_war"
Cost = Callable[["ManyMatches"], float]


def requests() -> Iterator[tuple[str, str]]:
    """(name, path) of requests. `{cursor}` is in the middle of the list, `{player}` plays the running matches."""
    yield "page: home", "/"
    yield "page: list of matches", "/matches/"
    yield "page: finished match", "/matches/{finished}/"
    yield "page: replay", "/matches/{finished}/replay/"
    yield "page: profile", "/players/{player}/"
    yield "page: figures of a game", "/figures/lords_of_war/"
    yield "API list: newest", "/api/v1/matches"
    yield "API list: in the middle", "/api/v1/matches?cursor={cursor}"
    yield "API list: finished, of one game", "/api/v1/matches?status=over&ruleset=lords_of_war"
    yield "API list: my turn", "/api/v1/matches?my_turn=true"
    yield "search: game", f"{SEARCH}?ruleset=lords_of_war"
    yield "search: player", f"{SEARCH}?player=ann"
    yield "search: effect, in every match", f"{SEARCH}?ruleset=lords_of_war&effect=drew"
    yield "search: effect, in no match", f"{SEARCH}?ruleset=lords_of_war&effect=nothing"
    yield "statistics", STATISTICS


def costs() -> Iterator[tuple[str, int, Cost]]:
    """(name, rounds, cost) of everything except moves."""
    from django.db import connection  # noqa: PLC0415 -- after settings

    from matches.search.terms import sweep_search_terms  # noqa: PLC0415 -- likewise
    from matches.workers.maintenance import sweep  # noqa: PLC0415 -- likewise
    from replay.nightly_audit import due_matches  # noqa: PLC0415 -- likewise

    def vacuum() -> None:
        with connection.cursor() as cursor:
            cursor.execute("VACUUM (ANALYZE, PARALLEL 0)")

    for name, path in requests():
        yield name, ROUNDS, lambda side, path=path: _request(side, path)
    yield "sweep", ROUNDS, lambda side: _work(side, sweep)
    yield "sweep of search terms", ROUNDS, lambda side: _work(side, sweep_search_terms)
    yield "nightly audit: finding what is due", ROUNDS, lambda side: _work(side, lambda: list(due_matches()))
    if connection.vendor == "postgresql":
        yield "vacuum, nothing to remove", SLOW_ROUNDS, lambda side: _work(side, vacuum)
        yield "backup (pg_dump, uncompressed)", 1, _dump


def _request(side: "ManyMatches", path: str) -> float:
    from tests.benchmarks.in_process import send, serving  # noqa: PLC0415 -- after settings

    with serving(side.connection):
        token = side.tokens[0] if path.startswith("/api/") else ""
        found = send("GET", path.format(cursor=side.middle, finished=side.finished, player=side.player), token)
    assert found.status == 200, (path, found)
    return found.cpu


def _work(side: "ManyMatches", work: Callable[[], Any]) -> float:
    from tests.benchmarks.in_process import measured, serving  # noqa: PLC0415 -- after settings

    with serving(side.connection):
        return measured(work)


def _dump(side: "ManyMatches") -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = ["pg_dump", "--format", "custom", "--compress", "0", side.url]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def compare(few: "ManyMatches", many: "ManyMatches") -> None:
    print("| what | fewer: CPU | ratio |\n|---|---|---|", flush=True)
    numbers = [(match, n) for match, running in enumerate(few.running) for n in range(len(running.requests))]
    _row("a move", [(few.move(*number).cpu, many.move(*number).cpu) for number in numbers])
    for name, rounds, cost in costs():
        for side in (few, many):
            cost(side) if rounds > 1 else None  # Caches are warm in the service too.
        _row(name, [(cost(few), cost(many)) for _ in range(rounds)])
    for side, label in ((few, "fewer"), (many, "more")):
        print(f"{label}: {_due(side)}", flush=True)


def _due(side: "ManyMatches") -> str:
    from matches.models import Match  # noqa: PLC0415 -- after settings
    from replay.nightly_audit import due_matches  # noqa: PLC0415 -- likewise
    from tests.benchmarks.in_process import serving  # noqa: PLC0415 -- likewise

    with serving(side.connection):
        return f"{len(list(due_matches())):,} of {Match.objects.count():,} matches are due for the nightly audit"


def _row(name: str, pairs: Sequence[tuple[float, float]]) -> None:
    first, second = (median(values) for values in zip(*pairs, strict=True))
    print(f"| {name} | {first * 1000:,.2f} ms | {second / first:.2f} |", flush=True)
    note_cost(f"growth: {name}", second / first)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser("python -m tests.benchmarks.growth", description="What grows with the matches?")
    parser.add_argument("--few", type=int, default=20_000)
    parser.add_argument("--many", type=int, default=200_000)
    parser.add_argument("--a-day", type=int, default=500, help="finished matches of one day")
    parser.add_argument("--sqlite", action="store_true", help="measure SQLite instead of PostgreSQL")
    wanted = parser.parse_args(arguments)
    if wanted.sqlite:
        with tempfile.TemporaryDirectory() as folder:
            first, second = (f"sqlite:///{folder}/{name}.sqlite3" for name in ("few", "many"))
            set_up_django(first)
            compare(*sides(first, second, wanted))
        return
    with database(EMPTY) as url:
        set_up_django(url)
        with database(f"{EMPTY}_few", EMPTY) as first, database(f"{EMPTY}_many", EMPTY) as second:
            compare(*sides(first, second, wanted))


def sides(first: str, second: str, wanted: argparse.Namespace) -> "list[ManyMatches]":
    from tests.benchmarks.many_matches import SEARCHABLE, ManyMatches  # noqa: PLC0415 -- after settings

    return [
        ManyMatches(url, number, RUNNING, SEARCHABLE, DAY / wanted.a_day)
        for url, number in ((first, wanted.few), (second, wanted.many))
    ]


if __name__ == "__main__":
    main()
