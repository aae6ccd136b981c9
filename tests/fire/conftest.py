"""Matches for tests of what happens when things go wrong; every test here commits for real."""

from tests.matches.conftest import ann, ben, duel, published

__all__ = ["ann", "ben", "duel", "published"]
