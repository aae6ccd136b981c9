"""Matches looked back at by operators: the log in words, any view at any time, verifying. Adds to matches/admin."""

from replay.admin import damaged, imports, positions, verification

__all__ = ["damaged", "imports", "positions", "verification"]
