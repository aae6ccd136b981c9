"""RULES.md 2: cells, ranges and what they reach."""

from hypothesis import given
from hypothesis import strategies as st

from rules.invictus.cells import CELLS, EVERY_CELL, reach

ranges = st.lists(st.tuples(st.integers(-3, 3), st.integers(-1, 4)), max_size=6)


def names(cells: tuple[int, ...]) -> list[str]:
    return [CELLS[cell] for cell in cells]


def test_front_card_reaches_straight_ahead() -> None:
    """2.4"""
    assert names(reach([(0, 1)], 0, CELLS.index("f1"))) == ["f1"]


def test_back_card_with_range_one_reaches_nothing() -> None:
    """2.4 The row one ahead of a back card is its own front row."""
    assert names(reach([(0, 1)], 0, CELLS.index("b1"))) == []


def test_back_card_reaches_the_enemy_front_row_with_range_two() -> None:
    """2.4 Cards in between do not matter: own front row, enemy front row, enemy back row."""
    assert names(reach([(0, 1), (0, 2), (0, 3)], 0, CELLS.index("b1"))) == ["f1", "b1"]


def test_front_card_reaches_both_enemy_rows() -> None:
    assert names(reach([(0, 1), (0, 2), (0, 3)], 1, CELLS.index("f2"))) == ["f2", "b2"]


def test_to_the_right_is_a_higher_file_for_side_0_and_a_lower_one_for_side_1() -> None:
    """2.2, 2.4 File 0 is the left file for side 0 and the right file for side 1."""
    assert names(reach([(1, 1)], 0, CELLS.index("f1"))) == ["f2"]
    assert names(reach([(1, 1)], 1, CELLS.index("f1"))) == ["f0"]


def test_file_outside_the_board_reaches_nothing() -> None:
    assert names(reach([(1, 1)], 0, CELLS.index("f2"))) == []
    assert names(reach([(1, 1)], 1, CELLS.index("f0"))) == []


@given(ranges, st.sampled_from((0, 1)), st.sampled_from(EVERY_CELL))
def test_reach_is_what_2_4_says_word_by_word(range_: list[tuple[int, int]], side: int, cell: int) -> None:
    depth, c = int(CELLS[cell][0] == "b"), int(CELLS[cell][1])
    expected = set()
    for dx, dy in range_:
        file = c + dx if side == 0 else c - dx
        row = {1: "f", 2: "b"}.get(dy - depth)
        if row and 0 <= file <= 2:
            expected.add(f"{row}{file}")

    assert names(reach(range_, side, cell)) == sorted(expected, key=CELLS.index)


@given(ranges, st.sampled_from(EVERY_CELL))
def test_the_two_sides_are_mirror_images(range_: list[tuple[int, int]], cell: int) -> None:
    turned = [(-dx, dy) for dx, dy in range_]

    assert reach(range_, 0, cell) == reach(turned, 1, cell)
