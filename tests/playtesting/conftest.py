"""Playtests are matches of the toy ruleset."""

from tests.matches.conftest import ann, ben, duel, published, tasks_at_once

__all__ = ["ann", "ben", "duel", "published", "tasks_at_once"]
