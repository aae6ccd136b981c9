"""Moments as text."""

from hypothesis import given
from hypothesis import strategies as st

from common.timestamps import moment_of, rfc3339, rfc3339_at

UNTIL_2100 = st.integers(0, 4_102_444_800_000)


def test_a_time_in_milliseconds_has_three_decimals() -> None:
    assert rfc3339_at(1_769_860_800_007) == "2026-01-31T12:00:00.007Z"


@given(UNTIL_2100)
def test_a_time_in_milliseconds_is_written_like_its_moment(value: int) -> None:
    assert rfc3339_at(value) == rfc3339(moment_of(value))
