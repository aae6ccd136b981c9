"""Rating intervals: values known by hand, changes that must not matter, and how often they contain the truth."""

import random
from collections.abc import Sequence

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leagues.ratings.intervals import DEVIATE, ELO, Comparison, Deals, Interval, Network, better_per_mille, interval
from leagues.ratings.strengths import DealScores
from tests.benchmarks.interval_coverage import Shape, held, table
from tests.levels import examples


def of(scores: DealScores, one: int = 1, other: int = 0, entrants: int = 2) -> Interval:
    return interval(Comparison(Deals(entrants, scores), one, other))


def random_scores(seed: int, entrants: int = 4, most: int = 9) -> dict[tuple[int, int], Sequence[int]]:
    """Random scores in which some entrants have not met and some have won everything."""
    rng = random.Random(seed)
    return {
        (one, other): [rng.choice(rng.choice([[0, 2, 4], [4], [1, 2]])) for _ in range(rng.randrange(most))]
        for one in range(entrants)
        for other in range(one + 1, entrants)
    }


def test_who_was_never_beaten_can_be_any_better() -> None:
    assert of({(0, 1): [0, 0, 0, 0]}).high is None
    assert of({(0, 1): [4, 4, 4, 4]}).low is None
    won = [of({(0, 1): [0] * deals}).low or 0 for deals in (4, 12, 50, 200)]
    assert 0 < won[0] < won[1] < won[2] < won[3]


def test_half_a_point_is_a_bound() -> None:
    found = of({(0, 1): [0] * 11 + [1]})

    assert found.low is not None and found.high is not None and found.low < 545 < found.high


def test_deals_that_all_went_alike_are_no_point() -> None:
    found = of({(0, 1): [2] * 24})

    assert found.low is not None and found.high is not None and found.low < -1 and found.high > 1


def test_results_that_lead_nowhere_say_nothing() -> None:
    """Both have beaten a third entrant, so either can be arbitrarily better than the other."""
    scores = {(0, 1): [4, 4], (1, 2): [0, 0]}

    assert of(scores, 2, 0, entrants=3) == Interval(None, None)
    assert better_per_mille(Comparison(Deals(3, scores), 2, 0)) is None


def test_a_chain_of_wins_has_one_end() -> None:
    """2 has beaten 1, and 1 has beaten 0, so 2 is better than 0 by a minimum, of which 1 takes a part."""
    scores = {(0, 1): [0] * 12, (1, 2): [0] * 12}
    found, of_a_link = of(scores, 2, 0, entrants=3), of(scores, 1, 0, entrants=3)

    assert found.high is None and found.low is not None and of_a_link.low is not None
    assert found.low > of_a_link.low > 0


@examples(30)
@given(seed=st.integers(0, 1 << 32))
def test_an_interval_is_the_same_from_both_sides(seed: int) -> None:
    scores = random_scores(seed)

    forth, back = of(scores, 1, 3, entrants=4), of(scores, 3, 1, entrants=4)

    for end, opposite in ((forth.low, back.high), (forth.high, back.low)):
        assert (end is None) == (opposite is None)
        assert end is None or opposite is None or abs(end + opposite) <= 1  # Each is rounded separately.


@examples(30)
@given(seed=st.integers(0, 1 << 32))
def test_neither_order_nor_names_matter(seed: int) -> None:
    scores = random_scores(seed)
    rng = random.Random(seed)
    named = rng.sample(range(4), 4)
    other = {}
    for (one, two), points in rng.sample(sorted(scores.items()), len(scores)):
        pair, own = (named[one], named[two]), rng.sample(list(points), len(points))
        other[min(pair), max(pair)] = own if pair[0] < pair[1] else [4 - point for point in own]

    assert of(scores, 1, 3, entrants=4) == of(other, named[1], named[3], entrants=4)


@examples(30)
@given(seed=st.integers(0, 1 << 32))
def test_a_bound_is_absent_just_where_every_difference_is_as_likely(seed: int) -> None:
    season = Deals(4, random_scores(seed))
    found = Comparison(season, 1, 3)

    far = [found.deviate(sign * 60.0) for sign in (-1, 1)]

    assert [found.has_low, found.has_high] == [far[0] < -DEVIATE, far[1] > DEVIATE]


@examples(30)
@given(seed=st.integers(0, 1 << 32))
def test_at_the_ends_the_deals_are_as_far_away_as_it_says(seed: int) -> None:
    found = Comparison(Deals(4, random_scores(seed)), 1, 3)

    for end, expected in zip(interval(found), (-1, 1), strict=True):
        if end is not None:
            nearer, farther = (abs(found.deviate((end + step) / ELO)) for step in (-expected, expected))
            assert nearer <= DEVIATE <= farther


@examples(20)
@given(seed=st.integers(0, 1 << 32))
def test_strengths_that_are_fitted_are_the_likeliest(seed: int) -> None:
    """No nearby strengths have a larger likelihood."""
    rng = random.Random(seed)
    scores = {(one, other): [rng.randrange(1, 4) for _ in range(3)] for one in range(3) for other in range(one + 1, 3)}
    network = Network(Deals(3, scores), [0, 1, 2])
    start = numpy.array([0.0, 0.0, 0.7])

    found = network.fitted(start, free=2)

    assert found[2] == 0.7
    for place in (0, 1):
        for step in (-0.01, 0.01):
            near = found.copy()
            near[place] += step
            assert network.likelihood(near) < network.likelihood(found)


def test_how_likely_one_is_better_goes_with_the_points() -> None:
    def chance(scores: list[int]) -> int | None:
        return better_per_mille(Comparison(Deals(2, {(0, 1): scores}), 0, 1))

    assert chance([2, 2, 2]) == 500
    few, more, many = chance([3, 2, 2]), chance([3, 2, 2] * 8), chance([4] * 20)
    assert few is not None and more is not None and many is not None
    assert 500 < few < more < many <= 1000
    assert chance([1, 2, 2]) == 1000 - few


@pytest.mark.parametrize(
    ("shape", "difference", "deals"),
    [
        (Shape("all", 2, steps=True), 200, 4),
        (Shape("all", 2, steps=True), 400, 12),
        (Shape("all", 3, steps=False), 600, 12),
        (Shape("chain", 4, steps=True), 400, 12),
        (Shape("all", 2, steps=True), 100, 50),
    ],
    ids=str,
)
@pytest.mark.parametrize("correlation", [-0.6, 0.6])
def test_intervals_hold_the_truth(shape: Shape, difference: float, deals: int, correlation: float) -> None:
    """In at least 92 of 100 seasons. Over 300 seasons, four standard deviations are 5 in 100."""
    assert held(shape, difference, deals, 0.0, correlation, 300) >= 0.87


def test_the_command_prints_a_row_for_each_kind_of_season() -> None:
    lines = list(table(2, [Shape("star", 3, steps=False)], [4, 12]))

    assert [line.split(" | ")[:2] for line in lines[2:]] == [
        ["| star of 3, anchor below equals", "4"],
        ["| star of 3, anchor below equals", "12"],
    ]
