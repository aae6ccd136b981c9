"""What a process has loaded is left out of later collections."""

import gc

from config import garbage


def test_what_is_loaded_is_not_looked_through_again() -> None:
    gc.unfreeze()  # The suite has done the same (tests/conftest.py).

    garbage.spare_loaded()

    assert gc.get_freeze_count() > 100_000
