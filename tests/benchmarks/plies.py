"""`python -m tests.benchmarks.plies [ruleset …]`: random plies per second of each ruleset, relative to the reference.

A ply is listing the legal actions and applying one. Starting the games is included. Ruleset and reference take turns in
short slices of processor time, so that both have the same load. The share is the median over the rounds.
"""

import argparse
import time
from collections.abc import Callable, Sequence
from random import Random
from statistics import median

from rules.engine import QuickChance, apply, legal_actions, seats_to_act
from rules.registry import slugs
from tests.benchmarks import reference
from tests.benchmarks.figures import note_gain
from tests.rules.setups import Setup, all_setups

SLICE = 0.25
"""Seconds of processor time."""


def play(setup: Setup, luck: Random) -> int:
    """Play a random game and return the number of plies."""
    table = setup.rules.start(setup.options, setup.decks, QuickChance(luck.getrandbits(32)))
    draw = luck.random
    plies = 0
    while table.outcome is None:
        seats = seats_to_act(table)
        seat = seats[0] if len(seats) == 1 else seats[int(draw() * len(seats))]
        choices = legal_actions(table, seat)
        apply(table, seat, choices[int(draw() * len(choices))])
        plies += 1
    return plies


def rate(game: Callable[[], int]) -> float:
    """Plies per second of processor time, over about one slice."""
    plies, begun = 0, time.process_time()
    while (spent := time.process_time() - begun) < SLICE:
        plies += game()
    return plies / spent


def share(setup: Setup, rounds: int) -> tuple[float, float]:
    """Plies per second, and their share of the reference, as medians over the rounds."""
    luck = Random(1)
    rates, shares = [], []
    for _ in range(rounds):
        unit = rate(lambda: reference.play(luck))
        rates.append(rate(lambda: play(setup, luck)))
        shares.append(rates[-1] / unit)
    return median(rates), median(shares)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser("python -m tests.benchmarks.plies", description="Random plies a second.")
    parser.add_argument("rulesets", nargs="*", help="all, if none is named")
    parser.add_argument("--rounds", type=int, default=5)
    wanted = parser.parse_args(arguments)
    luck = Random(1)
    print(f"reference: {median(rate(lambda: reference.play(luck)) for _ in range(wanted.rounds)):,.0f} plies/s")
    for setup in all_setups():
        if setup.ruleset in (wanted.rulesets or slugs()):
            plies, part = share(setup, wanted.rounds)
            print(f"{setup}: {plies:,.0f} plies/s, {part:.3f} of the reference", flush=True)
            note_gain(f"plies: {setup}, of the reference", part)


if __name__ == "__main__":
    main()
