"""How much narrower the control variate of leagues makes intervals: `python -m tests.benchmarks.luck_widths`.

Two bots play as bot accounts do: each match has its own key, and the two of a deal exchange sides. House bots then play
the same keys, as in a league with `luck_adjusted`. The table has the share of the points, raw and without luck. "±" is
half the width of the raw interval, and "width" is the adjusted width divided by the raw one.
"""

import argparse
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt
from statistics import stdev

from leagues.luck import adjusted, control_points
from leagues.sides import points_of_first, sides_of
from leagues.standings import Result
from matches.bots.arena import key_of, play
from matches.bots.pairings import pairings
from matches.bots.roster import house_bot
from rules.registry import shipped_ruleset, slugs

PAIRS = ("greedy greedy", "ismcts-30 greedy")
DEVIATE = 1.96


def played(ruleset: str, bots: tuple[str, str], number: int) -> tuple[int, int]:
    """The first bot's points in match `number`, and its control's."""
    rules = shipped_ruleset(ruleset)
    meetings = pairings(rules, next(iter(rules.option_sets)))
    deal, seating = divmod(number, 2)
    meeting = meetings[deal % len(meetings)]
    options = rules.read_options(meeting.options)
    sides = sides_of(rules, options)
    assert sides is not None, "two bots play on two sides"

    seated = [house_bot(bots[side != seating]) for side in sides]
    winners = play(rules, meeting.options, meeting.decks, seated, number).winners
    control = control_points(rules, meeting.options, meeting.decks, key_of(number, len(sides)), sides, seating)
    return points_of_first(sides, seating, winners), control


def row(pool: ProcessPoolExecutor, ruleset: str, pair: str, deals: int) -> str:
    """A row of the table."""
    first, second = pair.split()
    found = list(pool.map(partial(played, ruleset, (first, second)), range(2 * deals), chunksize=4))
    results = [Result(0, 0, 1, number // 2, points, "play") for number, (points, _) in enumerate(found)]
    controls = {divmod(number, 2): control for number, (_, control) in enumerate(found)}
    own = [sum(points for points, _ in found[2 * deal : 2 * deal + 2]) / 4 for deal in range(deals)]
    half = DEVIATE * stdev(own) / sqrt(deals)
    (one, _) = adjusted(2, results, controls)
    without_luck = "- | -" if one is None else f"{one.share_per_mille / 10:.1f} % | {one.width_per_mille / 1000:.2f}"
    return f"| {ruleset} | {first} | {second} | {100 * sum(own) / deals:.1f} % | {100 * half:.1f} | {without_luck} |"


def table(deals: int, games: list[str]) -> Iterator[str]:
    yield f"| game | bot | opponent | share in {deals} deals | ± | share without luck | width |"
    yield "|---|---|---|---|---|---|---|"
    with ProcessPoolExecutor() as pool:
        yield from (row(pool, ruleset, pair, deals) for ruleset in games for pair in PAIRS)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("games", nargs="*", choices=slugs(), default=slugs())
    options = parser.parse_args()
    for line in table(options.deals, options.games):
        print(line, flush=True)
