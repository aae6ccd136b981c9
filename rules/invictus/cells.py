"""2. The cells: two battlefields of six cells, and which cells are in reach of which."""

from collections.abc import Iterable

CELLS = ("f0", "f1", "f2", "b0", "b1", "b2")
"""2.2 Front row, then back row; the digit is the file. In the rules a cell is its index in this list."""
CELL = {name: cell for cell, name in enumerate(CELLS)}

FILES = (0, 1, 2)
FRONT = (0, 1, 2)
BACK = (3, 4, 5)
EVERY_CELL = FRONT + BACK
FRONT_CENTER = 1

AHEAD = {back: back - len(FILES) for back in BACK}
"""2.2 The cell ahead of a back cell: the front cell of the same side and file."""


def reach(range_: Iterable[tuple[int, int]], side: int, cell: int) -> tuple[int, ...]:
    """2.4 The enemy cells in reach of a card with this range from a cell of its side, in the order of CELLS."""
    depth, file = divmod(cell, len(FILES))
    reached = set()
    for dx, dy in range_:
        target_file = file + dx if side == 0 else file - dx
        target_depth = dy - depth - 1  # 0: the enemy front row, 1: the enemy back row
        if target_file in FILES and target_depth in (0, 1):
            reached.add(target_depth * len(FILES) + target_file)
    return tuple(sorted(reached))
