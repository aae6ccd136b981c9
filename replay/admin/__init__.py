"""Admin pages for looking back at matches: the log in words, any view at any time, verification.

They extend matches/admin.
"""

from replay.admin import damaged, imports, positions, verification

__all__ = ["damaged", "imports", "positions", "verification"]
