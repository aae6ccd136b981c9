"""Fit the margins of a game's levels: `python -m matches.bots.fitting battle_line --deals 100`."""

import argparse
import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from matches.bots.arena import Contest, result_of, some_option_sets
from matches.bots.levels import Overlooking
from matches.bots.roster import HouseBot, house_bot
from rules.registry import slugs

STEP = 150
"""How many rating points a level shall be below the next."""
SHARE = 1 / (1 + 10 ** (STEP / 400))
"""The share of the points that it then wins against the next, by the definition of Elo's scale."""
FIRST_GUESS = 0.1
GAIN, SLOWER = 1.6, 0.7
"""How far the first deals move the margin's logarithm, and how fast the moves get smaller."""


def fitted(ruleset: str, option_sets: tuple[str, ...], deals: int, seed: int) -> Iterator[tuple[str, float, float]]:
    """For medium, easy and learning, in this order: the margin, and the share of the points while it was sought.

    Each deal, played with the sides exchanged, moves the margin a little (Robbins and Monro 1951): up if the level won
    more than SHARE, else down. The result is the geometric mean over the second half of the deals.
    """
    above, margin = house_bot("strong"), FIRST_GUESS
    for step, name in enumerate(("medium", "easy", "learning")):
        logarithm, sought, points = math.log(margin), list[float](), 0.0
        for deal in range(deals):
            contest = Contest(ruleset, with_margin(name, math.exp(logarithm)), above, option_sets, seed + step)
            share = sum([(result_of(contest, 2 * deal + turn)[1] + 1) / 4 for turn in (0, 1)])
            points += share
            logarithm += GAIN / (2 + deal**SLOWER) * (share - SHARE)
            sought.append(logarithm)
        settled = sought[deals // 2 :]
        margin = math.exp(sum(settled) / len(settled))
        yield name, margin, points / deals
        above, margin = with_margin(name, margin), 2 * margin


def with_margin(name: str, margin: float) -> HouseBot:
    """A level whose margin is the same in every game."""
    return replace(house_bot(name), make=lambda: Overlooking(lambda evaluation: margin))


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser("python -m matches.bots.fitting", description="Fit the margins of the levels.")
    parser.add_argument("ruleset", choices=slugs())
    parser.add_argument("--deals", type=int, default=100, help="deals for each level, with two matches each")
    parser.add_argument("--option-set", action="append", help="may be repeated; without it all take turns")
    parser.add_argument("--seed", type=int, default=77)
    asked_for = parser.parse_args(arguments)
    if asked_for.deals < 1:
        parser.error("--deals must be at least 1")
    try:
        option_sets = some_option_sets(asked_for.ruleset, asked_for.option_set)
    except ValueError as error:
        parser.error(str(error))
    margins = list[str]()
    for name, margin, share in fitted(asked_for.ruleset, option_sets, asked_for.deals, asked_for.seed):
        print(f"{name}: {margin:.3f} (share {share:.2f}, wanted {SHARE:.2f})", flush=True)
        margins.insert(0, f"{margin:.3f}")
    print(f"level_margins = ({', '.join(margins)})")


if __name__ == "__main__":
    main()
