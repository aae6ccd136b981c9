"""The scores above the table: flags, and flags in a row."""

import pytest

from rules.battle_line.board import BOARD
from rules.engine import view
from rules.engine.board import Score
from tests.rules.battle_line.positions import CARDS, drawn


@pytest.mark.parametrize(
    ("owners", "flags", "in_a_row"),
    [({}, 0, 0), ({4: 0}, 1, 1), ({2: 0, 3: 1, 4: 0, 5: 0}, 3, 2), ({0: 0, 2: 0, 4: 0, 6: 0}, 4, 1)],
)
def test_scores_count_flags_and_the_longest_row(owners: dict[int, int], flags: int, in_a_row: int) -> None:
    """10.1"""
    seen = view(drawn(owners=owners), "public", 0)

    scores = BOARD.board(seen, 0).scores

    assert scores[:2] == (Score((0,), "flags", flags), Score((0,), "in_a_row", in_a_row))
    assert BOARD.goals(CARDS) == {"flags": 5, "in_a_row": 3}
