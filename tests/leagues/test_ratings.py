"""Ratings: values known by hand, and changes that must not matter."""

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leagues.ratings.resampled_ratings import Rating, resampled_ratings
from leagues.ratings.strengths import elos, strengths
from tests.levels import examples


def test_two_that_have_met_are_apart_by_their_shares() -> None:
    """The odds are those of the points, with one more point for each."""
    deals = {(0, 1): [4] * 49 + [3] * 33 + [0] * 17}
    own = 4 * 49 + 3 * 33
    other = 4 * 99 - own

    found = resampled_ratings(2, deals)

    assert found[0] == Rating(0, 0, 0)
    assert found[1] is not None
    assert found[1].elo == round(-400 * math.log10((own + 1) / (other + 1)))
    assert found[1].low < found[1].elo < found[1].high


def test_who_has_won_every_time_has_a_rating_too() -> None:
    found = resampled_ratings(2, {(0, 1): [4] * 200})

    assert found == [Rating(0, 0, 0), Rating(-1161, -1161, -1161)]


def test_the_anchor_stands_where_it_is_put() -> None:
    deals = {(0, 1): [3, 1, 4, 2], (1, 2): [4, 4, 3, 1]}

    plain, anchored = resampled_ratings(3, deals), resampled_ratings(3, deals, anchor=2, anchor_elo=1500)

    assert anchored[2] == Rating(1500, 1500, 1500)
    for one, other in zip(plain, anchored, strict=True):
        assert one is not None and other is not None and plain[2] is not None
        assert abs((other.elo - 1500) - (one.elo - plain[2].elo)) <= 1  # Each is rounded separately.


def test_ratings_are_those_of_the_older_files_without_their_intervals() -> None:
    deals = {(0, 1): [3, 1, 4, 2], (1, 2): [4, 4, 3, 1], (3, 4): [4]}

    found = resampled_ratings(5, deals, anchor=2, anchor_elo=1500)

    assert elos(5, deals, anchor=2, anchor_elo=1500) == [rating and rating.elo for rating in found]


def test_who_is_not_connected_with_the_anchor_is_not_ranked() -> None:
    found = resampled_ratings(5, {(0, 1): [3, 2], (2, 3): [4, 4]})

    assert [rating is not None for rating in found] == [True, True, False, False, False]


@examples(20)
@given(seed=st.integers(0, 1000))
def test_the_order_of_play_does_not_matter(seed: int) -> None:
    rng = random.Random(seed)
    deals = {(i, j): [rng.randrange(5) for _ in range(12)] for i in range(4) for j in range(i + 1, 4)}
    shuffled = {pair: rng.sample(scores, len(scores)) for pair, scores in reversed(deals.items())}

    assert resampled_ratings(4, deals, seed=b"s") == resampled_ratings(4, shuffled, seed=b"s")


def test_the_interval_depends_on_the_seed_and_little_on_which() -> None:
    rng = random.Random(1)
    deals = {(0, 1): [rng.choice([0, 2, 4, 4]) for _ in range(100)]}

    first, second = (resampled_ratings(2, deals, seed=seed)[1] for seed in (b"a", b"b"))

    assert first is not None and second is not None
    assert first != second
    assert first.elo == second.elo
    assert abs(first.low - second.low) < 12 and abs(first.high - second.high) < 12


def test_the_interval_holds_the_truth_about_95_times_in_100() -> None:
    """The true strengths are 1 and 2 (-120 Elo). The outcomes of both matches of a deal are independent here."""
    held, trials = 0, 100
    for trial in range(trials):
        rng = random.Random(trial)
        deals = {(0, 1): [2 * ((rng.random() < 2 / 3) + (rng.random() < 2 / 3)) for _ in range(150)]}
        rating = resampled_ratings(2, deals, seed=b"%d" % trial)[1]
        assert rating is not None
        held += rating.low <= -120 <= rating.high

    assert held >= 0.90 * trials


@examples(25)
@given(seed=st.integers(0, 10_000), entrants=st.integers(2, 6))
def test_at_the_strengths_everybody_is_expected_what_he_got(seed: int, entrants: int) -> None:
    """At the maximum, points including virtual draws equal the sum of expected shares."""
    rng = random.Random(seed)
    scores = {}
    for one in range(entrants):
        for other in range(one + 1, entrants):
            scores[one, other], scores[other, one] = rng.randrange(30), rng.randrange(30)

    found = strengths(entrants, scores)

    for one in range(entrants):
        got = sum(points + 1 for (who, _), points in scores.items() if who == one)
        expected = sum(
            (points + scores[other, who] + 2) * found[who] / (found[who] + found[other])
            for (who, other), points in scores.items()
            if who == one
        )
        assert expected == pytest.approx(got, rel=1e-6)
