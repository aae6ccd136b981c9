"""Fit the weights of a game's evaluation to results: `python -m matches.bots.training battle_line --deals 1000`."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any

import numpy
from numpy.typing import NDArray

from matches.bots.arena import Contest, meeting, play
from matches.bots.roster import house_bot
from rules.engine import LinearEvaluation, QuickChance, Seat, Table
from rules.registry import shipped_ruleset, slugs

PLAYERS = ("strong", "strong", "medium")
"""Each seat gets one of these bots by lot. The weaker one leads to positions that the other avoids."""
RIDGE = 3.0
"""The weight of the penalty on large weights, which keeps every weight finite."""
HELD_OUT = 5
"""Of this many deals, one tests the weights that the others give."""
NEWTON_STEPS = 20

Floats = NDArray[numpy.float64]


@dataclass(frozen=True, slots=True)
class Position:
    """A quiet position, as the seat to act sees it. The result is 1 if that seat wins, 0.5 for a draw, or 0."""

    deal: int
    features: tuple[float, ...]
    result: float


def positions_of(contest: Contest, deal: int) -> list[Position]:
    """All quiet positions of one match of this deal."""
    met, rules = meeting(contest, 2 * deal), shipped_ruleset(contest.ruleset)
    evaluation = linear_evaluation(contest.ruleset)
    seed = contest.seed * 1_000_003 + deal
    lots = QuickChance(seed)
    bots = [house_bot(PLAYERS[lots.below(len(PLAYERS))]) for _ in met.of_one]
    seen: list[tuple[Seat, tuple[float, ...]]] = []

    def watch(table: Table[Any, Any], mover: Seat) -> None:
        if evaluation.is_quiet(table):
            seen.append((mover, tuple(evaluation.features(table, mover))))

    won = met.result(play(rules, met.pairing.options, met.pairing.decks, bots, seed, watch).winners)
    return [Position(deal, features, (1 + (won if met.of_one[seat] else -won)) / 2) for seat, features in seen]


def linear_evaluation(ruleset: str) -> LinearEvaluation:
    """The ruleset's evaluation. Raises ValueError if it has no weights."""
    evaluation = shipped_ruleset(ruleset).definition.evaluation
    if not isinstance(evaluation, LinearEvaluation):
        raise ValueError(f"the evaluation of {ruleset} has no weights to fit")
    return evaluation


def fitted(features: Floats, results: Floats) -> Floats:
    """The weights for which tanh(features · weights) best predicts the results, with a ridge.

    `features` has a row for each position, `results` a number from 0 to 1. This is logistic regression of the results
    on twice the sum, by Newton's method.
    """
    scale = features.std(axis=0) + 1e-9
    scaled = features / scale
    weights = numpy.zeros(features.shape[1])
    for _ in range(NEWTON_STEPS):
        chances = _chances(scaled, weights / 2)
        slope = scaled.T @ (chances - results) + RIDGE * weights
        curvature = (scaled.T * (chances * (1 - chances))) @ scaled + RIDGE * numpy.eye(len(weights))
        weights = weights - numpy.linalg.solve(curvature, slope)
    halved: Floats = weights / scale / 2
    return halved


def log_loss(features: Floats, results: Floats, weights: Floats) -> float:
    """The mean of -log of the chance that the weights gave to each result. The lower, the better they predict."""
    chances = _chances(features, weights).clip(1e-9, 1 - 1e-9)
    return float(-(results * numpy.log(chances) + (1 - results) * numpy.log(1 - chances)).mean())


def _chances(features: Floats, weights: Floats) -> Floats:
    return (1 + numpy.tanh(features @ weights)) / 2


def report(ruleset: str, deals: int, seed: int, jobs: int) -> Iterator[str]:
    """Play the deals, and write the fitted weights and how well they predict deals that they were not fitted to."""
    names, before = zip(*linear_evaluation(ruleset).weights.items(), strict=True)
    strong = house_bot("strong")
    contest = Contest(ruleset, strong, strong, tuple(shipped_ruleset(ruleset).option_sets), seed)
    with ProcessPoolExecutor(jobs) as pool:
        found = list(chain.from_iterable(pool.map(partial(positions_of, contest), range(deals), chunksize=2)))
    features = numpy.array([position.features for position in found])
    results = numpy.array([position.result for position in found])
    held_out = numpy.array([position.deal % HELD_OUT == 0 for position in found])
    rest, test = ~held_out, (features[held_out], results[held_out])
    old, new = (log_loss(*test, weights) for weights in (numpy.array(before), fitted(features[rest], results[rest])))
    yield f"{ruleset}: {len(found)} positions of {deals} matches"
    yield f"log loss in one deal of {HELD_OUT}: {old:.4f} with today's weights, {new:.4f} with weights from the others"
    yield f"weights = {dict(zip(names, map(_rounded, fitted(features, results)), strict=True))}"


def _rounded(weight: float) -> float:
    return float(f"{weight:.3g}")


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser("python -m matches.bots.training", description="Fit the weights of an evaluation.")
    parser.add_argument("ruleset", choices=slugs())
    parser.add_argument("--deals", type=int, default=1000, help="matches to play")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--seed", type=int, default=1)
    asked_for = parser.parse_args(arguments)
    if asked_for.deals < 2 * HELD_OUT:
        parser.error(f"--deals must be at least {2 * HELD_OUT}")
    try:
        for line in report(asked_for.ruleset, asked_for.deals, asked_for.seed, asked_for.jobs):
            print(line, flush=True)
    except ValueError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
