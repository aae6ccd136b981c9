"""`python -m tests.leagues.simulation [RUNS]`: how often the sequential test is wrong, in 2,000 runs per hypothesis."""

import sys

import numpy

from leagues.ratings.sequential_test import Bounds, expected_share, log_likelihood_ratios, stops

RUNS = 2_000
BLOCK = 16
DRAWS = (0.0, 0.05, 0.5)


def wrong_verdicts(bounds: Bounds, elo: int, draws: float, runs: int, seed: int = 1) -> tuple[float, float, float]:
    """Simulate tests of a first entrant better by `elo`: the shares of h1 and of undecided, and the mean length."""
    rng = numpy.random.default_rng(seed)
    share = expected_share(elo)
    draws = min(draws, 2 * min(share, 1 - share))
    chances = [share - draws / 2, draws, 1 - share - draws / 2]
    low, high = stops(bounds)
    counts = numpy.zeros((runs, 5))
    verdict, length = numpy.zeros(runs), numpy.zeros(runs)
    open_ = numpy.arange(runs)
    for _ in range(bounds.most_deals):
        points = rng.choice([2, 1, 0], size=(len(open_), 2), p=chances).sum(axis=1)
        counts[open_, points] += 1
        length[open_] += 1
        ratios = log_likelihood_ratios(counts[open_], bounds)
        verdict[open_[ratios >= high]] = 1
        verdict[open_[ratios <= low]] = -1
        open_ = open_[(ratios > low) & (ratios < high)]
        if not len(open_):
            break
    return float((verdict == 1).mean()), float((verdict == 0).mean()), float(length.mean())


def main(runs: int) -> None:
    bounds = Bounds(0, 40, 50, 50, 20_000)
    for draws in DRAWS:
        for name, elo in (("h0", bounds.elo0), ("h1", bounds.elo1)):
            h1, undecided, length = wrong_verdicts(bounds, elo, draws, runs)
            wrong = h1 if name == "h0" else 1 - h1 - undecided
            print(f"draws {draws:.0%}, {name} true: {wrong:.3f} wrong, {undecided:.3f} undecided, {length:.0f} deals")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else RUNS)
