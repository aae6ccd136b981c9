"""The matches and clients of tests/matches, looked back at."""

from tests.matches.api.conftest import anyone, as_ann, as_ben
from tests.matches.conftest import ann, ben, duel, published

__all__ = ["ann", "anyone", "as_ann", "as_ben", "ben", "duel", "published"]
