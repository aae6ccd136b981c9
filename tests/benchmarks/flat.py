"""`python -m tests.benchmarks.flat`: whether moves and list pages cost more in a long match or among many matches.

It measures processor time of application and database for whole requests, served in this process (in_process.py).

Long match: moves of the tenth round of Battle Line, from about event 1,000 on, are compared with moves of the first.
Every round starts again, so only the length of the log differs, and nine results in the state.

Many matches: the same moves of the same matches, and the same pages of the list, are requested on two databases. One
has 1,000 finished matches, the other `--stored`, of about twenty events each.
"""

import argparse
from collections.abc import Sequence
from statistics import median
from typing import TYPE_CHECKING

from tests.benchmarks.database import database, set_up_django
from tests.benchmarks.figures import note_cost

if TYPE_CHECKING:
    from tests.benchmarks.in_process import Answer

FEW = 1_000
PAGES = 25
"""Number of times that each page is read."""


def length(pairs: int) -> None:
    """Compare matches in their last round with as many in their first, by turns."""
    from tests.benchmarks.in_process import signed_up  # noqa: PLC0415 -- after settings
    from tests.benchmarks.rounds import ROUNDS, LongMatch  # noqa: PLC0415 -- after settings

    players, tokens = signed_up("ann", "ben")
    answers, begun, sizes = [], [], []
    for seed in range(pairs):
        new, old = LongMatch(players, tokens, seed), LongMatch(players, tokens, seed + pairs)
        begun.append(old.play_upto(ROUNDS))
        sizes.append((new.size, old.size))
        while (early := new.step()) is not None and (late := old.step()) is not None:
            answers.append((early, late))
    few, many = (median(size) for size in zip(*sizes, strict=True))
    _say(f"a move after event {min(begun):,} over one in the first round", answers)
    print(f"their snapshots: {many:,.0f} bytes over {few:,.0f}", flush=True)


def volume(finished: int, running: int) -> None:
    """Compare the same requests to a service with few finished matches and one with many, by turns."""
    from tests.benchmarks.many_matches import ManyMatches  # noqa: PLC0415 -- after settings

    with database("match_service_bench_few") as first, database("match_service_bench_many") as second:
        few, many = ManyMatches(first, FEW, running), ManyMatches(second, finished, running)
        numbers = [(m, n) for m, match in enumerate(few.running) for n in range(len(match.requests))]
        moves = [(few.move(m, n), many.move(m, n)) for m, n in numbers]
        _say(f"a move among {finished:,} matches over one among {FEW:,}", moves)
        for name, queries in _pages(few.middle, many.middle).items():
            pages = [(few.page(queries[0]), many.page(queries[1])) for _ in range(PAGES)]
            _say(f"a page, {name}", pages)


def _pages(few: str, many: str) -> dict[str, tuple[str, str]]:
    """Name -> queries of the list on both sides. The cursors are in the middle of the list."""
    return {
        "the newest": ("", ""),
        "in the middle": (f"cursor={few}", f"cursor={many}"),
        "of one ruleset": ("ruleset=lords_of_war", "ruleset=lords_of_war"),
        "of one ruleset, in the middle": (f"ruleset=lords_of_war&cursor={few}", f"ruleset=lords_of_war&cursor={many}"),
        "finished": ("status=over", "status=over"),
        "of a player": ("player=ann", "player=ann"),
        "mine": ("mine=true", "mine=true"),
        "my turn": ("my_turn=true", "my_turn=true"),
    }


def _say(what: str, answers: Sequence["tuple[Answer, Answer]"]) -> None:
    """Print how much more the second of each pair costs than the first, by medians."""
    assert all(answer.status in (200, 201) for pair in answers for answer in pair), answers[0]
    whole, app, data = (
        median(getattr(second, part) for _, second in answers) / median(getattr(first, part) for first, _ in answers)
        for part in ("cpu", "app", "data")
    )
    cost = median(first.cpu for first, _ in answers) * 1000
    print(
        f"{what}: CPU x {whole:.3f} (application x {app:.3f}, database x {data:.3f}), over {cost:.2f} ms; "
        f"{len(answers)} pairs",
        flush=True,
    )
    note_cost(f"flat: {what}", whole)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser("python -m tests.benchmarks.flat", description="Is what it costs flat?")
    parser.add_argument("--pairs", type=int, default=6, help="long matches, each compared with a new one")
    parser.add_argument("--stored", type=int, default=100_000, help="finished matches in the larger database")
    parser.add_argument("--running", type=int, default=4, help="matches in which the moves are made")
    wanted = parser.parse_args(arguments)
    with database("match_service_bench_flat") as url:
        set_up_django(url)
        length(wanted.pairs)
        volume(wanted.stored, wanted.running)


if __name__ == "__main__":
    main()
