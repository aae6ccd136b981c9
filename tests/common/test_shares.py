"""The interval of a share, compared with its defining equation computed exactly."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.shares import Share, Z, share_of

COUNTS = st.tuples(*[st.integers(0, 20_000)] * 3).filter(any)
Z2 = Fraction(Z) ** 2


def is_within(wins: int, draws: int, losses: int, per_mille: int) -> bool:
    """Whether a true share of `per_mille` is at most Z of its standard deviations away from the observed share."""
    played = wins + draws + losses
    seen, true = Fraction(2 * wins + draws, 2 * played), Fraction(per_mille, 1000)
    return (seen - true) ** 2 <= Z2 * true * (1 - true) / played


@given(COUNTS)
def test_the_interval_holds_exactly_the_shares_under_which_the_result_is_no_surprise(counts: tuple[int, ...]) -> None:
    found = share_of(*counts)
    assert found is not None
    share, low, high = found

    assert 0 <= low <= share <= high <= 1000
    assert not is_within(*counts, low) or low == 0
    assert not is_within(*counts, high) or high == 1000
    # Rounded outwards by less than one, so the next whole number inward is in the interval, if there is one.
    assert high - low <= 2 or (is_within(*counts, low + 1) and is_within(*counts, high - 1))


@given(COUNTS)
def test_the_other_side_has_the_mirrored_interval(counts: tuple[int, ...]) -> None:
    wins, draws, losses = counts
    own, other = share_of(wins, draws, losses), share_of(losses, draws, wins)

    assert own is not None and other is not None
    assert abs(own.low + other.high - 1000) <= 1 and abs(own.high + other.low - 1000) <= 1
    assert own.share + other.share in (1000, 1001)


@given(COUNTS, st.integers(2, 9))
def test_more_of_the_same_makes_it_no_wider(counts: tuple[int, ...], times: int) -> None:
    one, many = share_of(*counts), share_of(*(times * count for count in counts))

    assert one is not None and many is not None
    assert one.low <= many.low <= many.high <= one.high


@pytest.mark.parametrize(
    ("wins", "losses", "expected"),
    [
        (0, 10, Share(0, 0, 278)),
        (10, 0, Share(1000, 722, 1000)),
        (5, 5, Share(500, 236, 764)),
        (1, 0, Share(1000, 206, 1000)),
        (81, 182, Share(308, 255, 367)),
    ],
)
def test_known_values(wins: int, losses: int, expected: Share) -> None:
    """Brown, Cai and DasGupta's formula, by hand. 81 of 263 is Newcombe's example (1998): 0.2553 to 0.3662."""
    assert share_of(wins, 0, losses) == expected


def test_of_nothing_there_is_no_share() -> None:
    assert share_of(0, 0, 0) is None


@pytest.mark.parametrize(
    ("wins", "losses", "low", "high"), [(50, 50, 403, 597), (360, 40, 866, 926), (10, 0, 722, 1000), (0, 10, 0, 278)]
)
def test_the_interval_is_the_published_one(wins: int, losses: int, low: int, high: int) -> None:
    found = share_of(wins, 0, losses)

    assert found is not None and found[1:] == (low, high)
