"""The sequential test: known values, its order, its end, and its error rates by simulation."""

import math
import random

import numpy
import pytest

from leagues.ratings.sequential_test import Bounds, course_of, expected_share, log_likelihood_ratios, stops
from tests.leagues.simulation import wrong_verdicts

BOUNDS = Bounds(0, 20, 50, 50, 1_000)


def test_it_stops_where_wald_says() -> None:
    low, high = stops(BOUNDS)

    assert (low, high) == (pytest.approx(-math.log(19)), pytest.approx(math.log(19)))


def test_the_ratio_of_outcomes_of_two_kinds_is_that_of_a_coin() -> None:
    """With only 0 and 4 points, the likeliest distribution is a coin's, except for the weight of empty outcomes."""
    won, lost = 700, 500
    expected = won * math.log(expected_share(20) / 0.5) + lost * math.log((1 - expected_share(20)) / 0.5)

    found = log_likelihood_ratios(numpy.array([[lost, 0, 0, 0, won]]), BOUNDS)

    assert float(found[0]) == pytest.approx(expected, rel=1e-3)


def test_a_first_that_always_wins_is_better_and_one_that_always_loses_is_not() -> None:
    assert course_of(BOUNDS, [4] * 1_000).verdict == "h1"
    assert course_of(BOUNDS, [0] * 1_000).verdict == "h0"


def test_after_its_verdict_nothing_counts() -> None:
    rng = random.Random(2)
    outcomes = [rng.choice([1, 2, 3, 4, 4]) for _ in range(1_000)]

    course = course_of(BOUNDS, outcomes)

    assert course.verdict == "h1"
    assert course.deals < 1_000
    assert course == course_of(BOUNDS, [*outcomes[: course.deals], *[0] * 500])
    assert len(course.llr_per_mille) == course.deals
    assert course_of(BOUNDS, outcomes[: course.deals - 1]).verdict is None


def test_after_most_deals_it_is_undecided() -> None:
    assert course_of(BOUNDS._replace(most_deals=4), [2, 2, 2, 2]).verdict == "undecided"
    assert course_of(BOUNDS._replace(most_deals=5), [2, 2, 2, 2]).verdict is None


def test_before_the_first_deal_there_is_nothing_to_say() -> None:
    assert course_of(BOUNDS, []) == (None, 0, ())


@pytest.mark.exhaustive
@pytest.mark.parametrize("draws", [0.0, 0.05, 0.5])
def test_it_is_wrong_no_more_often_than_it_promises(draws: float) -> None:
    """Two thousand runs each, with the promised 5 % plus one percent. `simulation` has narrower bounds."""
    bounds = Bounds(0, 80, 50, 50, 5_000)

    believed, undecided, _ = wrong_verdicts(bounds, 0, draws, 2_000)
    found, undecided_too, _ = wrong_verdicts(bounds, 80, draws, 2_000)

    assert undecided == undecided_too == 0
    assert believed <= 0.05 + 0.01
    assert 1 - found <= 0.05 + 0.01
