"""The matches of tests/matches, looked back at."""

from tests.matches.conftest import ann, ben, duel, published

__all__ = ["ann", "ben", "duel", "published"]
